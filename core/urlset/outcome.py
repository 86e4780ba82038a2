"""What came out of a build."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Sitemap(Struct, frozen=True):
    """One written file of the set (or the index)."""

    name: str
    address: str
    """Its public address."""
    entries: int
    bytes: int
    """Size of the XML, uncompressed."""
    changed: bool
    """False where the file was already there with this content, and was left untouched."""
    newest: str | None = None
    """Latest date of its entries, as written."""


class Build(Struct, frozen=True):
    """A finished build. The law: ``read`` = ``written`` + the sum of ``dropped``."""

    folder: str
    sitemaps: tuple[Sitemap, ...]
    index: Sitemap | None
    """None where one file is enough."""
    read: int
    written: int
    dropped: Mapping[str, int]
    """How many records were left out, by reason."""
    samples: Mapping[str, tuple[str, ...]]
    """A few addresses for each reason."""
    dated: Mapping[str, int]
    """How many pages have a date, by who gave it: ``git`` or ``page``."""
    undated: Mapping[str, int]
    """How many pages have none, by reason."""
    oldest: str | None
    newest: str | None
    notes: tuple[str, ...]
    """Information for people, a line each."""
    warnings: tuple[str, ...]
