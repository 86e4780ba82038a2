"""Other sitemaps: XML, text, feeds and indexes with what they list, from disk or, when asked, fetched."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import IO, Annotated
from urllib.parse import unquote, urlsplit

from msgspec import Meta, Struct

from ..errors import SourceError
from ..page import Page
from ..readers import safe_xml
from ..readers.apart import Apart
from ..readers.inflate import Pieces
from ..readers.refused import Refused
from ..readers.xml_tree import document
from ..tally import Tally
from .feed import pages_of
from .lines import lines
from .remote import content, is_address
from .sitemap_entries import Entries
from .url_list import pages_of_lines

MAX_DEPTH = 3
"""How deep indexes may lie in indexes; the protocol allows one level."""


_SNIFFED = 4_096
_FEED = re.compile(rb"<(?:\w+:)?(?:rss|RDF|feed)[\s>]")


class SitemapFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sitemap or an index."""

    path: Annotated[
        str, Meta(description="The file, or an address, which is fetched; `-` for standard input.")
    ]
    fetch: Annotated[bool, Meta(description="Fetch what an index lists and no file beside it holds.")] = False
    allow_private: Annotated[bool, Meta(description="Fetch from addresses that are not public too.")] = False
    lenient: Annotated[
        bool, Meta(description="Accept blanks before the XML declaration and bytes after gzip data.")
    ] = False
    max_files: Annotated[int, Meta(ge=1, description="Most files read for one index.")] = 50_000
    section: Annotated[str, Meta(description="Section of these pages.")] = ""
    stream: Annotated[IO[bytes] | None, Meta(extra={"only": "programs"})] = None
    """Read this instead, ``path`` only naming it in messages."""

    def pages(self, tally: Tally, base_url: str = "") -> Iterator[Page]:
        """All pages, file after file. Raises SourceError; the pages of a broken file are not given out."""
        with Apart() as apart:
            yield from _Walk(self, tally, apart).pages(self.path, 1)


class _Walk:
    """One reading of a sitemap and of what it lists; no file is read twice, and what is fetched, apart."""

    def __init__(self, options: SitemapFile, tally: Tally, apart: Apart) -> None:
        self._options, self._tally, self._apart = options, tally, apart
        self._seen: set[str] = set()

    def pages(self, path: str, depth: int) -> Iterator[Page]:
        self._seen.add(path if is_address(path) else os.path.realpath(path))
        try:
            found, children = self._document(path)
        except Refused as refused:
            raise refused.at(path) from None
        yield from found
        for address, line in children:
            yield from self._child(path, address, line, depth)

    def _child(self, index: str, address: str, line: int, depth: int) -> Iterator[Page]:
        path = self._place(index, address, line)
        where = f"{index}:{line}"
        if (path if is_address(path) else os.path.realpath(path)) in self._seen:
            self._tally.warn(f"{where}: {address} was read before; it is not read again")
            return
        if depth >= MAX_DEPTH:
            raise SourceError(where, f"indexes lie deeper than {MAX_DEPTH} levels", code="SRC03")
        if len(self._seen) >= self._options.max_files:
            raise SourceError(where, f"more than {self._options.max_files:,} files are listed", code="SRC03")
        if depth > 1:
            self._tally.warn(f"{where}: an index lists an index, which the protocol forbids")
        yield from self.pages(path, depth + 1)

    def _document(self, path: str) -> tuple[Iterable[Page], list[tuple[str, int]]]:
        """Pages and listed sitemaps of one file, whatever it is."""
        pieces = Pieces(self._source(path), lenient=self._options.lenient)
        head = b""
        while len(head) < _SNIFFED and (piece := next(pieces, b"")):
            head += piece
        whole = chain((head,), pieces)
        read = self._apart.read if is_address(path) else safe_xml.read
        section = self._options.section
        begin = head.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")
        if not begin:
            raise Refused("empty", "is empty", "A list of pages was expected here")
        if not begin.startswith(b"<"):
            return list(pages_of_lines(lines(whole), path, self._tally, section=section)), []
        if _FEED.search(head.replace(b"\0", b"")):
            return list(pages_of(document(whole, read=read), path, self._tally, section=section or None)), []
        entries = Entries(path, self._tally, section or None, self._options.max_files)
        read(whole, entries, lenient=self._options.lenient)
        if entries.root not in ("urlset", "sitemapindex"):
            raise Refused("root", f"is no sitemap: its root element is {entries.root}", "urlset was expected")
        return entries.pages, entries.children

    def _source(self, path: str) -> str | bytes | IO[bytes]:
        if self._options.stream is not None and path == self._options.path:
            return self._options.stream
        return content(path, self._options.allow_private) if is_address(path) else path

    def _place(self, index: str, address: str, line: int) -> str:
        """Where a listed sitemap is: beside the index if its file lies there, else at its address."""
        if not is_address(index):
            for path in _beside(index, address):
                if os.path.isfile(path):
                    return path
        if is_address(address) and (self._options.fetch or is_address(index)):
            return address
        advice = "Put it beside the index, or set fetch = true"
        raise SourceError(f"{index}:{line}", f"{address} is listed, but no file of it is found", advice)


def _beside(index: str, address: str) -> Iterator[str]:
    """Paths at which a listed sitemap may lie, the longest first; never outside the index's folder."""
    folder = os.path.dirname(os.path.abspath(index))
    parts = [part for part in unquote(urlsplit(address).path).split("/") if part not in ("", ".", "..")]
    parts = [part for part in parts if "\0" not in part and os.sep not in part]
    for start in range(len(parts)):
        yield os.path.join(folder, *parts[start:])
