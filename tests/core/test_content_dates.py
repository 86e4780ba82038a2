"""Dates that move only when the text of a page changes."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from support import MkDocs, Repository, entries, lay
from urlset import Page, SourceError
from urlset.content_dates import ContentDates, encoded, load

BASE = "https://e.com/"
DAY1, DAY2 = "2024-05-01", "2024-06-01"


def settled(
    earlier: ContentDates, date: str | None, fingerprint: str = "f"
) -> tuple[str | None, ContentDates]:
    state = ContentDates(earlier.entries)
    [page] = state.settled([Page(BASE + "a/", date)], {BASE + "a/": fingerprint}, BASE)
    return page.lastmod, state  # type: ignore[return-value]


def test_the_first_run_takes_the_date_that_is_known() -> None:
    date, state = settled(ContentDates({}), DAY1)
    assert date == DAY1
    assert state.entries == {"a/": ("f", DAY1)}


def test_the_same_text_keeps_its_date_whatever_the_sources_say() -> None:
    _, state = settled(ContentDates({}), DAY1)
    assert settled(state, DAY2)[0] == DAY1
    assert settled(state, None)[0] == DAY1


def test_another_text_takes_the_new_date() -> None:
    _, state = settled(ContentDates({}), DAY1)
    assert settled(state, DAY2, "g")[0] == DAY2


def test_the_date_of_the_old_text_is_no_date_of_the_new_one() -> None:
    _, state = settled(ContentDates({}), DAY1)
    date, state = settled(state, DAY1, "g")
    assert date is None
    assert settled(state, DAY2, "g")[0] == DAY2


def test_pages_without_a_fingerprint_are_not_remembered() -> None:
    date, state = settled(ContentDates({}), DAY1, "")
    assert (date, state.entries) == (DAY1, {})


def test_the_file_has_a_page_a_line_in_order(tmp_path: Path) -> None:
    pages = {"b/": ("2", None), "a/ü": ("1", DAY1)}
    content = encoded(pages)
    assert content.decode().splitlines() == [
        "{",
        '"a/\\u00fc": ["1", "2024-05-01"],',
        '"b/": ["2", null]',
        "}",
    ]
    (tmp_path / "state.json").write_bytes(content)
    assert load(str(tmp_path / "state.json")).earlier == pages
    assert load(str(tmp_path / "none.json")).earlier == {}


@pytest.mark.parametrize("content", ["<<<<<<< HEAD", '{"a": 1}', '{"a": ["f", "yesterday"]}', "[]"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "urlset.dates.json").write_text(content)
    with pytest.raises(SourceError, match=r"urlset\.dates\.json: is no state of dates: .*delete the file"):
        load(str(tmp_path / "urlset.dates.json"))


SITE = """\
--- mkdocs.yml
site_name: x
site_url: https://e.com/
theme: {name: mkdocs, custom_dir: theme}
plugins: [{urlset: {lastmod: content}}]
--- theme/main.html
<html><body><nav>VERSION</nav><main>{{ page.content }}</main></body></html>
--- docs/index.md
# Home
--- docs/a.md
# A

Some text.
"""


def test_a_site_through_its_changes(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-05-01T00:00:00Z", SITE)
    first = entries(mkdocs.build() / "sitemap.xml")
    assert first == dict.fromkeys([BASE, BASE + "a/"], "2024-05-01T00:00:00+00:00")
    state = json.loads((repository.folder / "urlset.dates.json").read_text())
    assert sorted(state) == ["", "a/"]

    # A new template, and a source that is only wrapped differently: the text is the same.
    repository.commit("2024-06-01T00:00:00Z", "--- docs/a.md\n#  A\n\nSome\ntext.\n")
    template = repository.folder / "theme" / "main.html"
    template.write_text(template.read_text().replace("VERSION", "Other navigation"))
    assert entries(mkdocs.build() / "sitemap.xml") == first

    repository.commit("2024-07-01T00:00:00Z", "--- docs/a.md\n# A\n\nOther text.\n")
    changed = entries(mkdocs.build() / "sitemap.xml")
    assert changed == first | {BASE + "a/": "2024-07-01T00:00:00+00:00"}
    assert entries(mkdocs.build() / "sitemap.xml") == changed


def test_a_conflict_in_the_state_is_one_warning(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-05-01T00:00:00Z", SITE)
    lay(repository.folder, "--- urlset.dates.json\n<<<<<<< HEAD\n")
    mkdocs.build()
    [line] = mkdocs.said(logging.WARNING)
    assert "urlset.dates.json: is no state of dates" in line


def test_a_development_server_leaves_the_state_alone(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-05-01T00:00:00Z", SITE)
    mkdocs.build(command="serve")
    assert not (repository.folder / "urlset.dates.json").exists()
