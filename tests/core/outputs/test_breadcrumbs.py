"""Breadcrumbs as JSON-LD: what Google asks of them, and titles that would break out of a script."""

from __future__ import annotations

import json

from lxml import html

from urlset.outputs.breadcrumbs import breadcrumbs, script
from urlset.tree import Node

HOSTILE = 'A </script><script>alert(1)</script> & "B" <!-- \u2028'
WAY = [
    Node("Home", "https://e.com/"),
    Node("Articles"),
    Node(HOSTILE, "https://e.com/a?x=1&y=2"),
    Node("Über", "https://e.com/ü"),
]


def test_every_item_has_a_name_and_a_position_and_all_but_the_last_an_address() -> None:
    assert json.loads(breadcrumbs(WAY)) == {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": 1, "name": "Home", "item": "https://e.com/"},
            {"@type": "ListItem", "position": 2, "name": HOSTILE, "item": "https://e.com/a?x=1&y=2"},
            {"@type": "ListItem", "position": 3, "name": "Über"},
        ],
    }


def test_one_item_is_no_list() -> None:
    assert breadcrumbs([Node("Articles"), *WAY[:1]]) == b""


def test_no_title_ends_the_script_element() -> None:
    content = breadcrumbs(WAY)
    assert b"<" not in content
    page = html.fromstring(b"<!DOCTYPE html><meta charset=utf-8><title>x</title>" + script(content))
    (element,) = page.iter("script")
    assert element.get("type") == "application/ld+json"
    assert json.loads(element.text)["itemListElement"][1]["name"] == HOSTILE
