"""The kinds of sources by name, and what kind an unknown input is, told from its content."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import IO, Protocol

from msgspec import Struct

from ..errors import SourceError
from ..page import Page
from ..readers.inflate import Pieces
from ..readers.refused import Refused
from ..tally import Tally
from .access_log import AccessLog
from .directory import Directory
from .feed import Feed
from .log_formats import Reader
from .page_records import PageRecords
from .pagemap.file import PagemapFile
from .remote import is_address
from .sitemap import SitemapFile
from .url_list import UrlList


class Source(Protocol):
    """Anything with pages."""

    def pages(self, tally: Tally, base_url: str = "") -> Iterator[Page]:
        """The pages, and what is left out counted in ``tally``. Raises a UrlsetError."""


KINDS: dict[str, type[Struct]] = {
    "url-list": UrlList,
    "access-log": AccessLog,
    "directory": Directory,
    "feed": Feed,
    "sitemap": SitemapFile,
    "page-records": PageRecords,
    "pagemap": PagemapFile,
}
"""The value of ``kind`` in a source's table, and its options."""

_ROOTS = {b"rss": "feed", b"RDF": "feed", b"feed": "feed", b"pagemap": "pagemap"}
_SNIFFED = 64 * 1024
_ROOT = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)")
_NOT_MARKUP = re.compile(rb"<\?.*?\?>|<!--.*?-->", re.DOTALL)


def kind_of(path: str, stream: IO[bytes] | None = None) -> str:
    """The kind of an input that nobody named. Raises SourceError where it cannot be opened or told.

    ``stream`` is standard input, buffered: it is looked at and not read.
    """
    if stream is None and (os.path.isdir(path) or is_address(path)):
        return "sitemap" if is_address(path) else "directory"
    head = _head(path, stream)
    if head.lstrip().startswith(b"<"):
        root = _ROOT.search(_NOT_MARKUP.sub(b"", head))
        name = root[1] if root else b""
        return _ROOTS.get(name, "sitemap")
    first = next((line for line in head.splitlines() if line.strip()), b"")
    if first.startswith((b"{", b"[")):
        logged = b'"request' in first or b'"status"' in first
        return "access-log" if logged and b'"loc"' not in first else "page-records"
    if first.startswith((b"#Version", b"#Software", b"#Fields")) or Reader().hit(first) is not None:
        return "access-log"
    return "url-list"


def _head(path: str, stream: IO[bytes] | None) -> bytes:
    if stream is not None:
        peek = getattr(stream, "peek", None)
        begin = peek(_SNIFFED) if peek else b""
        source: str | bytes = bytes(begin)
    else:
        source = path
    head = b""
    try:
        for piece in Pieces(source, limit=None):
            head += piece
            if len(head) >= _SNIFFED:
                break
    except Refused as refused:
        # A packed stream is cut off by looking at its begin only.
        if not head and stream is None:
            raise refused.at(path) from None
    if not head.strip() and stream is None:
        raise SourceError(path, "is empty", "Nothing was changed", "SRC02")
    return head.lstrip(b"\xef\xbb\xbf\xff\xfe\0")
