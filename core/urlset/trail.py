"""The way from the root of a site down to one of its pages: breadcrumbs, whatever their form.

It follows the site's own outline where the page has a place in it, else the folders of its address.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from msgspec.structs import replace

from .page import Page
from .tree import Heading, Node, host, named, node_of

SEEN = 1_000
"""How many addresses are remembered, to name the nearest where no page has the one that was meant."""

_FILE = re.compile(r"(?<=/)index\.x?html?\Z|\.x?html?\Z")
_BEFORE_SITE = re.compile(r"\s+(?:[-|·•»\N{EN DASH}\N{EM DASH}]|::)\s+(?=\S)")
"""What stands between the title of a page and the name of its site."""


class Trail:
    """Takes the pages of a site, and keeps those on the way to one address.

    ``address`` is absolute and in its one form (`urlset.loc.normalise`), ``base_url`` ends with a slash;
    ``headings`` is looked at when the first page comes, since an outline is complete only then.
    """

    def __init__(self, address: str, base_url: str, headings: Iterable[Heading] = ()) -> None:
        self.address, self.base_url = address, base_url
        self.target: Page | None = None
        self._headings = headings
        self._titles: dict[tuple[int, ...], str | None] = {}
        self._placed: dict[tuple[int, ...], Page] = {}
        self._folders = folders(address, base_url)
        self._wanted = {form for folder in (base_url, *self._folders) for form in _forms(folder)}
        self._above: dict[str, Page] = {}
        self._ends = _ends(address)
        self._near: list[str] = []

    def read(self, pages: Iterable[Page]) -> None:
        """Take all pages, each with an absolute address."""
        for number, page in enumerate(pages):
            if not number:
                self._titles = {heading.place: heading.title for heading in self._headings}
            if page.loc == self.address:
                self.target = page
            elif page.loc in self._wanted:
                self._above[page.loc] = page
            if page.place in self._titles:
                self._placed[page.place] = page
            if len(self._near) < SEEN and any(map(str.__eq__, _ends(page.loc), self._ends)):
                self._near.append(page.loc)

    def nodes(self) -> list[Node]:
        """From the root down to the page, each with its title; empty where no page has the address.

        A node without an address is a heading, or a folder that has no page.
        """
        if self.target is None:
            return []
        way = self._by_outline(self.target) if self.target.place else self._by_folders(self.target)
        home = self._page(self.base_url)
        if home and home.loc not in {node.loc for node in way}:
            way.insert(0, node_of(home, home.title or host(self.base_url)))
        return _without_site(way)

    def nearest(self) -> str:
        """The address of a page that may have been meant, or ""."""
        below = {loc.removeprefix(self.base_url): loc for loc in self._near}
        meant = self.address.removeprefix(self.base_url)
        return "".join(below[found] for found in difflib.get_close_matches(meant, below, n=1, cutoff=0.6))

    def _by_outline(self, target: Page) -> list[Node]:
        way = []
        for depth in range(1, len(target.place)):
            place = target.place[:depth]
            page, title = self._placed.get(place), self._titles.get(place)
            if page or title:
                way.append(node_of(page, title or page.title) if page else Node(title))
        return [*way, node_of(target, self._titles.get(target.place) or target.title)]

    def _by_folders(self, target: Page) -> list[Node]:
        way = []
        for folder in self._folders:
            page, title = self._page(folder), named(folder.rstrip("/").rpartition("/")[2])
            if page is None:
                way.append(Node(title))
            else:
                way.append(node_of(page, page.title or title))
        return [*way, node_of(target, target.title or _last(target.loc))]

    def _page(self, folder: str) -> Page | None:
        return next((self._above[form] for form in _forms(folder) if form in self._above), None)


def folders(address: str, base_url: str) -> list[str]:
    """The folders between ``base_url`` (else the host) and a page, from the top; each ends with a slash.

    Neither the base nor the folder that the page itself stands for is among them.
    """
    path, query, _ = address.partition("?")
    top = base_url if path.startswith(base_url) else "/".join(path.split("/", 3)[:3]) + "/"
    below = path[len(top) :] if query else _FILE.sub("", path[len(top) - 1 :]).strip("/")
    steps = below.split("/")[:-1]
    return [top + "".join(f"{step}/" for step in steps[:depth]) for depth in range(1, len(steps) + 1)]


def _forms(folder: str) -> tuple[str, ...]:
    """The addresses that the page of a folder may have."""
    stem = folder.removesuffix("/")
    return folder, f"{folder}index.html", stem, f"{stem}.html", f"{folder}index.htm", f"{stem}.htm"


def _ends(loc: str) -> tuple[str, str]:
    """The folder and the name of an address."""
    folder, _, name = loc.rstrip("/").rpartition("/")
    return folder, name


def _last(loc: str) -> str:
    below = _FILE.sub("", loc).rstrip("/")
    return named(below.rpartition("/")[2]) if below.count("/") > 2 else host(loc)


def _without_site(way: list[Node]) -> list[Node]:
    """Without the name of the site, where hosts write it behind every title (``Brewing - Our coffee``)."""
    *above, last = [node.title or "" for node in way if node.loc]
    site = _site(last)
    if not site or not above or any(site not in (title, _site(title)) for title in above):
        return way
    return [replace(node, title=_alone(node.title or "", site)) for node in way]


def _site(title: str) -> str:
    """What may be the name of a site at the end of a title."""
    found = list(_BEFORE_SITE.finditer(title))
    return title[found[-1].end() :] if found else ""


def _alone(title: str, site: str) -> str:
    return title[: list(_BEFORE_SITE.finditer(title))[-1].start()] if _site(title) == site else title
