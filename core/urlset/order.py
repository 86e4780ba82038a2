"""Duplicates merged field by field, and one fixed order: by address.

The record that came first wins, field by field; what it does not say, a later one may. A page's own no
(`Page.exclude`) vetoes its address, whichever record brings it.

Many pages are sorted in runs that lie in temporary files, so that ten million need no more memory than one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import chain, islice
from operator import attrgetter
from typing import IO, Any

import msgspec
from msgspec.structs import fields, replace

from . import fs, lastmod
from .page import Page, PageRecord
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
_BLOCK = 50
"""Pages that are written and read together."""
_ADDRESS = attrgetter("loc")
_encoder = msgspec.msgpack.Encoder()
# Hosts have their own kinds of datetime, which msgspec does not know.
_weigher = msgspec.msgpack.Encoder(enc_hook=str)
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
            if len(runs.files) == WAYS:
                runs = runs.merged()
        yield from runs.together()


def _run(stream: Iterator[Page], key: Callable[[Page], str]) -> list[Page]:
    """The next `RUN` pages, sorted; fewer where they are unusually large."""
    pages: list[Page] = []
    weight = 0
    while weight < WEIGHT and (batch := list(islice(stream, min(_BATCH, RUN - len(pages))))):
        pages += batch
        weight += _SAMPLE * len(_packed(batch[::_SAMPLE], _weigher))
    pages.sort(key=key)
    return pages


class _Runs:
    """Sorted runs in temporary files.

    What is made while the pages of a run are in memory lies among them, and keeps the megabyte around it when
    they go. So nothing of them is remembered but one text, and each file is opened before its pages come.
    """

    def __init__(self, key: Callable[[Page], str], stack: ExitStack) -> None:
        self.files: list[IO[bytes]] = []
        self._key, self._stack = key, stack
        self._next = self._opened()
        self._end = ""
        self._in_order = True

    def add(self, pages: list[Page]) -> None:
        """Write one more run, which is sorted; ``pages`` is empty afterwards."""
        self._write(pages)
        # Two runs in memory would be twice as much.
        pages.clear()
        self._next = self._opened()

    def merged(self) -> _Runs:
        """The same pages as one run."""
        one = _Runs(self._key, self._stack)
        one._write(self.together())
        one._next = one._opened()
        return one

    def _opened(self) -> IO[bytes]:
        return self._stack.enter_context(fs.scratch_file())

    def _write(self, pages: Iterable[Page]) -> None:
        file, stream, start = self._next, iter(pages), None
        while batch := list(map(_in_text, islice(stream, _BLOCK))):
            if start is None:
                start = self._key(batch[0])
                self._in_order = self._in_order and self._end <= start
            block = _packed(batch, _encoder)
            file.write(len(block).to_bytes(4, "big") + block)
            self._end = self._key(batch[-1])
        file.seek(0)
        self.files.append(file)

    def together(self) -> Iterator[Page]:
        """The pages of all runs in one order; the files are empty afterwards."""
        if self._in_order:
            # What came in order, as from another sitemap, need not be merged.
            return chain.from_iterable(map(_read, self.files))
        return heapq.merge(*map(_read, self.files), key=self._key)


def _read(file: IO[bytes]) -> Iterator[Page]:
    while size := file.read(4):
        yield from _decoder.decode(file.read(int.from_bytes(size, "big")))
    file.close()


def _packed(pages: list[Page], encoder: msgspec.msgpack.Encoder) -> bytes:
    try:
        return encoder.encode(pages)
    except UnicodeEncodeError:
        # A file whose name is no UTF-8; its date is known by now, and nobody asks for the name again.
        return encoder.encode([_spelt(page) for page in pages])


def _spelt(value: Any) -> Any:
    """``value`` with a question mark for each character that no encoding has."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, tuple):
        return tuple(map(_spelt, value))
    if isinstance(value, msgspec.Struct):
        return replace(value, **{name: _spelt(getattr(value, name)) for name in value.__struct_fields__})
    return value


def _in_text(page: Page) -> Page:
    """A page whose date is text; those of its extensions are already."""
    value = page.lastmod
    return page if value is None or type(value) is str else replace(page, lastmod=lastmod.texts([value])[0])
