"""A folder of built HTML: each page with what its head says of it."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import quote_from_bytes, urlsplit

from msgspec import Meta, Struct

from .. import fs, loc
from ..errors import SourceError
from ..page import Page
from ..publish import MANIFEST, load
from ..readers.robots import LIMIT as ROBOTS_LIMIT, Robots
from ..tally import Tally
from .folder_walk import File, Unreadable, files
from .headers_file import LIMIT as HEADERS_LIMIT, Headers
from .html_page import Built, read_built

PAGES = ("*.html", "*.htm", "*.xhtml", "*.shtml")
INDEXES = ("index.html", "index.htm", "index.xhtml", "index.shtml")

_VERIFICATION = re.compile(
    r"google[0-9a-f]{12,20}\.html|yandex_[0-9a-f]+\.html|pinterest-[0-9a-z]+\.html|naver\w+\.html"
)
_SAFE = "/!$&'()*+,;=@-._~"


class Directory(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A folder of pages."""

    path: Annotated[str, Meta(description="The folder.")]
    url: Annotated[
        str, Meta(description="Where the folder stands below `base_url`, or its whole address.")
    ] = ""
    files: Annotated[
        tuple[str, ...],
        Meta(description="Names of files that are pages; `*` and `?` stand for any characters."),
    ] = PAGES
    indexes: Annotated[
        tuple[str, ...], Meta(description="Names of files that are served under their folder's address.")
    ] = INDEXES
    folders: Annotated[
        bool, Meta(description="List each folder that holds a listed file, for servers that show folders.")
    ] = False
    strip: Annotated[
        tuple[str, ...],
        Meta(description="Endings that the server does not show: `.html` makes `/a.html` `/a`."),
    ] = ()
    mtime: Annotated[
        bool, Meta(description="Take a file's time for the page's date. Checkouts and copies make it a lie.")
    ] = False
    sources: Annotated[
        tuple[str, ...],
        Meta(
            description="Where the sources of pages lie, for their dates in git: `docs/{path}.md`, "
            "`docs/{path}/index.md`; `{path}` is a page's path without `index.html` or ending."
        ),
    ] = ()
    images: Annotated[bool, Meta(description="List the pictures of each page's own text.")] = False
    head: Annotated[bool, Meta(description="Read what pages say of themselves; off is quicker.")] = True
    robots: Annotated[bool, Meta(description="Leave out what the folder's robots.txt forbids.")] = True
    hidden: Annotated[bool, Meta(description="Take names that begin with a dot too.")] = False
    follow_links: Annotated[bool, Meta(description="Follow links that stay inside the folder.")] = False
    keep_going: Annotated[bool, Meta(description="Count what cannot be read, and go on.")] = False
    section: Annotated[str, Meta(description="Section of these pages.")] = ""

    def pages(self, tally: Tally, base_url: str = "") -> Iterator[Page]:
        """All pages, folder by folder. Raises SourceError."""
        if not os.path.isdir(self.path):
            raise SourceError(self.path, "is no folder" if os.path.exists(self.path) else "does not exist")
        try:
            yield from _Scan(self, tally, base_url).pages()
        except Unreadable as unreadable:
            problem = f"cannot be read: {unreadable.problem}"
            raise SourceError(unreadable.path, problem, "Free it, or set keep_going = true") from None


