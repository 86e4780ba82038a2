"""A site as a tree, for people: from the site's own outline, or from the paths of its addresses.

The tree is bounded whatever the number of pages: under one heading at most so many rows are kept, and the
rest is counted.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from urllib.parse import unquote

from msgspec import Struct, field

from .page import Date, Page

MAX_DEPTH = 50
"""Most levels that addresses make; of a deeper one the rest is one title, as no reader unfolds so many."""
MAX_NODES = 50_000
"""Most nodes of one tree; what comes later is counted only."""


class Heading(Struct, frozen=True):
    """One element of a site's own outline (`urlset.sources.pagemap`)."""

    place: tuple[int, ...]
    """Numbers of the children on the way to it from the root: `Page.place` of its page."""
    title: str | None
    """None: what is below it belongs to its parent."""
    hidden: bool = False
    """Neither it nor what is below it is shown to people."""
    rows: bool = False
    """The pages below it are rows of a table: their places are its own and a number."""


class Node(Struct):
    """One node of a site tree."""

    title: str | None
    loc: str | None = None
    """None for a heading."""
    lastmod: str | None = None
    """The day of the last change, ``YYYY-MM-DD``."""
    lang: str | None = None
    children: list[Node] = field(default_factory=list)
    rest: int = 0
    """Pages below it that are not in `children`."""

    @property
    def count(self) -> int:
        """All pages from here down."""
        return (self.loc is not None) + self.rest + sum(child.count for child in self.children)

    @property
    def newest(self) -> str | None:
        """The latest day from here down."""
        days = [self.lastmod, *(child.newest for child in self.children)]
        return max((day for day in days if day), default=None)


class Grower:
    """Takes the pages of a site, in any order, and makes a tree of them."""

    def __init__(self, base_url: str, headings: Iterable[Heading] = (), rows_shown: int = 200) -> None:
        self.base_url, self.rows_shown = base_url, rows_shown
        self.langs: Counter[str] = Counter()
        """How many pages are in each language, of those that say so."""
        self.headings: dict[tuple[int, ...], Heading] = {}
        self._given: Iterable[Heading] | None = headings
        self._hidden: set[tuple[int, ...]] = set()
        self._nodes: dict[tuple[int, ...], Node] = {}
        self._rows: dict[tuple[int, ...], list[tuple[int, int, Node]]] = {}
        self._paths = _Path(Node(None))
        self._size = 0

    def watched(self, pages: Iterable[Page]) -> Iterator[Page]:
        """``pages`` unchanged, each of them taken."""
        for page in pages:
            self.add(page)
            yield page

    def add(self, page: Page) -> None:
        """Take one page with an absolute address."""
        self._learn()
        place = page.place
        if page.lang:
            self.langs[page.lang] += 1
        if any(place[:depth] in self._hidden for depth in range(1, len(place) + 1)):
            return
        if place in self._nodes:
            self._nodes[place] = node_of(page, self._nodes[place].title or page.title)
        elif place[:-1] in self._nodes and self.headings[place[:-1]].rows:
            self._add_row(place, page)
        else:
            self._add_path(page)

    def _learn(self) -> None:
        """Take the outline when the first page comes: while a build begins, it is not yet complete."""
        if self._given is not None:
            self.headings = {heading.place: heading for heading in self._given}
            self._hidden = {place for place, heading in self.headings.items() if heading.hidden}
            self._nodes = {place: Node(heading.title) for place, heading in self.headings.items()}
            self._given = None

    def root(self) -> Node:
        """The whole tree; its children are the top of the site."""
        self._learn()
        root = Node(None)
        for place, heading in sorted(self.headings.items()):
            if heading.hidden or place[:-1] not in {(), *self._nodes}:
                continue
            node = self._nodes[place]
            node.children += [row for *_, row in sorted(self._rows.get(place, []), key=lambda kept: -kept[0])]
            (self._nodes[place[:-1]] if place[:-1] else root).children.append(node)
        self._paths.into(root)
        return _pruned(root)

    def _add_row(self, place: tuple[int, ...], page: Page) -> None:
        kept = self._rows.setdefault(place[:-1], [])
        item = (-place[-1], self._size, node_of(page, page.title))
        self._size += 1
        heapq.heappush(kept, item)
        if len(kept) > self.rows_shown:
            heapq.heappop(kept)
            self._nodes[place[:-1]].rest += 1

    def _add_path(self, page: Page) -> None:
        at = self._paths
        parts = segments(page.loc, self.base_url)
        if len(parts) > MAX_DEPTH:
            parts[MAX_DEPTH - 1 :] = ["/".join(parts[MAX_DEPTH - 1 :])]
        for segment in parts:
            found = at.below.get(segment)
            if found is None:
                if len(at.below) >= self.rows_shown or self._size >= MAX_NODES:
                    at.node.rest += 1
                    return
                found = at.below[segment] = _Path(Node(named(segment)))
                self._size += 1
            at = found
        node = at.node
        at.node = node_of(page, page.title or node.title)
        at.node.rest = node.rest


class _Path:
    """A node found by its path, and those below it by their segments."""

    __slots__ = ("below", "node")

    def __init__(self, node: Node) -> None:
        self.node, self.below = node, dict[str, _Path]()

    def into(self, root: Node) -> None:
        """Hang what is below into ``root``; the site's own address comes first."""
        if self.node.loc:
            root.children.append(Node(self.node.title, self.node.loc, self.node.lastmod, self.node.lang))
        root.rest += self.node.rest
        root.children += [path.grown() for path in self.below.values()]

    def grown(self) -> Node:
        self.node.children = [path.grown() for path in self.below.values()]
        return self.node


def segments(address: str, base_url: str) -> list[str]:
    """The parts of an address below ``base_url`` (else its host), percent-encoded; a query joins the last."""
    below = address.removeprefix(base_url) if address.startswith(base_url) else address.split("/", 3)[-1]
    path, mark, query = below.partition("?")
    parts = [part for part in path.split("/") if part]
    if mark:
        parts[-1:] = [f"{parts[-1] if parts else ''}{mark}{query}"]
    return parts


def named(segment: str) -> str:
    """A part of an address as a title for people: ``getting-started.html`` is *getting started*."""
    text = unquote(segment)
    stem = (
        text
        if "?" in text
        else text.removesuffix(".html").removesuffix(".htm").replace("-", " ").replace("_", " ")
    )
    return " ".join(stem.split()) or text


def host(base_url: str) -> str:
    """The host of an address, as people read it."""
    return base_url.split("/")[2] if base_url.count("/") > 1 else base_url


def node_of(page: Page, title: str | None) -> Node:
    """A page as a node; without a title it has the end of its address."""
    return Node(
        title or named(page.loc.rstrip("/").rpartition("/")[2]), page.loc, _day(page.lastmod), page.lang
    )


def _day(value: Date | None) -> str | None:
    return None if value is None else (value.isoformat() if isinstance(value, date) else value)[:10]


def _pruned(node: Node) -> Node:
    """Without headings that have nothing below them; the children of an untitled one belong to its parent."""
    kept: list[Node] = []
    for child in map(_pruned, node.children):
        if child.loc is None and not child.children and not child.rest:
            continue
        if child.title is None:
            kept += child.children
            node.rest += child.rest
        else:
            kept.append(child)
    node.children = kept
    return node
