"""P23: titles and addresses that strangers wrote run nothing in the site map for people, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from urlset.outputs.html_map import href, html_map
from urlset.page import Page
from urlset.tree import Grower, Heading

BASE = "https://e.com/"
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
HEADINGS = [
    Heading((0,), "Rows", rows=True),
    *(Heading((number,), title) for number, title in enumerate(TITLES, 1)),
]
PAYLOADS = [
    *(Page(f"{BASE}p{number}", title=title) for number, title in enumerate(TITLES)),
    *(Page(f"{BASE}l{number}", title="x", lang=title) for number, title in enumerate(TITLES)),
    *(Page(f"{BASE}h{number}", title="x", place=(number,)) for number in range(1, len(TITLES) + 1)),
    *(Page(address, title=f"address {n}", place=(0, n)) for n, address in enumerate(ADDRESSES, 1)),
]
"""A title as that of a page, as the language of one, as a heading; and addresses."""
RELATIVE = ["a", "a/b.html", "/a?b=c:d", "?page=2", "#top", "../up/", "./a:b", "%6aavascript:x/../a"]
NO_LINKS = [
    "",
    "mailto:a@e.com",
    "\\\\evil.example/",
    "/\\evil.example/",
    "\\/evil.example",
    "//evil.example",
    "a b",
    "a\tb",
    "\x01/a",
    "javascript:1//https://e.com/",
    "jav\nascript:1",
    "a:b",
    "https:/e.com/",
    "https:e.com",
    "ftp://e.com/",
]


@pytest.mark.parametrize(
    "address", ["https://e.com/a", "http://e.com/", "HTTPS://e.com/?a=b:c", *RELATIVE[:-1]]
)
def test_addresses_of_the_web_and_relative_ones_become_links(address: str) -> None:
    assert href(address)
    page = html_map(grown([Page(BASE), Page(address, title="T", place=(0, 1))]), base_url=BASE).decode()
    assert "T</bdi></a>" in page


@pytest.mark.parametrize("address", [*NO_LINKS, *ADDRESSES[:10]])
def test_others_do_not(address: str) -> None:
    assert not href(address)
    page = html_map(grown([Page(BASE), Page(address, title="T", place=(0, 1))]), base_url=BASE).decode()
    assert '<span class="heading"><bdi>T</bdi></span>' in page


def grown(pages: list[Page]) -> Any:
    grower = Grower(BASE, HEADINGS, 200)
    assert list(grower.watched(pages)) == pages
    return grower.root()


def laid(folder: Path, form: str) -> str:
    """The map of all payloads: as it is; without its content policy, where escaping stands alone; in a theme."""
    content = html_map(grown(PAYLOADS), base_url=BASE, fragment=form == "in a theme").decode()
    if form == "in a theme":
        content = f"<!DOCTYPE html><title>Theme</title><main id='map'>{content}</main>"
    elif form == "without its policy":
        content, found = re.subn(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", content)
        assert found == 1
    (folder / "map.html").write_text(content, "utf-8")
    return f"file://{folder}/map.html"


TOUCH = """
window.addEventListener("click", event => {
  const link = event.target.closest("a");
  if (link && link.protocol === "https:") event.preventDefault();
});
for (const element of document.querySelectorAll("body *")) {
  for (const name of ["mouseover", "mouseenter", "mousemove", "mouseout", "pointerdown", "mousedown", "toggle"])
    element.dispatchEvent(new MouseEvent(name, {bubbles: true}));
  element.focus();
  element.click();
  element.blur();
}
return document.querySelectorAll("#map bdi").length;
"""
STATE = """
const own = [...document.querySelectorAll("*")];
return {
  pwned: window.__pwned ?? null,
  made: document.querySelectorAll("#map :is(script, img, iframe, svg, object, form, input, style, meta, base)").length,
  handlers: own.flatMap(e => e.getAttributeNames()).filter(name => name.startsWith("on")),
  protocols: [...new Set([...document.querySelectorAll("#map a")].map(link => link.protocol))],
  address: `file://${location.pathname}`,
};
"""


@pytest.mark.parametrize("form", ["as it is", "without its policy", "in a theme"])
def test_hostile_titles_and_addresses_run_nothing(browser: Any, tmp_path: Path, form: str) -> None:
    """Not when the page loads, nor when everything is clicked, hovered, focused, reached by keys, filtered."""
    assert len(PAYLOADS) + len(HEADINGS) >= 60
    address = laid(tmp_path, form)
    clean = {"pwned": None, "made": 0, "handlers": [], "protocols": ["https:"], "address": address}
    browser.get(address)
    assert browser.execute_script(STATE) == clean
    assert browser.execute_script(TOUCH) >= len(PAYLOADS)
    assert browser.execute_script(STATE) == clean
    touch_for_real(browser)
    assert browser.execute_script(STATE) == clean
    if form != "in a theme":
        type_into_the_filter(browser, clean)


def touch_for_real(browser: Any) -> None:
    """A mouse over some titles, a click on some headings, and the keys through the first links."""
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    hover = ActionChains(browser, duration=0)
    for element in browser.find_elements("css selector", "#map bdi")[::8]:
        hover.scroll_to_element(element).move_to_element(element)
    for element in browser.find_elements("css selector", "#map .heading")[::3]:
        hover.scroll_to_element(element).click(element)
    hover.send_keys(Keys.TAB * 60).perform()


def type_into_the_filter(browser: Any, clean: dict[str, object]) -> None:
    """Each title typed as a search; what is found is shown again, and nothing of it runs."""
    field = browser.find_element("id", "filter")
    for title in TITLES[::3]:
        # The driver's keyboard has no signs beyond U+FFFF, and needs none here.
        field.clear()
        field.send_keys(title.split(">")[0][:40])
        assert browser.execute_script("return document.getElementById('found').textContent.length") > 0
    assert browser.execute_script(STATE) == clean
    field.clear()
    field.send_keys("script")
    shown = "return [...document.querySelectorAll('#map li:not([hidden])')].length"
    assert browser.execute_script(shown) > 10
    assert browser.execute_script(STATE) == clean


def test_an_address_of_a_thousand_folders_makes_no_deep_tree() -> None:
    deep = [Page(f"{BASE}{'a/' * 990}"), Page(f"{BASE}{'a/' * 49}b/c/d"), Page(f"{BASE}{'a/' * 49}e")]
    page = html_map(grown(deep), base_url=BASE).decode()
    assert page.count('<a href="https://e.com/a/') == 3
    assert "<bdi>b/c/d</bdi>" in page
