"""Sitemaps of others in our index: listed as they are, and never an index among them."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from urlset import Page, Settings, SettingsError, build

BASE = "https://e.com/"


def made(folder: Path, *foreign: str, **options: Any) -> list[str]:
    settings = Settings(base_url=BASE, output=str(folder), gzip=False, foreign_sitemaps=foreign, **options)
    done = build([Page("/a")], settings)
    assert done.index is not None
    text = (folder / done.index.name).read_text()
    assert done.index.entries == text.count("<sitemap>")
    return [part.partition("<")[0].removeprefix(BASE) for part in text.split("<loc>")[1:]]


def test_addresses_and_files(tmp_path):
    (tmp_path / "video.xml").write_text("<?xml version='1.0'?><!-- <sitemapindex> --><urlset/>")
    (tmp_path / "shop.xml.gz").write_bytes(gzip.compress(b"<urlset/>"))
    (tmp_path / "list.txt").write_text("https://e.com/")
    listed = made(
        tmp_path, "video.xml", "https://shop.e.com/s.xml?a=1", "shop.xml.gz", "list.txt", "video.xml"
    )
    assert listed == ["sitemap-1.xml", "video.xml", "https://shop.e.com/s.xml?a=1", "shop.xml.gz", "list.txt"]


def test_our_own_file_is_listed_once(tmp_path):
    assert made(tmp_path, f"{BASE}sitemap-1.xml") == ["sitemap-1.xml"]


@pytest.mark.parametrize("text", ["<sitemapindex/>", "\ufeff<?x?><!-- c -->\n<s:sitemapindex xmlns:s='u'>"])
def test_an_index_is_refused(tmp_path, text):
    # OP-70
    (tmp_path / "index.xml").write_text(text)
    with pytest.raises(SettingsError, match=r"foreign_sitemaps\[1\]: .* is an index"):
        made(tmp_path, f"{BASE}x.xml", "index.xml")
    assert [path.name for path in tmp_path.iterdir()] == ["index.xml"]


@pytest.mark.parametrize("name", ["none.xml", "../x.xml", "javascript://x", "."])
def test_what_is_no_sitemap_is_refused(tmp_path, name):
    with pytest.raises(SettingsError, match=r"foreign_sitemaps\[0\]"):
        made(tmp_path, name)
