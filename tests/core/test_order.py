"""Duplicates merged field by field, and one fixed order."""

from __future__ import annotations

import random

from urlset import Page
from urlset.order import arranged
from urlset.tally import Tally


def test_the_order_is_that_of_the_addresses_whatever_came_in() -> None:
    # OP-75
    pages = [Page(f"https://e.com/{n}") for n in range(50)]
    shuffled = pages.copy()
    random.Random(7).shuffle(shuffled)
    assert list(arranged(shuffled, Tally())) == sorted(pages, key=lambda page: page.loc)


def test_the_first_record_wins_field_by_field() -> None:
    # OP-51, OP-52, OP-59: a log names the page first, the folder walk knows its date.
    tally = Tally()
    first = Page("https://e.com/a", priority=0.0, title="First")
    second = Page("https://e.com/a", "2024-05-01", priority=0.9, title="Second", lang="de")
    assert list(arranged([first, Page("https://e.com/"), second], tally)) == [
        Page("https://e.com/"),
        Page("https://e.com/a", "2024-05-01", priority=0.0, title="First", lang="de"),
    ]
    assert tally.dropped == {"duplicate": 1}


def test_a_no_of_the_page_survives_the_merge() -> None:
    merged = list(arranged([Page("https://e.com/a"), Page("https://e.com/a", exclude="noindex")], Tally()))
    assert merged == [Page("https://e.com/a", exclude="noindex")]


def test_a_slash_makes_another_address() -> None:
    assert len(list(arranged([Page("https://e.com/a"), Page("https://e.com/a/")], Tally()))) == 2
