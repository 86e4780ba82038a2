"""Sorting in runs gives what sorting at once gives."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from urlset.order import in_order
from urlset.page import Image, Page


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 20, 995])
def test_runs_are_stable_and_keep_every_field(count):
    chance = random.Random(count)
    pages = [
        Page(f"/{chance.randrange(50)}", datetime(2024, 1, 1, tzinfo=UTC), images=(Image(str(number)),))
        for number in range(count)
    ]
    assert list(in_order(pages, lambda page: page.loc, run=10)) == sorted(pages, key=lambda page: page.loc)
