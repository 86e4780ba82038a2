"""Lines of a list or a log, whatever ends them, none of them longer than 64 KiB."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator

from ..readers import encodings
from ..readers.begin import begin
from ..readers.refused import Refused

MAX_LINE = 64 * 1024


def lines(pieces: Iterable[bytes], encoding: str = "") -> Iterator[bytes | None]:
    """Each line without its end, as UTF-8 unless ``encoding`` says otherwise; None for one that is too long.

    A byte order mark is taken off, and tells UTF-16. ``encoding`` is a name that documents use; with one,
    what cannot be decoded becomes U+FFFD. Raises Refused for an encoding that is not read.
    """
    rest, overlong = b"", False
    for piece in _with_line_feeds(_utf_8(pieces, encoding)):
        first, *others = piece.split(b"\n")
        rest = b"" if overlong else rest + first
        overlong = overlong or len(rest) > MAX_LINE
        if others:
            yield None if overlong else rest
            yield from (line if len(line) <= MAX_LINE else None for line in others[:-1])
            rest = others[-1]
            overlong = len(rest) > MAX_LINE
    if overlong or rest:
        yield None if overlong else rest


def _with_line_feeds(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same with each CR LF and each lone CR as LF."""
    half = b""
    for piece in pieces:
        if not half and b"\r" not in piece:
            yield piece
            continue
        whole = half + piece
        # A carriage return at the very end may be the first half of a line's end.
        half = b"\r" if whole.endswith(b"\r") else b""
        yield whole.removesuffix(half).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if half:
        yield b"\n"


def _utf_8(pieces: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    source = iter(pieces)
    head = begin(source, 4)
    marked, length = encodings.by_mark(head)
    if marked == "utf-32":
        raise Refused("encoding", "the encoding UTF-32 is not accepted", "Save it as UTF-8")
    codec = marked or (encodings.codec(encoding) if encoding else "")
    decoder = codecs.getincrementaldecoder(codec)("replace") if codec not in ("", "utf-8") else None
    yield decoder.decode(head[length:]).encode() if decoder else head[length:]
    for piece in source:
        yield decoder.decode(piece).encode() if decoder else piece
