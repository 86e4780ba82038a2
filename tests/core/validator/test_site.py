"""The sitemap against the built site: one case for each thing that may be wrong, or missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import lay
from urlset.errors import SettingsError, SourceError
from urlset.validator import validate

SITE = "https://example.com/"


def sitemap(*pages: str, base: str = SITE) -> str:
    entries = "".join(f"<url><loc>{base}{page}</loc></url>\n" for page in pages)
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'


def found(folder: Path, base_url: str | None = SITE) -> list[tuple[str, str]]:
    report = validate([], site=folder, base_url=base_url)
    return [(one.rule, one.value) for one in report.findings if one.rule.startswith("LOC")]


def site(folder: Path, text: str, *pages: str) -> Path:
    lay(folder, text)
    (folder / "sitemap.xml").write_text(sitemap(*pages), "utf-8")
    return folder


def page(head: str = "") -> str:
    return f"<!doctype html><html><head><title>A</title>{head}</head><body>a</body></html>\n"


def test_a_site_that_is_right(tmp_path: Path) -> None:
    text = "".join(
        f"--- {name}\n{page()}"
        for name in ("index.html", "a/index.html", "b.html", "c.html", "404.html", "de/404/index.html")
    )
    text += "--- file.pdf\n%PDF\n--- .git/x.html\nno page\n"
    text += f"--- sitemap.html\n{page()}--- sitemap-nav.html\n<nav></nav>\n"
    assert found(site(tmp_path, text, "", "a/", "b.html", "c", "file.pdf")) == []


def test_a_page_beside_a_feed_of_its_name_is_wanted(tmp_path: Path) -> None:
    text = f"--- a.html\n{page()}--- blog.html\n{page()}--- blog.xml\n<rss></rss>\n"
    assert found(site(tmp_path, text, "a.html")) == [("LOC018", SITE + "blog.html")]


@pytest.mark.parametrize(
    ("listed", "head", "rule"),
    [
        ("a/", "", None),
        ("a/", '<meta name="robots" content="noindex">', "LOC013"),
        ("a/", '<META content="None" NAME="Robots">', "LOC013"),
        ("a/", '<!-- <meta name="robots" content="noindex"> -->', None),
        ("a/", f'<link rel="canonical" href="{SITE}b/">', "LOC013"),
        ("a/", f'<link rel="canonical" href="{SITE}a/">', None),
        ("a/", '<link rel="canonical" href="./">', None),
        ("a/", '<link rel="canonical" href="../b/">', "LOC013"),
        ("a/", '<meta http-equiv="refresh" content="0; url=../b/">', "LOC013"),
        ("a", "", "LOC015"),
        ("a/index.html", "", None),
        ("gone/", "", "LOC013"),
        ("%2e%2e/secret.html", "", "LOC013"),
    ],
)
def test_an_entry(listed: str, head: str, rule: str | None, tmp_path: Path) -> None:
    lay(tmp_path, f"--- secret.html\n{page()}")
    folder = site(tmp_path / "site", f"--- a/index.html\n{page(head)}", listed)
    rules = [name for name, value in found(folder) if value == SITE + listed and name in ("LOC013", "LOC015")]
    assert rules == ([rule] if rule else [])


def test_robots_keeps_a_listed_page_out(tmp_path: Path) -> None:
    text = (
        f"--- a/index.html\n{page()}--- b/index.html\n{page()}--- robots.txt\nUser-agent: *\nDisallow: /a/\n"
    )
    assert found(site(tmp_path, text, "a/", "b/")) == [("LOC013", SITE + "a/")]


@pytest.mark.parametrize(
    ("tag", "out"),
    [("noindex", True), ("googlebot: none", True), ("otherbot: noindex", False), ("index", False)],
)
def test_a_header_keeps_a_listed_page_out(tag: str, out: bool, tmp_path: Path) -> None:
    text = "".join(f"--- {name}/index.html\n{page()}" for name in ("a", "a/deep", "b", "hidden"))
    text += f"--- _headers\n/a/*\n  X-Robots-Tag: {tag}\n/hidden/*\n  x-robots-tag: noindex\n"
    wrong = [("LOC013", SITE + "a/"), ("LOC013", SITE + "a/deep/")]
    assert found(site(tmp_path, text, "a/", "a/deep/", "b/")) == (wrong if out else [])


@pytest.mark.parametrize("head", ['<link rel="canonical" href="http://[::1">', '<base href="http://[">'])
def test_half_a_bracket_is_no_reason_to_stop(head: str, tmp_path: Path) -> None:
    head += '<link rel="canonical" href="a/">'
    assert {rule for rule, _ in found(site(tmp_path, f"--- a/index.html\n{page(head)}", "a/"))} <= {"LOC013"}


def test_pages_that_are_not_listed(tmp_path: Path) -> None:
    hidden = page('<meta name="robots" content="noindex">')
    text = f"--- index.html\n{page()}--- a/index.html\n{page()}--- über.html\n{page()}--- x.html\n{hidden}"
    text += "--- private/p.html\n" + page() + "--- robots.txt\nUser-agent: *\nDisallow: /private/\n"
    assert found(site(tmp_path, text, "")) == [("LOC018", SITE + "a/"), ("LOC018", SITE + "%C3%BCber.html")]


def test_the_base_of_a_site_in_a_folder_is_found(tmp_path: Path) -> None:
    lay(tmp_path, f"--- index.html\n{page()}--- a/index.html\n{page()}--- a/b/index.html\n{page()}")
    (tmp_path / "sitemap.xml").write_text(sitemap("a/", "a/b/", base=SITE + "project/"), "utf-8")
    assert found(tmp_path, None) == [("LOC018", SITE + "project/")]


@pytest.mark.parametrize(
    ("name", "line"),
    [("sitemap.txt", "{}\n"), ("pages.jsonl", '{{"loc": "{}"}}\n'), ("feed.xml", "")],
)
def test_other_forms_are_compared_with_the_site_too(name: str, line: str, tmp_path: Path) -> None:
    lay(tmp_path, "".join(f"--- {page_}/index.html\n{page()}" for page_ in ("a", "b")))
    addresses = [f"{SITE}a/", f"{SITE}gone/"]
    text = "".join(map(line.format, addresses))
    if not text:
        items = "".join(f"<item><link>{address}</link></item>" for address in addresses)
        text = f"<rss version='2.0'><channel>{items}</channel></rss>"
    (tmp_path / name).write_text(text)
    report = validate(tmp_path / name, site=tmp_path, base_url=SITE)
    said = [(one.rule, one.value) for one in report.findings if one.rule in ("LOC013", "LOC018")]
    assert said == [("LOC013", f"{SITE}gone/"), ("LOC018", f"{SITE}b/")]


def test_what_a_site_must_have(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no sitemap"):
        validate([], site=tmp_path)
    with pytest.raises(SourceError, match="is no folder"):
        validate([], site=tmp_path / "none")
    (tmp_path / "sitemap.xml").write_text(
        sitemap("a").replace("</urlset>", "<url><loc>https://e.org/</loc></url></urlset>")
    )
    with pytest.raises(SettingsError, match="not on one site"):
        validate([], site=tmp_path)


def test_the_children_of_an_index_are_taken_together(tmp_path: Path) -> None:
    lay(tmp_path, f"--- a/index.html\n{page()}--- b/index.html\n{page()}")
    index = f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>{SITE}1.xml</loc></sitemap>'
    (tmp_path / "sitemap.xml").write_text(f"{index}<sitemap><loc>{SITE}2.xml</loc></sitemap></sitemapindex>")
    (tmp_path / "1.xml").write_text(sitemap("a/"))
    (tmp_path / "2.xml").write_text(sitemap("b/"))
    assert found(tmp_path) == []


def test_pages_left_out_on_purpose_are_not_missed(tmp_path: Path) -> None:
    folder = site(
        tmp_path, "".join(f"--- {name}\n{page()}" for name in ("index.html", "b/index.html", "d/x.html")), ""
    )
    assert found(folder) == [("LOC018", SITE + "b/"), ("LOC018", SITE + "d/x.html")]
    report = validate([], site=folder, base_url=SITE, exclude=["b", "d/"])
    assert [one.rule for one in report.findings if one.severity != "info"] == []
    with pytest.raises(SettingsError, match="exclude: has a meaning only beside site"):
        validate(folder / "sitemap.xml", exclude=["b"])
