"""Section 8: text sitemaps, feeds and gzip."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import parsedate_to_datetime

from ...protocol import MAX_BYTES, MAX_ENTRIES
from ..entry import Context, Entry
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table
from .dates import check_date
from .file import TWICE
from .loc_checks import split

RULES = table(
    Rule(
        "TXT001",
        ERROR,
        "A text sitemap has one absolute address on each line, and nothing else.",
        "# pages",
        "Remove headings, comments and second columns, and break glued addresses apart",
        "P, G-build",
    ),
    Rule(
        "TXT002",
        ERROR,
        "A text sitemap is UTF-8. A byte order mark, as a warning, glues to the first address in "
        "simple readers.",
        "a text sitemap in UTF-16",
        "Save it as UTF-8 without a byte order mark",
        "P",
    ),
    Rule(
        "TXT003",
        ERROR,
        "A text sitemap has at most 50,000 lines and 52,428,800 bytes.",
        "a text sitemap of 50,001 lines",
        "Split it and list the parts in an index",
        "P",
    ),
    Rule(
        "TXT004",
        WARNING,
        "Addresses in text are not escaped as in XML.",
        "https://example.com/?a=1&amp;b=2",
        "Write & itself",
        "RFC3986",
    ),
    Rule(
        "TXT005",
        INFO,
        "Google wants the name of a text sitemap to end in `.txt`; blank lines and CRLF are tolerated.",
        "a text sitemap called urls.lst",
        "Call it sitemap.txt",
        "G-build",
        {"google": WARNING},
    ),
    Rule(
        "TXT006",
        ERROR,
        "No XML or HTML stands under a name that ends in `.txt`.",
        "<urlset> in sitemap.txt",
        "Give it the name .xml, or write plain addresses",
        "policy",
    ),
    Rule(
        "FED001",
        ERROR,
        "Each item of a feed has its link: `link` in RSS, `link` with `href` in Atom; dates are "
        "RFC 822 and RFC 3339.",
        "<item><title>A</title></item>",
        "Give each item its link",
        "P, G-2014",
    ),
    Rule(
        "FED002",
        INFO,
        "The protocol takes RSS 2.0 and Atom 0.3 and 1.0; Google not Atom 0.3, Yandex no feed at all.",
        "an Atom 0.3 feed",
        "Publish RSS 2.0 or Atom 1.0, beside a sitemap",
        "P, G-build, Y-sm",
    ),
    Rule(
        "FED003",
        INFO,
        "A feed lists recent changes alone.",
        "a feed as the only sitemap",
        "Use it beside a full sitemap",
        "G-build, G-2014",
    ),
    Rule(
        "FED004",
        INFO,
        "Media RSS carries video data; a video sitemap is preferred.",
        'xmlns:media="http://search.yahoo.com/mrss/"',
        "Consider a sitemap with video elements",
        "G-video",
    ),
    Rule(
        "GZP001",
        ERROR,
        "The one compression is gzip, once.",
        "sitemap.zip",
        "Compress with gzip",
        "P, FAQ",
    ),
    Rule(
        "GZP002",
        ERROR,
        "The gzip data is whole: nothing cut off, nothing behind it, check sum and length right.",
        "the first half of a .gz file",
        "Compress and upload the file again",
        "GSC",
    ),
    Rule(
        "GZP003",
        ERROR,
        "The limits hold for the uncompressed data.",
        "10 MB of gzip that hold 10 GB",
        "Split the sitemap",
        "P",
    ),
    Rule(
        "GZP004",
        WARNING,
        "Name and content agree: `.gz` is gzip, and gzip is called `.gz`.",
        "plain XML called sitemap.xml.gz",
        "Rename the file, or compress it",
        "policy",
    ),
)

ATOM_03 = "http://purl.org/atom/ns#"
MEDIA = "http://search.yahoo.com/mrss/"


def check_line(entry: Entry, context: Context) -> Iterator[Remark]:
    """TXT001 and TXT004 on one line; further rules judge the address."""
    address, at = split(entry.loc), entry.at
    glued = entry.loc.find("http://", 1) > 0 or entry.loc.find("https://", 1) > 0
    if not address.valid or any(char.isspace() for char in entry.loc):
        yield Remark("TXT001", "the line is no absolute address", entry.loc, at)
    elif glued and "?" not in entry.loc[: max(entry.loc.find("http://", 1), entry.loc.find("https://", 1))]:
        yield Remark("TXT001", "two addresses on one line", entry.loc, at)
    if TWICE.search(entry.loc):
        yield Remark("TXT004", "the address is escaped as in XML", entry.loc, at)


def check_item(entry: Entry, context: Context) -> Iterator[Remark]:
    """FED001 on one item that was brought into the form of an entry."""
    if not entry.loc:
        yield Remark("FED001", f"{entry.node.name} has no link")
    for node in entry.node.all("pubDate"):
        try:
            parsedate_to_datetime(node.value)
        except (ValueError, OverflowError):
            yield Remark("FED001", "pubDate is no date of RFC 822", node.value, node)
    for node in (*entry.node.all("updated"), *entry.node.all("modified")):
        for remark in check_date(node.value, context, node):
            yield remark if remark.rule == "DAT004" else remark._replace(rule="FED001", severity=None)


def check_feed(kind: str, context: Context) -> Iterator[Remark]:
    """FED002, FED003 and FED004 on a whole feed."""
    old = context.ns == ATOM_03
    if context.profile == "yandex" or old:
        mild = {"yandex": ERROR, "google": WARNING}.get(context.profile)
        yield Remark("FED002", "Atom 0.3" if old else f"{kind} as a sitemap", severity=mild)
    yield Remark("FED003", "a feed lists recent changes alone")
    if MEDIA in context.declared:
        yield Remark("FED004", "the feed declares Media RSS")


def check_list(lines: int, size: int, context: Context) -> Iterator[Remark]:
    """TXT003 and TXT005 on a whole list."""
    if lines > MAX_ENTRIES or size > MAX_BYTES:
        yield Remark("TXT003", "the list is over the limits", f"{lines:,} lines, {size:,} bytes")
    if not context.file.lower().removesuffix(".gz").endswith(".txt"):
        yield Remark("TXT005", "the name does not end in .txt", context.file.rsplit("/", 1)[-1])


LINE_CHECKS = (check_line,)
ITEM_CHECKS = (check_item,)
