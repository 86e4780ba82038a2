"""From what the guarded reader tells to entries: the root, then one child after another, never a tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from .entry import Node, blank

MOST_NODES = 10_000
"""Elements of one entry that are kept; further ones are read and forgotten, so that memory stays bounded."""

MOST_TEXT = 1 << 16


class Listener(Protocol):
    """Who is told: of the root before its children, then of each child when it has ended."""

    def root(self, root: Node, declared: frozenset[str]) -> int:
        """Takes the root; gives the depth at which entries stand (1 below the root, 2 in RSS). May raise."""

    def child(self, node: Node) -> bool:
        """One complete element at that depth; False when the rest shall only be counted."""

    def counted(self, name: str) -> None:
        """The end of an element at that depth, once they are only counted."""

    def stray(self, text: str) -> None:
        """Text that is not blank directly in the root."""


class Walk:
    """A target of `urlset.readers.safe_xml.read`."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._depth = self._nodes = 0
        self._entries_at = 1
        self._open: list[Node] = []
        self._declared: frozenset[str] = frozenset()
        self._counting = False

    def namespaces(self, declared: Mapping[str, str]) -> None:
        """The namespaces of the next element; those of the root are kept."""
        if not self._depth:
            self._declared = frozenset(declared.values())

    def start(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        """Opens an element."""
        depth, self._depth = self._depth, self._depth + 1
        if self._counting or 0 < depth < self._entries_at:
            return
        ns, _, name = tag[1:].rpartition("}") if tag[0] == "{" else ("", "", tag)
        node = Node(name, "", ns, attributes, line=line, column=column)
        if not depth:
            self._entries_at = self._listener.root(node, self._declared)
            return
        self._nodes += 1
        if self._open and self._nodes <= MOST_NODES:
            self._open[-1].children.append(node)
        self._open.append(node)

    def text(self, text: str) -> None:
        """Adds to the text of the element that is open."""
        if self._open:
            node = self._open[-1]
            if len(node.text) < MOST_TEXT and not (node.children and blank(text)):
                node.text += text
        elif self._depth == 1 and not blank(text):
            self._listener.stray(text)

    def end(self, tag: str) -> None:
        """Closes an element, and passes an entry on."""
        self._depth -= 1
        if self._open:
            node = self._open.pop()
            if not self._open:
                self._nodes = 0
                self._counting = not self._listener.child(node)
        elif self._counting and self._depth == self._entries_at:
            self._listener.counted(tag.rpartition("}")[2])
