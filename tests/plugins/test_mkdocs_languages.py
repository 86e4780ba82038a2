"""MkDocs in several languages, built once a language by mkdocs-static-i18n; and what pages include."""

from __future__ import annotations

import logging

import pytest

from support import MkDocs, Repository, entries, lay

pytest.importorskip("mkdocs_static_i18n")

BASE = "https://ex.com/"
SITE = f"""\
--- mkdocs.yml
site_name: x
site_url: {BASE}
plugins:
- urlset: {{x_default: en%s}}
- i18n:
    fallback_to_default: %s
    languages:
    - {{locale: en, name: English, default: true}}
    - {{locale: pt_BR, name: Português}}
    - {{locale: fr, name: Français}}
--- docs/index.md
# Home
--- docs/index.fr.md
# Accueil
--- docs/a.md
# A
--- docs/a.pt_BR.md
# A em português
--- docs/alone.md
# Alone
"""


def links(text: str, page: str) -> list[tuple[str, str]]:
    entry = text.partition(f"<loc>{BASE}{page}</loc>")[2].partition("</url>")[0]
    parts = [part.split('"') for part in entry.split("hreflang=")[1:]]
    return [(part[1], part[3].removeprefix(BASE)) for part in parts]


def test_all_languages_are_in_one_file_and_name_each_other(mkdocs: MkDocs, repository: Repository) -> None:
    # PPC-28, OP-43, OP-44, OP-45, OP-46, OP-47
    repository.commit("2024-03-10T00:00:00Z", SITE % ("", "false"))
    site = mkdocs.build()
    assert sorted(entries(site / "sitemap.xml")) == [
        BASE + page for page in ("", "a/", "alone/", "fr/", "pt_BR/a/")
    ]
    text = (site / "sitemap.xml").read_text()
    assert (
        links(text, "a/")
        == links(text, "pt_BR/a/")
        == [("en", "a/"), ("pt-BR", "pt_BR/a/"), ("x-default", "a/")]
    )
    assert links(text, "") == links(text, "fr/") == [("en", ""), ("fr", "fr/"), ("x-default", "")]
    assert links(text, "alone/") == []


@pytest.mark.parametrize(("option", "listed"), [("", False), (", list_fallbacks: true", True)])
def test_copies_that_are_not_translated(
    mkdocs: MkDocs, repository: Repository, option: str, listed: bool
) -> None:
    # PPC-29, OP-49: never announced as a translation; listed only where that is wanted.
    repository.commit("2024-03-10T00:00:00Z", SITE % (option, "true"))
    site = mkdocs.build()
    assert (site / "fr" / "alone" / "index.html").exists()
    assert (BASE + "fr/alone/" in entries(site / "sitemap.xml")) == listed
    assert 'href="https://ex.com/fr/alone/"' not in (site / "sitemap.xml").read_text()


def test_a_set_has_only_pages_that_stay_in(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-03-10T00:00:00Z", SITE % (", exclude: [pt_BR/]", "false"))
    text = (mkdocs.build() / "sitemap.xml").read_text()
    assert links(text, "a/") == []
    assert mkdocs.said(logging.WARNING) == []


@pytest.mark.parametrize(
    ("own", "listed"),
    [
        ("https://ex.com/brasil/", [("en", "a/"), ("pt-BR", "brasil/pt_BR/a/"), ("x-default", "a/")]),
        # A page of another host is no entry of this file, but the pages that are name it.
        (
            "https://ex.com.br/docs/",
            [("en", "a/"), ("pt-BR", "https://ex.com.br/docs/pt_BR/a/"), ("x-default", "a/")],
        ),
    ],
)
def test_a_language_with_an_address_of_its_own(
    mkdocs: MkDocs, repository: Repository, own: str, listed: list[tuple[str, str]]
) -> None:
    # PPC-30
    told = (SITE % ("", "false")).replace("name: Português}", f"name: Português, site_url: '{own}'}}")
    repository.commit("2024-03-10T00:00:00Z", told)
    site = mkdocs.build()
    text = (site / "sitemap.xml").read_text()
    assert links(text, "a/") == listed
    own_entries = [page for page in entries(site / "sitemap.xml") if "pt_BR" in page]
    assert own_entries == ([f"{own}pt_BR/a/"] if own.startswith(BASE) else [])
    for page in own_entries:
        assert links(text, page.removeprefix(BASE)) == listed
    # The very address that the page gives itself, so that the links are mutual.
    page = (site / "pt_BR" / "a" / "index.html").read_text("utf-8")
    assert f'rel="canonical" href="{own}pt_BR/a/"' in page


INCLUDING = f"""\
--- mkdocs.yml
site_name: x
site_url: {BASE}
plugins: [urlset]
markdown_extensions:
- pymdownx.snippets:
    base_path: [parts]
--- docs/index.md
# Home
--- docs/a.md
# A

--8<-- "one.md"
--- parts/one.md
--8<-- "two.md:1:3"
--- parts/two.md
Text.
"""


def test_the_date_of_what_a_page_includes(
    mkdocs: MkDocs, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository.folder)
    repository.commit("2024-03-10T00:00:00Z", INCLUDING)
    repository.commit("2024-06-10T00:00:00Z", "--- parts/two.md\nOther text.\n")
    found = entries(mkdocs.build() / "sitemap.xml")
    assert found == {BASE: "2024-03-10T00:00:00+00:00", BASE + "a/": "2024-06-10T00:00:00+00:00"}
    lay(repository.folder, INCLUDING.replace("[urlset]", "[{urlset: {dependencies: false}}]"))
    assert entries(mkdocs.build() / "sitemap.xml")[BASE + "a/"] == "2024-03-10T00:00:00+00:00"


PLUGIN = f"""\
--- mkdocs.yml
site_name: x
site_url: {BASE}
exclude_docs: parts/
plugins:
- include-markdown
- urlset
--- docs/index.md
# Home
--- docs/sub/a.md
# A

{{% include-markdown "parts/one.md" %}}
--- docs/sub/b.md
# B

{{% include-markdown "../parts/t*.md" %}}
--- docs/sub/c.md
# C

{{% include "../../outside.txt" %}}
--- docs/parts/one.md
{{% include "./deep.md" %}}
--- docs/parts/deep.md
Text.
--- docs/parts/two.md
Text.
--- outside.txt
Text.
"""


def test_the_date_of_what_the_plugin_includes(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-03-10T00:00:00Z", PLUGIN)
    repository.commit("2024-06-10T00:00:00Z", "--- docs/parts/deep.md\nOther deep text.\n")
    repository.commit("2024-07-10T00:00:00Z", "--- docs/parts/two.md\nOther text, two.\n")
    repository.commit("2024-08-10T00:00:00Z", "--- outside.txt\nOther text, outside.\n")
    site = mkdocs.build()
    for name, text in (("a", "Other deep text."), ("b", "Other text, two."), ("c", "Other text, outside.")):
        assert text in (site / "sub" / name / "index.html").read_text()
    assert {
        page.removeprefix(BASE): day and day[:10] for page, day in entries(site / "sitemap.xml").items()
    } == {
        "": "2024-03-10",
        "sub/a/": "2024-06-10",
        "sub/b/": "2024-07-10",
        "sub/c/": "2024-08-10",
    }
