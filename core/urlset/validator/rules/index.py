"""Section 6: sitemap indexes."""

from __future__ import annotations

from collections.abc import Iterator

from ...protocol import MAX_ENTRIES
from ..entry import Context, Entry
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table
from .loc_checks import split
from .scope import directory
from .urlset import attributes

RULES = table(
    Rule(
        "IDX001",
        ERROR,
        "The root is `sitemapindex`, in the namespace of sitemaps.",
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/1.0">',
        'Write xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
        "P",
        schema=True,
    ),
    Rule(
        "IDX002",
        ERROR,
        "An index has 1 to 50,000 `sitemap`.",
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>',
        "Do not publish an empty index; write several indexes side by side where there are more",
        "P, XSD, GSC",
        schema=True,
    ),
    Rule(
        "IDX003",
        ERROR,
        "Each `sitemap` has one `loc` and at most one `lastmod`, and nothing else.",
        "<sitemap><loc>https://example.com/s.xml</loc><priority>0.5</priority></sitemap>",
        "Remove what belongs into the sitemaps",
        "P, XSD",
        schema=True,
    ),
    Rule(
        "IDX004",
        ERROR,
        "The children of an index are sitemaps, never indexes again.",
        "an index that lists an index",
        "List the sitemaps themselves, or submit both indexes",
        "GSC",
    ),
    Rule(
        "IDX005",
        ERROR,
        "The addresses of children are absolute, and obey section 3.",
        "<sitemap><loc>/s.xml</loc></sitemap>",
        "Write the whole address, scheme and host included",
        "GSC",
    ),
    Rule(
        "IDX006",
        ERROR,
        "Children are on the index's own site: scheme, host and port.",
        "https://example.com/sitemap.xml lists https://example.org/s.xml",
        "Put the child on the index's site, or use --cross-submission where both sites are "
        "proven to be yours",
        "P, G-large",
    ),
    Rule(
        "IDX007",
        WARNING,
        "Children lie in the folder of the index or below it.",
        "https://example.com/a/index.xml lists https://example.com/b/s.xml",
        "Move the index up, or the child below it",
        "G-large",
        {"google": ERROR},
    ),
    Rule(
        "IDX008",
        ERROR,
        "An index lists neither itself nor, as a warning, one child twice.",
        "the same sitemap in two entries",
        "List each child once",
        "policy",
    ),
    Rule(
        "IDX009",
        INFO,
        "Children may be gzip, text or feeds; this is never reported.",
        "<sitemap><loc>https://example.com/s.txt.gz</loc></sitemap>",
        "Nothing",
        "P",
    ),
    Rule(
        "IDX010",
        INFO,
        "Search Console takes 500 index files for one property.",
        "501 index files in one run",
        "Join some of them",
        "G-large",
    ),
    Rule(
        "IDX013",
        WARNING,
        "A child that should lie on disk is there; without it the child is not judged.",
        "an index whose child was not uploaded",
        "Publish the child, or take it out of the index",
        "policy",
    ),
)


def check_children(entry: Entry, context: Context) -> Iterator[Remark]:
    """IDX003."""
    node = entry.node
    for name in ("loc", "lastmod"):
        found = node.all(name)
        if len(found) > 1 or (name == "loc" and not entry.loc):
            yield Remark(
                "IDX003",
                f"sitemap has {len(found) or 'no'} {name}" + " with text" * (len(found) == 1),
                at=found[-1] if found else None,
            )
    for child in node.children:
        if child.ns == node.ns and child.name not in ("loc", "lastmod"):
            yield Remark("IDX003", f"{child.name} has no place in an index", child.value, child)
        if child.ns == node.ns:
            yield from attributes(child)
    yield from attributes(node)


def check_address(entry: Entry, context: Context) -> Iterator[Remark]:
    """IDX006, IDX007 and the first half of IDX008."""
    address, at = split(entry.loc), entry.at
    if address.valid and context.url:
        own = split(context.url)
        if entry.loc == context.url:
            yield Remark("IDX008", "the index lists itself", entry.loc, at)
        if address.origin != own.origin:
            yield Remark(
                "IDX006",
                f"the child is not on {own.origin}",
                entry.loc,
                at,
                INFO if context.cross_submission else None,
            )
        elif not address.path.startswith(directory(own)):
            yield Remark(
                "IDX007",
                f"the child is not below {directory(own)}",
                entry.loc,
                at,
                INFO if context.cross_submission else None,
            )


def check_count(count: int, context: Context) -> Iterator[Remark]:
    """IDX002."""
    if not count:
        yield Remark("IDX002", "the index has no sitemap")
    if count > MAX_ENTRIES:
        # The schema knows no upper limit.
        mild = WARNING if context.profile == "xsd" else None
        yield Remark("IDX002", f"the index has {count:,} sitemap", severity=mild)


def check_run(indexes: int) -> Iterator[Remark]:
    """IDX010, on the number of index files of a whole run."""
    if indexes > 500:
        yield Remark("IDX010", f"{indexes:,} index files")


CHECKS = (check_children, check_address)
