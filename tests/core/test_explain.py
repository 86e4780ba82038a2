"""`urlset explain`: the story of one address, and the meaning of codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from support import Repository
from urlset.cli.explain import explain
from urlset.errors import GuardRefused

CONFIG = """
base_url = "https://e.com/"
output = "out"
exclude = ["drafts/"]
sections = "path"
max_entries = 2

[[rules]]
match = "old/"
regex = "/old/"
replace = "/blog/"

[[rules]]
match = "secret/"
exclude = true

[[sources]]
path = "first.txt"

[[sources]]
path = "second.txt"
name = "the second"
"""
FIRST = """https://e.com/blog/a lastmod=2024-01-01
https://e.com/blog/b
https://e.com/blog/c
https://e.com/drafts/x
https://e.com/secret/x
https://other.com/
"""


@pytest.fixture
def story(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "urlset.toml").write_text(CONFIG)
    (tmp_path / "first.txt").write_text(FIRST)
    (tmp_path / "second.txt").write_text("https://e.com/old/a lastmod=2025-01-01 priority=0.5\n")
    monkeypatch.chdir(tmp_path)

    def tell(*arguments: str) -> list[str]:
        done = CliRunner().invoke(explain, list(arguments), catch_exceptions=False)
        assert not (tmp_path / "out").exists()
        return done.output.splitlines()

    return tell


def test_who_named_it_what_they_say_and_where_it_went(story):
    assert story("/blog/a") == [
        "https://e.com/blog/a",
        "first.txt says: lastmod 2024-01-01",
        "the second says: lastmod 2025-01-01, priority 0.5",
        "merged: lastmod from first.txt, priority from the second",
        "written to sitemap-blog.xml",
    ]


def test_the_second_file_of_a_section(story):
    assert story("https://e.com/blog/c")[-1] == "written to sitemap-blog-2.xml"


def test_an_address_that_the_rules_change(story):
    lines = story("/old/a")
    assert lines[:2] == ["https://e.com/old/a", "the rules make https://e.com/blog/a of it"]
    assert lines[-1] == "written to sitemap-blog.xml"


def test_why_it_is_not_there(story):
    excluded = "left out, excluded: a pattern of the setting exclude, or a rule, keeps it out"
    assert story("drafts/x")[-1] == f"{excluded} (exclude: drafts/)"
    assert story("secret/x")[-1] == f"{excluded} (rules[1])"
    assert story("https://other.com/")[-1].startswith("left out, off-site:")
    assert story("/nowhere") == ["https://e.com/nowhere", "no source names it"]


def test_codes_and_reasons(story):
    assert story("src01")[0].startswith("SRC01: An input cannot be opened.")
    assert story("noindex")[0] == "noindex: the page, or a headers file, says noindex or none"
    assert story("loc001")[0].startswith("LOC001 (")


def test_a_date_from_git_is_told(tmp_path, monkeypatch):
    repository = Repository(tmp_path)
    (tmp_path / "a.html").write_text("<title>A</title>")
    repository.commit("2024-01-01T00:00:00Z")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(
        explain, ["/a.html", ".", "--base-url", "https://e.com"], catch_exceptions=False
    )
    assert "its date is the one of the last commit" in done.output
    assert "2024-01-01T00:00:00+00:00" in done.output


def test_a_guard_that_refuses_is_told_after_the_story(story):
    with pytest.raises(GuardRefused):
        story("/x", "--exclude", "*")


def test_the_first_file_beside_sitemaps_of_others(story):
    assert story("/blog/a", "--foreign-sitemaps", "https://e.com/o.xml", "--sections", "none")[-1] == (
        "written to sitemap-1.xml"
    )


def test_an_entry_that_is_too_big_is_written_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    large = {"loc": "/a", "section": "x", "images": [{"loc": "/" + "q" * 1_500}]}
    small = [{"loc": "/b", "section": "x"}, {"loc": "/c", "section": "y"}]
    (tmp_path / "p.jsonl").write_text("".join(f"{json.dumps(page)}\n" for page in (large, *small)))
    named = [
        "p.jsonl",
        "--base-url",
        "https://e.com/",
        "--output",
        "o",
        "--sections",
        "path",
        "--max-bytes",
        "1000",
    ]
    large_told, small_told = (
        CliRunner().invoke(explain, [path, *named], catch_exceptions=False).output.splitlines()
        for path in ("/a", "/b")
    )
    assert large_told[-1].startswith("left out, too-big: ")
    # Which one is not told: the one that was left out counted on the way.
    assert small_told[-1] == "written to a file of the set"
