"""Where each start tag of an XML document stands: lxml's push parser does not tell.

A well-formed document has no ``<`` but at markup, so the n-th start tag that is found by looking for ``<``
and a name is the n-th that the parser reports; comments, CDATA sections and instructions, where ``<`` may
stand, are stepped over. Of a document that is not well-formed the places are right up to the error.
"""

from __future__ import annotations

import re
from collections import deque

_TAG = re.compile(rb"<(?=[^/!?])")
_OTHER = re.compile(rb"<(?:(!--)|(!\[CDATA\[)|(\?))")
_CLOSE = {1: b"-->", 2: b"]]>", 3: b"?>"}
_CUT = re.compile(rb"<(?:!(?:-|\[[CDAT]{0,5})?)?\Z")
"""An opening that the end of a piece cuts in two."""


class Places:
    """`add` the pieces in order (UTF-8), then `next` gives the place of one start tag after another."""

    def __init__(self) -> None:
        self.place = (0, 0)
        """Line and column of the start tag that `next` gave last."""
        self._found: deque[tuple[int, int]] = deque()
        self._rest = self._inside = b""
        self._line, self._begin, self._counted = 1, 0, 0

    def next(self) -> tuple[int, int]:
        """Line and column, in bytes, both from 1."""
        if self._found:
            self.place = self._found.popleft()
        return self.place

    def add(self, piece: bytes) -> None:
        data = self._rest + piece
        position, more = 0, True
        while more:
            position, more = self._leave(data, position) if self._inside else self._look(data, position)
        self._count(data, position)
        self._begin, self._counted, self._rest = self._begin - position, 0, data[position:]

    def _look(self, data: bytes, position: int) -> tuple[int, bool]:
        other = _OTHER.search(data, position)
        self._tags(data, position, other.start() if other else len(data))
        if other:
            self._inside = _CLOSE[other.lastindex or 0]
            return other.end(), True
        cut = _CUT.search(data, max(position, len(data) - 8))
        return (cut.start() if cut else len(data)), False

    def _tags(self, data: bytes, position: int, end: int) -> None:
        """Note the start tags of a stretch that holds nothing else that begins with ``<``."""
        shift, newline, add = 1 - self._begin, position - 1, self._found.append
        for match in _TAG.finditer(data, position, end):
            start = match.start()
            if start > newline:
                self._count(data, start)
                shift = 1 - self._begin
                newline = data.find(b"\n", start, end)
                newline = end if newline < 0 else newline
            add((self._line, start + shift))

    def _leave(self, data: bytes, position: int) -> tuple[int, bool]:
        end = data.find(self._inside, position)
        if end < 0:
            return max(position, len(data) - len(self._inside) + 1), False
        position, self._inside = end + len(self._inside), b""
        return position, True

    def _count(self, data: bytes, position: int) -> None:
        lines = data.count(b"\n", self._counted, position)
        if lines:
            self._line += lines
            self._begin = data.rfind(b"\n", self._counted, position) + 1
        self._counted = position
