"""Feeds: RSS 2.0, RSS 1.0 and Atom (1.0 and 0.3), read by the guarded XML reader and mapped by a table.

A feed holds the newest pages of a site, each with a date. The update of an Atom entry is the page's date; so
is the date of publication where a feed knows no other.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import IO, Annotated, Literal
from urllib.parse import urljoin

from msgspec import Meta, Struct

from .. import lastmod as dates
from ..errors import SourceError
from ..page import Page
from ..readers.apart import Apart
from ..readers.inflate import Pieces
from ..readers.refused import Refused
from ..readers.xml_tree import Element, document
from ..tally import Tally
from .remote import content, is_address

_UPDATED = ("updated", "modified")
_PUBLISHED = ("pubDate", "published", "issued", "date", "created")
_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_ROOTS = {"rss": "item", "RDF": "item", "feed": "entry"}


class Feed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One feed, packed or not."""

    path: Annotated[
        str, Meta(description="The file, or an address, which is fetched; `-` for standard input.")
    ]
    allow_private: Annotated[bool, Meta(description="Fetch from addresses that are not public too.")] = False
    dates: Annotated[
        Literal["newest", "updated", "off"],
        Meta(
            description="`updated` takes no date of publication for a page's date, `off` takes none at all."
        ),
    ] = "newest"
    section: Annotated[str, Meta(description="Section of these pages.")] = ""
    stream: Annotated[IO[bytes] | None, Meta(extra={"only": "programs"})] = None
    """Read this instead, ``path`` only naming it in messages."""

    def pages(self, tally: Tally, base_url: str = "") -> Iterator[Page]:
        """The pages of all entries. Raises SourceError."""
        try:
            root = self._root()
        except Refused as refused:
            raise refused.at(self.path) from None
        if root.name not in _ROOTS:
            problem = f"is no feed: its root element is {root.name}"
            raise SourceError(f"{self.path}:{root.line}", problem, "RSS and Atom are read", "SRC02")
        yield from pages_of(root, os.path.basename(self.path), tally, self.dates, self.section or None)

    def _root(self) -> Element:
        if self.stream is not None or not is_address(self.path):
            return document(Pieces(self.stream or self.path))
        fetched = content(self.path, self.allow_private)
        with Apart() as apart:
            return document(Pieces(fetched), read=apart.read)


def pages_of(
    root: Element, name: str, tally: Tally, wanted: str = "newest", section: str | None = None
) -> Iterator[Page]:
    """The pages of a feed's root element; ``name`` is what messages call it."""
    base = root.attributes.get(_BASE, "")
    for entry in _entries(root):
        address = _address(entry)
        if not address:
            tally.skip(f"{name}:{entry.line}", "no-address")
            continue
        within = _resolved(base, entry.attributes.get(_BASE, ""))
        date = _date(entry, wanted, f"{name}:{entry.line}", tally)
        yield Page(_joined(within, address), lastmod=date, title=_text(entry, "title"), section=section)


def _entries(root: Element) -> Iterable[Element]:
    kind = _ROOTS[root.name]
    for child in root.children:
        if child.name == "channel":
            yield from child.find(kind)
        elif child.name == kind:
            yield child


def _address(entry: Element) -> str:
    for link in entry.find("link"):
        if "href" in link.attributes and link.attributes.get("rel", "alternate") == "alternate":
            return link.attributes["href"].strip()
        if "href" not in link.attributes and link.text.strip():
            return link.text.strip()
    for guid in entry.find("guid"):
        if guid.attributes.get("isPermaLink", "true").lower() == "true" and "://" in guid.text:
            return guid.text.strip()
    return ""


def _joined(base: str, address: str) -> str:
    """Only a web address is a base; what the result is worth is judged later, like any address."""
    if not base.startswith(("http://", "https://")) or ":" in address:
        return address
    return _resolved(base, address)


def _resolved(base: str, link: str) -> str:
    try:
        return urljoin(base, link)
    except ValueError:  # half a bracket in the host
        return link


def _text(entry: Element, name: str) -> str | None:
    return next((" ".join(found.text.split()) for found in entry.find(name)), None) or None


def _date(entry: Element, wanted: str, where: str, tally: Tally) -> datetime | str | None:
    kinds = {"newest": (_UPDATED, _PUBLISHED), "updated": (_UPDATED,)}.get(wanted, ())
    for names in kinds:
        for found in entry.find(*names):
            if text := found.text.strip():
                date = parsed(text)
                if date is None:
                    tally.warn(f"{where}: {found.name} is no date: {text[:40]!r}; left out")
                return date
    return None


def parsed(text: str) -> datetime | str | None:
    """A date of RFC 3339 or RFC 822, the latter in UTC; None for anything else."""
    try:
        found = dates.canonical(text, UTC)
        return found if isinstance(found, str) else None
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(text)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
