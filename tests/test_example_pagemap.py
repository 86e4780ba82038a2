"""The example of a pagemap: a magazine of 300 articles, and what ``make demo`` shows of it."""

from __future__ import annotations

import importlib.util
import json
import sqlite3
from pathlib import Path
from types import ModuleType

import pytest
from lxml import etree, html

from support import assert_valid, entries, run_cli

EXAMPLES = Path(__file__).parent.parent / "examples"
LINK = "{http://www.w3.org/1999/xhtml}link"


def module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def magazine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the database and all that is built from it."""
    folder = tmp_path_factory.mktemp("magazine")
    module(EXAMPLES / "pagemap" / "make_database.py").main(str(folder / "magazine.db"))
    done = run_cli("build", *source(folder), "--output", "out", "--html-map", "true", folder=folder)
    assert done.returncode == 0, done.stderr
    return folder


def source(folder: Path) -> list[str | Path]:
    tree = EXAMPLES / "pagemap" / "site.pagemap.xml"
    return [tree, "--database", f"default=sqlite:///{folder / 'magazine.db'}"]


def test_every_article_is_listed_with_its_day_and_its_other_language(magazine: Path) -> None:
    content = (magazine / "out" / "sitemap.xml").read_bytes()
    assert_valid(content, "https://magazine.example/sitemap.xml")
    with sqlite3.connect(magazine / "magazine.db") as database:
        days = {row[0] for row in database.execute("SELECT updated FROM articles")}
    database.close()
    dates = entries(magazine / "out" / "sitemap.xml")
    articles = {address: date for address, date in dates.items() if "/en/" in address or "/de/" in address}
    assert len(articles) == 300
    assert set(articles.values()) == days
    for url in etree.fromstring(content):
        links = {link.get("hreflang"): link.get("href") for link in url.iter(LINK)}
        if url.findtext("{*}loc") in articles:
            assert set(links) == {"en", "de"}
            assert url.findtext("{*}loc") in links.values()
            assert set(links.values()) <= set(articles)
        else:
            assert not links
    assert set(dates) - set(articles) == {
        f"https://magazine.example/{path}" for path in ("", "about/", "contact/", "imprint/", "search/")
    }


def test_the_site_map_for_people_has_its_headings_and_not_its_search(magazine: Path) -> None:
    page = html.fromstring((magazine / "out" / "sitemap.html").read_bytes())
    headings = [element.text_content() for element in page.find_class("heading")]
    assert headings == ["Articles", "In English", "Auf Deutsch", "The magazine"]
    links = [link.get("href") for link in page.get_element_by_id("map").iter("a")]
    assert len(links) == 304
    assert "https://magazine.example/search/" not in links


def test_the_breadcrumbs_of_an_article(magazine: Path) -> None:
    done = run_cli(
        "breadcrumbs", "/de/verlorenes-brücken/", *source(magazine), "--format", "json", folder=magazine
    )
    assert done.stderr == ""
    names = [item["name"] for item in json.loads(done.stdout)["itemListElement"]]
    assert names == ["The Slow Magazine", "Verlorenes: Brücken"]


def test_two_databases_give_the_same_bytes(magazine: Path, tmp_path: Path) -> None:
    module(EXAMPLES / "pagemap" / "make_database.py").main(str(tmp_path / "magazine.db"))
    done = run_cli("build", *source(tmp_path), "--output", "out", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    for name in ("sitemap.xml", "sitemap.xml.gz"):
        assert (tmp_path / "out" / name).read_bytes() == (magazine / "out" / name).read_bytes()


def test_what_the_demo_shows_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    demo = module(EXAMPLES / "demo.py")
    monkeypatch.setattr(demo, "OUT", tmp_path / "demo")
    (tmp_path / "demo").mkdir()
    demo.pagemap()
    told = capsys.readouterr().out
    assert "300 articles" in told
    assert "demo/pagemap/sitemap.xml: 305 pages, 300 of them in several languages\n" in told
    assert "… and 293 more\n" in told
    assert '"name": "A short history of bridges"' in told
    assert len(told.splitlines()) < 50, "a newcomer reads it all"
    assert (tmp_path / "demo" / "pagemap" / "sitemap.html").exists()
