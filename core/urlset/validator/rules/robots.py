"""Section 9: robots.txt, as far as it speaks of sitemaps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..entry import Context, Node
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table
from .loc_checks import split

MAX_ROBOTS = 512_000
"""Bytes that every reader handles (500 KiB)."""

RULES = table(
    Rule(
        "ROB001",
        ERROR,
        "The value of `Sitemap:` is one absolute address.",
        "Sitemap: /sitemap.xml",
        "Write the whole address, scheme and host included",
        "P, G-robots, Y-robots",
    ),
    Rule(
        "ROB002",
        INFO,
        "The name of the field may be in any case, its value may not; it stands anywhere, any "
        "number of times, in no group.",
        "sitemap: https://example.com/sitemap.xml",
        "Nothing",
        "P, G-robots",
    ),
    Rule(
        "ROB003",
        INFO,
        "A `Sitemap` line never ends a group of a user agent; this is a rule for readers, and "
        "never reported.",
        "User-agent: *\nSitemap: https://example.com/sitemap.xml\nDisallow: /a",
        "Nothing",
        "RFC9309 §2.2.4",
    ),
    Rule(
        "ROB004",
        ERROR,
        "The file is UTF-8 and lies at the root of its host as `/robots.txt`; another path is ignored.",
        "https://example.com/docs/robots.txt",
        "Publish it at the root",
        "RFC9309 §2.3",
    ),
    Rule(
        "ROB005",
        WARNING,
        "Readers handle at least 512,000 bytes, and Google ignores what follows.",
        "a robots.txt of 512,001 bytes",
        "Shorten the file, and move the Sitemap lines up",
        "RFC9309 §2.5, G-robots",
    ),
    Rule(
        "ROB006",
        ERROR,
        "The sitemap that the file names is not disallowed by it.",
        "User-agent: *\nDisallow: /\nSitemap: https://example.com/sitemap.xml",
        "Allow the sitemap's path",
        "G-robots",
    ),
    Rule(
        "ROB007",
        INFO,
        "The sitemap may lie on another host, may be an index, and need not be percent-encoded.",
        "Sitemap: https://cdn.example.net/sitemap.xml",
        "Nothing",
        "G-robots",
    ),
)

FIELD = re.compile(r"[ \t]*([A-Za-z\-]+)[ \t]*:[ \t]*([^#\r\n]*)")


def check_robots(text: str, size: int, context: Context, allows: Callable[[str], bool]) -> Iterator[Remark]:
    """All rules of the section on the whole text; ``allows`` tells whether crawlers may read an address."""
    if context.url and split(context.url).path != "/robots.txt":
        yield Remark("ROB004", "the file is not at the root of its host", context.url)
    if size > MAX_ROBOTS:
        yield Remark("ROB005", f"the file has more than {MAX_ROBOTS:,} bytes", f"{size:,} bytes")
    for number, line in enumerate(text.splitlines(), 1):
        match = FIELD.match(line)
        if match and match[1].lower() == "sitemap":
            yield from _sitemap(
                match, Node("Sitemap", line=number, column=match.start(1) + 1), context, allows
            )


def _sitemap(
    match: re.Match[str], at: Node, context: Context, allows: Callable[[str], bool]
) -> Iterator[Remark]:
    value = match[2].strip()
    address = split(value)
    if not address.valid or any(char.isspace() for char in value):
        yield Remark("ROB001", "the sitemap's address is not absolute", value, at)
        return
    if match[1] != "Sitemap":
        yield Remark("ROB002", "the field is not spelled Sitemap", match[1], at)
    foreign = context.url and split(context.url).origin != address.origin
    if foreign:
        yield Remark("ROB007", "the sitemap lies on another host", value, at)
    elif not allows(value):
        yield Remark("ROB006", "the sitemap is disallowed", value, at)
