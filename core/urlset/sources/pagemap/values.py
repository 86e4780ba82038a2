"""Values of a database as they stand in an address, a date or a hint; no value becomes one by surprise."""

from __future__ import annotations

import math
import re
from datetime import UTC, date, datetime, tzinfo
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import quote
from uuid import UUID

from ...page import Changefreq
from ...protocol import CHANGEFREQ

_CONTROL = re.compile("[\x00-\x1f\x7f\x80-\x9f\ud800-\udfff\ufffe\uffff]")
_UNDECODED = re.compile("[\ud800-\udfff]")
_ZERO_YEARS = ("0000", "0001-01-01")
_DAY = re.compile(r"\d{4}-\d\d-\d\d|\d{8}|\d{4}-?W\d\d-?\d")


class Unfit(ValueError):
    """A value that cannot take its place; ``reason`` is a word of `urlset.tally.REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def identifier(value: Any) -> str:
    """A value as text for an address. Raises Unfit: ``no-id`` for NULL and nothing, ``bad-id`` for what
    has no plain text (bytes, lists, NaN), ``bad-text`` for control characters and undecodable bytes.
    """
    if value is None or value == "":
        raise Unfit("no-id")
    text = value if isinstance(value, str) else _plain(value)
    if _CONTROL.search(text):
        raise Unfit("bad-text")
    return text


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | UUID):
        return str(value)
    if isinstance(value, float | Decimal):
        return _number(value)
    if isinstance(value, date):
        return value.isoformat()
    raise Unfit("bad-id")


def _number(value: float | Decimal) -> str:
    if not math.isfinite(value):
        raise Unfit("bad-id")
    exact = value if isinstance(value, Decimal) else Decimal(repr(value))
    return (
        format(exact.to_integral_value(), "f") if exact == exact.to_integral_value() else format(exact, "f")
    )


def segment(text: str, keep_slash: bool = False) -> str:
    """``text`` percent-encoded for one segment of a path, or for several with ``keep_slash``.

    Raises Unfit (``bad-id``) where it would move the path: dot segments, and with ``keep_slash`` empty ones.
    """
    parts = text.split("/") if keep_slash else [text]
    if any(part in {".", ".."} for part in parts) or (keep_slash and "" in parts):
        raise Unfit("bad-id")
    return quote(text, safe="/" if keep_slash else "")


def query_value(text: str) -> str:
    """``text`` percent-encoded for a value in a query; nothing is safe but letters, digits and ``-._~``."""
    # Numbers, which most ids are, need no look at each character in Python.
    return text if text.isalnum() and text.isascii() else quote(text, safe="")


def moment(value: Any, zone: tzinfo) -> date | None:
    """A value as a date or an aware time; None where it is no date. A time without a zone is in ``zone``."""
    try:
        found = _moment(value)
    except (ValueError, OverflowError, OSError, InvalidOperation, TypeError):
        return None
    if found is None or found.isoformat().startswith(_ZERO_YEARS):
        return None
    if isinstance(found, datetime) and found.tzinfo is None:
        return found.replace(tzinfo=zone)
    return found


def _moment(value: Any) -> date | None:
    if isinstance(value, date):
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float | Decimal):
        return datetime.fromtimestamp(math.floor(value), UTC)
    if not isinstance(value, str):
        return None
    text = value.strip()
    return date.fromisoformat(text) if _DAY.fullmatch(text) else datetime.fromisoformat(text)


def title(value: Any) -> str | None:
    """A value as a title: on one line, without undecodable characters; None for NULL, nothing and bytes."""
    if value is None or isinstance(value, bytes | bytearray | memoryview):
        return None
    return _UNDECODED.sub("\ufffd", " ".join(str(value).split())) or None


def frequency(value: Any) -> Changefreq | None:
    """One of the seven words, in any case. Raises ValueError for anything else but NULL and nothing."""
    if value is None or value == "":
        return None
    for word in CHANGEFREQ:
        if isinstance(value, str) and value.strip().lower() == word:
            return word  # type: ignore[return-value] # the literal's words are those of the protocol
    raise ValueError(f"expected one of {', '.join(CHANGEFREQ)}")


def weight(value: Any) -> tuple[float | None, bool]:
    """A priority from 0 to 1, and whether it had a decimal comma. Raises ValueError."""
    if value is None or value == "":
        return None, False
    text = "" if isinstance(value, bool) else str(value).strip()
    comma = "," in text
    number = (
        float(text.replace(",", "."))
        if re.fullmatch(r"[+]?\d*[.,]?\d+|\d+[.,]|\d[\d.]*[eE]-?\d+", text)
        else -1
    )
    if not 0 <= number <= 1:
        raise ValueError("expected a number from 0.0 to 1.0")
    return number, comma
