"""Dates that move only when the text of a page changes: a small state file, made for committing.

For each page the file holds the fingerprint of its main text and the date that belongs to it, a page a line,
sorted, so that differences and merges are those of pages. While the text is the same the date stands,
whatever git says of the sources: template, navigation and white space do not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from . import fs, lastmod
from .errors import SourceError
from .page import Page

NAME = "urlset.dates.json"
_LIMIT = 64 << 20

Entries = dict[str, tuple[str, str | None]]
"""Path below the base: fingerprint, and date as written (None where it was not known)."""


class ContentDates:
    """The state of one site."""

    def __init__(self, entries: Entries) -> None:
        self.earlier = entries
        self.entries: Entries = {}
        """What holds after `settled` was read to its end."""

    def settled(
        self, pages: Iterable[Page], fingerprints: Mapping[str, str], base_url: str
    ) -> Iterator[Page]:
        """``pages`` with the dates of their texts; ``fingerprints`` are by address.

        A page whose text changed, or is new, takes the date that it has now; where that is not later than the
        one of its old text it is not the date of the new one, and is left out. A page without a fingerprint
        keeps its date and is not remembered.
        """
        for page in pages:
            fingerprint = fingerprints.get(page.loc)
            if not fingerprint:
                yield page
                continue
            path = page.loc.removeprefix(base_url)
            date = self._date(path, fingerprint, lastmod.texts([page.lastmod])[0] or None)
            self.entries[path] = fingerprint, date
            yield replace(page, lastmod=date)

    def _date(self, path: str, fingerprint: str, now: str | None) -> str | None:
        known, date = self.earlier.get(path, ("", None))
        if known == fingerprint:
            return date or now
        older = now and date and lastmod.instant(now) <= lastmod.instant(date)
        return None if older else now


def load(path: str) -> ContentDates:
    """The state in the file ``path``; an empty one where there is none. Raises SourceError."""
    try:
        content = fs.read(path, _LIMIT)
    except FileNotFoundError:
        return ContentDates({})
    except OSError as refused:
        raise SourceError(path, f"cannot be opened: {refused.strerror}") from refused
    try:
        entries = msgspec.json.decode(content, type=Entries)
        for _, date in entries.values():
            lastmod.canonical(date or "2000-01-01")
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as wrong:
        advice = "Resolve the conflict, or delete the file to begin anew from git's dates"
        raise SourceError(path, f"is no state of dates: {wrong}", advice, "SRC02") from None
    return ContentDates(entries)


def encoded(entries: Entries) -> bytes:
    """The bytes of the file: one page a line, sorted."""
    lines = (f"{json.dumps(path)}: {json.dumps(entries[path])}" for path in sorted(entries))
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("ascii")
