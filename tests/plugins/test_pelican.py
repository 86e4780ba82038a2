"""The Pelican plugin, in real builds of real small sites."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pelican_site import BASE, CONF, article, build, listed
from support import Repository, entries, lay


def test_addresses_are_those_that_the_owner_configured(tmp_path: Path) -> None:
    # PPC-41
    conf = (
        "ARTICLE_URL = '{slug}'\nARTICLE_SAVE_AS = '{slug}.html'\n"
        "CATEGORY_URL = 'cat/{slug}'\nCATEGORY_SAVE_AS = 'cat/{slug}.html'\n"
        "PAGE_URL = '{slug}/'\nPAGE_SAVE_AS = '{slug}/index.html'\nDIRECT_TEMPLATES = ['index']\nAUTHOR_SAVE_AS = ''\n"
    )
    site, _ = build(
        tmp_path, article("a1") + "--- content/pages/about.md\nTitle: About\n\nText.\n", conf=conf
    )
    assert listed(site) == ["", "a1", "about/", "cat/misc"]


@pytest.mark.parametrize(
    ("meta", "address"),
    [
        # One of the two alone: the setting that is left does not know of it, and no file answers there.
        (["Save_as: about/index.html"], "about/"),
        (["Save_as: index.html"], ""),
        (["Save_as: old/about.html"], "old/about.html"),
        (["Url: about/"], "a.html"),
        (["Url: elsewhere.html"], "a.html"),
        # … but where it is only another way to write the address of the file.
        (["Url: a"], "a"),
        (["Url: /a.html"], "a.html"),
        # Both, and an owner who rewrites addresses.
        (["Url: about", "Save_as: files/x.html"], "about"),
        (["Url: about/index.html", "Save_as: about/index.html"], "about/index.html"),
    ],
)
def test_metadata_that_moves_a_page(tmp_path: Path, meta: list[str], address: str) -> None:
    conf = "DIRECT_TEMPLATES = []\nCATEGORY_SAVE_AS = ''\n"
    site, _ = build(tmp_path, article("a", *meta), conf=conf)
    assert listed(site) == [address]


def test_a_link_to_elsewhere_is_no_page(tmp_path: Path) -> None:
    conf = "DIRECT_TEMPLATES = []\nCATEGORY_SAVE_AS = ''\n"
    site, _ = build(tmp_path, article("a", "Url: https://elsewhere.com/x") + article("b"), conf=conf)
    assert listed(site) == ["b.html"]


def test_dates_of_articles_pages_and_listings(tmp_path: Path) -> None:
    # PPC-42: the author's own date, the newest member of a listing, and nothing for a page without one.
    pages = (
        article("a", "Modified: 2024-05-06", "Tags: t")
        + "--- content/pages/about.md\nTitle: About\n\nText.\n"
    )
    site, said = build(tmp_path, pages)
    found = entries(site / "sitemap.xml")
    assert found[BASE + "a.html"] == found[BASE] == found[BASE + "tag/t.html"] == "2024-05-06T00:00:00+02:00"
    assert found[BASE + "pages/about.html"] is None
    before = (site / "sitemap.xml").read_bytes()
    again, _ = build(tmp_path)
    assert (again / "sitemap.xml").read_bytes() == before
    assert "1 of" in said
    assert "has no lastmod" in said


def test_git_dates_the_rest_and_the_later_of_two_counts(repository: Repository) -> None:
    pages = "--- content/pages/about.md\nTitle: About\n\nText.\n"
    repository.commit(
        "2024-03-10T02:30:00Z", CONF + article("old") + article("new", date="2024-06-01") + pages
    )
    site, _ = build(repository.folder)
    found = entries(site / "sitemap.xml")
    assert found[BASE + "pages/about.html"] == found[BASE + "old.html"] == "2024-03-10T02:30:00+00:00"
    assert found[BASE + "new.html"] == "2024-06-01T00:00:00+02:00"


def test_members_of_a_listing_are_not_files_that_it_includes(repository: Repository) -> None:
    # The first article by date is not the one that changed last.
    conf = "AUTHOR_SAVE_AS = ''\nURLSET = {'dependencies': False}\n"
    repository.commit(
        "2024-03-10T00:00:00Z", CONF + conf + article("first", date="2024-02-01") + article("second")
    )
    repository.commit("2024-06-10T00:00:00Z", article("second", "Tags: t"))
    found = entries(build(repository.folder, conf=conf)[0] / "sitemap.xml")
    assert (
        found[BASE]
        == found[BASE + "category/misc.html"]
        == found[BASE + "second.html"]
        == "2024-06-10T00:00:00+00:00"
    )


def test_disabled_and_moved_templates(tmp_path: Path) -> None:
    # PPC-43
    conf = "AUTHOR_SAVE_AS = TAG_SAVE_AS = TAGS_SAVE_AS = AUTHORS_SAVE_AS = ''\nARCHIVES_SAVE_AS = 'archives/index.html'\n"
    site, _ = build(tmp_path, article("a", "Tags: t", "Author: me"), conf=conf)
    assert listed(site) == ["", "a.html", "archives/", "categories.html", "category/misc.html"]


def test_escapes(tmp_path: Path) -> None:
    # PPC-45
    conf = (
        "ARTICLE_URL = 'article.php?id={slug}&l={lang}'\nSLUGIFY_USE_UNICODE = True\nDIRECT_TEMPLATES = []\n"
    )
    site, _ = build(tmp_path, article("Éclair"), conf=conf)
    assert b"article.php?id=%C3%A9clair&amp;l=en</loc>" in (site / "sitemap.xml").read_bytes()


@pytest.mark.parametrize("siteurl", ["''", "'/'", "'.'"])
def test_no_address_is_one_information_and_no_file(tmp_path: Path, siteurl: str) -> None:
    # PPC-46
    site, said = build(tmp_path, article("a"), conf=f"SITEURL = {siteurl}\n")
    assert not (site / "sitemap.xml").exists()
    assert said.count("no sitemap written: set SITEURL") == 1


def test_relative_urls_do_not_reach_the_sitemap(tmp_path: Path) -> None:
    # PPC-46; and a setting of a theme is no setting of another plugin.
    conf = "RELATIVE_URLS = True\nDIRECT_TEMPLATES = ['index']\nSITEMAP = '/sitemap.xml'\n"
    site, _ = build(tmp_path, article("a"), conf=conf)
    assert listed(site) == ["", "a.html", "category/misc.html"]


PAGINATED = (
    "DEFAULT_PAGINATION = 1\nDIRECT_TEMPLATES = ['index', 'search']\nCATEGORY_SAVE_AS = AUTHOR_SAVE_AS = ''\n"
    "PAGINATION_PATTERNS = ((1, '{url}', '{save_as}'), (2, '{base_name}/page/{number}/', "
    "'{base_name}/page/{number}/index.html'))\n"
    "TEMPLATE_PAGES = {'404.html': '404.html', 'own.html': 'own.html'}\n"
    "THEME_TEMPLATES_OVERRIDES = ['templates']\n"
)
TEMPLATES = (
    "--- templates/search.html\n<p>search\n--- content/404.html\n<p>404\n--- content/own.html\n<p>own\n"
)


@pytest.mark.parametrize(
    ("listings", "numbers"), [("all", ["page/2/", "page/3/"]), ("first", []), ("none", [])]
)
def test_pagination_and_template_pages(tmp_path: Path, listings: str, numbers: list[str]) -> None:
    # PPC-47
    conf = f"{PAGINATED}URLSET = {{'listings': '{listings}'}}\n"
    site, _ = build(tmp_path, TEMPLATES + article("a") + article("b") + article("c"), conf=conf)
    assert listed(site) == ["", "a.html", "b.html", "c.html", "own.html", *numbers]


def test_generated_pages_are_let_in_by_name(tmp_path: Path) -> None:
    conf = f"{PAGINATED}URLSET = {{'generated_pages': ['search', '404'], 'listings': 'first'}}\n"
    site, _ = build(tmp_path, TEMPLATES + article("a"), conf=conf)
    assert listed(site) == ["", "404.html", "a.html", "own.html", "search.html"]


def test_static_files_only_where_they_are_named(repository: Repository) -> None:
    # PPC-48
    site_text = (
        article("a") + "--- content/extra/manual.pdf\nPDF\n--- content/extra/robots.txt\nUser-agent: *\n"
    )
    conf = "STATIC_PATHS = ['extra']\nDIRECT_TEMPLATES = []\nCATEGORY_SAVE_AS = ''\n"
    repository.commit("2024-03-10T02:30:00Z", CONF + conf + site_text)
    site, _ = build(repository.folder, conf=conf)
    assert listed(site) == ["a.html"]
    site, _ = build(repository.folder, conf=conf + "URLSET = {'include': ['*.pdf']}\n")
    assert entries(site / "sitemap.xml")[BASE + "extra/manual.pdf"] == "2024-03-10T02:30:00+00:00"


def test_what_is_not_public_stays_out(tmp_path: Path) -> None:
    # PPC-49, OP-55
    pages = "".join(
        article(name, *meta)
        for name, *meta in [
            ("published",), ("draft", "Status: draft"), ("hidden", "Status: hidden"), ("private", "Private: True"),
            ("out", "Sitemap: FALSE"), ("hints", "Sitemap: priority=0.8 changefreq=weekly"),
        ]
    )  # fmt: skip
    pages += article("future", date="2999-01-01")
    for name, meta in (
        ("open", ""),
        ("no", "Sitemap: False"),
        ("secret", "Private: true"),
        ("veiled", "Status: hidden"),
    ):
        pages += f"--- content/pages/{name}.md\nTitle: {name}\n{meta}\n\nText.\n"
    conf = "DIRECT_TEMPLATES = []\nCATEGORY_SAVE_AS = ''\nWITH_FUTURE_DATES = False\n"
    site, _ = build(tmp_path, pages, conf=conf, runs=2)
    assert listed(site) == ["hints.html", "pages/open.html", "published.html"]
    assert "<changefreq>weekly</changefreq><priority>0.8</priority>" in (site / "sitemap.xml").read_text()


def test_translations_name_each_other(tmp_path: Path) -> None:
    pages = article("one", "Slug: one") + article("un", "Slug: one", "Lang: fr_CA") + article("alone")
    conf = "DIRECT_TEMPLATES = []\nCATEGORY_SAVE_AS = ''\nURLSET = {'x_default': 'en'}\n"
    site, _ = build(tmp_path, pages, conf=conf)
    text = (site / "sitemap.xml").read_text()
    links = [
        f'hreflang="{tag}" href="{BASE}{page}.html"' for tag, page in (("en", "one"), ("fr-CA", "one-fr_CA"))
    ]
    assert all(text.count(link) == 2 for link in links)
    assert text.count('hreflang="x-default"') == 2
    assert listed(site) == ["alone.html", "one-fr_CA.html", "one.html"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("'exlude': []", "exlude: unknown setting. Did you mean exclude?"),
        ("'timezone': 'Mars/Base'", "timezone: expected a name like Europe/Paris, got 'Mars/Base'."),
        ("'html_map': True, 'html_map_template': 'mine.html'", "mine.html cannot be read"),
    ],
)
def test_a_wrong_option_stops_the_run(tmp_path: Path, options: str, message: str) -> None:
    lay(tmp_path, f"{CONF}URLSET = {{{options}}}\n{article('a')}")
    command = [sys.executable, "-m", "pelican", "-s", "pelicanconf.py", "-o", "output"]
    # On a narrow terminal Pelican breaks the line, and puts its own place in the middle.
    wide = os.environ | {"COLUMNS": "300"}
    done = subprocess.run(command, cwd=tmp_path, env=wide, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert message in " ".join((done.stdout + done.stderr).split())
    assert not (tmp_path / "output" / "sitemap.xml").exists()


def test_the_plugin_is_found_by_itself(tmp_path: Path) -> None:
    # So are all others that are installed, the one that writes sitemap.xml too.
    conf = "del PLUGINS\nDIRECT_TEMPLATES = []\nCATEGORY_SAVE_AS = ''\nURLSET = {'filename': 'map.xml'}\n"
    site, _ = build(tmp_path, article("a"), conf=conf)
    assert list(entries(site / "map.xml")) == [BASE + "a.html"]


def test_files_that_are_no_longer_needed_go(tmp_path: Path) -> None:
    pages = "".join(article(f"a{number}") for number in range(5))
    conf = "DIRECT_TEMPLATES = []\nCATEGORY_SAVE_AS = ''\nURLSET = {'max_entries': 2, 'gzip': False}\n"
    site, _ = build(tmp_path, pages, conf=conf)
    assert sorted(path.name for path in site.glob("sitemap*")) == [
        "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml", "sitemap.xml",
    ]  # fmt: skip
    for number in range(3):
        (tmp_path / "content" / f"a{number}.md").unlink()
    site, _ = build(tmp_path, conf=conf)
    assert sorted(path.name for path in site.glob("sitemap*")) == ["sitemap.xml"]
