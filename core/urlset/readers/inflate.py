"""Bytes of a file, a stream or a buffer, unpacked if they are gzip (RFC 1952), in constant memory.

Whether they are is decided by the first two bytes and never by a name. One layer is unpacked, any number of
members that follow each other is read as one, check sums and lengths are verified. zlib does the work, in
pieces of a bounded size, so that ten megabytes that stand for ten gigabytes cost no more than the limit.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from itertools import chain
from typing import IO

from .. import fs
from ..errors import SourceError
from .begin import begin
from .refused import Refused

MAGIC = b"\x1f\x8b"
LIMIT = 64 * 1024 * 1024
"""Most bytes of one document after unpacking, 64 MiB: above the protocol's 50 MB, which is a remark and no
refusal.
"""

PIECE = 64 * 1024
MAX_MEMBERS = 100_000

Readable = str | os.PathLike[str] | bytes | IO[bytes] | Iterator[bytes]


class Pieces:
    """An iterator over the bytes of ``source``, at most 64 KiB each.

    ``source`` is a path, a binary stream (which is left open), bytes, or an iterator over them. ``limit``
    bounds what goes in and what comes out, None leaves both open (logs). With ``lenient``, bytes after the
    gzip data are counted in ``trailing`` and not refused. A file that grows is read to where it ended when
    it was opened.

    With ``layers=2`` gzip inside gzip is no error: one layer is undone, the other is left.
    Raises `Refused` for damaged or too long input, `SourceError` (SRC01) for what cannot be opened or read.
    """

    def __init__(
        self, source: Readable, *, limit: int | None = LIMIT, lenient: bool = False, layers: int = 1
    ) -> None:
        self.source, self.limit, self.lenient, self.layers = source, limit, lenient, layers
        self.gzipped = False
        """Whether the first bytes are gzip's; known once the first piece came."""
        self.trailing = 0
        self.total = 0
        """Bytes given out so far."""
        self._iterator = self._run()

    def __iter__(self) -> Iterator[bytes]:
        return self._iterator

    def __next__(self) -> bytes:
        return next(self._iterator)

    def _run(self) -> Iterator[bytes]:
        raw = _bounded(_raw(self.source), self.limit, "is longer than")
        head = begin(raw, len(MAGIC))
        self.gzipped = head.startswith(MAGIC)
        unpacked = self._members(head, raw) if self.gzipped else chain((head,) if head else (), raw)
        for piece in _bounded(unpacked, self.limit, "expands over"):
            self.total += len(piece)
            yield piece

    def _members(self, rest: bytes, raw: Iterator[bytes]) -> Iterator[bytes]:
        first = True
        for _ in range(MAX_MEMBERS):
            member = _Member(rest, raw)
            for piece in member:
                if first and self.layers == 1 and piece.startswith(MAGIC):
                    raise Refused("gzip-twice", "is gzip inside gzip", "Pack it once")
                first = False
                yield piece
            rest = _after(member.rest, raw)
            if not rest.startswith(MAGIC):
                self._tail(rest, raw)
                return
        raise Refused("gzip-members", f"has more than {MAX_MEMBERS:,} gzip members", is_limit=True)

    def _tail(self, rest: bytes, raw: Iterator[bytes]) -> None:
        self.trailing = len(rest) + sum(map(len, raw))
        if self.trailing and not self.lenient:
            raise Refused(
                "gzip-tail",
                f"has {self.trailing:,} bytes after the gzip data",
                "Remove them (a cache may have added them), or read it with --lenient",
            )


class _Member:
    """One gzip member: iterate to unpack it, then ``rest`` holds the bytes read beyond it."""

    def __init__(self, begin: bytes, raw: Iterator[bytes]) -> None:
        self.rest, self._raw = begin, raw

    def __iter__(self) -> Iterator[bytes]:
        inflater = zlib.decompressobj(31)
        data = self.rest
        while not inflater.eof:
            data = data or next(self._raw, b"")
            if not data:
                raise Refused(
                    "gzip-cut", "is cut off: the gzip data ends too early", "Fetch or pack it again"
                )
            try:
                piece = inflater.decompress(data, PIECE)
            except zlib.error as error:
                problem = f"is damaged gzip data ({str(error).rpartition(': ')[2]})"
                raise Refused("gzip-damaged", problem, "Fetch or pack it again") from None
            data = inflater.unconsumed_tail
            if piece:
                yield piece
        self.rest = inflater.unused_data


def _after(rest: bytes, raw: Iterator[bytes]) -> bytes:
    """``rest`` without the zero bytes that tapes and block devices leave, and long enough to show a magic."""
    rest = rest.lstrip(b"\0")
    while len(rest) < 2 and (more := next(raw, b"")):
        rest = (rest + more).lstrip(b"\0")
    return rest


def _bounded(pieces: Iterator[bytes], limit: int | None, verb: str) -> Iterator[bytes]:
    total = 0
    for piece in pieces:
        total += len(piece)
        if limit is not None and total > limit:
            raise Refused("too-long", f"{verb} {_size(limit)}", "Split it", is_limit=True)
        yield piece


def _size(count: int) -> str:
    return f"{count // 1024**2} MiB" if count >= 1024**2 else f"{count:,} bytes"


def _raw(source: Readable) -> Iterator[bytes]:
    if isinstance(source, bytes):
        for start in range(0, len(source), PIECE):
            yield source[start : start + PIECE]
    elif isinstance(source, str | os.PathLike):
        yield from _file(os.fspath(source))
    elif hasattr(source, "read"):
        while piece := source.read(PIECE):
            yield piece
    else:
        yield from source


def _file(path: str) -> Iterator[bytes]:
    try:
        with fs.open_regular(path) as file:
            left = os.fstat(file.fileno()).st_size
            while left > 0 and (piece := file.read(min(left, PIECE))):
                left -= len(piece)
                yield piece
    except OSError as error:
        raise SourceError(path, f"cannot be opened: {error.strerror or error}") from None
