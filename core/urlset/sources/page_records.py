"""Page records as JSON lines: the format in which any other program can hand its pages to urlset.

One JSON object a line, its members the fields of `urlset.Page`. An unknown member is an error: a misspelt
``lastmod`` must not vanish.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from typing import IO, Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from .. import fs
from ..errors import SourceError
from ..page import Page, PageRecord
from ..tally import Tally

MAX_LINE = 16 * 1024 * 1024
"""Most bytes of one record: more than a page with 1,000 images needs."""

_PIECE = 1 << 20


class PageRecords(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of page records, or a stream of them."""

    path: Annotated[
        str,
        Meta(
            description="The file; `-` for standard input. `sources` of records are relative to its folder."
        ),
    ]
    stream: Annotated[IO[bytes] | None, Meta(extra={"only": "programs"})] = None
    """Read this instead, ``path`` only naming it in messages."""

    def pages(self, tally: Tally | None = None, base_url: str = "") -> Iterator[Page]:
        """All records in their order; none is ever left out here. Raises SourceError naming the line."""
        if self.stream is not None:
            yield from _pages(self.stream, self.path, "")
            return
        try:
            file = fs.open_regular(self.path)
        except OSError as refused:
            raise SourceError(self.path, f"cannot be opened: {refused.strerror}") from refused
        with file:
            yield from _pages(file, self.path, os.path.dirname(os.path.abspath(self.path)))


def _pages(stream: IO[bytes], name: str, folder: str) -> Iterator[Page]:
    record = _decoder()
    line = 1
    for piece in _pieces(stream, name):
        try:
            found = record.decode_lines(piece)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise _explained(piece, name, line) from None
        line += piece.count(b"\n")
        yield from (_placed(page, folder) if page.sources else page for page in found)


def _pieces(stream: IO[bytes], name: str) -> Iterator[bytes]:
    """The stream in pieces of whole lines."""
    rest = b""
    while piece := stream.read(_PIECE):
        whole, newline, tail = (rest + piece).rpartition(b"\n")
        rest = tail
        if len(rest) > MAX_LINE:
            raise SourceError(
                name, f"a line is longer than {MAX_LINE:,} bytes", "Write one record a line", "SRC03"
            )
        if newline:
            yield whole.removeprefix(b"\xef\xbb\xbf") + newline
    if rest:
        yield rest


def _explained(piece: bytes, name: str, first: int) -> SourceError:
    """The error of the first line of ``piece`` that cannot be read."""
    for number, text in enumerate(piece.split(b"\n"), first):
        if not text.strip():
            continue
        try:
            _decoder().decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
            problem = str(wrong).replace("Object contains unknown field", "unknown field").replace("`", "'")
            problem = re.sub(r" - at '\$\.?(.*)'$", r" in \1", problem).removesuffix(" in ")
            advice = "The manual lists the fields of a page record" if "unknown field" in problem else ""
            return SourceError(f"{name}:{number}", problem, advice, "SRC02")
    return SourceError(f"{name}:{first}", "cannot be read as JSON lines", code="SRC02")


@cache
def _decoder() -> msgspec.json.Decoder[PageRecord]:
    return msgspec.json.Decoder(PageRecord)


def _placed(page: Page, folder: str) -> Page:
    return replace(page, sources=tuple(os.path.join(folder, path) for path in page.sources))
