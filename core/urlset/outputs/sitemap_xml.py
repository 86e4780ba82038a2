"""Sitemaps and their index as XML: entries, files within both limits, only the namespaces that are used.

Sources: https://www.sitemaps.org/protocol.html and the schemas (order of elements). A thousand records are
checked and written at once, which is what makes it fast; only a batch that holds something unusual is looked
at one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat

from msgspec import Struct

from .. import lastmod, loc, protocol
from ..page import Page
from ..split import Room
from ..streams import batched
from .extensions import NAMESPACES, elements, escape, used

_DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'
_END = b"</urlset>\n"
_INDEX = _DECLARATION + f'<sitemapindex xmlns="{protocol.NS_SITEMAP}">\n'.encode("ascii")
_INDEX_END = b"</sitemapindex>\n"


class _Priorities(dict[float | None, str]):
    """The element of each priority that was met: one or two decimals, never an exponent, never a comma."""

    def __missing__(self, value: float | None) -> str:
        text = f"{value:.2f}".removesuffix("0")
        return self.setdefault(value, f"<priority>{text}</priority>")


_priorities = _Priorities({None: ""})
_frequencies: dict[str | None, str] = {
    None: "",
    **{word: f"<changefreq>{word}</changefreq>" for word in protocol.CHANGEFREQ},
}


class SitemapFile(Struct, frozen=True):
    """One finished file, not yet named."""

    content: bytes
    entries: int
    dated: int
    """How many entries have a date."""
    oldest: str | None
    newest: str | None
    """Earliest and latest date of its entries, as written."""


def files(
    pages: Iterable[Page],
    *,
    scope: str,
    max_entries: int = protocol.MAX_ENTRIES,
    max_bytes: int = protocol.MAX_BYTES,
    drop: Callable[[str, str], None] = lambda _loc, _reason: None,
) -> Iterator[SitemapFile]:
    """The files that hold ``pages`` in their order, as full as the limits allow.

    Pages are canonical (`urlset.canonical`) and sorted; every address is proved again to lie below ``scope``
    (a folder's address with its slash). ``drop`` is told of an entry that alone is larger than a file.
    Raises loc.Refused where an address does not fit, which means a bug in a step before.
    """
    file = _File(max_entries, max_bytes)
    for batch in batched(pages):
        rest = file.add(batch, scope)
        while rest:
            fresh = _File(max_entries, max_bytes)
            if fresh.add(rest[:1], scope):
                drop(rest[0].loc, "too-big")
            else:
                yield file.finished()
                file = fresh
            rest = file.add(rest[1:], scope) if rest[1:] else ()
    if file.room.entries:
        yield file.finished()


def index(children: Iterable[tuple[str, str | None]]) -> bytes:
    """A sitemap index of ``(address, lastmod as text or None)``, in the order given."""
    entries = "".join(
        f"<sitemap><loc>{escape(address)}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}</sitemap>\n"
        for address, date in children
    )
    return _INDEX + entries.encode("utf-8") + _INDEX_END


def _entries(batch: Sequence[Page], scope: str, extended: bool) -> tuple[list[str], list[str]]:
    """The entries of pages, each ended by a newline, and their dates as written (empty where unknown)."""
    dates = lastmod.texts([page.lastmod for page in batch])
    addresses = _escaped([page.loc for page in batch], scope)
    parts = zip(addresses, dates, _tails(batch, extended), strict=True)
    if "" in dates:
        written = [
            f"<url><loc>{address}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}{tail}</url>\n"
            for address, date, tail in parts
        ]
    else:
        written = [
            f"<url><loc>{address}</loc><lastmod>{date}</lastmod>{tail}</url>\n"
            for address, date, tail in parts
        ]
    return written, dates


def _tails(batch: Sequence[Page], extended: bool) -> Iterable[str]:
    """What follows the date of each entry: the hints and the extensions."""
    hinted = [page for page in batch if page.changefreq or page.priority is not None]
    if hinted:
        tails: Iterable[str] = [_frequencies[page.changefreq] + _priorities[page.priority] for page in batch]
    else:
        tails = repeat("", len(batch))
    if extended:
        tails = [
            f"{tail}\n{extras}" if extras else tail
            for tail, extras in zip(tails, elements(batch), strict=True)
        ]
    return tails


def _extended(batch: Sequence[Page]) -> list[Page]:
    """The pages that have an extension. Written out here, since calling a function a page costs more."""
    return [page for page in batch if page.alternates or page.images or page.videos or page.news]


class _File:
    """One file while it fills: whole batches as long as they fit, then as many entries as still do."""

    def __init__(self, max_entries: int, max_bytes: int) -> None:
        self.room = Room(max_entries, max_bytes)
        self.chunks: list[bytes] = []
        self.prefixes: frozenset[str] = frozenset()
        self.dates: set[str] = set()
        self.dated = 0

    def add(self, batch: Sequence[Page], scope: str) -> Sequence[Page]:
        """Take as many of ``batch`` as fit, and give back the rest."""
        extended = _extended(batch)
        written, dates = _entries(batch, scope, bool(extended))
        prefixes = self.prefixes | used(extended)
        chunk = "".join(written).encode("utf-8")
        if self.room.fits(len(batch), len(chunk), _frame(prefixes)):
            self._take(len(batch), chunk, prefixes, dates)
            return ()
        return self._add_some(batch, written, dates)

    def _add_some(self, batch: Sequence[Page], written: list[str], dates: list[str]) -> Sequence[Page]:
        # The frame grows with each namespace that an entry brings, so the limit is walked up to.
        for place, page in enumerate(batch):
            prefixes = self.prefixes | used([page])
            entry = written[place].encode("utf-8")
            if not self.room.fits(1, len(entry), _frame(prefixes)):
                return batch[place:]
            self._take(1, entry, prefixes, dates[place : place + 1])
        return ()

    def _take(self, count: int, chunk: bytes, prefixes: frozenset[str], dates: list[str]) -> None:
        self.room.take(count, len(chunk))
        self.chunks.append(chunk)
        self.prefixes = prefixes
        self.dated += count - dates.count("")
        self.dates.update(lastmod.extremes(dates) or ())

    def finished(self) -> SitemapFile:
        oldest, newest = lastmod.extremes(tuple(self.dates)) or (None, None)
        content = b"".join([_head(self.prefixes), *self.chunks, _END])
        return SitemapFile(content, self.room.entries, self.dated, oldest, newest)


def _escaped(addresses: list[str], scope: str) -> list[str]:
    """The addresses as XML. Whatever the steps before did, none leaves its site or its element."""
    joined = "\n".join(addresses)
    below = joined.startswith(scope) and joined.count("\n" + scope) == len(addresses) - 1
    if "&" in joined or "'" in joined:
        joined = joined.replace("&", "&amp;").replace("'", "&apos;")
    escaped = joined.split("\n")
    if not below or len(escaped) != len(addresses) or "<" in joined or not joined.isascii():
        raise loc.Refused("off-site")
    return escaped


def _head(prefixes: frozenset[str]) -> bytes:
    names = "".join(f' xmlns:{prefix}="{NAMESPACES[prefix]}"' for prefix in NAMESPACES if prefix in prefixes)
    return _DECLARATION + f'<urlset xmlns="{protocol.NS_SITEMAP}"{names}>\n'.encode("ascii")


def _frame(prefixes: frozenset[str]) -> int:
    return len(_head(prefixes)) + len(_END)
