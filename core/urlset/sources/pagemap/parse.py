"""A pagemap document read into `model.Pagemap`; whatever is wrong is told with its file and line.

The format is described in the manual (docs/pagemap.md): every document of the published 2007 format is read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from msgspec import Struct

from ... import loc
from ...errors import SettingsError, SourceError
from ...page import Changefreq
from ...readers.inflate import Pieces
from ...readers.refused import Refused
from ...readers.xml_tree import Element, document
from .dynamic import CHILDREN, query
from .fields import attributes, check_file, error, no_text, of_choice, priority, where
from .model import Node, Pagemap
from .values import frequency, title

MAX_DOCUMENTS = 1_000
"""Most documents of one map, counted each time that one is included."""


def pagemap(path: str) -> Pagemap:
    """The pagemap at ``path``, with what it includes. Raises SourceError."""
    reading = _Reading()
    site, pages = reading.document(path, ())
    if not pages:
        reading.warnings.append(f"{path}:1: the pagemap has no page")
    return Pagemap(path=path, site=site, pages=tuple(pages), warnings=tuple(reading.warnings))


class _Place(Struct, frozen=True):
    """The document that is being read, and those that include it."""

    path: str
    above: tuple[str, ...]


class _Reading:
    def __init__(self) -> None:
        self.documents = 0
        self.warnings: list[str] = []
        self.site: str | None = None
        self.files: dict[str, str] = {}
        """Address of each static page seen, and where."""

    def document(self, path: str, above: tuple[str, ...]) -> tuple[str | None, list[Node]]:
        self.documents += 1
        try:
            root = document(Pieces(path))
        except Refused as refused:
            raise refused.at(path) from None
        if root.tag != "pagemap":
            raise error(
                path, root, f"expected a pagemap element, found {root.tag}", "A pagemap has no namespace"
            )
        no_text(path, root)
        given = attributes(path, root, {"site"})
        site = self._site(path, root, given.get("site"), above)
        here = _Place(path, (*above, os.path.realpath(path)))
        return site, list(self._children(here, root, allowed=()))

    def _site(self, path: str, root: Element, site: str | None, above: tuple[str, ...]) -> str | None:
        if site is None:
            return self.site
        try:
            address = loc.base(site if "://" in site else f"https://{site.strip()}")
        except SettingsError:
            raise error(
                path, root, f"site {site!r} is no host and no address", 'Write site="www.example.com"'
            ) from None
        if above and self.site and address != self.site:
            raise error(
                path, root, f"is included, and names another site ({address})", "Remove its site attribute"
            )
        self.site = self.site or address
        return address

    def _children(self, here: _Place, parent: Element, allowed: tuple[str, ...]) -> Iterator[Node]:
        for child in parent.children:
            if child.tag == "page":
                yield self._page(here, child)
            elif child.tag == "include":
                yield from self._include(here, child)
            elif child.tag not in allowed:
                raise error(
                    here.path,
                    child,
                    f"unknown element {child.tag} in {parent.tag}",
                    "Correct its name or remove it",
                )

    def _include(self, here: _Place, element: Element) -> list[Node]:
        href = attributes(here.path, element, {"href"}).get("href", "")
        if not href or "://" in href:
            raise error(
                here.path,
                element,
                "include needs an href, the path of another pagemap",
                'Write href="shop.xml"',
            )
        path = os.path.join(os.path.dirname(here.path), href)
        if os.path.realpath(path) in here.above:
            raise error(
                here.path, element, f"includes {href}, which includes this document", "Break the circle"
            )
        if self.documents >= MAX_DOCUMENTS:
            raise error(
                here.path, element, f"more than {MAX_DOCUMENTS:,} documents are included", code="SRC03"
            )
        if not os.path.isfile(path):
            raise error(here.path, element, f"includes {href}, which cannot be opened", code="SRC01")
        return self.document(path, here.above)[1]

    def _page(self, here: _Place, element: Element) -> Node:
        names = {"title", "file", "type", "changefreq", "priority", "database", "hidden"}
        given = attributes(here.path, element, names)
        no_text(here.path, element)
        dynamic = of_choice(here.path, element, given, "type", ("static", "dynamic")) == "dynamic"
        if "file" in given:
            check_file(here.path, element, given["file"], dynamic)
        value, comma = priority(here.path, element, given)
        if comma:
            self.warnings.append(
                f"{where(here.path, element)}: priority has a decimal comma; it is read as {value}"
            )
        node = Node(
            where=where(here.path, element),
            title=title(given.get("title")),
            file=given.get("file"),
            changefreq=self._frequency(here, element, given),
            priority=value,
            hidden=of_choice(here.path, element, given, "hidden", ("no", "yes")) == "yes",
            query=query(here.path, element, given) if dynamic else None,
            children=tuple(self._children(here, element, CHILDREN if dynamic else ())),
        )
        if not dynamic:
            self._static(node)
        return node

    def _frequency(self, here: _Place, element: Element, given: dict[str, str]) -> Changefreq | None:
        try:
            return frequency(given.get("changefreq"))
        except ValueError as wrong:
            raise error(here.path, element, f"changefreq: {wrong}, got {given['changefreq']!r}") from None

    def _static(self, node: Node) -> None:
        if not node.title:
            shown = node.file or "a heading"
            self.warnings.append(
                f"{node.where}: {shown} has no title; the site map for people shows its path"
            )
        if node.file is None:
            return
        address = loc.absolute(node.file, "https://site/")
        if address in self.files:
            raise SourceError(
                node.where,
                f"the address {node.file} is already that of {self.files[address]}",
                "Remove one of the two",
                "SRC02",
            )
        self.files[address] = node.where
