"""What was read, what was dropped and why, and which source gave a date.

The law of a build is *read = written + dropped*, to the page; each drop has a reason of the list below.
"""

from __future__ import annotations

from collections import Counter

from .errors import printable

REASONS: dict[str, str] = {
    "bad-address": "the address cannot be a web address (a control character, a bad host or port …)",
    "not-http": "the address is neither http nor https",
    "user-info": "the address carries a user name or password",
    "off-site": "the address is not below the sitemap's own folder on the site",
    "too-long": "the address has 2,048 characters or more",
    "duplicate": "another record has the same address; the two were merged",
    "no-id": "a row of a query has no id (NULL or an empty text)",
    "bad-id": "the id of a row has no plain text (bytes, a list, NaN), or would change the path (`..`)",
    "bad-text": "the id of a row holds control characters or bytes that are no text",
    "excluded": "a pattern of the setting exclude matches",
    "opted-out": "the page's own metadata says so",
    "too-big": "the entry alone is larger than a sitemap may be",
}
"""Every reason for which the core may drop a page, with its meaning. The manual lists exactly these."""

SAMPLES = 3
"""How many addresses are kept for each reason, to be shown."""


class Tally:
    """The counts of one build."""

    def __init__(self) -> None:
        self.read = 0
        self.written = 0
        self.dropped: Counter[str] = Counter()
        self.samples: dict[str, list[str]] = {}
        self.dated: Counter[str] = Counter()
        """Who gave the date of a page: ``git``, ``page``."""
        self.undated: Counter[str] = Counter()
        """Why a page has no date."""
        self.by_git: set[str] = set()
        """Addresses that git dated."""
        self.reasons: dict[str, str] = {}
        """Why git could not date an address."""
        self.git_notes: list[str] = []
        self.dates: set[str] = set()
        self.notes: list[str] = []
        self.warnings: list[str] = []

    def span(self, *dates: str | None) -> None:
        """Keep the dates at the ends of a file, as written."""
        self.dates.update(date for date in dates if date)

    def drop(self, loc: str, reason: str) -> None:
        """Count one page that is left out. ``reason`` is a word of `REASONS` or a page's own (``draft``)."""
        self.dropped[reason] += 1
        kept = self.samples.setdefault(reason, [])
        if len(kept) < SAMPLES:
            kept.append(printable(loc))

    def note(self, text: str) -> None:
        """Keep an information for people, once."""
        if text not in self.notes:
            self.notes.append(text)

    def warn(self, text: str) -> None:
        """Keep a warning, once."""
        if text not in self.warnings:
            self.warnings.append(text)
