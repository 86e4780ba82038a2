"""The site map for people: what is in it, and, in a real browser, its filter, its keys and P23."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from urlset.errors import SettingsError
from urlset.outputs.html_map import href, html_map
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


SCRIPT = "window.__pwned=1"
TITLES = [
    f"<script>{SCRIPT}</script>",
    f"</title><script>{SCRIPT}</script>",
    f"</bdi></a><img src=x onerror={SCRIPT}>",
    f'"><img src=x onerror="{SCRIPT}">',
    f"' onmouseover='{SCRIPT}",
    f"--><svg onload={SCRIPT}>",
    f"]]><script>{SCRIPT}</script>",
    f"<iframe srcdoc='<script>parent.{SCRIPT}</script>'></iframe>",
    f"<math><mtext><img src=x onerror={SCRIPT}></mtext></math>",
    f"<style>@import 'x'</style><script>{SCRIPT}</script>",
    f"</style><script>{SCRIPT}</script>",
    f"</script><script>{SCRIPT}</script>",
    f"<base href='javascript:{SCRIPT}//'>",
    f"<meta http-equiv=refresh content='0;url=javascript:{SCRIPT}'>",
    f"<details open ontoggle={SCRIPT}>",
    f"<input autofocus onfocus={SCRIPT}>",
    f"<video><source onerror={SCRIPT}></video>",
    f"<a href=javascript:{SCRIPT} autofocus tabindex=1>x</a>",
    f"{{{{ {SCRIPT} }}}}",
    f"{{% raw %}}<script>{SCRIPT}</script>",
    f"&lt;script&gt;{SCRIPT}&lt;/script&gt;",
    f"&#60;script&#62;{SCRIPT}",
    f"\u202e<script>{SCRIPT}</script>",
    f"\u2066\u2067<img src=x onerror={SCRIPT}>",
    f"\ufeff<script>{SCRIPT}</script>",
    f"+ADw-script+AD4-{SCRIPT}+ADw-/script+AD4-",
    f"<ſcript>{SCRIPT}</ſcript>",
    f"<script/x>{SCRIPT}</script >",
    f"<SCRIPT>{SCRIPT}</SCRIPT>",
    f"<object data='javascript:{SCRIPT}'></object>",
    f"<form action='javascript:{SCRIPT}'><button>x</button></form>",
    f"<template><script>{SCRIPT}</script></template>",
    f"<noscript><p title='</noscript><img src=x onerror={SCRIPT}>'>",
]
ADDRESSES = [
    f"javascript:{SCRIPT}",
    f"JaVa\tScript:{SCRIPT}",
    f" javascript:{SCRIPT}",
    f"java\nscript:{SCRIPT}",
    f"data:text/html,<script>{SCRIPT}</script>",
    f"vbscript:{SCRIPT}",
    "file:///etc/passwd",
    "//evil.example/",
    f"blob:{SCRIPT}",
    f"https:javascript:{SCRIPT}",
    f'https://e.com/"onmouseover="{SCRIPT}',
    f"https://e.com/'><script>{SCRIPT}</script>",
    f"https://e.com/ onclick={SCRIPT}",
    f"https://e.com/\x00<script>{SCRIPT}</script>",
    f"https://e.com/#<img src=x onerror={SCRIPT}>",
]
PAYLOADS = [
    *(Page(f"{BASE}p{number}", title=title) for number, title in enumerate(TITLES)),
    *(Page(f"{BASE}l{number}", title="x", lang=title) for number, title in enumerate(TITLES[:15])),
    *(
        Page(address, title=f"address {number}", place=(0, 0, number))
        for number, address in enumerate(ADDRESSES, 1)
    ),
]


def test_only_web_addresses_become_links() -> None:
    links = [href(address) for address in ADDRESSES]
    assert not any(links[:10])
    assert href("https://e.com/a")
    assert href("http://e.com/")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    pytest.importorskip("selenium")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and driver):
        pytest.skip("chromium and chromedriver are not installed")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    profile = tmp_path_factory.mktemp("chromium")
    flags = "headless=new no-sandbox disable-gpu disable-quic no-first-run disable-background-networking"
    for flag in (*flags.split(), "disable-component-update", "disable-sync", f"user-data-dir={profile}"):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options, webdriver.ChromeService(driver))
    yield found
    found.quit()


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


def test_hostile_titles_and_addresses_run_nothing(browser: Any, tmp_path: Path) -> None:
    assert len(PAYLOADS) >= 60
    shown(
        browser,
        tmp_path,
        html_map(grown(PAYLOADS, [Heading((0,), "H"), Heading((0, 0), "R", rows=True)]), base_url=BASE),
    )
    script = "return [window.__pwned, document.querySelectorAll('#map script, #map img, #map iframe').length]"
    assert browser.execute_script(script) == [None, 0]
    links = browser.execute_script("return [...document.querySelectorAll('#map a')].map(a => a.protocol)")
    assert set(links) == {"https:"}
    handlers = "return [...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames()).filter(n => n.startsWith('on'))"
    assert browser.execute_script(handlers) == []
