"""Bytes of an XML document as pieces of UTF-8, whatever it was written in, and what is wrong with them.

The encoding is found as XML 1.0, appendix F, says: a byte order mark, else the declaration, else UTF-8.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from . import encodings
from .begin import begin
from .refused import Refused

SLICE = 64 * 1024
_HEAD = 1024
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?\sencoding\s{0,20}=\s{0,20}["']([^"'<>\s]{0,60})["']""")
_SIGNS = ((b"<\0", "utf-16-le"), (b"\0<", "utf-16-be"), (b"\x4c\x6f\xa7\x94", "ebcdic"))
_XML_SPACE = b" \t\r\n"


class XmlText:
    """Iterate once to get the document as UTF-8 without a byte order mark, in slices of at most 64 KiB.

    ``encoding`` forces one. After the first slice ``encoding`` is the one in use (Python's name),
    ``declared`` what the document says of itself, ``marked`` whether it began with a byte order mark,
    ``blank`` whether blanks before the declaration were skipped (only with ``lenient``). ``total`` counts
    the bytes read. Raises `Refused`.
    """

    def __init__(self, pieces: Iterable[bytes], *, encoding: str = "", lenient: bool = False) -> None:
        self.pieces, self.encoding, self.lenient = iter(pieces), encoding, lenient
        self.declared, self.marked, self.blank = "", False, False
        self.total, self._line = 0, 1

    def __iter__(self) -> Iterator[bytes]:
        head = self._head()
        decoder = codecs.getincrementaldecoder(self.encoding)("strict")
        for piece in _slices(head, self.pieces):
            self.total += len(piece)
            if text := self._decoded(decoder, piece, final=False):
                yield text
        if text := self._decoded(decoder, b"", final=True):
            yield text

    def _decoded(self, decoder: codecs.IncrementalDecoder, piece: bytes, *, final: bool) -> bytes:
        try:
            text = decoder.decode(piece, final).encode("utf-8")
        except UnicodeError as error:
            raise self._undecodable(error) from None
        self._line += text.count(b"\n")
        return text

    def _undecodable(self, error: UnicodeError) -> Refused:
        line, found = self._line, ""
        if isinstance(error, UnicodeDecodeError):
            line += error.object[: error.start].count(b"\n")
            found = f" (0x{error.object[error.start]:02X})"
        problem = f"holds bytes that are not {self.encoding.upper()}{found}"
        return Refused("not-decodable", problem, "Save it as UTF-8", line=line)

    def _head(self) -> bytes:
        """Enough bytes to know the encoding, without the mark; sets what is known."""
        head = begin(self.pieces, _HEAD)
        by_mark, length = encodings.by_mark(head)
        head, self.marked = head[length:], bool(length)
        self.total = length
        head = self._without_blanks(head)
        signed = next((name for sign, name in _SIGNS if head.startswith(sign)), "")
        declared = _DECLARED.match(head[: 2 * _HEAD].replace(b"\0", b"") if by_mark or signed else head)
        self.declared = declared[1].decode("ascii", "replace") if declared else ""
        self.encoding = self._choose(by_mark or signed)
        _refuse_other_kinds(head if "16" not in self.encoding else head.replace(b"\0", b""))
        return head

    def _without_blanks(self, head: bytes) -> bytes:
        stripped = head.lstrip(_XML_SPACE)
        if stripped is head or len(stripped) == len(head) or not stripped.startswith(b"<?xml"):
            return head
        if not self.lenient:
            raise Refused(
                "blank-before-declaration",
                "has blanks or an empty line before the XML declaration",
                "Make <?xml the first bytes",
                line=1,
            )
        self.blank = True
        return stripped

    def _choose(self, certain: str) -> str:
        if self.encoding and not certain:
            return encodings.codec(self.encoding)
        if certain:
            if self.declared:
                encodings.codec(self.declared)
            return encodings.codec(certain) if certain not in ("utf-16-le", "utf-16-be") else certain
        chosen = encodings.codec(self.declared) if self.declared else "utf-8"
        if chosen.startswith("utf-16"):
            problem = f"says that it is {self.declared}, but is written in single bytes"
            raise Refused("encoding", problem, "Save it as UTF-8 and say so", line=1)
        return chosen


def _slices(head: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    yield from _cut(head)
    for piece in pieces:
        yield from _cut(piece)


def _cut(piece: bytes) -> Iterator[bytes]:
    for start in range(0, len(piece), SLICE):
        yield piece[start : start + SLICE]


def _refuse_other_kinds(head: bytes) -> None:
    """Say what a document is that was expected to be XML and is plainly something else."""
    begin = head.lstrip(_XML_SPACE + b"\0")
    if not begin:
        raise Refused("empty", "is empty", "A list of pages was expected here")
    low = begin[:15].lower()
    if low.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        raise Refused(
            "html",
            f"looks like HTML, not like XML: {_sample(begin)}",
            "The address may answer with an error page",
            line=1,
        )
    if not begin.startswith(b"<"):
        kind = "JSON" if begin[:1] in b"{[" else "plain text"
        raise Refused(
            "not-xml", f"looks like {kind}, not like XML: {_sample(begin)}", "Check the input", line=1
        )


def _sample(begin: bytes) -> str:
    return repr(begin[:60].decode("utf-8", "replace"))
