"""What takes two entries: addresses listed twice (SET014), and two addresses of one page (LOC012, LOC014).

Of an address only its hash is kept, 64 bits: some 70 bytes an entry. Two different ones of a million
share a hash once in 30 million runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .. import loc as addresses
from .entry import Entry
from .finding import Remark

MOST_ENTRIES = 60_000
"""Entries of one file that are judged; a file may hold 50,000, and all of them are counted."""

DEFAULT_FILE = re.compile(r"(?i)/(?:index|default)\.(?:[sx]?html?|php|aspx?|jsp|cgi)$")
SESSION = re.compile(
    r"(?i);jsessionid=[^?#]*|(?<=[?&])(?:phpsessid|jsessionid|sessionid|session_id|sid)=[^&#]*&?"
)


class Across:
    """The addresses of all files of one run. A file's own are joined in once it has been read to its end."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.awaited: dict[int, str] = {}
        """Hash of the address that would be the twin of one seen, and the rule that then speaks."""
        self.scheme = ""

    def begin(self, url: str | None = None) -> InFile:
        """The view of one more file, whose public address may be known."""
        own = InFile(self)
        if url and not own.scheme:
            own.scheme = url.partition("://")[0].lower()
        return own

    def end(self, own: InFile) -> None:
        """Take over what a whole file brought."""
        self.seen |= own.mine
        self.awaited.update(own.awaited)
        self.scheme = self.scheme or own.scheme


class InFile:
    """The addresses of one file while it is read."""

    def __init__(self, run: Across) -> None:
        self.run = run
        self.mine: set[int] = set()
        self.awaited: dict[int, str] = {}
        self.scheme = run.scheme

    def knows(self, key: int) -> bool:
        """Whether an entry of that hash stood before."""
        return key in self.mine or key in self.run.seen

    def fresh(self, keys: set[int]) -> bool:
        """Whether none of the hashes stood before or is awaited."""
        own = self.mine.isdisjoint(keys) and self.run.seen.isdisjoint(keys)
        return (
            own
            and not (self.awaited and keys & self.awaited.keys())
            and not (self.run.awaited and keys & self.run.awaited.keys())
        )

    def see(self, entry: Entry) -> Iterator[Remark]:
        """SET014, LOC012, LOC014 for one more entry."""
        if not entry.loc or len(self.mine) >= MOST_ENTRIES:
            return
        key = normal(entry.loc)
        digest, at = hash(key.encode()), entry.at
        if self.knows(digest):
            yield Remark("SET014", "the address was listed before", entry.loc, at)
            return
        self.mine.add(digest)
        rules = {rule for rule in (self.awaited.get(digest), self.run.awaited.get(digest)) if rule}
        for rule, twin in self.twins(key):
            other = hash(twin.encode())
            if self.knows(other) or self.awaited.get(other) == rule or self.run.awaited.get(other) == rule:
                rules.add(rule)
            self.awaited[other] = rule
        for rule in sorted(rules):
            yield Remark(rule, TWIN[rule], entry.loc, at)

    def twins(self, key: str) -> Iterator[tuple[str, str]]:
        """Other addresses that would be the same page, and the rule that says so."""
        scheme, _, rest = key.partition("://")
        if rest and not self.scheme:
            self.scheme = scheme
        if rest and scheme != self.scheme:
            yield "LOC012", f"{self.scheme}://{rest}"
        plain = SESSION.sub("", key).rstrip("?&")
        if plain != key:
            yield "LOC012", plain
        if DEFAULT_FILE.search(key):
            yield "LOC014", key[: key.rfind("/") + 1]


TWIN = {
    "LOC012": "the page is listed under another form of this address too",
    "LOC014": "folder and default file are both listed",
}


@lru_cache(maxsize=256)
def normal(text: str) -> str:
    """The one form of an address, or the text itself where it is none."""
    try:
        return addresses.normalise(text)
    except addresses.Refused:
        return text
