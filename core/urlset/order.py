"""Duplicates merged field by field, and one fixed order: by address.

The record that came first wins, field by field; what it does not say, a later one may. A page's own no
(`Page.exclude`) vetoes its address, whichever record brings it.

Many pages are sorted in runs that lie in temporary files, so that ten million need no more memory than one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import chain, islice, pairwise
from operator import attrgetter
from typing import IO, Any

import msgspec
from msgspec.structs import fields, replace

from . import fs, lastmod
from .page import Page, PageRecord
from .tally import Tally

RUN = 200_000
"""Pages that are sorted in memory at once: some 100 MB."""

_BATCH = 500
_ADDRESS = attrgetter("loc")
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[PageRecord])
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
    return replace(first, **missing) if missing else first


def in_order(pages: Iterable[Page], key: Callable[[Page], str], run: int = RUN) -> Iterator[Page]:
    """``pages`` sorted by ``key``, stably, with at most ``run`` of them (and a few) in memory."""
    stream = iter(pages)
    first = sorted(islice(stream, run), key=key)
    if len(first) < run or (follower := next(stream, None)) is None:
        yield from first
        return
    stream = chain((follower,), stream)
    with ExitStack() as files:
        runs = [_written(first, files.enter_context(fs.scratch_file()))]
        ends = [(key(first[0]), key(first[-1]))]
        del first
        while more := sorted(islice(stream, run), key=key):
            runs.append(_written(more, files.enter_context(fs.scratch_file())))
            ends.append((key(more[0]), key(more[-1])))
        if all(last <= start for (_, last), (start, _) in pairwise(ends)):
            # What came in order, as from another sitemap, need not be merged.
            yield from chain.from_iterable(map(_read, runs))
        else:
            yield from heapq.merge(*map(_read, runs), key=key)


def _written(pages: list[Page], file: IO[bytes]) -> IO[bytes]:
    for start in range(0, len(pages), _BATCH):
        block = _encoder.encode(list(map(_in_text, pages[start : start + _BATCH])))
        file.write(len(block).to_bytes(4, "big") + block)
    file.seek(0)
    return file


def _read(file: IO[bytes]) -> Iterator[Page]:
    while size := file.read(4):
        yield from _decoder.decode(file.read(int.from_bytes(size, "big")))


def _in_text(page: Page) -> Page:
    """A page whose date is text; those of its extensions are already."""
    value = page.lastmod
    return page if value is None or type(value) is str else replace(page, lastmod=lastmod.texts([value])[0])
