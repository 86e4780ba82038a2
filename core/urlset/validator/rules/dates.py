"""Section 4: ``lastmod``, against both grammars: W3C-DTF of the protocol, and the schema's types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from ..entry import Context, Entry
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table

RULES = table(
    Rule(
        "DAT001",
        ERROR,
        "A date is in W3C-DTF or at least a date of the schema, and the day exists.",
        "<lastmod>2024-05-01 10:30:00</lastmod>",
        "Write YYYY-MM-DD, or YYYY-MM-DDThh:mm:ss with Z or an offset like +02:00",
        "P, GSC",
        schema=True,
    ),
    Rule(
        "DAT002",
        WARNING,
        "A form of W3C-DTF that the schema rejects: no day, no seconds, an offset beyond 14 hours.",
        "<lastmod>2024-05</lastmod>",
        "Write the whole date, and seconds where there is a time",
        "DTF, XSD",
        {"xsd": ERROR},
        schema=True,
    ),
    Rule(
        "DAT003",
        WARNING,
        "A form of the schema that W3C-DTF lacks: a time without zone, a date with one, hour 24.",
        "<lastmod>2024-05-01T10:30:00</lastmod>",
        "Give a time its zone, and a plain date none",
        "DTF, XSD",
    ),
    Rule(
        "DAT004",
        WARNING,
        "A date does not lie in the future; a day is allowed for clocks and zones.",
        "<lastmod>2999-01-01</lastmod>",
        "Give the day of the last change, or leave the date out",
        "BG-2025",
        {"bing": ERROR},
    ),
    Rule(
        "DAT005",
        WARNING,
        "A date tells the last significant change of its page. Of 20 or more dated entries, 95 % "
        "or more have one and the same: most likely the day of the build.",
        "20 entries, each with <lastmod>2024-05-01</lastmod>",
        "Date each page by its own last change, or leave the dates out",
        "P, G-2023, G-build",
    ),
    Rule(
        "DAT006",
        INFO,
        "In an index a date is that of the sitemap file, not of its pages.",
        "<sitemap><loc>…</loc><lastmod>2024-05-01</lastmod></sitemap>",
        "Give the time at which the file last changed",
        "P",
    ),
    Rule(
        "DAT007",
        INFO,
        "Yandex takes no more than 100 bytes for a date, a change frequency or a priority. An "
        "error in its profile.",
        "a date with 90 digits of a second",
        "Shorten the value",
        "Y-sm",
        {"yandex": ERROR},
    ),
)

W3C = re.compile(
    r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+\-][0-9]{2}:[0-9]{2}))?)?)?"
)
XSD = re.compile(
    r"-?(?:[1-9][0-9]{4,}|[0-9]{4})-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+\-][0-9]{2}:[0-9]{2})?"
)
FIELDS = re.compile(
    r"(-?[0-9]{4,})(?:-([0-9]{2}))?(?:-([0-9]{2}))?(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?)?(Z|[+\-][0-9]{2}:[0-9]{2})?"
)
DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@lru_cache(maxsize=1024)
def verdict(text: str) -> str | None:
    """Which rule a date breaks: DAT001, DAT002, DAT003, or None where both grammars take it."""
    if text[:1] == "-" or text[4:5].isdigit():
        return "DAT001"
    match = FIELDS.fullmatch(text)
    if not match or not exists(match):
        return "DAT001"
    w3c = W3C.fullmatch(text) is not None and match[4] != "24" and offset(match[8]) < 24 * 60
    schema = XSD.fullmatch(text) is not None and offset(match[8]) <= 14 * 60
    return (None if w3c else "DAT003") if schema else "DAT002" if w3c else "DAT001"


def schema_takes(text: str) -> bool:
    """Whether the schema's union of date and dateTime takes the text, the years without end included."""
    match = XSD.fullmatch(text) and FIELDS.fullmatch(text)
    return bool(match) and exists(match) and offset(match[8]) <= 14 * 60  # type: ignore[arg-type,index]


def exists(match: re.Match[str]) -> bool:
    """Whether the day and the time of the matched fields exist; hour 24 only as the end of a day."""
    year, month, day, hour, minute, second = (
        int(match[n] or low) for n, low in zip(range(1, 7), (1, 1, 1, 0, 0, 0), strict=True)
    )
    if not year or not 1 <= month <= 12 or not 1 <= day <= DAYS[month - 1]:
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    midnight = hour == 24 and minute == second == 0 and not (match[7] or "").strip("0")
    return (leap or (month, day) != (2, 29)) and (midnight or hour < 24) and minute < 60 and second < 60


def offset(zone: str | None) -> int:
    """Minutes of an offset, without its sign; a day and more for one that cannot be."""
    if not zone or zone == "Z":
        return 0
    hours, minutes = int(zone[1:3]), int(zone[4:])
    return hours * 60 + minutes if minutes < 60 else 24 * 60


@lru_cache(maxsize=1024)
def moment(text: str) -> datetime | None:
    """The earliest instant that a date of either grammar can mean, in UTC; None where it cannot be told."""
    padded = text + "-01-01"[len(text) - 4 :] if len(text) in (4, 7) else text
    try:
        found = datetime.fromisoformat(padded)
    except ValueError:
        return None
    try:
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except OverflowError:
        return None


def check_lastmod(entry: Entry, context: Context) -> Iterator[Remark]:
    """DAT001 to DAT004 on each ``lastmod``."""
    for node in entry.node.all("lastmod"):
        yield from check_date(node.value, context, node)


def check_date(text: str, context: Context, node: object) -> Iterator[Remark]:
    """DAT001 to DAT004 on one value."""
    # Long texts are not remembered, lest a hostile file fill the memory with them.
    short = len(text) <= 40
    rule = verdict(text) if short else verdict.__wrapped__(text)
    if rule == "DAT001":
        mild = WARNING if context.profile == "xsd" and schema_takes(text) else None
        yield Remark(rule, "no date of the protocol" if text else "empty date", text, node, mild)
    elif rule:
        yield Remark(
            rule,
            "the schema rejects this form" if rule == "DAT002" else "the protocol lacks this form",
            text,
            node,
        )
    when = None if rule == "DAT001" or not short else moment(text)
    if when and when > context.now + timedelta(days=1):
        yield Remark("DAT004", "the date lies in the future", text, node)


def check_bytes(entry: Entry, context: Context) -> Iterator[Remark]:
    """DAT007."""
    for node in entry.node.children:
        if (
            node.ns == entry.node.ns
            and node.name in ("lastmod", "changefreq", "priority")
            and len(node.text.encode()) > 100
        ):
            yield Remark("DAT007", f"{node.name} has more than 100 bytes", node.value, node)


CHECKS = (check_lastmod, check_bytes)
