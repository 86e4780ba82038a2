"""What a pagemap document says, as frozen records; every one knows its place in the document."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ...page import Changefreq

DEFAULT_DATABASE = "default"


class Query(Struct, frozen=True, kw_only=True):
    """What makes a page dynamic: one statement, and which column means what."""

    sql: str
    line: int
    """Line of the ``sqlselect`` element."""
    parameters: tuple[tuple[str, str], ...] = ()
    """Pairs of a query parameter and the column that fills it, in order."""
    title: str | None = None
    date: str | None = None
    changefreq: str | None = None
    priority: str | None = None
    lang: str | None = None
    group: str | None = None
    database: str = DEFAULT_DATABASE


class Node(Struct, frozen=True, kw_only=True):
    """One ``page`` element."""

    where: str
    """``FILE:LINE`` of the element."""
    title: str | None = None
    file: str | None = None
    """Path below the site; None for a heading."""
    changefreq: Changefreq | None = None
    priority: float | None = None
    hidden: bool = False
    query: Query | None = None
    """None for a static page or a heading."""
    children: tuple[Node, ...] = ()


class Pagemap(Struct, frozen=True, kw_only=True):
    """A whole document, what it includes grafted in place."""

    path: str
    site: str | None
    """Base address, with its scheme; None where the document leaves it to the caller."""
    pages: tuple[Node, ...]
    warnings: tuple[str, ...] = ()
    """What is odd but read all the same, each with file and line."""

    def walk(self) -> Iterator[tuple[tuple[int, ...], Node]]:
        """Every node with its place (the numbers of the children on the way to it), in document order."""
        return _walk((), self.pages)


def _walk(above: tuple[int, ...], nodes: tuple[Node, ...]) -> Iterator[tuple[tuple[int, ...], Node]]:
    for number, node in enumerate(nodes):
        place = (*above, number)
        yield place, node
        yield from _walk(place, node.children)
