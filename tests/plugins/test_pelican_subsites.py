"""Sites inside a site: i18n_subsites builds them in the middle of the outer one's build."""

from __future__ import annotations

from pathlib import Path

from pelican_site import BASE, article, build
from support import entries

SUBSITES = """\
PLUGINS = ["i18n_subsites", "urlset"]
I18N_SUBSITES = {"fr": {"SITENAME": "y"}}
DIRECT_TEMPLATES = ["index"]
"""


def test_one_file_for_the_site_and_those_inside_it(tmp_path: Path) -> None:
    # PPC-44: each page where it lies, each naming both; no hidden copy; the subsite's listings under its folder.
    pages = article("one", "Slug: one", "Lang: en") + article("two", "Slug: two", "Lang: en")
    pages += article("deux", "Slug: two", "Lang: fr")
    site, _ = build(tmp_path, pages, conf=SUBSITES)
    found = list(entries(site / "sitemap.xml"))
    assert found == [
        BASE + path
        for path in (
            "",
            "category/misc.html",
            "fr/",
            "fr/category/misc.html",
            "fr/two.html",
            "one.html",
            "two.html",
        )
    ]
    text = (site / "sitemap.xml").read_text()
    for tag, path in (("en", "two.html"), ("fr", "fr/two.html")):
        assert text.count(f'<xhtml:link rel="alternate" hreflang="{tag}" href="{BASE}{path}"/>') == 2
    assert not (site / "fr" / "sitemap.xml").exists()
