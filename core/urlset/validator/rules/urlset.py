"""Section 2: the elements of a ``urlset``."""

from __future__ import annotations

from collections.abc import Iterator

from ...protocol import MAX_ENTRIES, NS_NEWS, NS_SITEMAP
from ..entry import Context, Entry, Node
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table

CORE = ("loc", "lastmod", "changefreq", "priority")
XSI = "{http://www.w3.org/2001/XMLSchema-instance}"
NEWS = NS_NEWS

RULES = table(
    Rule(
        "SET001",
        ERROR,
        f"Root and core elements are in the namespace `{NS_SITEMAP}`, letter for letter.",
        '<urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9">',
        f'Write xmlns="{NS_SITEMAP}"',
        "P, GSC, G-2023",
        schema=True,
    ),
    Rule(
        "SET002",
        ERROR,
        "There is at least one `url`. In a news sitemap an empty file is tolerated: a warning there.",
        f'<urlset xmlns="{NS_SITEMAP}"/>',
        "Do not publish an empty sitemap, and take it out of the index",
        "XSD, GSC, G-news",
        schema=True,
    ),
    Rule(
        "SET003",
        ERROR,
        "There are at most 50,000 `url`; images, videos and alternates are not counted.",
        "a sitemap of 50,001 entries",
        "Split it and list the parts in an index",
        "P, GSC",
    ),
    Rule(
        "SET004",
        ERROR,
        "Each `url` has exactly one `loc`, and it is not empty.",
        "<url><lastmod>2024-05-01</lastmod></url>",
        "Give each entry its one address",
        "P, XSD, GSC",
        schema=True,
    ),
    Rule(
        "SET005",
        ERROR,
        "`lastmod`, `changefreq` and `priority` stand at most once each.",
        "<url><loc>https://example.com/</loc><lastmod>2024-05-01</lastmod><lastmod>2024-05-02</la"
        "stmod></url>",
        "Keep one of them",
        "XSD, GSC, Y-err",
        schema=True,
    ),
    Rule(
        "SET006",
        INFO,
        "The schema wants the order `loc`, `lastmod`, `changefreq`, `priority`; consumers read any.",
        "<url><priority>0.5</priority><loc>https://example.com/</loc></url>",
        "Write the elements in the order of the schema",
        "XSD, G-2023",
        {"xsd": ERROR},
        schema=True,
    ),
    Rule(
        "SET007",
        INFO,
        "The schema wants the elements of extensions behind the last core element.",
        "<url><loc>https://example.com/</loc><x:a xmlns:x='urn:x'/><lastmod>2024-05-01</lastmod></url>",
        "Move the extension to the end of its `url`",
        "XSD",
        {"xsd": ERROR},
        schema=True,
    ),
    Rule(
        "SET008",
        WARNING,
        "Foreign elements directly in the root stand before the first `url`, and only the newer "
        "revision of the schema lets them.",
        "<urlset …><url>…</url><x:note xmlns:x='urn:x'/></urlset>",
        "Remove the element, or move it to the top",
        "XSD",
        schema=True,
    ),
    Rule(
        "SET009",
        ERROR,
        "The sitemap namespace has no other elements.",
        "<url><loc>https://example.com/</loc><foo/></url>",
        "Remove the element, or give it the namespace of its extension",
        "XSD, Y-err",
        schema=True,
    ),
    Rule(
        "SET010",
        WARNING,
        "The core elements have no attributes; `xmlns` and `xsi` attributes are fine.",
        '<loc id="7">https://example.com/</loc>',
        "Remove the attribute",
        "XSD",
        {"xsd": ERROR},
        schema=True,
    ),
    Rule(
        "SET011",
        ERROR,
        "No text stands directly in `urlset` or `url`.",
        "<url>new <loc>https://example.com/</loc></url>",
        "Remove the text, or put it into a comment",
        "XSD",
        schema=True,
    ),
    Rule(
        "SET012",
        INFO,
        "Comments, processing instructions such as `xml-stylesheet`, and CDATA are allowed and "
        "never reported.",
        "<!-- a comment -->",
        "Nothing",
        "XML1",
    ),
    Rule(
        "SET013",
        WARNING,
        "`xsi:schemaLocation`, if present, holds pairs: a namespace and where its schema is.",
        f'xsi:schemaLocation="{NS_SITEMAP}"',
        "Complete the pair, or remove the attribute",
        "XSD 1.0",
    ),
    Rule(
        "SET014",
        WARNING,
        "An address stands once, in one file and over the files of one set.",
        "the same loc in two entries",
        "List each page once",
        "policy",
    ),
)


