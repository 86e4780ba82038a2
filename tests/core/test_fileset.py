"""Sections, text lists, and what a folder remembers of the last build."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support import entries
from urlset import Build, BuildLocked, GuardRefused, Page, Settings, SettingsError, build
from urlset.flow import Terms
from urlset.rewrite import Rule

BASE = "https://e.com/"


def run(folder: Path, *pages: Page, owned: bool = False, dry_run: bool = False, **options: Any) -> Build:
    settings = Settings(**({"base_url": BASE, "output": str(folder), "gzip": False} | options))
    return build(pages, settings, Terms(owned=owned, dry_run=dry_run))


def names(folder: Path) -> list[str]:
    return sorted(name for name in os.listdir(folder) if not name.startswith("."))


def numbered(count: int) -> list[Page]:
    return [Page(f"{number:02}") for number in range(count)]


def test_sections_by_path_have_files_of_their_own(tmp_path: Path) -> None:
    done = run(tmp_path, Page("/"), Page("blog/a"), Page("blog/b"), Page("Über uns/x"), sections="path")
    assert names(tmp_path) == ["sitemap-ber-uns.xml", "sitemap-blog.xml", "sitemap-pages.xml", "sitemap.xml"]
    assert list(entries(tmp_path / "sitemap-blog.xml")) == [BASE + "blog/a", BASE + "blog/b"]
    assert done.index is not None
    assert done.index.entries == 3


def test_a_section_is_split_like_a_set(tmp_path: Path) -> None:
    pages = [Page(f"{number}", lang="pt-BR") for number in range(5)]
    run(tmp_path, *pages, Page("x"), sections="lang", max_entries=2)
    assert names(tmp_path) == [
        "sitemap-pages.xml",
        "sitemap-pt-br-2.xml",
        "sitemap-pt-br-3.xml",
        "sitemap-pt-br.xml",
        "sitemap.xml",
    ]


def test_a_rule_or_a_record_names_the_section(tmp_path: Path) -> None:
    rules = (Rule(match="/news/**", section="news"),)
    run(tmp_path, Page("news/a"), Page("b", section="shop"), Page("c"), sections="source", rules=rules)
    assert names(tmp_path) == ["sitemap-news.xml", "sitemap-pages.xml", "sitemap-shop.xml", "sitemap.xml"]


@pytest.mark.parametrize(
    "pages",
    [
        (Page("a", section="Blog"), Page("b", section="blog")),
        (Page("a", section="blog!"), Page("b", section="blog")),
        (Page("a", section="日本"), Page("b")),
        (Page("a", section=f"{'x' * 60}1"), Page("b", section=f"{'x' * 60}2")),
        (
            Page("a", section="blog"),
            Page("b", section="blog"),
            Page("c", section="blog"),
            Page("d", section="blog-2"),
        ),
    ],
)
def test_two_sections_with_one_name_are_refused(pages: tuple[Page, ...], tmp_path: Path) -> None:
    with pytest.raises(
        SettingsError, match=r"sections: .* (files of one name|called sitemap-blog-2\.xml)"
    ) as caught:
        run(tmp_path, *pages, sections="source", max_entries=2)
    assert caught.value.code == "OUT02"
    assert names(tmp_path) == []


def test_sections_of_one_language_in_two_spellings_are_one(tmp_path: Path) -> None:
    run(tmp_path, Page("a", lang="en-US"), Page("b", lang="en_us"), sections="lang")
    assert names(tmp_path) == ["sitemap-en-us.xml", "sitemap.xml"]


def test_text_lists_hold_the_same_addresses(tmp_path: Path) -> None:
    # TXT001 to TXT004: one address a line, percent-encoded, not entity-escaped, nothing else.
    run(tmp_path, Page("a?x=1&y='2'"), Page("é"), text=True)
    assert (tmp_path / "sitemap.txt").read_bytes() == b"https://e.com/%C3%A9\nhttps://e.com/a?x=1&y='2'\n"


def test_text_lists_are_split_like_the_set(tmp_path: Path) -> None:
    done = run(tmp_path, *numbered(3), text=True, max_entries=2)
    assert (tmp_path / "sitemap-1.txt").read_text() == f"{BASE}00\n{BASE}01\n"
    assert (tmp_path / "sitemap-2.txt").read_text() == f"{BASE}02\n"
    assert [file.address for file in done.companions] == [BASE + "sitemap-1.txt", BASE + "sitemap-2.txt"]


def test_files_that_are_no_longer_needed_go_and_foreign_ones_stay(tmp_path: Path) -> None:
    # OP-65, OP-66: what an earlier build of ours wrote, and nothing else.
    run(tmp_path, *numbered(8), max_entries=2, text=True)
    (tmp_path / "sitemap-video.xml").write_text("by hand")
    (tmp_path / "sitemap-9.xml").write_text("by hand")
    run(tmp_path, *numbered(4), max_entries=2)
    assert names(tmp_path) == [
        "sitemap-1.xml",
        "sitemap-2.xml",
        "sitemap-9.xml",
        "sitemap-video.xml",
        "sitemap.xml",
    ]
    run(tmp_path, *numbered(2), max_entries=2)
    assert names(tmp_path) == ["sitemap-9.xml", "sitemap-video.xml", "sitemap.xml"]
    assert list(entries(tmp_path / "sitemap.xml")) == [BASE + "00", BASE + "01"]


@pytest.mark.parametrize(
    "manifest",
    [
        "not json",
        '{"version": 2, "files": ["victim.xml"]}',
        '{"version": 1, "files": ["../victim.xml"]}',
        '{"version": 1, "files": ["victim.xml", 3]}',
    ],
)
def test_a_manifest_that_cannot_be_trusted_makes_nothing_ours(tmp_path: Path, manifest: str) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    for path in (tmp_path / "victim.xml", folder / "victim.xml"):
        path.write_text("by hand")
    (folder / ".urlset.json").write_text(manifest)
    run(folder, Page("a"))
    assert (tmp_path / "victim.xml").exists()
    assert names(folder) == ["sitemap.xml", "victim.xml"]


def test_the_manifest_says_nothing_that_is_not_public(tmp_path: Path) -> None:
    run(tmp_path, Page("a"), Page("secret", exclude="draft"))
    found = json.loads((tmp_path / ".urlset.json").read_text())
    assert found == {"version": 1, "addresses": 1, "files": ["sitemap.xml"]}


def test_a_set_that_would_lose_more_than_half_is_not_published(tmp_path: Path) -> None:
    # P8: the boundary is exact, and nothing changes.
    run(tmp_path, *numbered(10))
    before = (tmp_path / "sitemap.xml").read_bytes()
    with pytest.raises(GuardRefused, match="would shrink from 10 to 4 pages; nothing was"):
        run(tmp_path, *numbered(4))
    assert (tmp_path / "sitemap.xml").read_bytes() == before
    run(tmp_path, *numbered(5))
    run(tmp_path, *numbered(1), allow_shrink=True)
    assert len(entries(tmp_path / "sitemap.xml")) == 1


def test_a_dry_run_changes_nothing_and_says_what_would(tmp_path: Path) -> None:
    run(tmp_path, *numbered(3))
    before = {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)}
    assert not run(tmp_path, *numbered(3), dry_run=True).sitemaps[0].changed
    assert run(tmp_path, *numbered(4), dry_run=True).sitemaps[0].changed
    assert {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)} == before


def test_a_host_that_owns_the_names_has_no_state_beside_the_set(tmp_path: Path) -> None:
    (tmp_path / "sitemap.xml.gz").write_bytes(b"of the host")
    run(tmp_path, Page("a"), owned=True)
    assert os.listdir(tmp_path) == ["sitemap.xml"]


def test_two_builds_in_one_folder_at_once(tmp_path: Path) -> None:
    # P6: one works, the other says so at once; no file is left that anybody must delete.
    def nested() -> Iterator[Page]:
        with pytest.raises(BuildLocked, match="another build is writing here"):
            run(tmp_path, Page("b"))
        yield Page("a")

    build(nested(), Settings(base_url=BASE, output=str(tmp_path), gzip=False))
    assert list(entries(tmp_path / "sitemap.xml")) == [BASE + "a"]
    run(tmp_path, Page("c"))
    assert list(entries(tmp_path / "sitemap.xml")) == [BASE + "c"]


def test_what_a_killed_build_left_is_cleared_away(tmp_path: Path) -> None:
    left = tmp_path / ".urlset-tmp-0123456789abcdef"
    left.mkdir()
    (left / "sitemap.xml").write_text("half")
    (tmp_path / ".urlset-tmp-of-mine").mkdir()
    run(tmp_path, Page("a"))
    assert sorted(os.listdir(tmp_path)) == [
        ".urlset-tmp-of-mine",
        ".urlset.json",
        ".urlset.lock",
        "sitemap.xml",
    ]
