"""Beside other plugins for sitemaps, the real ones: what is published is one set, and somebody is told."""

from __future__ import annotations

import gzip
import logging
from pathlib import Path

import pytest

import pelican_site
import sphinx_site
from support import MkDocs, Repository, entries

BASE = "https://ex.com/"
DOCS = f"""\
--- docs/index.md
# Home
--- docs/a.md
# A
--- mkdocs.yml
site_name: x
site_url: {BASE}
use_directory_urls: false
plugins:
"""


def copies_agree(site: Path) -> bool:
    return gzip.decompress((site / "sitemap.xml.gz").read_bytes()) == (site / "sitemap.xml").read_bytes()


@pytest.mark.parametrize("plugins", ["'urlset', 'sitemap'", "'sitemap', 'urlset'"])
def test_pelican_leaves_the_file_to_the_other_plugin(tmp_path: Path, plugins: str) -> None:
    # Pelican settles no order between the two, so either could overwrite the other.
    pelican_site.build(tmp_path, pelican_site.article("a"))
    site, said = pelican_site.build(tmp_path, conf=f"PLUGINS = [{plugins}]\n")
    assert [path.name for path in site.glob("sitemap*")] == ["sitemap.xml"]
    assert b"schemaLocation" in (site / "sitemap.xml").read_bytes()
    assert (
        "urlset: warning[OUT03]: pelican.plugins.sitemap: writes sitemap.xml too, in no settled order, so urlset"
        " wrote nothing. Remove one of the two plugins, or set another filename."
    ) in said


@pytest.mark.parametrize("conf", ["URLSET = {'filename': 'map.xml'}\n", "SITEMAP = {'format': 'txt'}\n"])
def test_pelican_where_the_files_have_different_names(tmp_path: Path, conf: str) -> None:
    site, said = pelican_site.build(
        tmp_path, pelican_site.article("a"), conf=f"PLUGINS = ['urlset', 'sitemap']\n{conf}"
    )
    ours = "map.xml" if "map.xml" in conf else "sitemap.xml"
    assert "OUT03" not in said
    assert pelican_site.BASE + "a.html" in entries(site / ours)
    assert len(list(site.glob("sitemap.*"))) == (1 if ours == "map.xml" else 3)


def test_pelican_names_a_text_sitemap_of_both(tmp_path: Path) -> None:
    conf = "PLUGINS = ['urlset', 'sitemap']\nSITEMAP = {'format': 'txt'}\nURLSET = {'text': True}\n"
    site, said = pelican_site.build(tmp_path, pelican_site.article("a"), conf=conf)
    assert "pelican.plugins.sitemap: writes sitemap.txt too" in said
    assert [path.name for path in site.glob("sitemap*")] == ["sitemap.txt"]


@pytest.mark.filterwarnings("ignore")  # of the other extension, which calls what Sphinx will remove
@pytest.mark.parametrize(
    "extensions", ["'sphinx_urlset', 'sphinx_sitemap'", "'sphinx_sitemap', 'sphinx_urlset'"]
)
def test_sphinx_has_the_last_word(tmp_path: Path, extensions: str) -> None:
    sphinx_site.site(tmp_path, conf=f"extensions = [{extensions}]\n")
    out, said = sphinx_site.build(tmp_path)
    assert sphinx_site.listed(out) == ["a.html", "index.html", "sub/index.html"]
    assert copies_agree(out)
    assert (
        "urlset: sitemap.xml stands as urlset writes it, whatever sphinx_sitemap does; "
        "remove one of the two plugins, or set another filename"
    ) in said


@pytest.mark.filterwarnings("ignore")
def test_sphinx_where_the_files_have_different_names(tmp_path: Path) -> None:
    conf = "extensions = ['sphinx_urlset', 'sphinx_sitemap']\nsitemap_filename = 'other.xml'\n"
    sphinx_site.site(tmp_path, conf=conf)
    out, said = sphinx_site.build(tmp_path)
    assert (out / "other.xml").exists()
    assert sphinx_site.listed(out) == ["a.html", "index.html", "sub/index.html"]
    assert "stands as urlset writes it" not in said


@pytest.mark.parametrize(
    "other", ["no-sitemap", "mkdocs-sitemap-exclusion: {exclude: [a.html]}"], ids=["none", "exclusion"]
)
@pytest.mark.parametrize("first", [True, False])
def test_mkdocs_has_the_last_word(mkdocs: MkDocs, repository: Repository, other: str, first: bool) -> None:
    plugins = ["urlset", other] if first else [other, "urlset"]
    repository.commit("2024-03-10T00:00:00Z", DOCS + "".join(f"- {plugin}\n" for plugin in plugins))
    site = mkdocs.build()
    assert list(entries(site / "sitemap.xml")) == [BASE + "a.html", BASE + "index.html"]
    assert copies_agree(site)
    name = other.partition(":")[0]
    told = f"sitemap.xml stands as urlset writes it, whatever {name} does; remove one of the two plugins, or set another filename"
    assert mkdocs.said(logging.INFO) == [told]
