"""Pages in temporary files: what does not fit in memory, or may not be used yet, waits there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from . import fs, lastmod
from .page import Page, PageRecord
from .streams import batched

BLOCK = 50
"""Pages that are written and read together."""
NO_MORE = bytes(4)
"""In the place of a block's length: what belongs together ends here."""

_MOST_WEIGHT = 50_000
"""Elements from which the pages in memory were made, before they go to disk: some 40 MB at worst."""
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[PageRecord])


def block(pages: list[Page]) -> bytes:
    """Pages as they stand in a file, after their length."""
    content = packed(list(map(_in_text, pages)))
    return len(content).to_bytes(len(NO_MORE), "big") + content


def read(file: fs.Scratch, place: int) -> Iterator[Page]:
    """The pages of the blocks from ``place`` on, up to `NO_MORE`."""
    length = file.read(len(NO_MORE), place)
    while length != NO_MORE:
        place, size = place + len(length), int.from_bytes(length, "big")
        content = file.read(size + len(length), place)
        yield from _decoder.decode(memoryview(content)[:size])
        place, length = place + size, content[size:]


class Shelf:
    """Pages that are put aside one by one and can be read, in that order, as often as wanted.

    Only the last of them are in memory, so that a file of millions costs none.
    """

    def __init__(self) -> None:
        self._file: fs.Scratch | None = None
        self._begins: list[int] = []
        self._last: list[Page] = []
        self._weight = 0

    def put(self, page: Page, weight: int = 1) -> None:
        """Put one aside; ``weight`` is how many elements it was made of. Raises OutputError."""
        self._last.append(page)
        self._weight += weight
        if self._weight >= _MOST_WEIGHT:
            self._file = self._file or fs.Scratch()
            self._begins.append(self._file.size)
            for batch in batched(self._last, BLOCK):
                self._file.add(block(batch))
            self._file.add(NO_MORE)
            self._last, self._weight = [], 0

    def __iter__(self) -> Iterator[Page]:
        for place in self._begins:
            assert self._file is not None
            yield from read(self._file, place)
        yield from self._last


def packed(pages: list[Page], encoder: msgspec.msgpack.Encoder = _encoder) -> bytes:
    """Pages encoded, whatever their file is called."""
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
