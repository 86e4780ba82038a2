"""What came out of a build."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from .errors import printable


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
    """Where the files lie; "" where the one sitemap went into a stream (`urlset.write`)."""
    sitemaps: tuple[Sitemap, ...]
    index: Sitemap | None
    """None where one file is enough."""
    companions: tuple[Sitemap, ...]
    """Further forms of the same pages: text sitemaps."""
    files: tuple[str, ...]
    """Names of all files of the set, unchanged ones and compressed copies included."""
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

    def summary(self) -> list[str]:
        """What a person wants to see: the files, the pages, their dates, and what was left out and why."""
        files = [*self.sitemaps, *([self.index] if self.index else []), *self.companions]
        dated = ", ".join(f"{count:,} by {who}" for who, count in sorted(self.dated.items()))
        return [
            *map(_file, files),
            f"{self.written:,} of {self.read:,} pages written"
            + (f" to {printable(self.folder)}" if self.folder else ""),
            f"{sum(self.dated.values()):,} dated{f' ({dated})' if dated else ''}"
            + (f", from {self.oldest} to {self.newest}" if self.oldest else ""),
            *(self._left_out(reason) for reason in sorted(self.dropped)),
            *self.notes,
            *(f"urlset: warning: {text}" for text in self.warnings),
        ]

    def _left_out(self, reason: str) -> str:
        count, samples = self.dropped[reason], self.samples[reason]
        more = " …" if count > len(samples) else ""
        return f"left out, {printable(reason)}: {count:,} ({', '.join(samples)}{more})"


def _file(file: Sitemap) -> str:
    return (
        f"{file.name}: {file.entries:,} entries, {file.bytes:,} bytes{'' if file.changed else ', unchanged'}"
    )
