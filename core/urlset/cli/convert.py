"""``urlset convert``: a sitemap or an index of 2005, or of another dialect, written anew in 0.9."""

from __future__ import annotations

import os
from datetime import UTC

import click

from ..canonical import canonical
from ..errors import OutputError, SourceError
from ..lastmod import all_canonical
from ..loc import Refused as BadAddress, normalise
from ..outputs import gzip_copy, sitemap_xml
from ..page import Page
from ..publish.commit import Staging
from ..publish.names import check_name, local
from ..readers.inflate import Pieces
from ..readers.refused import Refused
from ..readers.xml_tree import Element, document
from ..sources.sitemap import SitemapFile
from ..tally import Tally


@click.command()
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--force", is_flag=True, help="Replace NEW if it is there.")
def convert(old: str, new: str, force: bool) -> None:
    """Write the sitemap or index OLD anew as NEW, in the protocol 0.9.

    OLD is XML of any dialect (the one of 2005 too), plain or gzip, a text list or a feed. NEW is packed if
    its name ends in .gz. Values that cannot be right are left out, and told.

    Example: urlset convert old/sitemap.xml sitemap.xml
    """
    folder, name = os.path.split(local(new, "NEW"))
    check_name(name, "NEW")
    if os.path.lexists(new) and not force:
        raise OutputError(new, "is there already", "Choose another name, or use --force")
    tally = Tally()
    children = _children(old)
    content = _index(children, tally) if children is not None else _sitemap(old, tally)
    with Staging(folder or ".") as staging:
        staging.put(name, gzip_copy.compress(content) if name.endswith(".gz") else content)
        staging.publish()
    click.echo(f"{new}: {len(content):,} bytes before packing, protocol 0.9")
    for reason, count in sorted(tally.dropped.items()):
        click.echo(f"left out, {reason}: {count:,}")
    for warning in tally.warnings:
        click.echo(f"urlset: warning: {warning}")


def _children(old: str) -> tuple[Element, ...] | None:
    """The ``sitemap`` elements, if the document is an index."""
    try:
        root = document(Pieces(old))
    except Refused:
        # No index of a sensible size: whatever it is, the reader of sitemaps says it better.
        return None
    return tuple(root.find("sitemap")) if root.name == "sitemapindex" else None


def _index(children: tuple[Element, ...], tally: Tally) -> bytes:
    found = []
    for child in children:
        address = next((one.text.strip() for one in child.find("loc")), "")
        date = next((one.text.strip() for one in child.find("lastmod")), "")
        try:
            found.append((normalise(address), date if date and all_canonical([date]) else None))
        except BadAddress as refused:
            tally.drop(address, refused.reason)
    return sitemap_xml.index(found)


def _sitemap(old: str, tally: Tally) -> bytes:
    pages = list(SitemapFile(path=old).pages(tally))
    if not pages:
        raise SourceError(old, "holds no page", "Nothing was written", "SRC02")
    scope = _site(old, pages)
    good = list(canonical(pages, base_url=scope, scope=scope, zone=UTC, tally=tally))
    files = list(sitemap_xml.files(good, scope=scope, drop=tally.drop))
    if len(files) != 1:
        raise SourceError(old, f"needs {len(files)} files in 0.9", "Use: urlset build", "SRC03")
    return files[0].content


def _site(old: str, pages: list[Page]) -> str:
    """The site of the first page that has an absolute address, with its final slash."""
    for page in pages:
        try:
            return "/".join(normalise(page.loc).split("/")[:3]) + "/"
        except BadAddress:
            continue
    raise SourceError(old, "has no absolute address", "Say what site it is of, with urlset build", "SRC02")
