"""Several sources in one build: merged by a stated rule, counted to the page, cut into sections, guarded."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from support import entries
from urlset.cli.run import _told, run
from urlset.config import Config, of_paths
from urlset.errors import GuardRefused, SettingsError
from urlset.outcome import Build
from urlset.rewrite import Rule
from urlset.settings import Settings

BASE = "https://e.com/"
LOG = '192.0.2.1 - - [17/May/2025:10:05:03 +0000] "GET {} HTTP/1.1" {} 5 "-" "M"\n'


def made(folder: Path, *paths: Path, dry_run: bool = False, **options: Any) -> Build:
    settings = Settings(**({"base_url": BASE, "output": str(folder / "out"), "gzip": False} | options))
    done, _ = run(Config(settings, of_paths(tuple(map(str, paths)))), dry_run=dry_run)
    assert done.read == done.written + sum(done.dropped.values())
    return done


def listed(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder / "out"))


def test_the_source_named_first_wins_field_by_field(tmp_path):
    # OP-51, OP-52, OP-59: a log names the page first, and the list's date is kept all the same.
    log = tmp_path / "access.log"
    log.write_text(LOG.format("/a.html", 200) + LOG.format("/a.html?x=1", 200) + LOG.format("/b", 404))
    first = listed(tmp_path, "first.txt", f"{BASE}a.html lastmod=2024-01-01 priority=0.3")
    second = listed(tmp_path, "second.txt", f"{BASE}a.html lastmod=2025-01-01 changefreq=daily", f"{BASE}c#x")
    done = made(tmp_path, log, first, second)
    assert (done.written, done.read) == (2, 6)
    assert done.dropped == {"duplicate": 3, "log-status": 1}
    text = (tmp_path / "out" / "sitemap.xml").read_text()
    assert "<lastmod>2024-01-01</lastmod><changefreq>daily</changefreq><priority>0.3</priority>" in text
    assert entries(tmp_path / "out" / "sitemap.xml") == {f"{BASE}a.html": "2024-01-01", f"{BASE}c": None}


def test_a_folder_named_first_keeps_its_date_from_a_sitemap_named_second(tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "a.html").write_text("<title>x</title>")
    os.utime(site / "a.html", (0, 1_700_000_000))
    other = listed(tmp_path, "other.txt", f"{BASE}a.html lastmod=2020-01-01")
    made(tmp_path, other, site)
    assert entries(tmp_path / "out" / "sitemap.xml") == {f"{BASE}a.html": "2020-01-01"}


def test_a_no_is_a_veto_whoever_says_it(tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "a.html").write_text("<meta name=robots content=noindex>")
    (site / "b.html").write_text("")
    pages = listed(tmp_path, "list.txt", f"{BASE}a.html", f"{BASE}b.html")
    done = made(tmp_path, pages, site)
    assert entries(tmp_path / "out" / "sitemap.xml") == {f"{BASE}b.html": None}
    assert done.dropped == {"duplicate": 2, "noindex": 1}


def test_rules_rewrite_before_pages_are_merged(tmp_path):
    pages = listed(tmp_path, "list.txt", f"{BASE}a/index.html", f"{BASE}a/", f"{BASE}A?utm=1", f"{BASE}b")
    rules = (Rule(index=True), Rule(lower=True, query=()), Rule(slash="add"))
    done = made(tmp_path, pages, rules=rules)
    assert list(entries(tmp_path / "out" / "sitemap.xml")) == [f"{BASE}a/", f"{BASE}b/"]
    assert done.dropped == {"duplicate": 2}


SECTIONS = [f"{BASE}", f"{BASE}blog/a", f"{BASE}blog/b", f"{BASE}Docs x/a"]


def test_sections_have_their_own_files_in_the_index(tmp_path):
    done = made(
        tmp_path, listed(tmp_path, "list.txt", *SECTIONS[:3]), sections="path", max_entries=1, text=True
    )
    expected = ["sitemap-blog-2", "sitemap-blog", "sitemap-pages"]
    assert names(tmp_path) == sorted(
        [
            ".urlset.json",
            ".urlset.lock",
            "sitemap.xml",
            *(f"{n}{e}" for n in expected for e in (".txt", ".xml")),
        ]
    )
    assert done.index is not None
    assert [file.name for file in done.sitemaps] == [
        "sitemap-blog.xml",
        "sitemap-blog-2.xml",
        "sitemap-pages.xml",
    ]
    assert (tmp_path / "out" / "sitemap-blog-2.txt").read_text() == f"{BASE}blog/b\n"


def test_sections_by_rule_and_by_source(tmp_path):
    pages = listed(tmp_path, "list.txt", *SECTIONS)
    rules = (Rule(match="blog/", section="The Blog!"),)
    by_rule = made(tmp_path, pages, sections="source", rules=rules)
    assert [file.name for file in by_rule.sitemaps] == ["sitemap-list.xml", "sitemap-the-blog.xml"]
    more = listed(tmp_path, "more.txt", f"{BASE}z")
    by_source = made(tmp_path / "s", pages, more, sections="source")
    assert [file.entries for file in by_source.sitemaps] == [4, 1]


def test_two_sources_that_would_be_one_section_are_refused(tmp_path):
    (tmp_path / "a").mkdir()
    first, second = listed(tmp_path, "list.txt", f"{BASE}a"), listed(tmp_path / "a", "list.csv", f"{BASE}b")
    with pytest.raises(SettingsError, match=r"sections of one name \(list\)"):
        made(tmp_path, first, second, sections="source")
    assert not (tmp_path / "out").exists()
    assert made(tmp_path, first, first, second).written == 2


def test_text_beside_each_file(tmp_path):
    made(tmp_path, listed(tmp_path, "list.txt", f"{BASE}?a=1&b='2'", f"{BASE}é"), text=True)
    assert (tmp_path / "out" / "sitemap.txt").read_text() == f"{BASE}%C3%A9\n{BASE}?a=1&b='2'\n"


def test_what_an_earlier_build_left_goes_and_nothing_else(tmp_path):
    # OP-65, OP-66: our leftovers go, a hand-made sitemap stays.
    pages = listed(tmp_path, "list.txt", *(f"{BASE}{n}" for n in range(5)))
    made(tmp_path, pages, max_entries=1)
    (tmp_path / "out" / "sitemap-video.xml").write_text("by hand")
    made(tmp_path, pages, max_entries=2)
    shards = ["sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml", "sitemap-video.xml"]
    assert names(tmp_path) == [".urlset.json", ".urlset.lock", *shards, "sitemap.xml"]


def test_nothing_new_changes_no_byte_and_no_time(tmp_path):
    pages = listed(tmp_path, "list.txt", f"{BASE}a")
    made(tmp_path, pages)
    before = {name: (tmp_path / "out" / name).stat().st_mtime_ns for name in names(tmp_path)}
    done = made(tmp_path, pages)
    assert not done.sitemaps[0].changed
    assert {name: (tmp_path / "out" / name).stat().st_mtime_ns for name in names(tmp_path)} == before


def test_a_set_that_loses_most_of_its_pages_is_not_published(tmp_path):
    made(tmp_path, listed(tmp_path, "list.txt", *(f"{BASE}{n}" for n in range(10))))
    fewer = listed(tmp_path, "list.txt", *(f"{BASE}{n}" for n in range(4)))
    with pytest.raises(GuardRefused, match=r"would shrink from 10 to 4 pages.*--allow-shrink"):
        made(tmp_path, fewer)
    assert len(entries(tmp_path / "out" / "sitemap.xml")) == 10
    made(tmp_path, fewer, shrink_limit=0.6)
    made(tmp_path, listed(tmp_path, "list.txt", BASE), allow_shrink=True)
    assert len(entries(tmp_path / "out" / "sitemap.xml")) == 1


def test_a_dry_run_writes_nothing(tmp_path):
    done = made(tmp_path, listed(tmp_path, "list.txt", BASE), dry_run=True)
    assert done.sitemaps[0].changed
    assert not (tmp_path / "out").exists()


def test_index_files_as_folders_when_asked(tmp_path):
    pages = listed(tmp_path, "list.txt", f"{BASE}a/index.html", f"{BASE}index.html", f"{BASE}b/")
    made(tmp_path, pages, collapse_index=True)
    assert list(entries(tmp_path / "out" / "sitemap.xml")) == [BASE, f"{BASE}a/", f"{BASE}b/"]


def test_progress_on_a_terminal_shows_text_as_it_is(capsys):
    with _told(True) as tell:
        tell("[red]list.txt: 5,000 pages[/red]")
    with _told(False) as tell:
        tell("nothing")
    assert "nothing" not in capsys.readouterr().err
