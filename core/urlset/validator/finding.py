"""What the validator says: findings, grouped, and the report that holds them. Values, never exceptions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

ERROR, WARNING, INFO = "error", "warning", "info"
"""The three severities: breaks the protocol or loses an entry; risky, ignored or legacy; worth knowing."""

SEVERITIES = (ERROR, WARNING, INFO)

PROFILES = ("protocol", "xsd", "google", "bing", "yandex", "baidu")
"""Whose reading is asked for; ``protocol`` is the default, the others raise or lower single rules."""


class Finding(Struct, frozen=True):
    """One remark about one place of one file."""

    rule: str
    """Id of the rule, such as ``LOC001``."""
    severity: str
    """``error``, ``warning`` or ``info``, in the profile that was asked for."""
    file: str
    """Path or address of the file, as it was given or found."""
    line: int | None
    """Line of the place, counted from 1; None where the file as a whole is meant."""
    column: int | None
    """Column in bytes of UTF-8, counted from 1."""
    value: str
    """What stands there, at most 200 characters of it."""
    message: str
    """What is wrong, without a final stop."""
    advice: str
    """What to do, without a final stop."""


class Group(Struct, frozen=True):
    """All findings of one rule, severity and file."""

    rule: str
    severity: str
    file: str
    count: int
    """How many there are; ``findings`` holds the first of them."""
    findings: tuple[Finding, ...]


class Summary(Struct, frozen=True):
    """What one file is, in numbers."""

    file: str
    kind: str
    """``urlset``, ``sitemapindex``, ``rss``, ``atom``, ``text``, ``robots``, ``pagemap``, ``pages`` or
    ``unknown``.
    """
    entries: int
    bytes: int
    """Uncompressed size."""
    gzip: bool
    dated: int
    """Entries with a date."""
    first_date: str
    last_date: str
    languages: tuple[str, ...]
    entries_percent: float
    """Entries in percent of the published limit."""
    bytes_percent: float


class Report(Struct, frozen=True):
    """What a run of the validator found, file by file."""

    files: tuple[Summary, ...]
    groups: tuple[Group, ...]
    asked: int = 0
    """Listed pages that were asked for at their servers."""

    @property
    def findings(self) -> Iterator[Finding]:
        """The findings that were kept, the first ones of each group."""
        return (finding for group in self.groups for finding in group.findings)

    def count(self, severity: str) -> int:
        """How many findings have exactly this severity, those not kept included."""
        return sum(group.count for group in self.groups if group.severity == severity)

    def fails(self, level: str = ERROR) -> bool:
        """Whether anything as severe as ``level`` or more was found."""
        return any(self.count(severity) for severity in SEVERITIES[: SEVERITIES.index(level) + 1])


class Remark(NamedTuple):
    """What a rule's function yields: the rule, what is wrong, and where in the entry."""

    rule: str
    message: str
    value: str = ""
    at: object = None
    """The `Node` that is meant; None for the entry, or for the file where there is no entry."""
    severity: str | None = None
    """Set where this case of the rule weighs otherwise than the rule does."""
    advice: str = ""
    """Set where more is known of what to do than the rule says."""
