"""What a build says of a set that is hardly meant."""

from __future__ import annotations

import pytest

from urlset import guard
from urlset.errors import GuardRefused
from urlset.tally import Tally


def _tally(written: int, elsewhere: int) -> Tally:
    tally = Tally()
    tally.take(written)
    for number in range(elsewhere):
        tally.drop(f"https://e.com/{number}/", "canonical")
    return tally


@pytest.mark.parametrize(("written", "elsewhere"), [(1, 3), (2, 3), (0, 3), (99, 100)])
def test_a_template_that_sends_most_pages_elsewhere_is_told_of(written: int, elsewhere: int) -> None:
    line = guard.elsewhere(_tally(written, elsewhere))
    assert line.startswith(f"{elsewhere:,} pages name another page as their canonical address")
    assert "https://e.com/0/" in line


@pytest.mark.parametrize(("written", "elsewhere"), [(0, 0), (0, 2), (3, 3), (100, 99)])
def test_pages_with_another_canonical_address_are_else_a_matter_of_course(
    written: int, elsewhere: int
) -> None:
    assert guard.elsewhere(_tally(written, elsewhere)) == ""


def test_a_set_without_a_page_names_the_reason_and_a_sample() -> None:
    with pytest.raises(GuardRefused, match=r"7 left out as canonical, like https://e\.com/0/"):
        guard.check(_tally(0, 7), folder="site", earlier=0, shrink_limit=0.5, lastmod_required=False)
