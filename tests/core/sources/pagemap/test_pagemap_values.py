"""Values of a database as ids, dates and hints."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from urlset import loc
from urlset.sources.pagemap.values import Unfit, identifier, moment, query_value, segment, title

IDS = [
    (17, "17"),
    (17.0, "17"),
    (17.5, "17.5"),
    (1e22, "10000000000000000000000"),
    (1e-7, "0.0000001"),
    (Decimal("1E+3"), "1000"),
    (Decimal("17.50"), "17.50"),
    (Decimal("17.00"), "17"),
    (2**70, str(2**70)),
    (True, "true"),
    (False, "false"),
    (0, "0"),
    (UUID("12345678123456781234567812345678"), "12345678-1234-5678-1234-567812345678"),
    (date(2024, 5, 1), "2024-05-01"),
    (" a ", " a "),
]


@pytest.mark.parametrize(("value", "text"), IDS)
def test_an_id_becomes_text_without_surprises(value: object, text: str) -> None:
    assert identifier(value) == text


UNFIT = [
    (None, "no-id"),
    ("", "no-id"),
    (b"17", "bad-id"),
    (bytearray(b"1"), "bad-id"),
    (memoryview(b"1"), "bad-id"),
    (math.nan, "bad-id"),
    (math.inf, "bad-id"),
    (Decimal("NaN"), "bad-id"),
    ([1], "bad-id"),
    ({"a": 1}, "bad-id"),
    (timedelta(1), "bad-id"),
    ("a\x00", "bad-text"),
    ("a\n", "bad-text"),
    ("\x85", "bad-text"),
    ("\udcff", "bad-text"),
]


@pytest.mark.parametrize(("value", "reason"), UNFIT)
def test_what_is_no_id_has_its_reason(value: object, reason: str) -> None:
    with pytest.raises(Unfit) as caught:
        identifier(value)
    assert caught.value.reason == reason


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1))
def test_no_id_leaves_its_place(text: str) -> None:
    base = "https://e.com/a/"
    assert loc.normalise(f"{base}?id={query_value(text)}").startswith(f"{base}?id=")
    if text in {".", ".."}:
        with pytest.raises(Unfit):
            segment(text)
    else:
        address = loc.normalise(f"{base}{segment(text)}/b")
        assert address.startswith(base)
        assert address.count("/") == 5


@pytest.mark.parametrize("text", ["//evil.com", "http://evil", "..", "a/../../b", "./"])
def test_a_path_from_a_database_cannot_climb(text: str) -> None:
    with pytest.raises(Unfit):
        segment(text, keep_slash=True)


DATES = [
    ("2024-05-01", "2024-05-01"),
    ("20240501", "2024-05-01"),
    ("2024-W18-3", "2024-05-01"),
    (" 2024-05-01 ", "2024-05-01"),
    ("2024-05-01T10:30", "2024-05-01T10:30:00+02:00"),
    ("2024-05-01 10:30:00", "2024-05-01T10:30:00+02:00"),
    ("2024-05-01 10:30:00.25", "2024-05-01T10:30:00+02:00"),
    ("2024-05-01T10:30:00Z", "2024-05-01T10:30:00+00:00"),
    ("2024-05-01T10:30:00+05:30", "2024-05-01T10:30:00+05:30"),
    ("2024-05-01 10:30:00+00", "2024-05-01T10:30:00+00:00"),
    ("20240501T103000Z", "2024-05-01T10:30:00+00:00"),
    (date(2024, 5, 1), "2024-05-01"),
    (datetime(2024, 5, 1, 10, 30), "2024-05-01T10:30:00+02:00"),
    (datetime(2024, 5, 1, 10, 30, tzinfo=UTC), "2024-05-01T10:30:00+00:00"),
    (1714521600, "2024-05-01T00:00:00+00:00"),
    (1714521600.9, "2024-05-01T00:00:00+00:00"),
    (Decimal("1714521600.5"), "2024-05-01T00:00:00+00:00"),
    (-86400, "1969-12-31T00:00:00+00:00"),
]


@pytest.mark.parametrize(("value", "written"), DATES)
def test_a_date_in_its_many_forms(value: object, written: str) -> None:
    found = moment(value, ZoneInfo("Europe/Berlin"))
    assert found is not None
    assert (
        found.isoformat(timespec="seconds") if isinstance(found, datetime) else found.isoformat()
    ) == written


NO_DATES = [
    None,
    "",
    "soon",
    "0000-00-00",
    "0000-00-00 00:00:00",
    "0001-01-01",
    "0001-01-01 00:00:00",
    date(1, 1, 1),
    "infinity",
    "-infinity",
    "10000-01-01",
    "0044-03-15 BC",
    "2024-02-30",
    "2024-05",
    math.inf,
    math.nan,
    1e20,
    True,
    time(10),
    timedelta(1),
    b"2024-05-01",
    [1],
]


@pytest.mark.parametrize("value", NO_DATES, ids=repr)
def test_what_is_no_date_gives_none(value: object) -> None:
    assert moment(value, UTC) is None


def test_titles_are_on_one_line() -> None:
    assert [title(value) for value in ("a\n b", 5, None, "", b"x", "\udcff")] == [
        "a b",
        "5",
        None,
        None,
        None,
        "\ufffd",
    ]
