"""``urlset index``: one index over the sitemaps below a folder."""

from __future__ import annotations

import fnmatch
import os

import click

from .. import loc
from ..beneath import NAMES, Beneath, beneath
from ..errors import GuardRefused, OutputError
from ..outputs import sitemap_xml
from ..patterns import matcher
from ..protocol import MAX_ENTRIES
from ..publish import Staging, check_name


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False))
@click.option("--base-url", required=True, help="Public address of DIR.")
@click.option("--name", default="sitemap.xml", show_default=True, help="Name of the index, written into DIR.")
@click.option("--exclude", multiple=True, metavar="PATTERN", help="What to leave out, as in .gitignore.")
def index(folder: str, base_url: str, name: str, exclude: tuple[str, ...]) -> None:
    """Write an index over the sitemaps below DIR, such as those of versions or languages of a site.

    Each has the newest date inside it. What is no sitemap of its own folder is left out, and named: an
    index, a broken file, the copy of another version.

    Example: urlset index site --base-url https://example.com/docs/
    """
    base = loc.base(base_url)
    check_name(name, "name")
    patterns = matcher(exclude, "exclude") if exclude else None
    found = list(
        beneath(folder, base, matches=lambda path: _named(path, name), excluded=patterns or (lambda _: False))
    )
    listed = [one for one in found if not one.left_out]
    if not listed or len(listed) > MAX_ENTRIES:
        problem = f"{len(listed):,} sitemaps for an index; 1 to {MAX_ENTRIES:,} are wanted"
        raise GuardRefused(folder, problem, _advice(found))
    _refuse_to_replace_pages(folder, name, base)
    content = sitemap_xml.index((one.address, one.newest) for one in listed)
    with Staging(folder) as staging:
        changed = staging.put(name, content)
        staging.publish()
    click.echo(f"{os.path.join(folder, name)}: {len(listed):,} sitemaps{'' if changed else ', unchanged'}")
    for one in found:
        click.echo(_told(one))


def _advice(found: list[Beneath]) -> str:
    if not found:
        return f"Name the folder below which files called {' or '.join(NAMES)} lie"
    first = next((one for one in found if one.left_out), None)
    return f"Left out is {first.path}: {first.left_out}" if first else "Leave some out with --exclude"


def _named(path: str, index: str) -> bool:
    own = path.rpartition("/")[2]
    return path != index and any(fnmatch.fnmatchcase(own, pattern) for pattern in NAMES)


def _refuse_to_replace_pages(folder: str, name: str, base: str) -> None:
    """An earlier index is replaced; a sitemap of pages is not."""
    for one in beneath(folder, base, matches=lambda path: path == name, excluded=lambda _: False):
        if not one.left_out:
            raise OutputError(os.path.join(folder, name), "is a sitemap of pages", "Choose another --name")


def _told(one: Beneath) -> str:
    if one.left_out:
        return f"left out: {one.path}: {one.left_out}"
    return f"  {one.address}  {one.newest or 'no date known'}"
