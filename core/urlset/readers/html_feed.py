"""HTML from anywhere, given to a target in bounded pieces and in the right encoding.

Browsers never refuse HTML, so nothing is refused here either: a page that is too long, too deep, or that
hides its end in one endless tag is read up to that point, and `feed` says that it was not read whole.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Protocol

from msgspec import Struct

from . import encodings
from .begin import begin

MAX_BYTES = 10 * 1024 * 1024
MAX_DEPTH = 256
MAX_ELEMENTS = 500_000
MAX_PIECE = 1024 * 1024
"""Bytes after which something must have been found: a longer tag or comment is kept in memory whole."""

_SNIFFED = 1024
"""Bytes in which a page must tell its encoding (HTML standard, 4.2.5.4)."""
_META = re.compile(rb"""(?i)<meta\b[^<>]{0,300}?charset\s{0,20}=\s{0,20}["']?\s{0,20}([a-z0-9_:.+-]{1,40})""")
_COMMENT = re.compile(rb"<!--.{0,1024}?(?:-->|\Z)", re.DOTALL)
_SLICE = 64 * 1024


class Enough(Exception):
    """Raised by a target that wants no more of a page."""


class Target(Protocol):
    """What is told of a page, as a browser's parser sees it: implied tags included, names in lower case."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, tag: str) -> None:
        """An element ends."""

    def data(self, data: str) -> None:
        """A piece of text."""


class Fed(Struct, frozen=True):
    """How the reading of a page ended."""

    charset: str
    """Python's name of the encoding."""
    whole: bool
    """Whether the page was read to its end, or to where the target had enough."""


def feed(pieces: Iterable[bytes], target: Target, *, max_bytes: int = MAX_BYTES) -> Fed:
    """Read a page and tell ``target``."""
    from lxml import etree

    source = iter(pieces)
    head = begin(source, _SNIFFED)
    charset, length = sniffed(head)
    guard: Any = _Guard(target)
    parser = etree.HTMLParser(target=guard, encoding="utf-8", no_network=True)
    try:
        whole = bool(guard.run(parser, _text(chain((head[length:],), source), charset), max_bytes))
    except Enough:
        whole = True
    except etree.ParserError:
        # lxml's word for a page without a single tag.
        whole = True
    finally:
        vars(guard).clear()  # as in `urlset.readers.safe_xml.read`
    return Fed(charset, whole)


def sniffed(head: bytes) -> tuple[str, int]:
    """Python's name of a page's encoding, and the length of its byte order mark.

    The mark, else ``<meta charset>`` in the first 1,024 bytes, else UTF-8; an unknown name is as good as
    none. Names are read as browsers do: Latin-1 means windows-1252, and a page that can say UTF-16 in ASCII
    is not.
    """
    name, length = encodings.by_mark(head)
    if name and name != "utf-32":
        return name, length
    told = _META.search(_COMMENT.sub(b"", head[:_SNIFFED]))
    name = encodings.ACCEPTED.get(told[1].decode("ascii").lower(), "utf-8") if told else "utf-8"
    if name in ("iso8859-1", "ascii"):
        return "cp1252", 0
    return ("utf-8" if name.startswith("utf-16") else name), 0


def _text(pieces: Iterator[bytes], charset: str) -> Iterator[bytes]:
    """UTF-8, whatever came; what cannot be decoded becomes U+FFFD."""
    decoder = codecs.getincrementaldecoder(charset)("replace")
    for piece in pieces:
        for at in range(0, len(piece), _SLICE):
            yield decoder.decode(piece[at : at + _SLICE]).encode("utf-8", "replace")
    yield decoder.decode(b"", True).encode("utf-8", "replace")


class _Guard:
    def __init__(self, target: Target) -> None:
        self._start, self._end, self.data = target.start, target.end, self._counted(target.data)
        self._told = self._depth = self._elements = 0
        self._too_much = False

    def run(self, parser: Any, pieces: Iterator[bytes], max_bytes: int) -> bool:
        total = silent = 0
        for piece in pieces:
            told, total = self._told, total + len(piece)
            if total > max_bytes:
                return False
            parser.feed(piece)
            silent = silent + len(piece) if self._told == told else 0
            if self._too_much or silent > MAX_PIECE:
                return False
        parser.close()
        return not self._too_much

    def _counted(self, data: Any) -> Any:
        def counted(text: str) -> None:
            self._told += 1
            if not self._too_much:
                data(text)

        return counted

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._told += 1
        self._depth += 1
        self._elements += 1
        if self._depth > MAX_DEPTH or self._elements > MAX_ELEMENTS:
            self._too_much = True
        if not self._too_much:
            self._start(tag, attributes)

    def end(self, tag: str) -> None:
        self._told += 1
        self._depth -= 1
        if not self._too_much:
            self._end(tag)

    def comment(self, _: str) -> None:
        self._told += 1

    def close(self) -> None:
        """lxml asks for it; there is nothing to give back."""
