"""``urlset index``: one index over the sitemaps of versions and languages."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from support import run_cli as run

BASE = "https://ex.com/docs/"


def sitemap(folder: Path, *pages: str, name: str = "sitemap.xml") -> None:
    from urlset import Page, Settings, build

    base = f"{BASE}{folder.name}/"
    records = [Page(base + page, date) for page, _, date in (text.partition(" ") for text in pages)]
    records = [Page(page.loc, page.lastmod or None) for page in records]
    build(records, Settings(base_url=base, output=str(folder), filename=name))


def test_versions_each_with_its_newest_date(tmp_path: Path) -> None:
    # PPC-19, PPC-31
    sitemap(tmp_path / "1.0", "a 2023-01-01", "b 2023-05-01")
    sitemap(tmp_path / "2.0", "a 2024-05-01T10:00:00+02:00", "b")
    sitemap(tmp_path / "dev", "a")
    (tmp_path / "latest").mkdir()
    (tmp_path / "latest" / "sitemap.xml").write_bytes((tmp_path / "2.0" / "sitemap.xml").read_bytes())
    done = run("index", tmp_path, "--base-url", "https://ex.com/docs", "--exclude", "dev/")
    assert (done.returncode, done.stderr) == (0, "")
    assert "left out: latest/sitemap.xml: lists no page below https://ex.com/docs/latest/" in done.stdout
    assert "left out: dev/sitemap.xml: excluded" in done.stdout
    lines = (tmp_path / "sitemap.xml").read_text().splitlines()
    assert lines[2:-1] == [
        f"<sitemap><loc>{BASE}1.0/sitemap.xml</loc><lastmod>2023-05-01</lastmod></sitemap>",
        f"<sitemap><loc>{BASE}2.0/sitemap.xml</loc><lastmod>2024-05-01T10:00:00+02:00</lastmod></sitemap>",
    ]
    assert "unchanged" in run("index", tmp_path, "--base-url", BASE, "--exclude", "dev/").stdout


def test_what_is_no_sitemap_is_left_out_and_named(tmp_path: Path) -> None:
    sitemap(tmp_path / "good", "a")
    for name, content in {
        "broken": "<urlset>", "html": "<!doctype html><html><body>404", "empty": "",
        "bomb": '<!DOCTYPE x [<!ENTITY a "b">]><urlset/>',
        "index": '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>',
    }.items():  # fmt: skip
        (tmp_path / name).mkdir()
        (tmp_path / name / "sitemap.xml").write_text(content)
    (tmp_path / "packed").mkdir()
    packed = (tmp_path / "good" / "sitemap.xml").read_bytes().replace(b"/good/", b"/packed/")
    (tmp_path / "packed" / "sitemap.xml.gz").write_bytes(gzip.compress(packed))
    done = run("index", tmp_path, "--base-url", BASE)
    assert done.returncode == 0, done.stderr
    for name in ("broken", "html", "empty", "bomb", "index"):
        assert f"left out: {name}/sitemap.xml: " in done.stdout
    text = (tmp_path / "sitemap.xml").read_text()
    assert text.count("<sitemap>") == 2
    assert f"{BASE}packed/sitemap.xml.gz" in text


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        ((), 4, "is a sitemap of pages. Choose another --name."),
        (("--name", "../x.xml"), 2, "name: expected a plain file name"),
        (("--exclude", "*"), 1, "0 sitemaps for an index"),
        (("--exclude", "!"), 2, "exclude[0]: is no pattern"),
    ],
)
def test_what_cannot_be_done(tmp_path: Path, options: tuple[str, ...], status: int, message: str) -> None:
    folder = tmp_path / "docs"
    sitemap(folder / "1.0", "a")
    sitemap(folder, "a")
    before = (folder / "sitemap.xml").read_bytes()
    done = run("index", folder, "--base-url", "https://ex.com/docs/docs/", *options)
    assert (done.returncode, message in done.stderr) == (status, True), done.stderr
    assert (folder / "sitemap.xml").read_bytes() == before


def test_an_index_in_the_folder_of_a_version_needs_another_name(tmp_path: Path) -> None:
    # PPC-16: a host that serves the default version's own sitemap at the root of the domain keeps it whole.
    for version in ("latest", "stable"):
        sitemap(tmp_path / version, "a")
    before = (tmp_path / "stable" / "sitemap.xml").read_bytes()
    done = run("index", tmp_path, "--base-url", BASE, "--name", "sitemap-index.xml")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "sitemap-index.xml").read_text()
    assert [f"<loc>{BASE}{version}/sitemap.xml</loc>" in text for version in ("latest", "stable")] == [
        True,
        True,
    ]
    assert (tmp_path / "stable" / "sitemap.xml").read_bytes() == before
    assert not (tmp_path / "sitemap.xml").exists()