def check_locs(entry: Entry, context: Context) -> Iterator[Remark]:
    """SET004: one ``loc`` with text, and nothing in it but text."""
    found = entry.node.all("loc")
    if len(found) != 1:
        yield Remark(
            "SET004", f"{entry.node.name} has {len(found) or 'no'} loc", at=found[1] if found else None
        )
    elif not entry.loc:
        yield Remark("SET004", "loc is empty", at=found[0])


def check_once(entry: Entry, context: Context) -> Iterator[Remark]:
    """SET005."""
    for name in CORE[1:]:
        found = entry.node.all(name)
        if len(found) > 1:
            yield Remark("SET005", f"{name} stands {len(found)} times", found[1].value, found[1])


def check_order(entry: Entry, context: Context) -> Iterator[Remark]:
    """SET006 and SET007."""
    furthest, foreign = -1, False
    for child in entry.node.children:
        if child.ns != entry.node.ns:
            foreign = True
        elif child.name in CORE:
            place = CORE.index(child.name)
            if place < furthest:
                yield Remark("SET006", f"{child.name} stands behind {CORE[furthest]}", at=child)
            if foreign:
                yield Remark("SET007", f"{child.name} stands behind an extension", at=child)
            furthest = max(place, furthest)


def check_names(entry: Entry, context: Context) -> Iterator[Remark]:
    """SET009, with the children that the simple elements must not have. Feeds have other elements."""
    for child in entry.node.children:
        if child.ns == entry.node.ns and child.name not in CORE and not lost(child):
            yield Remark("SET009", f"unknown element {child.name} in {entry.node.name}", child.value, child)
        elif child.ns == entry.node.ns and child.children:
            yield Remark(
                "SET009", f"{child.name} holds an element", child.children[0].name, child.children[0]
            )


def check_attributes(entry: Entry, context: Context) -> Iterator[Remark]:
    """SET010."""
    for node in (entry.node, *entry.node.children):
        if node.ns == entry.node.ns:
            yield from attributes(node)


def attributes(node: Node) -> Iterator[Remark]:
    """SET010 for one element."""
    for name in node.attrs:
        if not name.startswith((XSI, "{http://www.w3.org/2000/xmlns/}")):
            yield Remark("SET010", f"{node.name} has an attribute", name, node)


def check_text(entry: Entry, context: Context) -> Iterator[Remark]:
    """SET011 in an entry."""
    if entry.node.value:
        yield Remark("SET011", f"text directly in {entry.node.name}", entry.node.value)


EXTENSION_NAMES = frozenset(["image", "video", "news", "link", "mobile", "PageMap"])
"""Local names of the extensions; in the wrong namespace they are EXT002, not SET009."""


def lost(node: Node) -> bool:
    """Whether an element looks like that of an extension which lost its namespace."""
    return node.name in EXTENSION_NAMES and (node.name != "link" or bool(node.attrs))


def check_root(root: Node, context: Context) -> Iterator[Remark]:
    """What the root says of itself: SET001, SET010, SET013."""
    if root.ns != NS_SITEMAP and not root.ns.startswith("http://www.google.com/schemas/sitemap/0."):
        mild = "info" if context.profile == "baidu" and not root.ns else None
        yield Remark("SET001", "wrong namespace" if root.ns else "no namespace", root.ns, root, mild)
    location = root.attrs.get(XSI + "schemaLocation")
    if location is not None and len(location.split()) % 2:
        yield Remark("SET013", "xsi:schemaLocation holds no pairs", location, root)
    if root.ns == context.ns:
        yield from attributes(root)


def check_count(count: int, context: Context) -> Iterator[Remark]:
    """SET002 and SET003, on the number of ``url`` of a whole file."""
    if not count:
        mild = "warning" if NEWS in context.declared and context.profile != "xsd" else None
        yield Remark("SET002", "the sitemap has no url", severity=mild)
        if mild:
            yield Remark("NWS009", "the news sitemap is empty")
    if count > MAX_ENTRIES:
        yield Remark("SET003", f"the sitemap has more than {MAX_ENTRIES:,} url", f"{count:,} url")


CHECKS = (check_locs, check_once, check_order, check_names, check_attributes, check_text)
