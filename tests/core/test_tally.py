"""What a build counts and keeps, bounded whatever its sources hold."""

from __future__ import annotations

from urlset.tally import WARNINGS, Tally


def test_warnings_are_kept_once_and_in_order() -> None:
    tally = Tally()
    for text in ("b", "a", "b"):
        tally.warn(text)
    assert tally.warnings == ["b", "a"]


def test_a_flood_of_warnings_is_counted() -> None:
    tally = Tally()
    for number in range(WARNINGS + 2_500):
        tally.warn(f"{number}: no date")
    tally.warn("0: no date")
    *kept, last = tally.warnings
    assert kept == [f"{number}: no date" for number in range(WARNINGS)]
    assert last == "2,500 more warnings are not shown"
