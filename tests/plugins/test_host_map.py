"""The site map for people in the hosts: in the language of the site, with the titles of its pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import html

from pelican_site import build as pelican
from sphinx_site import build as sphinx, site as sphinx_site
from support import MkDocs, Repository, lay

MKDOCS = """\
--- mkdocs.yml
site_name: Klein
site_url: https://ex.com/docs/
theme: {theme}
plugins:
- urlset:
    html_map: true
{more}
--- docs/index.md
# Übersicht
--- docs/a-b.md
# A & B `<c>`
--- docs/other.md
---
title: Lists <em>&amp;</em> more
---
"""


def shown(site: Path) -> tuple[str, list[str]]:
    """The language of the map, and the text of its links."""
    page = html.fromstring((site / "sitemap.html").read_bytes())
    return page.get("lang"), sorted(link.text_content() for link in page.get_element_by_id("map").iter("a"))


@pytest.mark.parametrize(
    ("theme", "more", "lang"),
    [
        ("{name: mkdocs, locale: de}", "", "de"),
        ("{name: mkdocs, locale: pt_BR}", "", "pt-BR"),
        ("{name: mkdocs}", "", "en"),
        ("{name: material, language: de, font: false}", "", "de"),
        ("{name: mkdocs, locale: de}", "    language: fr", "fr"),
    ],
)
def test_mkdocs(mkdocs: MkDocs, repository: Repository, theme: str, more: str, lang: str) -> None:
    lay(repository.folder, MKDOCS.format(theme=theme, more=more))
    found = shown(mkdocs.build())
    assert found == (lang, ["A & B <c>", "Lists & more", "Übersicht"])


@pytest.mark.parametrize(
    ("conf", "lang"), [("", "en"), ('language = "de"\n', "de"), ('language = "pt_BR"\n', "pt-BR")]
)
def test_sphinx(tmp_path: Path, conf: str, lang: str) -> None:
    pages = "--- index.rst\nÜbersicht\n=========\n\n.. toctree::\n\n   a\n--- a.rst\nA & B ``List<int>``\n===================\n"
    sphinx_site(tmp_path, pages, f"urlset_html_map = True\n{conf}")
    out, _ = sphinx(tmp_path)
    assert shown(out) == (lang, ["A & B List<int>", "Übersicht"])


def test_pelican(tmp_path: Path) -> None:
    conf = (
        'DEFAULT_LANG = "de"\nURLSET = {"html_map": True}\nDIRECT_TEMPLATES = ["index"]\n'
        "CATEGORY_SAVE_AS = AUTHOR_SAVE_AS = ''\n"
    )
    pages = "--- content/pages/a.md\nTitle: A & B\n\nText.\n--- content/b.rst\nTips *& tricks*\n###############\n\n:date: 2024-01-02\n:category: misc\n\nText.\n"
    out, _ = pelican(tmp_path, pages, conf=conf)
    lang, titles = shown(out)
    assert lang == "de"
    assert {"A & B", "Tips & tricks"} <= set(titles)
