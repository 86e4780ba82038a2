"""`urlset breadcrumbs`: from a pagemap, from urlset.toml, from a folder; and addresses that no page has."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest

from support import lay
from urlset.cli import main

SITE = """--- urlset.toml
base_url = "https://e.com/"
exclude = ["drafts/"]

[[rules]]
match = "old/"
regex = "/old/"
replace = "/blog/"

[[sources]]
path = "pages.jsonl"
--- pages.jsonl
{"loc": "/", "title": "Home"}
{"loc": "/blog/", "title": "Blog"}
{"loc": "/old/first/", "title": "First </script> steps"}
{"loc": "/drafts/x/", "title": "X"}
--- public/index.html
<title>Our docs</title>
--- public/guide/index.html
<title>Guide - Our docs</title>
--- public/guide/install.html
<title>Installing it - Our docs</title>
"""
MAP = """<pagemap site="e.com">
  <page title="Home" file="/">
    <page title="Articles">
      <page file="/{slug}/" type="dynamic">
        <sqlselect>VALUES ('one', 'Number one'), ('two', 'Number two')</sqlselect>
        <titlefield>column2</titlefield>
      </page>
    </page>
  </page>
</pagemap>
"""


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):
    """Runs the verb in a folder with the site; gives exit status, output and messages."""
    lay(tmp_path, SITE)
    (tmp_path / "site.pagemap.xml").write_text(MAP.replace("{slug}", "{column1}"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        before = sorted(os.walk(tmp_path))
        with pytest.raises(SystemExit) as left:
            main(["breadcrumbs", *arguments])
        assert sorted(os.walk(tmp_path)) == before, "nothing is written"
        return (int(left.value.code or 0), *capfd.readouterr())

    return run


def items(output: str) -> list[tuple[str, str | None]]:
    return [(item["name"], item.get("item")) for item in json.loads(output)["itemListElement"]]


def test_by_the_configuration_of_the_folder_as_an_element_for_the_head(told) -> None:
    status, out, err = told("/blog/first/")
    assert (status, err) == (0, "")
    begin, *middle, end, last = out.split("\n")
    assert (begin, end, last) == ('<script type="application/ld+json">', "</script>", "")
    assert items("\n".join(middle)) == [
        ("Home", "https://e.com/"),
        ("Blog", "https://e.com/blog/"),
        ("First </script> steps", None),
    ]


def test_an_address_is_found_under_what_the_rules_make_of_it(told) -> None:
    assert told("https://e.com/old/first/") == told("/blog/first/")


def test_by_a_pagemap_that_names_its_site(told) -> None:
    sqlite3.connect("some.db").close()
    database = "default=sqlite:///some.db"
    status, out, _ = told("/two/", "site.pagemap.xml", "--database", database, "--format", "json")
    assert status == 0
    assert items(out) == [("Home", "https://e.com/"), ("Number two", None)]


def test_by_a_folder_of_built_pages(told) -> None:
    _, out, _ = told("/guide/install.html", "public", "--base-url", "https://e.com/", "--format", "json")
    assert items(out) == [
        ("Our docs", "https://e.com/"),
        ("Guide", "https://e.com/guide/"),
        ("Installing it", None),
    ]


def test_the_top_of_a_site_needs_none(told) -> None:
    status, out, err = told("/")
    assert (status, out) == (0, "")
    assert err.startswith("urlset: note: https://e.com/: ")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        (
            "/blog/frist/",
            "CLI02]: https://e.com/blog/frist/: no page has this address. Did you mean https://e.com/blog/first/?",
        ),
        ("/blog", "CLI02]: https://e.com/blog: no page has this address. Did you mean https://e.com/blog/?"),
        (
            "/drafts/x/",
            "CLI02]: https://e.com/drafts/x/: is left out (excluded). To see why, run: urlset explain https://e.com/drafts/x/.",
        ),
        ("ftp://e.com/", "SET01]: ftp://e.com/: can be no address (not-http)."),
        ("https://other.com/", "CLI02]: https://other.com/: no page has this address. Check the address; "),
    ],
)
def test_an_address_that_no_page_has(told, address: str, message: str) -> None:
    status, out, err = told(address)
    assert (status, out) == (2, "")
    assert err.startswith(f"urlset: error[{message}")
    assert err.count("\n") == 1
