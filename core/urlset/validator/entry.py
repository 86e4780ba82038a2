"""One entry of a file as the rules see it, and what they know of the file around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from ..protocol import NS_SITEMAP

BLANK = " \t\r\n"
"""What XML calls white space; other blanks are characters of the value."""


class Node:
    """One element: namespace, name, attributes, own text and children."""

    __slots__ = ("attrs", "children", "column", "line", "name", "ns", "text")

    def __init__(
        self,
        name: str,
        text: str = "",
        ns: str = NS_SITEMAP,
        attrs: Mapping[str, str] | None = None,
        *,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.ns, self.name, self.text = ns, name, text
        self.attrs: Mapping[str, str] = attrs or {}
        self.children: list[Node] = []
        self.line, self.column = line, column
        """Where its start tag stands, from 1."""

    @property
    def value(self) -> str:
        """The text without outer white space."""
        return self.text.strip(BLANK)

    def all(self, name: str, ns: str | None = None) -> list[Node]:
        """The children of that name, in the node's own namespace unless another is given."""
        wanted = self.ns if ns is None else ns
        return [child for child in self.children if child.name == name and child.ns == wanted]

    def first(self, name: str, ns: str | None = None) -> Node | None:
        """The first child of that name."""
        wanted = self.ns if ns is None else ns
        for child in self.children:
            if child.name == name and child.ns == wanted:
                return child
        return None

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


class Entry:
    """One ``url`` or ``sitemap``, or a line or an item of a feed brought into the same form."""

    __slots__ = ("at", "loc", "node", "raw")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.at = node.first("loc")
        self.raw = "" if self.at is None else self.at.text
        self.loc = self.raw.strip(BLANK)


class Context(Struct):
    """What the rules may know of the file that they judge."""

    file: str
    """Path or address, for messages and for the file's own name."""
    profile: str
    now: datetime
    url: str | None = None
    """Public address of the file itself, where it is known."""
    siblings: frozenset[str] = frozenset()
    """Public addresses of the files that belong to the same set, its own included."""
    cross_submission: bool = False
    """Entries of other hosts are wanted: robots.txt of those hosts, or Search Console, names this file."""
    home: str = ""
    """Origin of another host whose robots.txt names this file; then it lists that host's pages alone."""
    ns: str = NS_SITEMAP
    """Namespace of the core elements of this file."""
    declared: frozenset[str] = frozenset()
    """Namespaces that the root declares."""


def blank(text: str) -> bool:
    """Whether only white space is there."""
    return not text.strip(BLANK)
