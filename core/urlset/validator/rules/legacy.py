"""Section 10.5: what was read once."""

from __future__ import annotations

from collections.abc import Iterator

from ...protocol import NS_SITEMAP_2005
from ..entry import Context, Entry, Node
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table

NS_MOBILE = "http://www.google.com/schemas/sitemap-mobile/1.0"
NS_PAGEMAP = "http://www.google.com/schemas/sitemap-pagemap/1.0"
OLD_MAX_INDEX = 1_000

RULES = table(
    Rule(
        "MOB001",
        WARNING,
        "`mobile:mobile` marked pages for the phones of 2010; nothing reads it today. Content in "
        "it is an error.",
        "<mobile:mobile/>",
        "Remove the element",
        "XSD-mobile, G-combine",
        schema=True,
    ),
    Rule(
        "PGM001",
        ERROR,
        "`PageMap` holds at most one `Template` with `src`, and any number of `DataObject` with "
        "`type`, each with `Attribute` with `name`.",
        "<PageMap><DataObject/></PageMap>",
        "Complete the elements",
        "XSD-pagemap",
        schema=True,
    ),
    Rule(
        "PGM002",
        ERROR,
        "An `Attribute` has its value as text or as `value`, not both and not neither.",
        '<Attribute name="a"/>',
        "Give the value once",
        "XSD-pagemap",
        schema=True,
    ),
    Rule(
        "PGM003",
        INFO,
        "Only Google's Programmable Search reads `PageMap`; web search does not.",
        "<PageMap/>",
        "Keep it only for a Programmable Search",
        "G-pagemap",
    ),
    Rule(
        "HIS001",
        WARNING,
        f"The namespace `{NS_SITEMAP_2005}` is that of 2005: the same elements, with lower limits.",
        f'<urlset xmlns="{NS_SITEMAP_2005}">',
        "Write it anew with: urlset convert OLD NEW",
        "H-084, H-1000",
    ),
    Rule(
        "HIS002",
        INFO,
        "An index was limited to 1,000 sitemaps until 2009, a file to 10 MB until November 2016.",
        "an index of 2005 with 1,001 sitemaps",
        "Nothing, once it is written anew",
        "H-1000, B-2016",
    ),
    Rule(
        "HIS003",
        ERROR,
        "`http://www.google.com/schemas/sitemap/0.90` and its like were never a namespace.",
        '<urlset xmlns="http://www.google.com/schemas/sitemap/0.90">',
        'Write xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
        "SET001",
        schema=True,
    ),
)


def check_legacy(entry: Entry, context: Context) -> Iterator[Remark]:
    """MOB001 and the rules of PageMap."""
    for node in entry.node.all("mobile", NS_MOBILE):
        full = bool(node.value or node.children)
        yield Remark(
            "MOB001",
            "mobile:mobile has content" if full else "mobile:mobile has no reader",
            node.value,
            node,
            ERROR if full else None,
        )
    for node in entry.node.all("PageMap", NS_PAGEMAP):
        yield Remark("PGM003", "web search does not read PageMap", at=node)
        yield from _pagemap(node)


def _pagemap(node: Node) -> Iterator[Remark]:
    templates = node.all("Template")
    if len(templates) > 1 or any("src" not in template.attrs for template in templates):
        yield Remark("PGM001", "one Template with src at most", at=templates[-1])
    for child in node.children:
        if child.name not in ("Template", "DataObject"):
            yield Remark("PGM001", f"unknown element {child.name}", at=child)
    for item in node.all("DataObject"):
        if "type" not in item.attrs:
            yield Remark("PGM001", "DataObject without type", at=item)
        for attribute in item.children:
            yield from _attribute(attribute)


def _attribute(node: Node) -> Iterator[Remark]:
    if node.name != "Attribute" or "name" not in node.attrs:
        yield Remark("PGM001", f"{node.name} where an Attribute with name was expected", at=node)
    elif bool(node.value) == ("value" in node.attrs):
        yield Remark("PGM002", "value twice" if node.value else "no value", node.attrs["name"], node)


def check_root(root: Node, context: Context) -> Iterator[Remark]:
    """HIS001 and HIS003, by the namespace of the root."""
    if root.ns == NS_SITEMAP_2005:
        yield Remark("HIS001", "the namespace of 2005", root.ns, root)
    elif root.ns.startswith("http://www.google.com/schemas/sitemap/0."):
        yield Remark("HIS003", "a namespace that never was", root.ns, root)


def check_count(kind: str, count: int, size: int, context: Context) -> Iterator[Remark]:
    """HIS002, on the numbers of a file of 2005."""
    if context.ns == NS_SITEMAP_2005 and (
        (kind == "sitemapindex" and count > OLD_MAX_INDEX) or size > 10_485_760
    ):
        yield Remark("HIS002", "over a limit of its own time", f"{count:,} entries, {size:,} bytes")


CHECKS = (check_legacy,)
