"""Section 17: one pagemap document, page by page; the includes of all of them are followed by the run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from .. import loc
from ..protocol import CHANGEFREQ
from .entry import Context, Node
from .finding import ERROR, Remark
from .rules import hints

PAGE = frozenset(["title", "file", "type", "changefreq", "priority", "database", "hidden"])
COLUMNS = ("titlefield", "datefield", "changefreqfield", "priorityfield", "langfield", "groupfield")
FIELDS = frozenset(("sqlselect", "parameter", "idfield", *COLUMNS))
OUTSIDE = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:|//|\\")
PLACEHOLDER = re.compile(r"\{[^{}]+\}")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|--[^\n]*|/\*.*?\*/", re.DOTALL)


class Edge(NamedTuple):
    """One include: the real paths of both documents, the number of the first, and the element."""

    source: str
    target: str
    number: int
    at: Node


def circles(edges: list[Edge]) -> Iterator[tuple[int, Remark]]:
    """MAP006: includes from which a way leads back to the document that they stand in."""
    leads: dict[str, set[str]] = {}
    for edge in edges:
        leads.setdefault(edge.source, set()).add(edge.target)
    for edge in edges:
        reached, fresh = {edge.target}, {edge.target}
        while fresh:
            fresh = set[str]().union(*(leads.get(one, set()) for one in fresh)) - reached
            reached |= fresh
        if edge.source in reached:
            yield edge.number, Remark("MAP006", "the included map includes this one", edge.target, edge.at)


class MapFile:
    """One pagemap; ``files`` knows the addresses of the whole map, its includes included."""

    def __init__(self, context: Context, files: set[str]) -> None:
        self._context, self._files = context, files
        self.children = self.pages = 0
        """What stood where a page may, and the pages, at any depth."""
        self.includes: list[tuple[str, Node]] = []
        """Path of each included document, and the element that names it."""

    def root(self, root: Node) -> Iterator[Remark]:
        """MAP009 on the root."""
        for name in sorted(set(root.attrs) - {"site"}):
            yield Remark("MAP009", f"unknown attribute {name} of pagemap", root.attrs[name], root)

    def child(self, node: Node) -> Iterator[Remark]:
        """A page with all below it, or an include."""
        self.children += 1
        if node.name == "include" and not node.ns:
            yield from self._include(node)
        elif node.name == "page" and not node.ns:
            yield from self._page(node)
        else:
            yield Remark("MAP009", f"unknown element {node.name}", at=node)

    def end(self) -> Iterator[Remark]:
        """MAP001, when all is read."""
        if not self.pages and not self.includes:
            yield Remark("MAP001", "the pagemap has no page", severity="warning")

    def _include(self, node: Node) -> Iterator[Remark]:
        href = node.attrs.get("href", "")
        if set(node.attrs) - {"href"} or not href or "://" in href or node.children:
            yield Remark("MAP009", "include needs an href and nothing else", href, node)
        else:
            self.includes.append((os.path.join(os.path.dirname(self._context.file), href), node))

    def _page(self, node: Node) -> Iterator[Remark]:
        self.pages += 1
        dynamic = node.attrs.get("type", "static") == "dynamic"
        yield from _names(node, dynamic)
        yield from _hints(node)
        yield from _query(node) if dynamic else self._static(node)
        if "file" in node.attrs and not is_path(node.attrs["file"], dynamic):
            yield Remark("MAP004", "file is no path of this site", node.attrs["file"], node)
        for child in node.children:
            if child.name in ("page", "include"):
                yield from self.child(child)

    def _static(self, node: Node) -> Iterator[Remark]:
        file = node.attrs.get("file")
        if not node.attrs.get("title", "").strip():
            yield Remark("MAP002", "the page has no title", file or "", node)
        if file is not None and is_path(file, dynamic=False):
            address = loc.absolute(file, "https://site/")
            if address in self._files:
                yield Remark("MAP003", "the address stands twice in the map", file, node)
            self._files.add(address)


def is_path(file: str, dynamic: bool) -> bool:
    """Whether a ``file`` gives an address of the site, placeholders of a dynamic page taken as filled."""
    plain = PLACEHOLDER.sub("x", file) if dynamic else file
    if not plain.strip() or OUTSIDE.match(plain) or (dynamic and set(plain) & set("{}")):
        return False
    try:
        loc.absolute(plain, "https://site/")
    except loc.Refused:
        return False
    return True


def _names(node: Node, dynamic: bool) -> Iterator[Remark]:
    for name in sorted(set(node.attrs) - PAGE):
        yield Remark("MAP009", f"unknown attribute {name} of page", node.attrs[name], node)
    for name, words in (("type", ("static", "dynamic")), ("hidden", ("no", "yes"))):
        if node.attrs.get(name, words[0]) not in words:
            yield Remark("MAP009", f"{name} is neither {words[0]} nor {words[1]}", node.attrs[name], node)
    for child in node.children:
        known = child.name in ("page", "include") or (dynamic and child.name in FIELDS)
        if child.ns or not known:
            yield Remark("MAP009", f"unknown element {child.name} in page", at=child)
    if node.value:
        yield Remark("MAP009", "text directly in page", node.value, node)


def _hints(node: Node) -> Iterator[Remark]:
    frequency, rank = node.attrs.get("changefreq"), node.attrs.get("priority")
    if frequency is not None and frequency not in CHANGEFREQ:
        yield Remark("MAP010", "changefreq is no word of the protocol", frequency, node, ERROR)
    if rank is not None and not hints.priority(rank.strip()):
        comma = hints.priority(rank.strip().replace(",", "."))
        text = "a decimal comma" if comma else "priority is no number from 0.0 to 1.0"
        yield Remark("MAP010", text, rank, node, None if comma else ERROR)


def _query(node: Node) -> Iterator[Remark]:
    """MAP007 and MAP008."""
    select = node.first("sqlselect", "")
    if select is None or not select.value:
        yield Remark("MAP007", "a dynamic page without sqlselect", at=select or node)
    elif not re.search(r"(?i)\border\s+by\b", QUOTED.sub(" ", select.value)):
        yield Remark("MAP008", "the query has no ORDER BY", select.value, select)
    parameters, columns = node.all("parameter", ""), node.all("idfield", "")
    placeholders = PLACEHOLDER.search(node.attrs.get("file", ""))
    if len(parameters) != len(columns) or not (parameters or placeholders):
        yield Remark("MAP007", "neither pairs of parameter and idfield, nor placeholders in file", at=node)
    if "file" not in node.attrs:
        yield Remark("MAP007", "a dynamic page without file", at=node)
    for field in node.children:
        if field.name in FIELDS and not field.value and field is not select:
            yield Remark("MAP007", f"{field.name} is empty", at=field)
