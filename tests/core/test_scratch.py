"""Pages that wait on disk: the same ones, in their order, as often as wanted."""

from __future__ import annotations

import pytest

from urlset import scratch
from urlset.page import Alternate, Page
from urlset.scratch import Shelf


@pytest.mark.parametrize("most", [1, 3, 100])
def test_a_shelf_gives_back_what_was_put_there(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "_MOST_WEIGHT", most)
    pages = [Page(f"/{n}", lastmod="2024-01-01", alternates=(Alternate("de", f"/de/{n}"),)) for n in range(7)]
    shelf = Shelf()
    assert not list(shelf)
    for page in pages:
        shelf.put(page)
        assert next(iter(shelf)).loc == "/0"  # one that reads and stops does no harm
    for _ in range(2):
        found = list(shelf)
        assert [page.loc for page in found] == [page.loc for page in pages]
        assert all(page.lastmod == "2024-01-01" and page.alternates for page in found)


def test_heavy_pages_leave_memory_earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "_MOST_WEIGHT", 10)
    shelf = Shelf()
    for number in range(4):
        shelf.put(Page(f"/{number}"), 5)
    assert not shelf._last
    assert [page.loc for page in shelf] == ["/0", "/1", "/2", "/3"]
