"""The source ``pagemap``: the pages of a whole site, its static ones and those of its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, tzinfo

from msgspec import Struct

from ... import loc
from ...errors import SettingsError, SourceError
from ...page import Page
from ...tally import Tally
from ...tree import Heading
from .address import Database
from .model import Node, Pagemap, Query
from .parse import pagemap
from .query import asked
from .rows import Reader
from .values import Unfit


class PagemapSource(Struct, frozen=True, kw_only=True):
    """One pagemap and what it needs from outside."""

    map: Pagemap
    base_url: str
    """Base address of its pages."""
    databases: Mapping[str, Database] = {}
    zone: tzinfo = UTC
    """Zone of times that carry none."""

    def pages(self, tally: Tally | None = None) -> Iterator[Page]:
        """The pages in document order, rows in the order of their query.

        What is left out is counted in ``tally``. Raises SourceError naming file and line, MissingExtra, and
        SettingsError for a connection that is not configured, before any page comes.
        """
        tally = tally or Tally()
        for warning in self.map.warnings:
            tally.warn(warning)
        # A second pagemap stands behind the first in the one tree of the site.
        first = len({heading.place[0] for heading in tally.outline})
        tally.outline += self.outline(first)
        nodes = [((first + place[0], *place[1:]), node) for place, node in self.map.walk()]
        for _, node in nodes:
            if node.query:
                self._database(node, node.query)
        for place, node in nodes:
            if node.query:
                yield from self._rows(place, node, node.query, tally)
            elif node.file is not None:
                yield self._static(place, node)

    def outline(self, first: int = 0) -> Iterator[Heading]:
        """Every element of the document as people see it; ``first`` is the place of the first."""
        for place, node in self.map.walk():
            yield Heading(
                place=(first + place[0], *place[1:]),
                title=node.title or (None if node.query else node.file),
                hidden=node.hidden,
                rows=node.query is not None,
            )

    def _static(self, place: tuple[int, ...], node: Node) -> Page:
        address = loc.absolute(node.file or "", self.base_url)
        return Page(
            address, changefreq=node.changefreq, priority=node.priority, title=node.title, place=place
        )

    def _rows(self, place: tuple[int, ...], node: Node, query: Query, tally: Tally) -> Iterator[Page]:
        where = f"{node.where.rpartition(':')[0]}:{query.line}"
        with asked(self._database(node, query), query.sql, where) as answer:
            for warning in answer.warnings:
                tally.warn(warning)
            reader = Reader(node, query, answer.columns, where, self.zone)
            yield from self._read(reader, place, answer.batches, tally)

    def _read(
        self, reader: Reader, place: tuple[int, ...], batches: Iterator[object], tally: Tally
    ) -> Iterator[Page]:
        number, left_out = 0, 0
        for batch in batches:
            for row in batch:  # type: ignore[attr-defined] # sequences of rows
                number += 1
                try:
                    yield reader.page(row, self.base_url, (*place, number))
                except Unfit as unfit:
                    left_out += 1
                    tally.read += 1
                    tally.drop(f"{reader.node.where} row {number}", unfit.reason)
        _remark(reader, left_out, tally)

    def _database(self, node: Node, query: Query) -> Database:
        if query.database not in self.databases:
            known = ", ".join(sorted(self.databases)) or "none"
            raise SettingsError(
                f"databases.{query.database}",
                f"{node.where} needs this connection, and it is not configured (known: {known})",
                f"Give --database {query.database}=ADDRESS or name it under [databases]",
                "SET04",
            )
        return self.databases[query.database]


def source(
    path: str, *, base_url: str = "", databases: Mapping[str, str] | None = None, zone: tzinfo = UTC
) -> PagemapSource:
    """The pagemap at ``path`` as a source; ``base_url`` wins over the document's ``site``.

    Raises SourceError, and SettingsError where nobody names the site.
    """
    read = pagemap(path)
    base = loc.base(base_url) if base_url else read.site
    if base is None:
        raise SourceError(
            f"{path}:1", "names no site", 'Add site="www.example.com" or give a base_url', "SRC02"
        )
    named = {name: Database(name, address) for name, address in (databases or {}).items()}
    return PagemapSource(map=read, base_url=base, databases=named, zone=zone)


def _remark(reader: Reader, left_out: int, tally: Tally) -> None:
    """What is reported once for each page element."""
    where = reader.node.where
    if left_out:
        tally.warn(f"{where}: {_rows(left_out)} left out, without a usable id")
    if reader.no_date:
        tally.note(f"{where}: {_rows(reader.no_date)} without a date")
    if reader.no_hint:
        tally.warn(f"{where}: {_rows(reader.no_hint)} with a changefreq or priority that is none")


def _rows(count: int) -> str:
    return f"{count:,} row{'' if count == 1 else 's'}"
