"""The fast lane: takes the plain entries of a ``urlset`` out before the guarded reader sees them.

A thousand entries are looked at at once. One about which no rule has anything to say is counted and replaced
by blanks, so that lines and columns of the rest stay as they are; every other byte goes to the reader. There
is thus one way in which a file is judged, and the verdicts cannot depend on the lane. An entry is taken out
only while nothing but plain entries stood before it, since only then is it certain that it stands in no
comment.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from datetime import timedelta
from operator import itemgetter

from ..protocol import CHANGEFREQ, NS_SITEMAP
from . import rows
from .across import MOST_ENTRIES, InFile, normal
from .entry import Context
from .numbers import Numbers
from .rows import Rows
from .rules.dates import verdict
from .rules.hints import priority
from .rules.loc_checks import Address, public, split
from .rules.scope import directory

CHUNK = 256 * 1024
_BLANKS = b" \t\r\n"
MOST_HEAD = 64 * 1024

_HEAD = re.compile(
    rb"""(?:\xef\xbb\xbf)?(?:<\?xml[^<>&]*\?>)?(?:[ \t\r\n]+|<!--(?:[^-]|-[^-])*-->|<\?[a-z\-]+[ ][^<>?]*\?>)*
    <urlset((?:[ \t\r\n]+[A-Za-z:]+=(?:"[^"<&]*"|'[^'<&]*'))*)[ \t\r\n]*>""",
    re.VERBOSE,
)
_NAMESPACE = re.compile(rb"""[ \t\r\n]xmlns=["']%s["']""" % re.escape(NS_SITEMAP.encode()))
_SAFE = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?%\n"
_ESCAPE = re.compile(rb"%[0-9A-F]{2}")
_DOTTED = (b"/.", b"index.", b"default.", b"/google", b"bingsiteauth.", b"/yandex_", b".txt")
_VALUED = (b"sess", b"sid=")
_ESCAPED = (b"&amp;", b"&lt;", b"&gt;", b"&quot;", b"&apos;")
"""What, in small letters, makes an address worth a second look by the rules; each has a dot, a value, or an
ampersand, which most addresses have not.
"""
_DATE = re.compile(
    rb"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}"
    rb"(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+\-](?:0[0-9]|1[0-3]):[0-5][0-9]))?)?"
)
_DAY, _TIME = itemgetter(slice(10)), itemgetter(slice(10, None))
_MOST_TIMES = 100_000
_WORDS = frozenset(word.encode() for word in (*CHANGEFREQ, ""))


class Plain:
    """Iterate over it for the bytes that the reader has to see; the rest goes to ``numbers`` and ``own``."""

    def __init__(self, pieces: Iterable[bytes], context: Context, numbers: Numbers, own: InFile) -> None:
        self._pieces = iter(pieces)
        self._context, self._numbers, self._own = context, numbers, own
        self._left: set[int] = set()
        """Hashes of entries that were left to the reader, and may not have been read yet."""
        self._days: dict[bytes, bool] = {b"": True}
        self._times = {b""}
        """Times of a day that are right."""
        self._last_day = (context.now + timedelta(days=-1)).date().isoformat().encode()

    def __iter__(self) -> Iterator[bytes]:
        data = b""
        while len(data) < MOST_HEAD and (piece := next(self._pieces, b"")):
            data += piece
        head = _HEAD.match(data)
        if head and _NAMESPACE.search(head[1]) and self._scope(data[head.end() :]):
            yield data[: head.end()]
            data = yield from self._entries(data[head.end() :])
        yield data
        yield from self._pieces

    def _scope(self, data: bytes) -> bool:
        """Find the folder of all plain addresses: the sitemap's own, else the site of the first entry."""
        first = rows.first(data.lstrip())
        if not first or self._context.home:
            return False
        address = split(self._context.url or first.decode())
        scope = address.origin + (directory(address) if self._context.url else "/")
        usual = address.scheme.lower() == self._own.scheme or not self._own.scheme
        self._bytes, self._host = scope.encode(), address.host.lower()
        own_name = "/" + self._context.file.rsplit("/", 1)[-1]
        endings = {text[text.rfind(".") :] for text in self._context.siblings} or {own_name}
        self._dotted = (*_DOTTED, *(text.lower().encode() for text in endings if "." in text))
        self._always = [text.lower().encode() for text in endings if "." not in text]
        self._row = re.compile(re.escape(self._bytes) + rb"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-F]{2})*")
        return usual and self._fit(address) and len(self._bytes) >= 12

    def _fit(self, address: Address) -> bool:
        if not self._own.scheme and address.valid:
            self._own.scheme = address.scheme.lower()
        return address.valid and address.user is None and public(self._host) and self._bytes.isascii()

    def _entries(self, data: bytes) -> Generator[bytes, None, bytes]:
        """Give out what is left of whole entries; return the rest, from the first that is not plain."""
        while True:
            while len(data) < CHUNK and (piece := next(self._pieces, b"")):
                data += piece
            cut = data.rfind(b"</url>") + 6
            if cut < 6 or self._numbers.entries > MOST_ENTRIES:
                return data
            begin = len(data) - len(data.lstrip(_BLANKS))
            chunk = data[begin:cut]
            found = rows.rows(chunk)
            if found is None:
                return data
            yield data[:begin]
            yield self._remainder(chunk, found)
            data = data[cut:]

    def _remainder(self, chunk: bytes, found: Rows) -> bytes:
        """The entries of ``chunk`` that the rules must look at, blanks for the others."""
        odd = self._odd(found)
        # The last one always stays, lest the reader meet the blanks of a whole file in a row: it has a bound.
        odd.add(len(found.locs) - 1)
        places = sorted(odd)
        self._count(found, places)
        parts, position, done = [], 0, 0
        for place in places:
            begin = position + found.size(done, place)
            parts.append(blanks(chunk[position:begin]))
            position = begin + found.size(place, place + 1)
            parts.append(chunk[begin:position])
            done = place + 1
        return b"".join(parts)

    def _odd(self, found: Rows) -> set[int]:
        """Numbers of the entries that the rules must look at."""
        locs, dates, words, ranks = found.locs, found.dates, found.words, found.ranks
        joined = b"\n".join(locs)
        if b"&" in joined:
            joined = joined.replace(b"&apos;", b"'").replace(b"&amp;", b"&")
            locs = joined.split(b"\n")
        odd: set[int] = set()
        if not self._clean(joined, locs):
            odd.update(n for n, text in enumerate(locs) if not self._clean_one(text))
        if not self._dates_clean(dates):
            odd.update(n for n, text in enumerate(dates) if not self._dates_clean([text]))
        if not _WORDS.issuperset(words):
            odd.update(n for n, word in enumerate(words) if word not in _WORDS)
        bad = {rank for rank in set(ranks) if rank and (len(rank) > 100 or not priority(rank.decode()))}
        if bad:
            odd.update(n for n, rank in enumerate(ranks) if rank in bad)
        self._distinct(locs, odd)
        return odd

    def _clean(self, joined: bytes, locs: Sequence[bytes]) -> bool:
        scope = self._bytes
        return (
            joined.startswith(scope)
            and joined.count(b"\n" + scope) == len(locs) - 1
            and not joined.translate(None, _SAFE)
            and (b"%" not in joined or len(_ESCAPE.findall(joined)) == joined.count(b"%"))
            and max(map(len, locs)) <= 256
            and not self._suspect(joined, len(locs))
        )

    def _clean_one(self, text: bytes) -> bool:
        return len(text) <= 256 and self._row.fullmatch(text) is not None and not self._suspect(text, 1)

    def _suspect(self, text: bytes, count: int) -> bool:
        """Whether one of ``count`` addresses in ``text`` may be one of those that a rule speaks of."""
        small = text.lower()
        parts: list[bytes] = [*self._always]
        if text.count(b".") > count * self._bytes.count(b"."):
            parts += self._dotted
        if b"=" in text and small.rfind(b"id=") >= 0:
            parts += _VALUED
        if b";" in text:
            parts += _ESCAPED
        if b"%" in text:
            parts.append(b"%2e")
        return any([small.rfind(part) >= 0 for part in parts])  # half the time of ``in``

    def _dates_clean(self, dates: Sequence[bytes]) -> bool:
        days, times = set(map(_DAY, dates)), set(map(_TIME, dates)) - self._times
        return all([self._day(day) for day in days]) and all([self._time(time) for time in times])

    def _time(self, time: bytes) -> bool:
        good = _DATE.fullmatch(b"2000-01-01" + time) is not None
        if good and len(self._times) < _MOST_TIMES:
            self._times.add(time)
        return good

    def _day(self, day: bytes) -> bool:
        known = self._days.get(day)
        if known is None:
            known = _DATE.fullmatch(day) is not None and verdict(day.decode()) is None
            known = self._days[day] = known and day < self._last_day
        return known

    def _distinct(self, locs: Sequence[bytes], odd: set[int]) -> None:
        """Add the entries whose address stood before, or stands twice here, and remember all of them."""
        keys = list(map(hash, locs))
        fresh = set(keys)
        if len(fresh) < len(keys) or not self._left.isdisjoint(fresh) or not self._own.fresh(fresh):
            once: set[int] = set()
            twice = {key for key in keys if key in once or once.add(key)}  # type: ignore[func-returns-value]
            odd.update(
                n
                for n, key in enumerate(keys)
                if key in twice or key in self._left or not self._own.fresh({key})
            )
        twins = self._twins([locs[n] for n in odd])
        if not twins.isdisjoint(fresh):
            odd.update(n for n, key in enumerate(keys) if key in twins)
        left = {keys[n] for n in odd} | {keys[-1]} | twins
        self._left |= left
        unread = left - self._own.mine
        self._own.mine |= fresh
        self._own.mine -= unread

    def _twins(self, locs: list[bytes]) -> set[int]:
        """Hashes of the normal form, and of other forms, of addresses that are left to the reader."""
        found = {normal(text.decode()) for text in locs}
        found.update(twin for text in tuple(found) for _, twin in self._own.twins(text))
        return {hash(text.encode()) for text in found}

    def _count(self, found: Rows, odd: list[int]) -> None:
        """Count the entries that are taken out: all but those whose numbers are in ``odd``."""
        dates, words, ranks = list(found.dates), list(found.words), list(found.ranks)
        for place in reversed(odd):
            del dates[place], words[place], ranks[place]
        numbers = self._numbers
        numbers.entries += len(dates)
        if dates:
            numbers.host(self._host, len(dates))
        texts = b"\n".join(dates).decode().split("\n") if any(dates) else []
        numbers.count(
            [text for text in texts if text] if "" in texts else texts,
            hinted=any(words) or any(ranks),
            priorities=[rank.decode() for rank in ranks if rank] if any(ranks) else (),
        )


def blanks(data: bytes) -> bytes:
    """Blanks that take as many lines as ``data``, and as many columns of its last line."""
    return b"\n" * data.count(b"\n") + b" " * (len(data) - 1 - data.rfind(b"\n"))
