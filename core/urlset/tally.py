"""What was read, what was dropped and why, and which source gave a date.

The law of a build is *read = written + dropped*, to the page; each drop has a reason of the list below.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from . import redact
from .errors import printable

if TYPE_CHECKING:
    from .tree import Heading

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
    "excluded": "a pattern of the setting exclude, or a rule, keeps it out",
    "generated": "the host made it (search, general index, 404 …); see generated_pages",
    "listing": "it lists other pages (tags, archives …); see listings",
    "fallback": "it is a copy in another language than its address says; see list_fallbacks",
    "opted-out": "the page's own metadata says so",
    "glued": "two addresses run together on one line of a list",
    "undecodable": "a line holds bytes that are no text",
    "too-long-line": "a line is longer than 64 KiB",
    "no-address": "an entry of a feed or sitemap gives no address",
    "log-unreadable": "a line of a log has a form that is not known",
    "log-request": "a line of a log holds a malformed or forged request",
    "log-method": "a request was neither GET nor HEAD",
    "log-status": "a request was not answered with success",
    "log-asset": "a request was for a file that is no page (a picture, a style sheet …)",
    "log-bot": "a request came from a crawler, a monitor or a script",
    "log-probe": "a request looked for a weakness (/.env, /wp-login.php …)",
    "log-rare": "the page was asked for less often than the option min_hits wants",
    "log-host": "a request was for another host",
    "link": "the file is a symbolic link, or leads out of the folder",
    "special-file": "the file is a pipe, a socket or a device",
    "unreadable": "the file or folder cannot be read",
    "hidden": "the name begins with a dot",
    "error-page": "the page is the site's answer for an error (404.html …)",
    "verification": "the file only proves who owns the site",
    "head-unread": "the head of the page could not be read to its end",
    "noindex": "the page, or a headers file, says noindex or none",
    "canonical": "the page names another address as its canonical one",
    "redirect": "the page only leads to another",
    "robots": "the site's robots.txt forbids to fetch the page",
    "too-big": "the entry alone is larger than a sitemap may be",
}
"""Every reason for which the core may drop a page, with its meaning. The manual lists exactly these."""

ABROAD = "off-site version"
"""Mark of a page that is listed elsewhere, but is a language version of pages that are listed here."""

SAMPLES = 3
"""How many addresses are kept for each reason, to be shown."""

WARNINGS = 1_000
"""How many different warnings are kept: a sitemap can have a wrong date on each of its lines."""


class Tally:
    """The counts of one build."""

    def __init__(self) -> None:
        self.read = 0
        self.written = 0
        self.grouped = 0
        """How many records belong to a set of language versions."""
        self.dropped: Counter[str] = Counter()
        self.samples: dict[str, list[str]] = {}
        self.dated: Counter[str] = Counter()
        """Who gave the date of a page: ``git``, ``page``."""
        self.undated: Counter[str] = Counter()
        """Why a page has no date."""
        self.ahead = 0
        """How many pages state a date in the future."""
        self.first_ahead = ""
        self.by_git: set[str] = set()
        """Addresses that git dated."""
        self.reasons: dict[str, str] = {}
        """Why git could not date an address."""
        self.git_notes: list[str] = []
        self.dates: set[str] = set()
        self.outline: list[Heading] = []
        """The site's own tree, where a source brings one; complete once every source is read."""
        self.notes: list[str] = []
        self._warnings: dict[str, None] = {}
        self._unkept = 0

    @property
    def warnings(self) -> list[str]:
        """The warnings, and how many more there were."""
        more = [f"{self._unkept:,} more warnings are not shown"] if self._unkept else []
        return [*self._warnings, *more]

    def take(self, entries: int, *dates: str | None) -> None:
        """Count the entries of a finished file, and keep the dates at its ends, as written."""
        self.written += entries
        self.dates.update(date for date in dates if date)

    def drop(self, loc: str, reason: str) -> None:
        """Count one page that is left out. ``reason`` is a word of `REASONS` or a page's own (``draft``)."""
        self.dropped[reason] += 1
        kept = self.samples.setdefault(reason, [])
        if len(kept) < SAMPLES:
            kept.append(printable(redact.without_password(loc)))

    def skip(self, loc: str, reason: str, count: int = 1) -> None:
        """Count records that a source read and leaves out, ``loc`` being the first of them."""
        self.read += count
        self.drop(loc, reason)
        self.dropped[reason] += count - 1

    def note(self, text: str) -> None:
        """Keep an information for people, once."""
        if text and text not in self.notes:
            self.notes.append(text)

    def warn(self, text: str) -> None:
        """Keep a warning, once; of a flood, what comes after `WARNINGS` is only counted."""
        if not text or text in self._warnings:
            return
        if len(self._warnings) < WARNINGS:
            self._warnings[text] = None
        else:
            self._unkept += 1
