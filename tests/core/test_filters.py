"""Which pages stay: patterns, and what pages say of themselves."""

from __future__ import annotations

from typing import Any

import pytest

from support import cases
from urlset import Page, PageError, SettingsError
from urlset.filters import kept, own_word
from urlset.patterns import matcher
from urlset.tally import Tally


@pytest.mark.parametrize("case", cases("core/exclude"))
def test_patterns(case: dict[str, Any]) -> None:
    excluded = matcher(case["patterns"], "exclude")
    assert [path for path in [*case["out"], *case["stay"]] if excluded(path)] == case["out"]


def test_patterns_see_the_decoded_path_below_the_base() -> None:
    tally = Tally()
    pages = [
        Page("https://e.com/docs/%C3%BCber/"),
        Page("https://e.com/docs/a?x=1"),
        Page("https://e.com/docs/b"),
    ]
    found = list(kept(pages, exclude=["/über", "/a"], base_url="https://e.com/docs/", tally=tally))
    assert found == [Page("https://e.com/docs/b")]
    assert tally.dropped == {"excluded": 2}


def test_a_pattern_that_cannot_be_read_is_named() -> None:
    with pytest.raises(SettingsError, match=r"exclude\[1\]: is no pattern: '!'"):
        matcher(["a", "!"], "exclude")


def test_a_page_that_says_no_is_dropped_with_its_reason() -> None:
    tally = Tally()
    pages = [Page("https://e.com/a", exclude="draft"), Page("https://e.com/b")]
    assert list(kept(pages, exclude=[], base_url="https://e.com/", tally=tally)) == pages[1:]
    assert tally.dropped == {"draft": 1}


@pytest.mark.parametrize(
    "word", [False, "false", "False", "NO", "off", {"exclude": True}, {"exclude": "yes"}, "exclude=true"]
)
def test_a_page_opts_out(word: Any) -> None:
    assert own_word(Page("a"), word, "a.md").exclude == "opted-out"


@pytest.mark.parametrize(
    "word", [None, True, "true", "", {}, {"exclude": False}, {"exclude": "no"}, {"priority": None}]
)
def test_a_page_says_nothing(word: Any) -> None:
    assert own_word(Page("a"), word, "a.md") == Page("a")


@pytest.mark.parametrize(
    "word",
    [
        {"lastmod": "2024-05-01", "changefreq": "weekly", "priority": 0},
        "lastmod=2024-05-01 changefreq=weekly priority=0.0",
        "Lastmod=2024-05-01\tCHANGEFREQ=weekly PRIORITY=0",
    ],
)
def test_a_page_gives_hints(word: Any) -> None:
    assert own_word(Page("a"), word, "a.md") == Page("a", "2024-05-01", "weekly", 0.0)


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        (
            {"prority": 1},
            r"docs/a.md: sitemap: unknown word 'prority'. Use lastmod, changefreq, priority, exclude.",
        ),
        ("prority=1", "unknown word 'prority'"),
        ({"priority": "high"}, "sitemap: priority: expected a number"),
        (3, "expected true, false or a mapping, got 3"),
    ],
)
def test_a_word_that_cannot_be_understood_is_an_error(word: Any, problem: str) -> None:
    with pytest.raises(PageError, match=problem):
        own_word(Page("a"), word, "docs/a.md")
