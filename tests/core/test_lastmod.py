"""Dates: two forms come out, nothing is guessed."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from support import cases
from urlset import lastmod

INDIA = timezone(timedelta(hours=5, minutes=30))


@pytest.mark.parametrize("case", cases("core/lastmod"))
def test_text(case: dict[str, Any]) -> None:
    zone = ZoneInfo(case["zone"]) if "zone" in case else None
    if "error" in case:
        with pytest.raises(ValueError, match=case["error"]):
            lastmod.canonical(case["in"], zone)
        assert not lastmod.all_canonical([case["in"]])
    else:
        assert lastmod.texts([lastmod.canonical(case["in"], zone)]) == [case["out"]]
        assert lastmod.all_canonical([case["out"]])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (date(2024, 5, 1), "2024-05-01"),
        (datetime(2024, 5, 1, 10, 30, tzinfo=UTC), "2024-05-01T10:30:00+00:00"),
        (datetime(2024, 5, 1, 10, 30, 15, 999_999, tzinfo=UTC), "2024-05-01T10:30:15+00:00"),
        (datetime(2024, 5, 1, 10, 30, tzinfo=INDIA), "2024-05-01T10:30:00+05:30"),
        (datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC), "1969-12-31T23:59:59+00:00"),
        (datetime(1880, 1, 1, tzinfo=ZoneInfo("Europe/Paris")), "1879-12-31T23:50:39+00:00"),
    ],
)
def test_values(value: date, text: str) -> None:
    assert lastmod.texts([lastmod.canonical(value)]) == [text]


def test_a_time_without_a_zone_takes_the_stated_one_or_is_refused() -> None:
    naive = datetime(2024, 5, 1, 10, 30)
    assert lastmod.texts([lastmod.canonical(naive, INDIA)]) == ["2024-05-01T10:30:00+05:30"]
    with pytest.raises(ValueError, match="a time needs its zone"):
        lastmod.canonical(naive)
    assert not lastmod.all_canonical([naive])


@given(st.lists(st.datetimes(datetime(1900, 1, 1), timezones=st.just(UTC)) | st.none(), min_size=1))
def test_many_times_are_written_as_one_is(values: list[datetime | None]) -> None:
    assert lastmod.texts(values) == [value.isoformat(timespec="seconds") if value else "" for value in values]


def test_the_newest_is_the_latest_moment_not_the_greatest_text() -> None:
    late, early = "2024-05-01T01:00:00-05:00", "2024-05-01T05:00:00+00:00"
    assert lastmod.newest([early, late, None]) == late
    assert lastmod.extremes([early, late, ""]) == (early, late)
    assert lastmod.extremes(["2024-05-01", "2024-04-30T23:00:00Z", "2024-05-02"]) == (
        "2024-04-30T23:00:00Z",
        "2024-05-02",
    )
    assert lastmod.extremes([]) is None
    assert lastmod.extremes(["", ""]) is None
    assert lastmod.newest([None]) is None


@pytest.mark.parametrize(
    "values",
    [
        ["2024-05-01", date(2024, 5, 1)],
        ["2024-05-01T10:00:00"],
        ["2024-05-01T10:00:00-00:00"],
        ["2024-05-01T99:00:00Z"],
    ],
)
def test_what_is_not_canonical_is_seen(values: list[Any]) -> None:
    assert not lastmod.all_canonical(values)
