"""Sites inside a site: i18n_subsites builds them in the middle of the outer one's build."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from pelican_site import BASE, CONF, article, build
from support import entries, lay

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


def test_a_site_inside_with_a_host_of_its_own(tmp_path: Path) -> None:
    # PPC-30: its pages are no entries of this file, but its translations are named.
    pages = article("one", "Slug: one", "Lang: en") + article("two", "Slug: two", "Lang: en")
    pages += article("deux", "Slug: two", "Lang: fr")
    conf = SUBSITES.replace('"SITENAME": "y"', '"SITENAME": "y", "SITEURL": "https://fr.ex.com"')
    site, _ = build(tmp_path, pages, conf=conf)
    assert list(entries(site / "sitemap.xml")) == [
        BASE + path for path in ("", "category/misc.html", "one.html", "two.html")
    ]
    text = (site / "sitemap.xml").read_text()
    assert text.count("<xhtml:link") == 2
    for tag, address in (("en", BASE + "two.html"), ("fr", "https://fr.ex.com/two.html")):
        assert f'<xhtml:link rel="alternate" hreflang="{tag}" href="{address}"/>' in text


RUNS = """\
import sys
from pelican import Pelican
from pelican.settings import read_settings
for folder, content in (("output/fr", "fr"), ("output", "content"), ("output/fr", "fr")):
    settings = read_settings("pelicanconf.py", override={"OUTPUT_PATH": folder, "PATH": content})
    Pelican(settings).run()
"""


def test_what_another_run_of_the_same_process_left_has_no_say(tmp_path: Path) -> None:
    # PPC-49: neither takes a folder inside the site its pages, nor does a site get those of a later one inside it.
    conf = 'DIRECT_TEMPLATES = []\nCATEGORY_SAVE_AS = ""\nARTICLE_LANG_URL = ARTICLE_LANG_SAVE_AS = "{lang}/{slug}.html"\n'
    pages = article("one", "Slug: one") + article("un", "Slug: one", "Lang: fr")
    own = article("seul", "Slug: seul").replace("content/", "fr/")
    lay(tmp_path, f"{CONF}{conf}{pages}{own}--- runs.py\n{RUNS}")
    done = subprocess.run(
        [sys.executable, "runs.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert list(entries(tmp_path / "output" / "sitemap.xml")) == [BASE + "fr/one.html", BASE + "one.html"]
    assert list(entries(tmp_path / "output" / "fr" / "sitemap.xml")) == [BASE + "seul.html"]


AGAIN = """\
import pathlib
from pelican import Pelican
from pelican.settings import read_settings
site = Pelican(read_settings("pelicanconf.py"))
site.run()
pathlib.Path("first.xml").write_bytes(pathlib.Path("output/sitemap.xml").read_bytes())
site.run()
pathlib.Path("content/two.md").unlink()
pathlib.Path("content/three.md").write_text("Title: three\\nDate: 2024-01-02\\nCategory: misc\\n\\nText.\\n")
pathlib.Path("broken.py").touch()
try:
    site.run()
except RuntimeError:
    pathlib.Path("broken.py").unlink()
pathlib.Path("broken.xml").write_bytes(pathlib.Path("output/sitemap.xml").read_bytes())
site.run()
"""
BREAKS = """\
import os
from pelican import signals
def breaks(path, context):
    if os.path.exists("broken.py"):
        raise RuntimeError
signals.content_written.connect(breaks)
"""


def test_one_object_runs_again_and_again(tmp_path: Path) -> None:
    # PPC-49: as autoreload does, also after a run that was broken off in the middle.
    conf = "DIRECT_TEMPLATES = []\nCATEGORY_SAVE_AS = ''\nOUTPUT_PATH = 'output'\n"
    pages = article("one") + article("two")
    lay(tmp_path, f"{CONF}{conf}{BREAKS}{pages}--- again.py\n{AGAIN}")
    done = subprocess.run(
        [sys.executable, "again.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert list(entries(tmp_path / "first.xml")) == [BASE + "one.html", BASE + "two.html"]
    assert (tmp_path / "broken.xml").read_bytes() == (tmp_path / "first.xml").read_bytes()
    assert list(entries(tmp_path / "output" / "sitemap.xml")) == [BASE + "one.html", BASE + "three.html"]
    assert not (tmp_path / "broken.py").exists()
