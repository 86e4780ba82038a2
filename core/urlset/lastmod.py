"""Dates: two forms come out, ``YYYY-MM-DD`` and ``YYYY-MM-DDThh:mm:ss`` with its zone; nothing is guessed.

Sources: https://www.w3.org/TR/NOTE-datetime (the protocol's form) and the schema's ``xsd:date`` and
``xsd:dateTime``; what is written here is in both.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from types import NoneType

import msgspec

from .errors import SettingsError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TEXT = re.compile(
    r"(\d{4}-\d\d-\d\d)"
    r"(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d+)?)?"
    r"\s?(?:([Zz])|([+-])(\d\d)(?::?([0-5]\d))?)?)?"
)
_ZEROES = str.maketrans("123456789", "000000000")
_FORMS = frozenset(
    {"0000-00-00", "0000-00-00T00:00:00Z", "0000-00-00T00:00:00+00:00", "0000-00-00T00:00:00-00:00"}
)
_WIDEST = timedelta(hours=14)


_rfc_3339 = msgspec.json.Encoder().encode
"""Writes a list of dates several times as fast as ``isoformat`` writes one after the other."""


def canonical(value: date | str, zone: tzinfo | None = None) -> date | str:
    """``value`` as it can be written: a ``date``, an aware ``datetime``, or text in one of the two forms.

    ``zone`` is given to a time that has none. Raises ValueError, saying what is wrong: no date, a day that
    does not exist, an offset beyond ±14:00, or a time without a zone where ``zone`` is None.
    """
    if isinstance(value, str):
        return _from_text(value.strip(), zone)
    if not isinstance(value, datetime):
        return value
    if value.tzinfo is None or value.utcoffset() is None:
        value = value.replace(tzinfo=_stated(zone))
    return (
        value if abs(_offset(value)) <= _WIDEST and not _offset(value) % timedelta(minutes=1) else _far(value)
    )


def zone_of(name: str) -> tzinfo:
    """The time zone of a setting, UTC for none. Raises SettingsError."""
    if name in {"", "UTC"}:
        return UTC  # Which the steps know without asking: a third of the time that a date takes.
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        raise SettingsError("timezone", f"expected a name like Europe/Paris, got {name!r}") from None


def all_canonical(values: Sequence[date | str | None]) -> bool:
    """Whether every value is already as `canonical` gives it; False means that each must be looked at."""
    kinds = set(map(type, values))
    if datetime in kinds:
        return kinds <= {datetime, NoneType} and {value.tzinfo for value in values if value} == {UTC}  # type: ignore[union-attr]
    if str in kinds:
        return kinds <= {str, NoneType} and _good_texts([value for value in values if value is not None])  # type: ignore[misc]
    return kinds <= {date, NoneType}


def texts(values: Sequence[date | str | None]) -> list[str]:
    """Canonical values as they are written; an unknown one as an empty text."""
    if values and set(map(type, values)) <= {datetime, date, NoneType}:
        written = _rfc_3339(values)
        if b"." not in written:  # fractions of a second, which are not written
            written = written.replace(b"Z", b"+00:00").replace(b"null", b'""')
            return written[2:-2].decode("ascii").split('","')
    return ["" if value is None else value if isinstance(value, str) else _iso(value) for value in values]


def instant(value: date | str) -> datetime:
    """The moment that a canonical value names, for comparing; a day counts from its midnight in UTC."""
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    if not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, tzinfo=UTC)
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value


def newest(values: Iterable[date | str | None]) -> date | str | None:
    """The latest of canonical values, as it was given; None where none is known."""
    known = [value for value in values if value is not None and value != ""]
    return max(known, key=instant, default=None)


def extremes(written: Sequence[str]) -> tuple[str, str] | None:
    """The earliest and the latest of the texts that `texts` gave; None where none is known."""
    # Texts of one form with one zone are in the order of time; others are put into groups that are.
    if written and _alike(written):
        return min(written), max(written)
    groups: dict[tuple[int, str], list[str]] = {}
    for text in set(written) - {""}:
        groups.setdefault((len(text), text[19:]), []).append(text)
    ends = [end for group in groups.values() for end in (min(group), max(group))]
    return (min(ends, key=instant), max(ends, key=instant)) if ends else None


def _alike(written: Sequence[str]) -> bool:
    """Whether all texts are days, or all are times with one zone."""
    joined, zone = "".join(written), written[0][19:]
    if zone:
        return joined.count(zone) == len(written)
    return "T" not in joined and len(joined) == 10 * len(written)


def from_epoch(seconds: int) -> datetime:
    """Seconds since 1970 as a time in UTC."""
    return _EPOCH + timedelta(seconds=seconds)


def _from_text(text: str, zone: tzinfo | None) -> str:
    match = _TEXT.fullmatch(text)
    if match is None:
        raise ValueError(f"expected a date like 2024-05-01 or 2024-05-01T10:30:00+02:00, got {text!r}")
    day, hour, minute, second, zulu, sign, zone_hours, zone_minutes = match.groups()
    try:
        date.fromisoformat(day)
    except ValueError:
        raise ValueError(f"there is no such day: {text!r}") from None
    if hour is None:
        return day
    time = f"{day}T{hour}:{minute}:{second or '00'}"
    if zulu:
        return time + "Z"
    if sign is None:
        return _iso(datetime.fromisoformat(time).replace(tzinfo=_stated(zone)))
    if (int(zone_hours), int(zone_minutes or 0)) > (14, 0):
        raise ValueError(f"no zone is {sign}{zone_hours}:{zone_minutes or '00'} away from UTC: {text!r}")
    offset = f"{zone_hours}:{zone_minutes or '00'}"
    return f"{time}{'+' if offset == '00:00' else sign}{offset}"


def _good_texts(values: list[str]) -> bool:
    joined = "\n".join(values)
    # Some versions of Python take hour 24 for the next day's first.
    if not set(joined.translate(_ZEROES).split("\n")) <= _FORMS or "T24" in joined:
        return False
    zones = {values[0][19:]} if _alike(values) else {value[19:] for value in values}
    if any(zone != "Z" and (zone == "-00:00" or zone[1:] > "14:00") for zone in zones):
        return False
    try:
        # For its errors only: it knows which days there are.
        deque(map(datetime.fromisoformat, values), maxlen=0)
    except ValueError:
        return False
    return True


def _stated(zone: tzinfo | None) -> tzinfo:
    if zone is None:
        raise ValueError("a time needs its zone, like +02:00 or Z")
    return zone


def _offset(value: datetime) -> timedelta:
    return value.utcoffset() or timedelta()


def _far(value: datetime) -> datetime:
    """A time whose zone cannot be written as ``±hh:mm`` (old local mean times): the same moment in UTC."""
    return value.astimezone(UTC)


def _iso(value: date) -> str:
    return value.isoformat(timespec="seconds") if isinstance(value, datetime) else value.isoformat()
