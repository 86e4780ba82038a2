"""The sitemap against the built site: what it lists is there and may be listed (LOC013, LOC015), and what may
be listed is (LOC018).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from .. import fs
from ..errors import SettingsError, SourceError
from ..patterns import matcher
from ..readers.head import Head, read_head
from ..readers.inflate import Pieces
from ..readers.refused import Refused
from ..readers.robots import Robots
from ..sources.headers_file import LIMIT as HEADERS_LIMIT, Headers
from .across import normal
from .entry import Entry, Node
from .finding import Remark
from .listable import by_head
from .rules.loc_checks import split

if TYPE_CHECKING:
    from .judge import Judged

INDEX_FILES = ("index.html", "index.htm")
STATUS_PAGES = ("404", "500", "50x", "403", "offline")
PAGES = (".html", ".htm")


class Site:
    """A folder with a built site, and the addresses that its files have below ``base_url``.

    ``exclude`` are patterns as in .gitignore: pages that are left out of the sitemap on purpose.
    """

    def __init__(self, folder: str, base_url: str | None, exclude: Sequence[str] = ()) -> None:
        if not os.path.isdir(folder):
            raise SourceError(folder, "is no folder", "Give the folder of the built site")
        self._folder, self._base = folder, base_url
        self._on_purpose = matcher(exclude, "exclude")
        self._listed: set[str] = set()
        self._kept: list[tuple[Judged, Node, str]] = []
        self._headers = Headers(b"")

    def sitemap(self) -> str:
        """The site's own sitemap."""
        for name in (
            "sitemap.xml",
            "sitemap-index.xml",
            "sitemap_index.xml",
            "sitemap.xml.gz",
            "sitemap.txt",
        ):
            if os.path.isfile(os.path.join(self._folder, name)):
                return os.path.join(self._folder, name)
        raise SourceError(self._folder, "holds no sitemap", "Build the site first, or name the sitemap too")

    def watch(self, entry: Entry, judged: Judged) -> None:
        """Take one entry; it is judged when all are known."""
        if split(entry.loc).valid:
            at = entry.at or entry.node
            self._kept.append((judged, Node("loc", line=at.line, column=at.column), entry.loc))

    def judge(self, done: list[Judged]) -> None:
        """Judge all entries, then the files that none of them names."""
        if not self._kept:
            return
        self._base = self._base or self._likely_base([address for _, _, address in self._kept])
        robots = self._robots()
        self._headers = self._read_headers()
        for judged, at, address in self._kept:
            judged.notes.add(self._entry(address, robots, at))
        done[0].notes.add(self._unlisted(robots))

    def _likely_base(self, addresses: list[str]) -> str:
        """The base below which most of the addresses have a file."""
        some = addresses[:: max(1, len(addresses) // 50)]

        def found(base: str) -> int:
            return sum(self._file(unquote(address[len(base) :])) is not None for address in some)

        return max(_folders(addresses), key=found)

    def _robots(self) -> Robots:
        try:
            return Robots(Pieces(os.path.join(self._folder, "robots.txt")))
        except SourceError:
            return Robots([])

    def _read_headers(self) -> Headers:
        """The headers that a static host is told to send with the pages of the site."""
        try:
            return Headers(fs.read(os.path.join(self._folder, "_headers"), HEADERS_LIMIT))
        except OSError:
            return Headers(b"")

    def _entry(self, address: str, robots: Robots, at: Node) -> Iterator[Remark]:
        base = self._base or ""
        if not normal(address).startswith(base):
            yield Remark("LOC013", "the address is not below the base address of the site", address, at)
            return
        found = self._file(unquote(normal(address)[len(base) :].partition("?")[0]))
        if found is None:
            yield Remark("LOC013", "the site has no file for the address", address, at)
            return
        self._listed.add(found)
        if os.path.basename(found) in INDEX_FILES and not address.partition("?")[0].endswith(
            ("/", *INDEX_FILES)
        ):
            yield Remark("LOC015", "the address of a folder lacks its slash", address, at)
        if not robots.allows(address):
            yield Remark("LOC013", "robots.txt disallows the page", address, at)
        yield from self._said(found, address, at)

    def _file(self, path: str) -> str | None:
        """The file that a server gives for a path below the base address."""
        if "\0" in path or ".." in path.split("/"):
            return None
        tries = (
            [path + name for name in INDEX_FILES]
            if path.endswith("/") or not path
            else [path, path + ".html", *(f"{path}/{name}" for name in INDEX_FILES)]
        )
        for name in tries:
            if os.path.isfile(os.path.join(self._folder, name)):
                return os.path.normpath(name)
        return None

    def _head(self, name: str) -> Head | None:
        if not name.lower().endswith(PAGES):
            return None
        try:
            return read_head(Pieces(os.path.join(self._folder, name)))
        except Refused:
            return None

    def _unlisted(self, robots: Robots) -> Iterator[Remark]:
        for name in sorted(_pages(self._folder)):
            address = (self._base or "") + quote(
                _served(name), safe="/~!$&'()*+,;=:@", errors="surrogateescape"
            )
            if (
                os.path.normpath(name) not in self._listed
                and not self._on_purpose(name)
                and not self._is_map(name)
                and robots.allows(address)
                and self._indexable(name, address)
            ):
                yield Remark("LOC018", "the page is not listed", address)

    def _is_map(self, name: str) -> bool:
        """Whether a file is the site map for people that is written beside a sitemap, under its name."""
        stem = name.removesuffix(".html").removesuffix("-nav")
        try:
            begin = fs.read(os.path.join(self._folder, f"{stem}.xml"), 1024)
        except OSError:
            return False
        return b"<urlset" in begin or b"<sitemapindex" in begin

    def _indexable(self, name: str, address: str) -> bool:
        return not any(self._said(name, address, Node("")))

    def _said(self, name: str, address: str, at: Node) -> Iterator[Remark]:
        """What the page in the file ``name``, or a header of it, says against its being listed."""
        if self._headers.noindex("/" + normal(address).removeprefix(self._base or "").partition("?")[0]):
            yield Remark("LOC013", "_headers gives the page an X-Robots-Tag that says noindex", address, at)
        yield from by_head(self._head(name), address, at)


def _pages(folder: str) -> Iterator[str]:
    """HTML files below the folder by their path, without status pages, hidden folders and links."""
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            path = os.path.relpath(os.path.join(where, name), folder).replace(os.sep, "/")
            if (
                name.lower().endswith(PAGES)
                and not _is_status_page(path)
                and not os.path.islink(os.path.join(where, name))
            ):
                yield path


def _is_status_page(path: str) -> bool:
    """Whether ``path`` is a server's page for failures, like ``404.html`` or ``404/index.html``."""
    folder, _, last = path.rpartition("/")
    stem = folder.rpartition("/")[2] if last in INDEX_FILES else os.path.splitext(last)[0]
    return stem in STATUS_PAGES


def _served(name: str) -> str:
    head, _, last = name.rpartition("/")
    return (head + "/" if head else "") if last in INDEX_FILES else name


def _folders(addresses: list[str]) -> list[str]:
    """The folders that all addresses lie in, from the site's root to the deepest."""
    firsts = [normal(address).partition("?")[0].rpartition("/")[0].split("/") for address in addresses]
    shared = 0
    while all(len(parts) > shared and parts[shared] == firsts[0][shared] for parts in firsts):
        shared += 1
    if shared < 3:
        raise SettingsError("base_url", "the entries are not on one site", "Give --base-url")
    return ["/".join(firsts[0][:count]) + "/" for count in range(3, shared + 1)]
