"""Section 10.4: news."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from ...protocol import MAX_NEWS, NS_NEWS
from ..entry import Context, Entry, Node
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table
from .dates import moment, schema_takes
from .images import check_order

RULES = table(
    Rule(
        "NWS001",
        ERROR,
        "An entry has at most one `news:news`.",
        "two news:news in one url",
        "Keep one of them",
        "G-news",
    ),
    Rule(
        "NWS002",
        ERROR,
        "A file has at most 1,000 `news:news`.",
        "a news sitemap of 1,001 articles",
        "Split it and list the parts in an index",
        "G-news, GSC",
    ),
    Rule(
        "NWS003",
        ERROR,
        "`publication` with `name` and `language`, `publication_date` and `title` are needed.",
        "<news:news><news:title>T</news:title></news:news>",
        "Add what is missing",
        "G-news, GSC",
        schema=True,
    ),
    Rule(
        "NWS004",
        ERROR,
        "`language` is two or three small letters, or `zh-cn` or `zh-tw`.",
        "<news:language>en-US</news:language>",
        "Write the language alone, such as en",
        "XSD-news, G-news",
        schema=True,
    ),
    Rule(
        "NWS005",
        WARNING,
        "A news sitemap lists articles of the last two days.",
        "an article published 49 hours ago",
        "Take the article out, or its news:news",
        "G-news",
    ),
    Rule(
        "NWS006",
        ERROR,
        "`publication_date` is a date of the schema: that of the first publication. One in the "
        "future is a warning.",
        "<news:publication_date>May 1</news:publication_date>",
        "Write YYYY-MM-DD, or a time with its zone",
        "G-news, XSD-news",
        schema=True,
    ),
    Rule(
        "NWS007",
        INFO,
        "`access`, `genres`, `keywords` and `stock_tickers` are no longer documented; the schema "
        "allows at most 5 tickers.",
        "<news:genres>Blog</news:genres>",
        "Leave them out",
        "XSD-news, G-news",
    ),
    Rule(
        "NWS008",
        INFO,
        "The schema wants the order publication, access, genres, publication_date, title, "
        "keywords, stock_tickers.",
        "news:title before news:publication",
        "Write the elements in the order of the schema",
        "XSD-news",
        {"xsd": ERROR},
        schema=True,
    ),
    Rule(
        "NWS009",
        WARNING,
        "An empty news sitemap is tolerated by Google, though the schema forbids it.",
        "a news sitemap without url",
        "Nothing, if there is no news of two days",
        "G-news",
    ),
)

ORDER = ("publication", "access", "genres", "publication_date", "title", "keywords", "stock_tickers")
LANGUAGE = re.compile(r"[a-z]{2,3}|zh-(?:cn|tw)")


def check_news(entry: Entry, context: Context) -> Iterator[Remark]:
    """All rules of one entry."""
    found = entry.node.all("news", NS_NEWS)
    if len(found) > 1:
        yield Remark("NWS001", f"{len(found)} news:news in one entry", at=found[1])
    for node in found:
        yield from _required(node)
        yield from _date(node, context)
        for child in node.children:
            if child.ns == NS_NEWS and child.name in ("access", "genres", "keywords", "stock_tickers"):
                yield Remark("NWS007", _undocumented(child), child.value, child)
        yield from check_order("NWS008", node, ORDER)


def _required(node: Node) -> Iterator[Remark]:
    publication = node.first("publication")
    inner = publication or Node("publication", ns=NS_NEWS)
    for parent, name in (
        (node, "publication"),
        (inner, "name"),
        (inner, "language"),
        (node, "publication_date"),
        (node, "title"),
    ):
        found = parent.first(name)
        if found is None or not (found.value or found.children):
            yield Remark("NWS003", f"news:{name} is missing", at=found or node)
    language = inner.first("language")
    if language is not None and language.value and not LANGUAGE.fullmatch(language.value):
        yield Remark("NWS004", "no language of news", language.value, language)


def _date(node: Node, context: Context) -> Iterator[Remark]:
    for child in node.all("publication_date"):
        if not schema_takes(child.value):
            yield Remark("NWS006", "no date of the schema", child.value, child)
            continue
        when = moment(child.value)
        # A plain day counts until its end.
        last = when and when + timedelta(days=1 if len(child.value) == 10 else 0)
        if last and last < context.now - timedelta(hours=48):
            yield Remark("NWS005", "the article is older than two days", child.value, child)
        if when and when > context.now:
            yield Remark("NWS006", "the date lies in the future", child.value, child, WARNING)


def _undocumented(child: Node) -> str:
    many = (
        child.name == "stock_tickers" and len([part for part in child.value.split(",") if part.strip()]) > 5
    )
    return "more than 5 stock_tickers" if many else f"news:{child.name} is no longer documented"


def check_count(count: int) -> Iterator[Remark]:
    """NWS002, on the number of ``news:news`` of a whole file."""
    if count > MAX_NEWS:
        yield Remark("NWS002", f"more than {MAX_NEWS:,} news:news", f"{count:,}")


CHECKS = (check_news,)
