"""The first bytes of a stream of pieces, from which its encoding or its kind is told."""

from __future__ import annotations

from collections.abc import Iterator


def begin(pieces: Iterator[bytes], size: int) -> bytes:
    """Take pieces until ``size`` bytes are there; give them whole, or fewer where the stream ends before."""
    head = b""
    while len(head) < size and (piece := next(pieces, b"")):
        head += piece
    return head
