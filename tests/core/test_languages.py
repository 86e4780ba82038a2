"""Sets of translations: mutual links, only to pages that are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import entries
from urlset import Page, Settings, build
from urlset.languages import linked
from urlset.tally import Tally

EN, DE = "https://ex.com/", "https://ex.com/de/"


def sets(*pages: Page, x_default: str = "", **options: object) -> tuple[dict[str, list[str]], Tally]:
    """For each address what it announces, as ``tag address``, without the site."""
    tally = Tally()
    tally.grouped = any(page.group for page in pages)
    wanted = {"languages": {}, "elsewhere": {}} | options
    found = linked(pages, x_default=x_default, tally=tally, **wanted)
    return {
        page.loc.removeprefix(EN): [f"{link.lang} {link.href.removeprefix(EN)}" for link in page.alternates]
        for page in found
    }, tally


def test_each_member_has_the_whole_set_and_itself_in_one_spelling() -> None:
    found, _ = sets(
        Page(EN + "b", lang="zh_hant_tw", group="x"),
        Page(EN + "a", lang="EN", group="x"),
        Page(EN + "c", lang="de", group="alone"),
        Page(EN + "d"),
    )
    whole = ["en a", "zh-Hant-TW b"]
    assert found == {"a": whole, "b": whole, "c": [], "d": []}


def test_the_fallback_is_that_of_its_own_set() -> None:
    # OP-44; and a set without the language that is the fallback has none.
    pages = [Page(f"{EN}{tag}/{name}", lang=tag, group=name) for name in "ab" for tag in ("de", "en")]
    pages += [Page(f"{EN}{tag}/c", lang=tag, group="c") for tag in ("de", "fr")]
    found, _ = sets(*pages, x_default="en")
    assert found["de/a"] == ["de de/a", "en en/a", "x-default en/a"]
    assert found["de/b"] == ["de de/b", "en en/b", "x-default en/b"]
    assert found["fr/c"] == ["de de/c", "fr fr/c"]


def test_two_pages_of_one_language_are_not_both_announced() -> None:
    found, tally = sets(
        *(Page(EN + name, lang=tag, group="x") for name, tag in (("a", "en"), ("b", "en"), ("c", "de")))
    )
    assert found == {"a": ["de c", "en a"], "b": [], "c": ["de c", "en a"]}
    assert len(tally.warnings) == 1
    assert "https://ex.com/a is the same page in en too" in tally.warnings[0]


@pytest.mark.parametrize(
    ("tag", "wrong"),
    [("en_UK", "UK"), ("english", "english"), ("xx", "xx"), ("zh-Hans-QQ", "QQ"), ("jp", "jp"), ("", "")]
    + [(tag, "") for tag in ("zh_hant_tw", "es-419", "gsw", "EN-gb", "za", "de-1996", "sr-Latn")],
)
def test_a_code_that_nobody_knows_is_told_once(tag: str, wrong: str) -> None:
    # OP-46
    pages = [
        Page(f"{EN}{lang or 'x'}/{name}", lang=lang, group=name) for name in "ab" for lang in ("it", tag)
    ]
    _, tally = sets(*pages)
    assert [text.partition(":")[2].split("'")[1] for text in tally.warnings] == ([wrong] if wrong else [])


def test_by_paths_and_what_other_builds_have() -> None:
    # OP-43, OP-45, PPC-17: what follows the base of the language; the longest base is the page's.
    languages = {"languages": {"en": EN, "de": DE}}
    found, _ = sets(Page(EN + "a"), Page(DE + "a"), Page(EN + "b"), Page(DE), **languages)
    assert found == {"a": ["de de/a", "en a"], "b": [], "de/": [], "de/a": ["de de/a", "en a"]}
    found, _ = sets(Page(EN + "a"), Page(EN + "b"), **languages, elsewhere={"de": frozenset({"a", "c"})})
    assert found == {"a": ["de de/a", "en a"], "b": []}


def test_versions_on_another_host_are_named_and_not_listed(tmp_path: Path) -> None:
    # PPC-30: by group, and by path where `languages` has their base; the fallback may lie there too.
    fr = "https://fr.ex.com/"
    pages = [
        Page("a", lang="en", group="x"),
        Page(fr + "un", lang="fr", group="x"),
        Page("b"),
        Page(fr + "b"),
        Page(fr + "alone"),
        # Its own no counts, whoever brings it.
        Page(fr + "hidden", lang="fr", group="h"),
        Page(fr + "hidden", lang="fr", group="h", exclude="noindex"),
        Page("h", lang="en", group="h"),
        Page(fr + "hidden", lang="fr", group="h"),
        Page("https://elsewhere.com/b"),
    ]
    settings = Settings(
        base_url=EN, output=str(tmp_path), languages={"en": EN, "fr": fr}, x_default="fr", exclude=("un",)
    )
    done = build(pages, settings)
    text = (tmp_path / "sitemap.xml").read_text()
    assert list(entries(tmp_path / "sitemap.xml")) == [EN + "a", EN + "b", EN + "h"]
    for here, there in (("a", "un"), ("b", "b")):
        links = [("en", EN + here), ("fr", fr + there), ("x-default", fr + there)]
        assert (
            "\n".join(
                f'<xhtml:link rel="alternate" hreflang="{tag}" href="{address}"/>' for tag, address in links
            )
            in text
        )
    assert text.count("<xhtml:link") == 6
    assert done.dropped == {"off-site": 4, "noindex": 1, "duplicate": 2}
    assert done.read == done.written + sum(done.dropped.values())


def test_what_a_page_announces_itself_stays() -> None:
    from urlset import Alternate

    own = (Alternate("fr", EN + "fr"),)
    found, _ = sets(
        Page(EN + "a", lang="en", group="x", alternates=own), Page(EN + "b", lang="de", group="x")
    )
    assert found == {"a": ["fr fr"], "b": []}
