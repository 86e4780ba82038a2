"""Sorting in runs gives what sorting at once gives."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from support import entries
from urlset import Settings, build, lastmod, order
from urlset.order import in_order
from urlset.page import Alternate, Image, News, Page
from urlset.sources.directory import Directory
from urlset.tally import Tally

BASE = "https://e.com/"


class Moment(datetime):
    """As Pelican has it: a host's own kind of datetime."""


DATES = (
    None,
    "2024-05-01T10:00:00+02:00",
    date(2024, 5, 1),
    datetime(2024, 1, 1, tzinfo=UTC),
    Moment(2024, 1, 2, tzinfo=UTC),
)
NEWS = News(name="N", language="en", publication_date="2024-05-01", title="T")


def plain(page: Page) -> dict[str, Any]:
    """All fields, the date as it will be written and whatever the class of the extensions is."""
    fields = asdict(page) | {"lastmod": lastmod.texts([page.lastmod])[0]}
    return fields | {"news": page.news and asdict(page.news)}


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 20, 995])
@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("ways", [3, 128])
def test_runs_are_stable_and_keep_every_field(
    count: int, ordered: bool, ways: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order, "WAYS", ways)
    monkeypatch.setattr(order, "RUN", 10)
    chance = random.Random(count)
    pages = [
        Page(
            f"/{chance.randrange(50):02}",
            chance.choice(DATES),
            alternates=(Alternate("de", "/de"),) if number % 3 else (),
            images=(Image(str(number)),),
            news=NEWS if number % 5 == 0 else None,
            title="é",
        )
        for number in range(count)
    ]
    if ordered:
        pages.sort(key=lambda page: page.loc)
    found = in_order(iter(pages), lambda page: page.loc)
    assert list(map(plain, found)) == list(map(plain, sorted(pages, key=lambda page: page.loc)))


def test_a_run_can_be_opened_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # OP-85: some systems refuse to open a file that is open; a run has no name, and goes with its end.
    monkeypatch.setattr(order, "RUN", 10)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    stream = in_order((Page(f"/{n:02}") for n in range(30, 0, -1)), lambda page: page.loc)
    assert next(stream).loc == "/01"
    assert list(tmp_path.iterdir()) == []
    stream.close()  # type: ignore[attr-defined]


def test_large_pages_end_a_run_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is bounded in bytes too: pages with a thousand pictures are no reason to fill the memory."""
    monkeypatch.setattr(order, "WEIGHT", 1_000_000)
    longest = max(len(run) for run in runs(Page(f"/{n}", title="x" * 1_000) for n in range(5_000)))
    assert longest == 1_000
    assert [len(run) for run in runs(Page(f"/{n}") for n in range(5_000))] == [5_000]


def runs(pages: Iterable[Page]) -> Iterator[list[Page]]:
    stream = iter(pages)
    while run := order._run(stream, lambda page: page.loc):
        yield run


def test_a_file_whose_name_is_no_utf8_is_listed_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(order, "RUN", 2)  # so that pages go through temporary files as well
    names = [b"\xe4.html", b"a.html", b"b.html", b"c\xff/index.html"]
    for name in names:
        path = os.path.join(os.fsencode(tmp_path), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        Path(os.fsdecode(path)).write_text("<title>A</title>", "utf-8")
    folder = Directory(path=str(tmp_path))
    done = build(folder.pages(Tally(), BASE), Settings(base_url=BASE, output=str(tmp_path), html_map=True))
    assert done.written == 4
    listed = [address.removeprefix(BASE) for address in entries(tmp_path / "sitemap.xml")]
    assert listed == ["%E4.html", "a.html", "b.html", "c%FF/"]
