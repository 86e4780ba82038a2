"""Where one file ends and the next begins: at 50,000 entries or 52,428,800 bytes, both exact.

Bytes are those of the finished file, its closing tag and final newline included
(https://www.sitemaps.org/protocol.html: limits of a file before compression).
"""

from __future__ import annotations


class Room:
    """What still fits into one file."""

    def __init__(self, max_entries: int, max_bytes: int) -> None:
        self.max_entries, self.max_bytes = max_entries, max_bytes
        self.entries = self.bytes = 0

    def fits(self, entries: int, size: int, frame: int) -> bool:
        """Whether ``entries`` more of ``size`` bytes fit, with ``frame`` bytes around all."""
        return self.entries + entries <= self.max_entries and self.bytes + size + frame <= self.max_bytes

    def take(self, entries: int, size: int) -> None:
        """Count entries that go into the file."""
        self.entries += entries
        self.bytes += size
