"""Lists of addresses: one a line, with further columns if wanted; text, TSV or CSV, packed or not."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC
from typing import IO, Annotated, Any

from msgspec import Meta, Struct

from .. import lastmod as dates
from ..errors import PageError, SourceError
from ..page import Page
from ..protocol import CHANGEFREQ
from ..readers.inflate import Pieces
from ..readers.refused import Refused
from ..tally import Tally
from .lines import lines

COLUMNS = ("loc", "lastmod", "changefreq", "priority", "title", "description", "section", "lang")
"""Names of columns; ``url`` and ``address`` are other names of ``loc``."""

_OTHER_NAMES = {"url": "loc", "address": "loc", "last_modified": "lastmod", "language": "lang"}
_GLUED = re.compile(r"[^/=?&:#%+,;|(]https?://", re.IGNORECASE)

Row = dict[str, str]


class UrlList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file or stream of addresses."""

    path: Annotated[str, Meta(description="The file; `-` for standard input.")]
    encoding: Annotated[str, Meta(description="Encoding of the file where it is not UTF-8.")] = ""
    columns: Annotated[
        tuple[str, ...],
        Meta(description="Names of the columns of a tab- or comma-separated list that has no header."),
    ] = ()
    section: Annotated[str, Meta(description="Section of pages that name none.")] = ""
    stream: Annotated[IO[bytes] | None, Meta(extra={"only": "programs"})] = None
    """Read this instead, ``path`` only naming it in messages."""

    def pages(self, tally: Tally, base_url: str = "") -> Iterator[Page]:
        """All pages in their order. Raises SourceError, PageError with file and line."""
        pieces = Pieces(self.stream or self.path, limit=None)
        try:
            yield from pages_of_lines(
                lines(pieces, self.encoding), self.path, tally, columns=self.columns, section=self.section
            )
        except Refused as refused:
            raise refused.at(self.path) from None


def pages_of_lines(
    found: Iterable[bytes | None],
    name: str,
    tally: Tally,
    *,
    columns: tuple[str, ...] = (),
    section: str = "",
) -> Iterator[Page]:
    """The pages of a list's ``lines``; ``name`` is what messages call it."""
    split: Callable[[str], Row] | None = None
    good = bad = 0
    for number, line in enumerate(found, 1):
        text = _text(line, tally)
        if not text.strip() or text.startswith("#"):
            continue
        if split is None:
            if text.startswith("<"):
                advice = 'Read it with kind = "sitemap" or "feed"'
                raise SourceError(f"{name}:{number}", "looks like XML, not like a list", advice, "SRC02")
            split, header = _splitter(text, columns, tally, name)
            if header:
                continue
        page = _page(split(text), f"{name}:{number}", tally)
        if page is None:
            bad += 1
            continue
        good += 1
        yield _in_section(page, section)
    if bad and not good:
        raise SourceError(name, "no line begins with an address", "Is it a list of addresses?", "SRC02")


def _text(line: bytes | None, tally: Tally) -> str:
    if line is None:
        tally.skip("", "too-long-line")
        return ""
    try:
        return line.decode("utf-8").strip(" \t\f\v\x1a") if b"\t" not in line else line.decode("utf-8")
    except UnicodeDecodeError:
        tally.skip(line[:200].decode("utf-8", "backslashreplace"), "undecodable")
        return ""


def _splitter(
    first: str, columns: tuple[str, ...], tally: Tally, name: str
) -> tuple[Callable[[str], Row], bool]:
    """How lines like the first are split into named columns, and whether the first names them."""
    for mark in "\t", ",", ";":
        cells = next(csv.reader([first], delimiter=mark))
        names = [_name(cell) for cell in cells]
        if "loc" in names:
            return _separated(mark, names), True
        if columns and mark in first:
            return _separated(mark, [_name(column) for column in columns]), False
    if "\t" in first and "=" not in first:
        return _separated("\t", list(COLUMNS)), False
    return _SpacedColumns(tally, name), False


def _name(cell: str) -> str:
    plain = cell.strip().lower().replace(" ", "_")
    return _OTHER_NAMES.get(plain, plain)


def _separated(mark: str, names: list[str]) -> Callable[[str], Row]:
    def split(text: str) -> Row:
        cells = next(csv.reader([text], delimiter=mark))
        return {name: cell.strip() for name, cell in zip(names, cells, strict=False) if name in COLUMNS}

    return split


class _SpacedColumns:
    """``https://example.com/ lastmod=2024-01-01 priority=0.8``"""

    def __init__(self, tally: Tally, name: str) -> None:
        self._tally, self._list = tally, name

    def __call__(self, text: str) -> Row:
        address, *others = text.split()
        row = {"loc": address}
        for column in others:
            name, equals, value = column.partition("=")
            if equals and name in COLUMNS:
                row[name] = value
            else:
                self._tally.warn(f"{self._list}: unknown column {name[:40]!r}; the line is kept without it")
        return row


def _page(row: Row, where: str, tally: Tally) -> Page | None:
    address = row.get("loc", "")
    if "://" not in address and not address.startswith("/"):
        tally.skip(address, "bad-address")
        return None
    if _GLUED.search(address):
        tally.skip(address, "glued")
        return None
    if len(row) == 1:
        return Page(address)
    return Page(**_checked(row, where))


def _checked(row: Row, where: str) -> dict[str, Any]:
    values: dict[str, Any] = {name: value for name, value in row.items() if value}
    try:
        if "changefreq" in values:
            values["changefreq"] = _changefreq(values["changefreq"])
        if "priority" in values:
            values["priority"] = _priority(values["priority"])
        if "lastmod" in values:
            dates.canonical(values["lastmod"], UTC)
    except ValueError as wrong:
        raise PageError(where, str(wrong), code="PAG03") from None
    return values


def _changefreq(text: str) -> str:
    if text.lower() not in CHANGEFREQ:
        raise ValueError(f"changefreq: expected one of {', '.join(CHANGEFREQ)}, got {text!r}")
    return text.lower()


def _priority(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1:
        raise ValueError(f"priority: expected a number from 0 to 1, got {text!r}")
    return value


def _in_section(page: Page, section: str) -> Page:
    if not section or page.section:
        return page
    from msgspec.structs import replace

    return replace(page, section=section)
