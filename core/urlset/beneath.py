"""The sitemaps below a folder, as versions or languages of a site lie there, for one index over them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from msgspec import Struct

from . import fs, lastmod, loc
from .errors import SourceError
from .readers.inflate import Pieces
from .readers.refused import Refused
from .readers.safe_xml import read
from .sources.sitemap_entries import Entries
from .tally import Tally

NAMES = ("sitemap*.xml", "sitemap*.xml.gz")


class Beneath(Struct, frozen=True):
    """One file that was looked at."""

    path: str
    """Relative to the folder, with ``/``."""
    address: str
    newest: str | None = None
    """Newest date inside, as written."""
    left_out: str = ""
    """Why it is not for the index; "" lets it in."""


def beneath(
    folder: str, base_url: str, *, matches: Callable[[str], bool], excluded: Callable[[str], bool]
) -> Iterator[Beneath]:
    """Every file below ``folder`` whose path ``matches``, in order, each with its date or why it stays out.

    ``base_url`` is the folder's public address, with its slash. Compressed copies of files that are there
    too are not looked at.
    """
    paths = [os.path.relpath(path, folder).replace(os.sep, "/") for path in fs.walk(folder)]
    found = [path for path in paths if matches(path)]
    for path in found:
        if path.endswith(".gz") and path.removesuffix(".gz") in found:
            continue
        address = base_url + loc.quoted(path)
        if excluded(path):
            yield Beneath(path, address, left_out="excluded")
        else:
            yield _judged(os.path.join(folder, path), path, address)


def _judged(file: str, path: str, address: str) -> Beneath:
    entries = Entries(file, Tally(), None)
    try:
        read(Pieces(file), entries)
    except (Refused, SourceError) as wrong:
        return Beneath(path, address, left_out=wrong.problem)
    if entries.root != "urlset":
        known = entries.root == "sitemapindex"
        reason = "is an index, and an index lists sitemaps only" if known else f"its root is {entries.root}"
        return Beneath(path, address, left_out=reason)
    own = address[: address.rindex("/") + 1]
    if not any(page.loc.startswith(own) for page in entries.pages):
        return Beneath(path, address, left_out=f"lists no page below {own}")
    dates = [page.lastmod for page in entries.pages if page.lastmod is not None]
    written = lastmod.texts([lastmod.canonical(date) for date in dates])
    return Beneath(path, address, newest=(lastmod.extremes(written) or ("", None))[1])
