"""Section 10.1: language alternates of one entry; for more than one see `urlset.validator.clusters`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ...codes import COUNTRIES, LANGUAGES
from ...protocol import NS_XHTML
from ..entry import Context, Entry, Node
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table
from .loc_checks import split

RULES = table(
    Rule(
        "ALT001",
        ERROR,
        'An alternate is an empty `xhtml:link` with `rel="alternate"`, `hreflang` and `href`.',
        '<xhtml:link rel="alternate" href="https://example.com/de/"/>',
        "Give all three attributes",
        "G-hreflang",
    ),
    Rule(
        "ALT002",
        ERROR,
        "`href` is absolute, its scheme included; another domain is allowed.",
        '<xhtml:link rel="alternate" hreflang="de" href="/de/"/>',
        "Write the whole address",
        "G-hreflang",
    ),
    Rule(
        "ALT003",
        ERROR,
        "The alternates of an entry contain the entry itself.",
        "/en/ lists /de/ alone",
        "Add the entry's own language and address",
        "G-hreflang",
    ),
    Rule(
        "ALT004",
        ERROR,
        "If A lists B, then B lists A; else both are ignored. Where B is not in the files "
        "checked, this is told with --verbose.",
        "/en/ lists /de/, and /de/ lists nothing",
        "Give every version the same complete list",
        "G-hreflang",
    ),
    Rule(
        "ALT005",
        WARNING,
        "All versions of a page carry the same list.",
        "/en/ lists en and de, /de/ lists de, en and fr",
        "Give every version the same complete list",
        "G-hreflang",
    ),
    Rule(
        "ALT006",
        WARNING,
        "Each alternate on the site has an entry of its own.",
        "/en/ lists /de/, which is no entry",
        "List the alternate too",
        "G-hreflang",
    ),
    Rule(
        "ALT007",
        ERROR,
        "One language stands for one address in an entry; one address may stand for several languages.",
        "two links with hreflang de and different href",
        "Keep one of them",
        "policy",
    ),
    Rule(
        "ALT008",
        ERROR,
        "`hreflang` is `x-default`, or a language of ISO 639-1, then a script if needed, then a "
        "country of ISO 3166-1, joined by hyphens.",
        'hreflang="en_GB"',
        "Write it like en, en-GB or zh-Hans-CN",
        "G-hreflang",
    ),
    Rule(
        "ALT009",
        WARNING,
        "The tag is right by BCP 47, but not among those that Google supports: languages of "
        "three letters, regions of three digits, variants.",
        'hreflang="es-419"',
        "Use a language of two letters, and a country",
        "G-hreflang, BCP47",
    ),
    Rule(
        "ALT010",
        ERROR,
        "A country alone, or one that is none (`EU`, `UN`, `UK`, which is `GB`), has no effect.",
        'hreflang="en-UK"',
        "Write language and country, such as en-GB",
        "G-hreflang",
    ),
    Rule(
        "ALT011",
        ERROR,
        "`x-default` stands at most once. It is advised, not needed; its absence is told with --verbose.",
        "two links with hreflang x-default",
        "Keep one of them",
        "G-hreflang",
    ),
    Rule(
        "ALT012",
        INFO,
        "Case and order are free; the usual form is `ll-RR`.",
        'hreflang="EN-gb"',
        "Write en-GB",
        "G-hreflang, BCP47",
    ),
    Rule(
        "ALT013",
        INFO,
        "Yandex no longer reads alternates from sitemaps.",
        "alternates under --profile yandex",
        "Put the links into the pages",
        "Y-loc",
    ),
    Rule(
        "ALT014",
        INFO,
        "Alternates in pages and headers say the same; giving both brings nothing more, and n "
        "languages make n² links.",
        "a sitemap with alternates",
        "Keep an eye on the size of the file",
        "G-hreflang",
    ),
)

TAG = re.compile(
    r"[a-z]{2,8}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*",
    re.IGNORECASE,
)


def links(entry: Entry) -> list[Node]:
    """The language links of an entry; a link for a medium (the page for small screens) is none."""
    return [
        node
        for node in entry.node.all("link", NS_XHTML)
        if "hreflang" in node.attrs or "media" not in node.attrs
    ]


def check_links(entry: Entry, context: Context) -> Iterator[Remark]:
    """ALT001, ALT002 and the rules on the tag of each link."""
    for node in links(entry):
        tag, href = node.attrs.get("hreflang", ""), node.attrs.get("href", "").strip()
        if (
            node.attrs.get("rel", "").lower() != "alternate"
            or not tag
            or not href
            or node.value
            or node.children
        ):
            yield Remark("ALT001", "the link lacks rel, hreflang or href, or is not empty", href or tag, node)
        if href and not split(href).valid:
            yield Remark("ALT002", "href is not absolute", href, node)
        if tag:
            yield from check_tag(tag, node)


def check_tag(tag: str, node: Node) -> Iterator[Remark]:
    """ALT008, ALT009, ALT010 and ALT012 on one ``hreflang``."""
    if tag.lower() == "x-default":
        return
    rule = tag_verdict(tag.lower()[:100])
    if rule:
        text = {
            "ALT008": "no language tag",
            "ALT009": "a tag that Google does not support",
            "ALT010": "no country",
        }[rule]
        yield Remark(rule, text, tag, node)
    elif len(tag) <= 100 and tag != usual(tag):
        yield Remark("ALT012", f"the usual form is {usual(tag)}", tag, node)


@lru_cache(maxsize=1024)
def tag_verdict(tag: str) -> str | None:
    """Which of ALT008, ALT009, ALT010 a tag in lower case breaks."""
    if not TAG.fullmatch(tag):
        return "ALT008"
    language, *rest = tag.split("-")
    if len(language) == 2 and language not in LANGUAGES:
        return "ALT010" if not rest and language in COUNTRIES else "ALT008"
    if len(language) > 3:
        return "ALT008"
    if rest and len(rest[0]) == 4 and rest[0].isalpha():
        rest = rest[1:]
    if rest and len(rest[0]) == 2 and rest[0] not in COUNTRIES:
        return "ALT010"
    plain = len(language) == 2 and (not rest or (len(rest) == 1 and len(rest[0]) == 2))
    return None if plain else "ALT009"


@lru_cache(maxsize=1024)
def usual(tag: str) -> str:
    """The tag as it is usually written: language small, script with a capital, country in capitals."""
    language, *rest = tag.lower().split("-")
    return "-".join([language, *(part.title() if len(part) == 4 else part.upper() for part in rest)])


def check_set(entry: Entry, context: Context) -> Iterator[Remark]:
    """ALT003, ALT007, ALT011 and ALT013 on the links of one entry together."""
    found = links(entry)
    if not found:
        return
    hrefs: dict[str, str] = {}
    for node in found:
        tag, href = node.attrs.get("hreflang", "").lower(), node.attrs.get("href", "").strip()
        if tag and hrefs.setdefault(tag, href) != href:
            yield Remark(
                "ALT011" if tag == "x-default" else "ALT007", f"{tag} stands for two addresses", href, node
            )
    if sum(node.attrs.get("hreflang", "").lower() == "x-default" for node in found) > 1 and len(
        set(hrefs)
    ) < len(found):
        yield from _twice(found, hrefs)
    if entry.loc not in hrefs.values():
        yield Remark("ALT003", "the alternates lack the entry itself", entry.loc, found[0])
    if "x-default" not in hrefs:
        yield Remark("ALT011", "no x-default", entry.loc, found[0], INFO)
    if context.profile == "yandex":
        yield Remark("ALT013", "Yandex does not read alternates from sitemaps", entry.loc, found[0])


def _twice(found: list[Node], hrefs: dict[str, str]) -> Iterator[Remark]:
    # The same address twice as x-default: counted here, two addresses were told above.
    defaults = [node for node in found if node.attrs.get("hreflang", "").lower() == "x-default"]
    for node in defaults[1:]:
        if node.attrs.get("href", "").strip() == hrefs["x-default"]:
            yield Remark("ALT011", "x-default stands twice", node.attrs.get("href", ""), node)


CHECKS = (check_links, check_set)
