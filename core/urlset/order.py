"""Duplicates merged field by field, and one fixed order: by address.

The record that came first wins, field by field; what it does not say, a later one may. A page's own no
(`Page.exclude`) vetoes its address, whichever record brings it.

Many pages are sorted in runs that lie in temporary files, so that ten million need no more memory than one.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import chain, islice
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import fields, replace

from . import fs
from .page import Page
from .scratch import BLOCK, NO_MORE, block, packed, read
from .tally import ABROAD, Tally

RUN = 100_000
"""Most pages that are sorted in memory at once: some 60 MB."""
WEIGHT = 32 * 1024 * 1024
"""Most bytes of them as they are written, which is a third of what they are in memory."""
WAYS = 128
"""Most runs that are merged at once: each is an open file, and a block of its pages in memory."""

_BATCH = 1_000
_SAMPLE = 16
"""Every so-manieth page is weighed."""
_ADDRESS = attrgetter("loc")
# Hosts have their own kinds of datetime, which msgspec does not know.
_weigher = msgspec.msgpack.Encoder(enc_hook=str)
_FIELDS = tuple(field.name for field in fields(Page) if field.name != "loc")


def arranged(pages: Iterable[Page], tally: Tally) -> Iterator[Page]:
    """``pages`` sorted by address, each address once."""
    # Sorting is stable, so records of one address stand in the order in which their sources were named.
    waiting: Page | None = None
    for page in in_order(pages, _ADDRESS):
        if waiting is None or page.loc != waiting.loc:
            if waiting is not None:
                yield waiting
            waiting = page
        else:
            tally.drop(page.loc, "duplicate")
            waiting = merged(waiting, page)
    if waiting is not None:
        yield waiting


def merged(first: Page, second: Page) -> Page:
    """One record of two for the same address: each field from the first that has it."""
    missing: dict[str, Any] = {
        name: value
        for name in _FIELDS
        if getattr(first, name) in (None, ()) and (value := getattr(second, name)) not in (None, ())
    }
    if first.exclude == ABROAD and second.exclude:
        missing["exclude"] = second.exclude
    return replace(first, **missing) if missing else first


def in_order(pages: Iterable[Page], key: Callable[[Page], str]) -> Iterator[Page]:
    """``pages`` sorted by ``key``, stably, with at most `RUN` of them (and a few) in memory."""
    stream = iter(pages)
    first = _run(stream, key)
    if (follower := next(stream, None)) is None:
        yield from first
        return
    stream = chain((follower,), stream)
    with ExitStack() as files:
        runs = _Runs(key, files)
        runs.add(first)
        while more := _run(stream, key):
            runs.add(more)
            if len(runs.ends) == WAYS:
                runs = runs.merged()
        yield from runs.together()


def _run(stream: Iterator[Page], key: Callable[[Page], str]) -> list[Page]:
    """The next `RUN` pages, sorted; fewer where they are unusually large."""
    pages: list[Page] = []
    weight = 0
    while weight < WEIGHT and (batch := list(islice(stream, min(_BATCH, RUN - len(pages))))):
        pages += batch
        weight += _SAMPLE * len(packed(batch[::_SAMPLE], _weigher))
    pages.sort(key=key)
    return pages


class _Runs:
    """Sorted runs, one after the other in a temporary file.

    An object that is made for a run lies among its pages, and keeps the megabyte around it when they go: so
    there is none but an end in the file and one text.
    """

    def __init__(self, key: Callable[[Page], str], stack: ExitStack) -> None:
        self.ends = array("Q")
        """Where each run ends in the file."""
        self._key, self._stack = key, stack
        self._file = stack.enter_context(fs.Scratch())
        self._last = ""
        self._in_order = True

    def add(self, pages: list[Page]) -> None:
        """Write one more run, which is sorted; ``pages`` is empty afterwards."""
        self._write(pages)
        # Two runs in memory would be twice as much.
        pages.clear()

    def merged(self) -> _Runs:
        """The same pages as one run, in a file of its own."""
        one = _Runs(self._key, self._stack)
        one._write(self.together())
        self._file.close()
        return one

    def together(self) -> Iterator[Page]:
        """The pages of all runs in one order."""
        runs = [read(self._file, start) for start in (0, *self.ends[:-1])]
        # What came in order, as from another sitemap, need not be merged.
        return chain.from_iterable(runs) if self._in_order else heapq.merge(*runs, key=self._key)

    def _write(self, pages: Iterable[Page]) -> None:
        stream, start = iter(pages), None
        while batch := list(islice(stream, BLOCK)):
            if start is None:
                start = self._key(batch[0])
                self._in_order = self._in_order and self._last <= start
            self._file.add(block(batch))
            self._last = self._key(batch[-1])
        self._file.add(NO_MORE)
        self.ends.append(self._file.size)
