"""Rules on paths: what they set, what they rewrite, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from urlset.errors import SettingsError
from urlset.page import Page
from urlset.rewrite import Rule, rewritten
from urlset.tally import Tally

BASE = "https://e.com/docs/"


def apply(page: Page, *rules: Rule, tally: Tally | None = None) -> Page | None:
    return next(rewritten([page], rules, base_url=BASE, scope=BASE, tally=tally or Tally()), None)


def address(path: str, **options: Any) -> str:
    page = apply(Page(BASE + path), Rule(**options))
    assert page is not None
    return page.loc.removeprefix(BASE)


REWRITES: list[tuple[str, dict[str, Any], str]] = [
    ("a", {"slash": "add"}, "a/"),
    ("a/", {"slash": "add"}, "a/"),
    ("a.html", {"slash": "add"}, "a.html"),
    ("a/b//", {"slash": "remove"}, "a/b"),
    ("a/?q=1", {"slash": "remove"}, "a?q=1"),
    ("a/index.html", {"index": True}, "a/"),
    ("index.php", {"index": True}, ""),
    ("aindex.html", {"index": True}, "aindex.html"),
    ("A/B?Q=1", {"lower": True}, "a/b?Q=1"),
    ("a?utm=1&id=2&x", {"query": ("id",)}, "a?id=2"),
    ("a?utm=1", {"query": ()}, "a"),
    ("old/a?x=1", {"regex": r"/old/(\w+)\?x=(\d)", "replace": r"/new/\2/\1"}, "new/1/a"),
    ("a/b", {"match": "b/*", "slash": "add"}, "a/b"),
    ("b/c", {"match": "b/*", "slash": "add"}, "b/c/"),
    ("a", {"regex": "^/docs/a$", "slash": "add"}, "a/"),
    ("a%2Fb", {"slash": "add"}, "a%2Fb/"),
]


@pytest.mark.parametrize(("path", "options", "expected"), REWRITES)
def test_addresses(path, options, expected):
    assert address(path, **options) == expected


def test_hints_sections_and_order():
    rules = (
        Rule(priority=0.1, section="all"),
        Rule(match="b", priority=0.9),
        Rule(match="a", changefreq="daily"),
    )
    assert apply(Page(BASE + "a", priority=0.5), *rules) == Page(
        BASE + "a", None, "daily", 0.1, section="all"
    )
    assert apply(Page(BASE + "b"), *rules) == Page(BASE + "b", priority=0.9, section="all")


def test_a_rule_sees_what_the_one_before_made():
    page = apply(
        Page(BASE + "Old/x"),
        Rule(lower=True),
        Rule(match="old/", section="s"),
        Rule(match="Old/", exclude=True),
    )
    assert page == Page(BASE + "old/x", section="s")


def test_pages_are_left_out_and_let_in_again():
    rules = Rule(match="private/", exclude=True), Rule(match="private/open", exclude=False)
    assert apply(Page(BASE + "private/x"), *rules) == Page(BASE + "private/x", exclude="excluded")
    assert apply(Page(BASE + "private/open"), *rules) == Page(BASE + "private/open")
    draft = Page(BASE + "private/open", exclude="draft")
    assert apply(draft, *rules) == draft


def test_a_rewriting_that_leaves_the_site_is_a_drop():
    tally = Tally()
    assert apply(Page(BASE + "a"), Rule(regex="^/docs/", replace="/other/"), tally=tally) is None
    assert dict(tally.dropped) == {"off-site": 1}


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"regex": "("}, "rules[0].regex"),
        ({"regex": "a", "replace": r"\1"}, "rules[0].replace"),
        ({"replace": "x"}, "rules[0].replace"),
    ],
)
def test_rules_that_cannot_be_read(options, key):
    with pytest.raises(SettingsError) as caught:
        apply(Page(BASE), Rule(**options))
    assert caught.value.key == key