class _Scan:
    def __init__(self, options: Directory, tally: Tally, base_url: str) -> None:
        self._options, self._tally = options, tally
        self._base = _base(options.url, base_url)
        self._wanted = _matcher(options.files)
        # A robots.txt counts at the root of a host only (RFC 9309, 2.3).
        at_root = urlsplit(self._base).path in ("", "/")
        robots = self._beside("robots.txt", ROBOTS_LIMIT) if options.robots and at_root else b""
        self._robots = Robots([robots]) if robots else None
        headers = self._beside("_headers", HEADERS_LIMIT)
        self._headers = Headers(headers) if headers else None
        # What an earlier build wrote here is no page, whatever kinds of files are wanted.
        self._own = frozenset(map(os.fsencode, load(os.path.join(options.path, MANIFEST)).files))

    def pages(self) -> Iterator[Page]:
        options = self._options
        listed: set[bytes] = set()
        alike = _Alike(self._tally)
        for file in files(
            options.path,
            self._leave,
            follow_links=options.follow_links,
            hidden=options.hidden,
            keep_going=options.keep_going,
        ):
            if file.below in self._own or not self._wanted(file.below.rpartition(b"/")[2]):
                continue
            alike.add(file.below)
            page = self._page(file)
            if page is not None:
                yield page
                yield from self._folders(file.below, listed)

    def _folders(self, below: bytes, listed: set[bytes]) -> Iterator[Page]:
        folder = below
        while self._options.folders and (folder := folder.rpartition(b"/")[0]) not in listed:
            listed.add(folder)
            yield Page(
                self._base + _quoted(folder + b"/" if folder else b""), section=self._options.section or None
            )

    def _page(self, file: File) -> Page | None:
        below = file.below.decode("utf-8", "surrogateescape")
        address = self._base + _quoted(self._served(file.below))
        reason = self._no(below, address)
        if reason:
            self._tally.skip(address, reason)
            return None
        try:
            built = (
                read_built(file.path, address, images=self._options.images) if self._options.head else Built()
            )
        except OSError as error:
            if not self._options.keep_going:
                raise Unreadable(file.path, error.strerror or str(error)) from None
            self._tally.skip(address, "unreadable")
            return None
        for remark in built.remarks:
            self._tally.warn(f"{below}: {remark}")
        return self._record(file, address, built)

    def _record(self, file: File, address: str, built: Built) -> Page:
        lastmod = datetime.fromtimestamp(int(file.mtime), UTC) if self._options.mtime else None
        return Page(
            built.address or address,
            lastmod=lastmod,
            alternates=built.alternates,
            images=built.images,
            title=built.title or None,
            description=built.description or None,
            section=self._options.section or None,
            lang=built.lang or None,
            sources=self._sources(file),
            exclude=built.exclude or self._forbidden(address) or None,
        )

    def _sources(self, file: File) -> tuple[str, ...]:
        """The page's own file, or those of the places where its sources lie that are there."""
        if not self._options.sources:
            return (os.fsdecode(file.path),)
        folder, _, name = os.fsdecode(file.below).rpartition("/")
        stem = "" if name in self._options.indexes else name.rpartition(".")[0] or name
        path = "/".join(part for part in (folder, stem) if part)
        places = (os.path.normpath(place.replace("{path}", path)) for place in self._options.sources)
        return tuple(place for place in dict.fromkeys(places) if os.path.isfile(place))

    def _no(self, below: str, address: str) -> str:
        if loc.error_page(below):
            return "error-page"
        return "verification" if _VERIFICATION.fullmatch(below) else ""

    def _forbidden(self, address: str) -> str:
        path = address.removeprefix(self._base)
        if self._headers and self._headers.noindex("/" + path.removeprefix("/")):
            return "noindex"
        if self._robots and not self._robots.allows("/" + path.removeprefix("/")):
            return "robots"
        return ""

    def _served(self, below: bytes) -> bytes:
        folder, slash, name = below.rpartition(b"/")
        if os.fsdecode(name) in self._options.indexes:
            return folder + slash
        for ending in self._options.strip:
            if name.endswith(os.fsencode(ending)) and len(name) > len(ending):
                return below[: -len(os.fsencode(ending))]
        return below

    def _beside(self, name: str, limit: int) -> bytes:
        try:
            return fs.read(os.path.join(self._options.path, name), limit)
        except OSError:
            return b""

    def _leave(self, below: bytes, reason: str) -> None:
        name = os.path.basename(below)
        if name.startswith(b".urlset"):
            return
        # What no page could be is not worth a count, but what may hide some is.
        if reason == "unreadable" or self._wanted(name) or b"." not in name:
            self._tally.skip(below.decode("utf-8", "backslashreplace"), reason)


class _Alike:
    """Warns of names in one folder that some systems take for one."""

    def __init__(self, tally: Tally) -> None:
        self._tally, self._folder = tally, b"\0"
        self._names: dict[str, bytes] = {}

    def add(self, below: bytes) -> None:
        folder, _, name = below.rpartition(b"/")
        if folder != self._folder:
            self._folder, self._names = folder, {}
        key = unicodedata.normalize("NFC", name.decode("utf-8", "surrogateescape")).casefold()
        other = self._names.setdefault(key, name)
        if other != name:
            shown = [text.decode("utf-8", "backslashreplace") for text in (other, name)]
            self._tally.warn(f"{shown[0]} and {shown[1]} differ only by case or by how an accent is written")


def _base(url: str, base_url: str) -> str:
    base = base_url if base_url.endswith("/") or not base_url else base_url + "/"
    if "://" in url:
        return loc.base(url, "url")
    inner = url.strip("/")
    return f"{base or '/'}{inner}/" if inner else base or "/"


def _quoted(below: bytes) -> str:
    return quote_from_bytes(below, _SAFE)


def _matcher(patterns: tuple[str, ...]) -> Callable[[bytes], object]:
    from fnmatch import translate

    joined = "|".join(translate(pattern) for pattern in patterns) or r"(?!)"
    return re.compile(os.fsencode(joined), re.IGNORECASE).match
