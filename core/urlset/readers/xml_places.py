"""Where each start tag of an XML document stands: lxml's push parser does not tell.

A well-formed document has no ``<`` but at markup, so the n-th start tag that is found by looking for ``<``
and a name is the n-th that the parser reports; comments, CDATA sections and instructions, where ``<`` may
stand, are stepped over. Of a document that is not well-formed the places are right up to the error.
"""

from __future__ import annotations

import re
from collections import deque

_OPEN = re.compile(rb"<(?:(!--)|(!\[CDATA\[)|(\?)|(?=[^/!?]))")
_CLOSE = {1: b"-->", 2: b"]]>", 3: b"?>"}
_CUT = re.compile(rb"<(?:!(?:-|\[[CDAT]{0,5})?)?\Z")
"""An opening that the end of a piece cuts in two."""


class Places:
    """`add` the pieces in order (UTF-8), then `next` gives the place of one start tag after another."""

    def __init__(self) -> None:
        self.line = self.column = 0
        """Of the start tag that `next` gave last."""
        self._found: deque[tuple[int, int]] = deque()
        self._rest = self._inside = b""
        self._line, self._begin, self._counted = 1, 0, 0

    def next(self) -> tuple[int, int]:
        """Line and column, in bytes, both from 1."""
        if self._found:
            self.line, self.column = self._found.popleft()
        return self.line, self.column

    def add(self, piece: bytes) -> None:
        data = self._rest + piece
        position, more = 0, True
        while more:
            position, more = self._leave(data, position) if self._inside else self._look(data, position)
        self._count(data, position)
        self._begin, self._counted, self._rest = self._begin - position, 0, data[position:]

    def _look(self, data: bytes, position: int) -> tuple[int, bool]:
        for match in _OPEN.finditer(data, position):
            self._count(data, match.start())
            if match.lastindex is not None:
                self._inside = _CLOSE[match.lastindex]
                return match.end(), True
            self._found.append((self._line, match.start() - self._begin + 1))
        cut = _CUT.search(data, max(position, len(data) - 8))
        return (cut.start() if cut else len(data)), False

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
