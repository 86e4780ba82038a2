"""Several files as one set: an index and its children, folders, languages and duplicates over files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from urlset import Page, Settings, build
from urlset.errors import SettingsError, SourceError
from urlset.validator import Report, validate

NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml"'
SITE = "https://example.com/"


def urlset(*pages: str, inner: str = "") -> str:
    entries = "".join(f"<url><loc>{SITE}{page}</loc>{inner}</url>\n" for page in pages)
    return f"<urlset {NS}>{entries}</urlset>"


def index(*children: str) -> str:
    entries = "".join(f"<sitemap><loc>{SITE}{child}</loc></sitemap>\n" for child in children)
    return f"<sitemapindex {NS}>{entries}</sitemapindex>"


def fill(folder: Path, **files: str) -> None:
    for name, content in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".xml").write_text(content, "utf-8")


def found(report: Report) -> dict[str, str]:
    return {group.rule: group.file.rsplit("/", 1)[-1] for group in report.groups if group.severity != "info"}


def test_an_index_leads_to_its_children(tmp_path: Path) -> None:
    fill(tmp_path, sitemap=index("a.xml", "sub/b.xml"), a=urlset("1"), sub__b=urlset("sub/2", "sub/3"))
    report = validate(tmp_path / "sitemap.xml")
    assert [(file.kind, file.entries) for file in report.files] == [
        ("sitemapindex", 2),
        ("urlset", 1),
        ("urlset", 2),
    ]
    assert found(report) == {}


def test_a_base_address_says_which_child_is_meant(tmp_path: Path) -> None:
    fill(tmp_path, sitemap=index("docs/a.xml", "b.xml"), a=urlset("docs/1"), b=urlset("2"))
    report = validate(tmp_path / "sitemap.xml", base_url=SITE + "docs/")
    assert [file.file.rsplit("/", 1)[-1] for file in report.files] == ["sitemap.xml", "a.xml"]
    assert found(report) == {"IDX007": "sitemap.xml", "IDX013": "sitemap.xml"}


def test_the_scope_of_a_child_is_that_of_its_address(tmp_path: Path) -> None:
    fill(tmp_path, sitemap=index("sub/a.xml"), sub__a=urlset("sub/1", "other/2"))
    assert found(validate(tmp_path / "sitemap.xml")) == {"SCP002": "a.xml"}


def test_a_missing_child(tmp_path: Path) -> None:
    fill(tmp_path, sitemap=index("a.xml", "b.xml"), a=urlset("1"))
    finding = next(one for one in validate(tmp_path / "sitemap.xml").findings if one.rule == "IDX013")
    assert (finding.severity, finding.line, finding.value) == ("warning", 2, SITE + "b.xml")
    (tmp_path / "a.xml").unlink()
    assert found(validate(tmp_path / "sitemap.xml")) == {}, "without a base address all may lie elsewhere"


def test_an_index_inside_an_index_and_a_cycle(tmp_path: Path) -> None:
    fill(tmp_path, sitemap=index("a.xml"), a=index("b.xml"), b=index("c.xml"), c=index("sitemap.xml"))
    report = validate(tmp_path / "sitemap.xml", base_url=SITE)
    assert len(report.files) == 4
    assert report.count("error") == 3
    assert {group.rule for group in report.groups if group.severity == "error"} == {"IDX004"}


def test_a_child_outside_the_folder_is_never_opened(tmp_path: Path) -> None:
    fill(
        tmp_path, secret=urlset("1"), site__sitemap=index("../secret.xml", "%2e%2e/secret.xml", "/secret.xml")
    )
    assert len(validate(tmp_path / "site" / "sitemap.xml").files) == 1


def test_an_address_in_two_files(tmp_path: Path) -> None:
    fill(tmp_path, sitemap=index("a.xml", "b.xml"), a=urlset("1", "2"), b=urlset("3", "2"))
    report = validate(tmp_path / "sitemap.xml")
    finding = next(one for one in report.findings if one.rule == "SET014")
    assert (finding.file.rsplit("/", 1)[-1], finding.line, finding.column) == ("b.xml", 2, 6)
    assert report.count("warning") == 1


def test_a_broken_file_says_nothing_of_others(tmp_path: Path) -> None:
    fill(tmp_path, a=urlset("1", "2")[:-20], b=urlset("1"))
    assert found(validate([tmp_path / "a.xml", tmp_path / "b.xml"])) == {"FIL003": "a.xml"}


@pytest.mark.parametrize("back", [True, False])
def test_languages_in_two_files(back: bool, tmp_path: Path) -> None:
    def link(lang: str) -> str:
        return f'<x:link rel="alternate" hreflang="{lang}" href="{SITE}{lang}"/>'

    both = link("de") + link("en")
    fill(tmp_path, sitemap=index("a.xml", "b.xml"), a=urlset("en", inner=both))
    fill(tmp_path, b=urlset("de", inner=both if back else link("de")))
    assert found(validate(tmp_path / "sitemap.xml")) == ({} if back else {"ALT004": "a.xml"})


def test_the_files_of_the_set_are_no_pages(tmp_path: Path) -> None:
    fill(
        tmp_path,
        sitemap=index("a.xml", "b.xml"),
        a=urlset("1", "b.xml"),
        b=urlset("2", "sitemap-of-a-page.xml"),
    )
    report = validate(tmp_path / "sitemap.xml")
    assert [one.value for one in report.findings if one.rule == "LOC017"] == [SITE + "b.xml"]


def test_a_folder_gives_what_can_be_judged(tmp_path: Path) -> None:
    fill(tmp_path, sitemap=index("a.xml"), a=urlset("1"), other="<config/>")
    (tmp_path / "robots.txt").write_text("Sitemap: https://example.com/sitemap.xml\n", "utf-8")
    (tmp_path / "licence.txt").write_text("Everyone may use this.\n", "utf-8")
    (tmp_path / "index.html").write_text("<title>A</title>", "utf-8")
    kinds = sorted(file.kind for file in validate(tmp_path, base_url=SITE).files)
    assert kinds == ["robots", "sitemapindex", "urlset"]


def test_in_a_folder_the_index_tells_the_addresses_of_its_children(tmp_path: Path) -> None:
    fill(tmp_path, a=urlset("1", "other.xml"), sitemap_index=index("sub/a.xml"), other=urlset("2"))
    report = validate(tmp_path)
    assert [file.file.rsplit("/", 1)[-1] for file in report.files] == [
        "sitemap_index.xml",
        "a.xml",
        "other.xml",
    ]
    assert found(report) == {"SCP002": "a.xml"}


@pytest.mark.parametrize(("host", "broken"), [("b.example", False), ("c.example", True)])
def test_robots_of_another_host_names_a_sitemap(host: str, broken: bool, tmp_path: Path) -> None:
    (tmp_path / "robots.txt").write_text("Sitemap: https://a.example/b.xml\n", "utf-8")
    (tmp_path / "b.xml").write_text(urlset("1").replace("example.com", host), "utf-8")
    report = validate([tmp_path / "robots.txt"], base_url="https://b.example/")
    assert ("SCP004" in found(report)) == broken
    assert "SCP001" not in found(report)


def test_pagemaps_that_include_each_other(tmp_path: Path) -> None:
    def pagemap(page: str, *includes: str) -> str:
        inside = "".join(f'<include href="{name}.xml"/>' for name in includes)
        return f'<pagemap><page title="A" file="/{page}"/>{inside}</pagemap>'

    fill(tmp_path, a=pagemap("a", "b", "c"), b=pagemap("b", "d"), c=pagemap("c", "d"), d=pagemap("a"))
    report = validate(tmp_path / "a.xml")
    assert [file.entries for file in report.files] == [1, 1, 1, 1]
    assert found(report) == {"MAP003": "d.xml"}, "the page of a.xml stands in d.xml again"
    fill(tmp_path, d=pagemap("d", "b"))
    circle = [(one.rule, one.file.rsplit("/", 1)[-1]) for one in validate(tmp_path / "a.xml").findings]
    assert circle == [("MAP006", "b.xml"), ("MAP006", "d.xml")]


def test_what_cannot_be_opened_is_an_error_and_no_finding(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        validate(tmp_path / "none.xml")
    with pytest.raises(SourceError):
        validate(tmp_path)
    with pytest.raises(SettingsError):
        validate(tmp_path, profile="askjeeves")
    with pytest.raises(SettingsError):
        validate("https://example.com/sitemap.xml")


def test_the_copies_of_a_build_are_not_judged_as_duplicates(tmp_path: Path) -> None:
    pages = [Page(f"{number}?a=1&b='2'") for number in range(3)]
    build(pages, Settings(base_url="https://example.com/", output=str(tmp_path), text=True))
    report = validate(tmp_path, base_url="https://example.com/")
    assert [os.path.basename(file.file) for file in report.files] == ["sitemap.xml"]
    (tmp_path / "sitemap.txt").write_text("https://example.com/0\nhttps://example.com/0\n")
    assert [os.path.basename(file.file) for file in validate(tmp_path).files] == [
        "sitemap.txt",
        "sitemap.xml",
    ]
