"""Section 10.2: pictures, and what all extensions share (EXT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...protocol import MAX_IMAGES, NS_IMAGE, NS_NEWS, NS_SITEMAP, NS_VIDEO, NS_XHTML
from ..entry import Context, Entry, Node
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table
from .legacy import NS_MOBILE, NS_PAGEMAP
from .loc_checks import split
from .urlset import lost

RULES = table(
    Rule(
        "EXT001",
        ERROR,
        "The namespaces of extensions are written letter for letter; the prefix is free.",
        'xmlns:image="https://www.google.com/schemas/sitemap-image/1.1"',
        "Write http:// and the version of the manual",
        "G-combine",
    ),
    Rule(
        "EXT002",
        ERROR,
        "The element of an extension is in the namespace of its extension, not in that of "
        "sitemaps or in none.",
        "<url><loc>https://example.com/</loc><image/></url>",
        "Declare the namespace, and write the prefix",
        "G-combine",
    ),
    Rule(
        "EXT003",
        INFO,
        "A namespace that no engine is known to read; the schema allows it.",
        '<x:note xmlns:x="urn:x"/>',
        "Nothing, or remove it",
        "XSD",
    ),
    Rule(
        "EXT004",
        INFO,
        "Google's list is image, video, news and alternates; mobile and PageMap are things of the past.",
        "<mobile:mobile/>",
        "Remove the element",
        "G-combine",
    ),
    Rule(
        "IMG001",
        ERROR,
        "An entry has at most 1,000 pictures.",
        "1,001 image:image in one url",
        "List the pictures with the pages that show them",
        "G-image",
    ),
    Rule(
        "IMG002",
        ERROR,
        "Each `image:image` has exactly one `image:loc`, absolute and not empty.",
        "<image:image><image:title>A</image:title></image:image>",
        "Give the picture its address",
        "G-image",
        schema=True,
    ),
    Rule(
        "IMG003",
        INFO,
        "`caption`, `geo_location`, `title` and `license` have had no effect since August 2022.",
        "<image:image><image:loc>https://example.com/a.jpg</image:loc><image:title>A</image:title"
        "></image:image>",
        "Leave them out",
        "G-2022",
        {"google": WARNING},
    ),
    Rule(
        "IMG004",
        INFO,
        "The schema wants the order `loc`, `caption`, `geo_location`, `title`, `license`.",
        "image:title before image:loc",
        "Write the elements in the order of the schema",
        "XSD-image",
        {"xsd": ERROR},
        schema=True,
    ),
    Rule(
        "IMG005",
        INFO,
        "A picture may lie on another host, if that host is proven and open to crawlers.",
        "<image:loc>https://cdn.example.net/a.jpg</image:loc>",
        "Prove the other host too",
        "G-image",
    ),
)

ORDER = ("loc", "caption", "geo_location", "title", "license")
KNOWN = (NS_IMAGE, NS_VIDEO, NS_NEWS, NS_XHTML)
OWN = {
    "image": NS_IMAGE,
    "video": NS_VIDEO,
    "news": NS_NEWS,
    "link": NS_XHTML,
    "mobile": NS_MOBILE,
    "PageMap": NS_PAGEMAP,
}


def check_namespaces(entry: Entry, context: Context) -> Iterator[Remark]:
    """EXT001 to EXT004 on the children of the entry."""
    for child in entry.node.children:
        if child.ns in KNOWN:
            continue
        if child.ns in (NS_MOBILE, NS_PAGEMAP):
            yield Remark("EXT004", f"{child.name} is a thing of the past", child.ns, child)
        elif child.ns in ("", NS_SITEMAP, context.ns):
            if lost(child):
                yield Remark(
                    "EXT002", f"{child.name} is not in the namespace of its extension", child.ns, child
                )
        elif child.name in OWN and ("google.com/schemas" in child.ns or child.ns.endswith("/xhtml")):
            yield Remark("EXT001", f"wrong namespace of {child.name}", child.ns, child)
        else:
            yield Remark("EXT003", "unknown namespace", child.ns, child)


def check_images(entry: Entry, context: Context) -> Iterator[Remark]:
    """The rules of pictures on one entry."""
    images = entry.node.all("image", NS_IMAGE)
    if len(images) > MAX_IMAGES:
        yield Remark("IMG001", f"more than {MAX_IMAGES:,} pictures", entry.loc, images[MAX_IMAGES])
    own = split(entry.loc).host.lower()
    for image in images:
        locs = image.all("loc")
        if len(locs) != 1 or not split(locs[0].value).valid:
            at = locs[-1] if locs else image
            yield Remark(
                "IMG002",
                f"{len(locs) or 'no'} image:loc" if len(locs) != 1 else "no absolute address",
                at.value,
                at,
            )
        elif split(locs[0].value).host.lower() != own:
            yield Remark("IMG005", "the picture lies on another host", locs[0].value, locs[0])
        for child in image.children:
            if child.name in ORDER[1:] and child.ns == NS_IMAGE:
                yield Remark("IMG003", f"image:{child.name} has no effect", child.value, child)
        yield from check_order("IMG004", image, ORDER)


def check_order(rule: str, node: Node, order: Sequence[str]) -> Iterator[Remark]:
    """A remark at the first child that is unknown, or stands behind one that the schema has later."""
    furthest = -1
    for child in node.children:
        if child.ns != node.ns:
            continue
        place = order.index(child.name) if child.name in order else -1
        if place < max(furthest, 0):
            yield Remark(
                rule,
                f"{child.name} stands in the wrong place" if place >= 0 else f"unknown element {child.name}",
                at=child,
            )
            return
        furthest = max(place, furthest)


CHECKS = (check_namespaces, check_images)
