"""The site map for people: what is in it, and its filter and keys in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from urlset.errors import SettingsError
from urlset.outputs.html_map import html_map
from urlset.page import Page
from urlset.tree import Grower, Heading

BASE = "https://e.com/"


def grown(pages: list[Page], headings: list[Heading] | None = None, rows_shown: int = 200) -> Any:
    grower = Grower(BASE, headings or [], rows_shown)
    assert list(grower.watched(pages)) == pages
    return grower.root()


ROWS = [Heading((0,), "Home"), Heading((0, 0), "Articles", rows=True), Heading((1,), "Secret", hidden=True)]


def magazine(rows: int) -> list[Page]:
    return [
        Page(BASE, title="Home", place=(0,)),
        *(
            Page(f"{BASE}a?id={n}", "2024-05-01", title=f"Über {n}", place=(0, 0, n))
            for n in range(rows, 0, -1)
        ),
        Page(f"{BASE}secret", title="Secret", place=(1,)),
    ]


def test_rows_stand_under_their_heading_in_their_order_and_the_rest_is_named() -> None:
    page = html_map(grown(magazine(25), ROWS, 20), base_url=BASE).decode()
    assert page.index(">Über 1<") < page.index(">Über 2<") < page.index(">Über 20<")
    assert ">Über 21<" not in page
    assert "and 5 more" in page
    assert "26 pages" in page
    assert '<time datetime="2024-05-01">' in page
    assert "Secret" not in page


def test_it_speaks_the_language_of_the_site() -> None:
    root = grown(magazine(2), ROWS)
    assert '<html lang="de-AT" dir="ltr">' in html_map(root, base_url=BASE, lang="de-AT").decode()
    assert "Seitenübersicht" in html_map(root, base_url=BASE, lang="de-AT").decode()
    assert '<html lang="ar" dir="rtl">' in html_map(root, base_url=BASE, lang="ar").decode()
    assert "Site map" in html_map(root, base_url=BASE, lang="tlh").decode()


def test_a_fragment_is_the_bare_list() -> None:
    text = html_map(grown(magazine(1), ROWS), base_url=BASE, fragment=True).decode()
    assert text.startswith('<nav class="urlset-map"')
    assert text.endswith("</nav>\n")
    assert "<script" not in text


def test_any_site_has_a_tree_by_its_paths() -> None:
    pages = [Page(f"{BASE}{path}") for path in ("", "guide/", "guide/getting-started.html", "api/x/y")]
    page = html_map(grown(pages), base_url=BASE).decode()
    for title in ("guide", "getting started", "api", "x", "y"):
        assert f"<bdi>{title}</bdi>" in page


def test_a_template_of_the_site_extends_ours(tmp_path: Path) -> None:
    path = tmp_path / "own.html"
    path.write_text('{% extends "urlset/html_map.html" %}{% block footer %}<p>Own words</p>{% endblock %}')
    page = html_map(grown(magazine(1), ROWS), base_url=BASE, template=str(path)).decode()
    assert "<p>Own words</p>" in page
    assert ">Über 1<" in page


@pytest.mark.parametrize("text", ["{% block %}", "{{ nothing_of_this_name }}", None])
def test_a_wrong_template_is_a_wrong_setting(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "own.html"
    if text is not None:
        path.write_text(text)
    with pytest.raises(SettingsError, match=r"html_map_template: .*own\.html"):
        html_map(grown(magazine(1), ROWS), base_url=BASE, template=str(path))


def shown(browser: Any, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "map.html").write_bytes(content)
    browser.get(f"file://{tmp_path}/map.html")


def visible(browser: Any) -> list[str]:
    script = "return [...document.querySelectorAll('#map .row bdi')].filter(e => e.offsetParent).map(e => e.textContent)"
    found: list[str] = browser.execute_script(script)
    return found


def test_the_filter_and_the_keys_work(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    shown(browser, tmp_path, html_map(grown(magazine(12), ROWS), base_url=BASE))
    body = browser.find_element("tag name", "body")
    body.send_keys("/")
    field = browser.switch_to.active_element
    assert field.get_attribute("id") == "filter"
    field.send_keys("uber 12")
    assert visible(browser) == ["Articles", "Über 12"]
    assert browser.find_element("id", "found").text == "1 pages found"
    field.send_keys(Keys.ARROW_DOWN)
    assert browser.switch_to.active_element.text == "Über 12"
    field.send_keys(Keys.ESCAPE)
    assert len(visible(browser)) == 14
    field.send_keys("nothing like it")
    assert visible(browser) == []
    assert browser.find_element("id", "found").text == "No page found"
    assert browser.get_log("browser") == []
