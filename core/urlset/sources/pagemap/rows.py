"""Rows of one dynamic page as records; which column is which is settled once for the whole answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from typing import Any

from msgspec import Struct

from ...errors import SourceError
from ...page import Page
from .fields import PLACEHOLDER
from .model import Node, Query
from .values import Unfit, frequency, identifier, moment, query_value, segment, title, weight

Row = Sequence[Any]


class Columns(Struct, frozen=True):
    """Where a query's columns stand in its rows; None for what the pagemap does not name."""

    title: int | None
    date: int | None
    changefreq: int | None
    priority: int | None
    lang: int | None
    group: int | None


def find(names: Sequence[str], wanted: str, where: str) -> int:
    """The place of the column ``wanted``: as the database reports it, else without regard to case.

    Raises SourceError where there is none, or where several differ only in case.
    """
    if wanted in names:
        return list(names).index(wanted)
    folded = [place for place, name in enumerate(names) if name.lower() == wanted.lower()]
    if len({names[place] for place in folded}) > 1:
        both = " and ".join(names[place] for place in folded)
        raise SourceError(
            where, f"the column {wanted} could be {both}", "Write it as the database does", "SRC02"
        )
    if not folded:
        known = ", ".join(names[:12])
        raise SourceError(where, f"the query has no column {wanted}", f"It has: {known}", "SRC02")
    return folded[0]


def columns(query: Query, names: Sequence[str], where: str) -> Columns:
    """The places of all columns but those of the address."""
    return Columns(
        *(
            None if wanted is None else find(names, wanted, where)
            for wanted in (query.title, query.date, query.changefreq, query.priority, query.lang, query.group)
        )
    )


def address(node: Node, query: Query, names: Sequence[str], where: str) -> Callable[[Row], str]:
    """A function that makes the address of a row, below the site; it raises Unfit."""
    path, mark, tail = (node.file or "").partition("?")
    pieces = [*_pieces(path, names, where, in_path=True), *_pieces(mark + tail, names, where, in_path=False)]
    separator = "&" if mark else "?"
    for name, column in query.parameters:
        pieces += [(f"{separator}{query_value(name)}=", None), ("", _value(find(names, column, where)))]
        separator = "&"

    def made(row: Row) -> str:
        return "".join([text if take is None else take(row) for text, take in pieces])

    return made


Piece = tuple[str, Callable[[Row], str] | None]


def _pieces(text: str, names: Sequence[str], where: str, in_path: bool) -> Iterator[Piece]:
    end = 0
    for match in PLACEHOLDER.finditer(text):
        yield text[end : match.start()], None
        column, _, form = match[1].partition(":")
        if form not in {"", "path"}:
            raise SourceError(
                where, f"unknown form in {match[0]}", "Write {column} or {column:path}", "SRC02"
            )
        place = find(names, column, where)
        yield "", _segment(place, form == "path") if in_path else _value(place)
        end = match.end()
    yield text[end:], None


def _segment(place: int, keep_slash: bool) -> Callable[[Row], str]:
    return lambda row: segment(identifier(row[place]), keep_slash)


def _value(place: int) -> Callable[[Row], str]:
    return lambda row: query_value(identifier(row[place]))


class Reader:
    """Makes pages of the rows of one element."""

    def __init__(self, node: Node, query: Query, names: Sequence[str], where: str, zone: tzinfo) -> None:
        self.node, self.zone = node, zone
        self.columns = columns(query, names, where)
        self.address = address(node, query, names, where)
        self.family = f"{query.database} {node.file} {query.group} "
        """Begins the group of each row: elements that differ only in their statement share their groups."""
        self.no_date = self.no_hint = 0

    def page(self, row: Row, base: str, place: tuple[int, ...]) -> Page:
        """The page of a row, its address below ``base``. Raises Unfit."""
        columns = self.columns
        lang = _text(row, columns.lang)
        group = _text(row, columns.group)
        return Page(
            base + self.address(row).removeprefix("/"),
            self._date(row),
            self._hint(frequency, row, columns.changefreq) or self.node.changefreq,
            self._priority(row),
            title=None if columns.title is None else title(row[columns.title]),
            lang=lang,
            group=f"{self.family}{group}" if group and lang else None,
            place=place,
        )

    def _date(self, row: Row) -> Any:
        if self.columns.date is None:
            return None
        found = moment(row[self.columns.date], self.zone)
        self.no_date += found is None
        return found

    def _priority(self, row: Row) -> float | None:
        found = self._hint(weight, row, self.columns.priority)
        value = found[0] if found else None
        return self.node.priority if value is None else value

    def _hint(self, read: Callable[[Any], Any], row: Row, column: int | None) -> Any:
        if column is None:
            return None
        try:
            return read(row[column])
        except ValueError:
            self.no_hint += 1
            return None


def _text(row: Row, column: int | None) -> str | None:
    if column is None or row[column] is None:
        return None
    try:
        return identifier(row[column])
    except Unfit:
        return None
