"""A stream in batches: most records are clean, and that is seen in a few passes over a thousand of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

BATCH = 1_000
"""How many records are looked at together."""

T = TypeVar("T")


def batched(items: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """``items`` in lists of ``size`` (at least 1); the last may be shorter."""
    stream = iter(items)
    while batch := list(islice(stream, size)):
        yield batch
