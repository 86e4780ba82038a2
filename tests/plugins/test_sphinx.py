"""The Sphinx extension, in real builds of real small sites: which pages, and under which addresses."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest
import sphinx

from sphinx_site import BASE, CONF, PAGES, build, listed, site
from support import entries, lay


def test_all_documents_every_time(tmp_path: Path) -> None:
    # PPC-01: also where nothing, or one document, was written anew.
    site(tmp_path)
    out, _ = build(tmp_path)
    assert listed(out) == ["a.html", "index.html", "sub/index.html"]
    first = (out / "sitemap.xml").read_bytes()
    lay(tmp_path, "--- a.rst\nA\n=\n\nChanged.\n")
    build(tmp_path)
    build(tmp_path)
    assert (out / "sitemap.xml").read_bytes() == first


@pytest.mark.parametrize("base", ["https://ex.com/docs", "https://ex.com/docs/"])
def test_the_base_is_a_folder_and_nothing_is_put_into_the_path(tmp_path: Path, base: str) -> None:
    # PPC-02, PPC-03, PPC-04
    site(tmp_path, conf=f'html_baseurl = "{base}"\nlanguage = "en"\nversion = "2.1"\n')
    out, _ = build(tmp_path)
    assert listed(out) == ["a.html", "index.html", "sub/index.html"]
    assert f'rel="canonical" href="{BASE}a.html"' in (out / "a.html").read_text()


GENERATED = """\
extensions += ["sphinx.ext.autodoc", "sphinx.ext.viewcode"]
import sys; sys.path.insert(0, "{folder}")
html_additional_pages = {{"404": "page.html", "own": "page.html"}}
"""
MODULE = '--- mod_for_docs.py\n"""A module."""\ndef f():\n    """A function."""\n'
AUTODOC = MODULE + "--- index.rst\nHome\n====\n\n.. automodule:: mod_for_docs\n   :members:\n"


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_generated_pages_stay_out_unless_they_are_let_in(tmp_path: Path, builder: str) -> None:
    # PPC-05, OP-53: by name, the same for both builders; an additional page of the owner is a page.
    names = {"html": "{}.html", "dirhtml": "{}/"}[builder]
    conf = GENERATED.format(folder=tmp_path)
    site(tmp_path, AUTODOC, conf)
    out, _ = build(tmp_path, builder=builder)
    assert (out / ("404.html" if builder == "html" else "404/index.html")).exists()
    home = "index.html" if builder == "html" else ""
    assert listed(out) == sorted([home, names.format("own")])
    site(tmp_path, AUTODOC, conf + 'urlset_generated_pages = ["genindex", "py-modindex", "_modules/**"]\n')
    out, _ = build(tmp_path, "-E", builder=builder)
    let_in = ("_modules/index", "_modules/mod_for_docs", "genindex", "py-modindex")
    expected = [names.format(name).replace("_modules/index/", "_modules/") for name in let_in]
    assert listed(out) == sorted([home, names.format("own"), *expected])


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_patterns_name_pages_whatever_the_builder(tmp_path: Path, builder: str) -> None:
    site(tmp_path, conf='urlset_exclude = ["a", "sub/"]\n')
    out, _ = build(tmp_path, builder=builder)
    assert listed(out) == (["index.html"] if builder == "html" else [""])


CANONICAL_IS_QUOTED = (8, 1)
"""Sphinx from which the canonical link of a page is an address, and no longer a file's name."""
ODD = "".join(f"--- {name}.rst\nX\n=\n" for name in ("a b", "q?a&b", "x#y", "sub/é", "100%"))


@pytest.mark.parametrize(("builder", "ending"), [("html", ".html"), ("dirhtml", "/")])
def test_addresses_are_quoted_once_and_equal_the_canonical_link(
    tmp_path: Path, builder: str, ending: str
) -> None:
    # PPC-06
    site(tmp_path, PAGES + ODD)
    out, _ = build(tmp_path, builder=builder)
    quoted = [f"{name}{ending}" for name in ("100%25", "a%20b", "q%3Fa%26b", "sub/%C3%A9", "x%23y")]
    assert [path for path in listed(out) if path in quoted] == quoted
    if builder == "html" and sphinx.version_info >= CANONICAL_IS_QUOTED:
        canonical = re.findall(r'rel="canonical" href="([^"]+)"', (out / "q?a&b.html").read_text())
        assert canonical == [BASE + "q%3Fa%26b.html"]


@pytest.mark.parametrize(
    ("conf", "path"),
    [
        ('html_file_suffix = ".php"\n', "a.php"),
        ('html_file_suffix = ".php"\nhtml_link_suffix = ".htm"\n', "a.htm"),
        ('html_link_suffix = ""\n', "a"),
    ],
)
def test_suffixes(tmp_path: Path, conf: str, path: str) -> None:
    # PPC-07
    site(tmp_path, conf=conf)
    out, _ = build(tmp_path)
    assert path in listed(out)


def test_home_and_section_indexes(tmp_path: Path) -> None:
    # PPC-08
    site(tmp_path)
    assert listed(build(tmp_path, builder="dirhtml")[0]) == ["", "a/", "sub/"]
    site(tmp_path, conf="urlset_collapse_index = True\n")
    assert listed(build(tmp_path)[0]) == ["", "a.html", "sub/"]


def test_parallel_builds_are_complete_and_the_same(tmp_path: Path) -> None:
    # PPC-09
    pages = PAGES + "".join(f"--- p{number:02}.rst\nP{number}\n===\n" for number in range(40))
    found = set()
    for number in range(2):
        site(tmp_path / str(number), pages)
        out, said = build(tmp_path / str(number), "-j", "4", "-W")
        found.add((out / "sitemap.xml").read_bytes())
        assert len(listed(out)) == 43
    out, said = build(tmp_path / "1", "-j", "4", "-W")
    assert "0 added, 0 changed, 0 removed" in said
    assert found == {(out / "sitemap.xml").read_bytes()}


@pytest.mark.parametrize("builder", ["html", "latex"])
@pytest.mark.parametrize("base", ["", "/"])
def test_no_address_is_one_information(tmp_path: Path, builder: str, base: str) -> None:
    # PPC-10
    site(tmp_path, conf=f'html_baseurl = "{base}"\n')
    out, said = build(tmp_path, "-W", builder=builder)
    assert not (out / "sitemap.xml").exists()
    assert said.count("no sitemap written: set html_baseurl in conf.py") == (builder == "html")


@pytest.mark.filterwarnings("ignore")  # of some of those builders, which call what Sphinx will remove
@pytest.mark.parametrize(
    "builder",
    [
        "text",
        "gettext",
        "latex",
        "linkcheck",
        "man",
        "epub",
        "json",
        "singlehtml",
        "htmlhelp",
        "xml",
        "dummy",
    ],
)
def test_other_builders_are_left_alone(tmp_path: Path, builder: str) -> None:
    # PPC-11
    site(tmp_path, conf='epub_show_urls = "no"\nversion = "1"\n')
    out, _ = build(tmp_path, builder=builder)
    assert not list(out.rglob("*sitemap*"))


def test_nothing_else_in_the_site_changes(tmp_path: Path) -> None:
    # PPC-13
    found = []
    for conf in ("", "extensions = []\n"):
        site(tmp_path, conf=conf)
        out, _ = build(tmp_path, "-E")
        files = {path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()}
        found.append(
            {
                name: text
                for name, text in files.items()
                if name.name != ".buildinfo" and "sitemap" not in name.name
            }
        )
        for path in out.glob("sitemap*"):
            path.unlink()
    assert found[0] == found[1]


def test_what_a_document_says_of_itself(tmp_path: Path) -> None:
    pages = PAGES + (
        "--- no.rst\n:sitemap: false\n\nNo\n==\n--- orphan.rst\n:orphan:\n\nOrphan\n======\n"
        "--- nosearch.rst\n:nosearch:\n\nN\n=\n--- hints.rst\n:sitemap: priority=0.8 changefreq=weekly\n\nH\n=\n"
        "--- hidden.rst\n.. meta::\n   :robots: noindex\n\nHidden\n======\n"
    )
    site(tmp_path, pages)
    out, _ = build(tmp_path, "-j", "2")
    assert listed(out) == [
        "a.html",
        "hints.html",
        "index.html",
        "nosearch.html",
        "orphan.html",
        "sub/index.html",
    ]
    assert "<changefreq>weekly</changefreq><priority>0.8</priority>" in (out / "sitemap.xml").read_text()


def test_the_front_matter_of_markdown(tmp_path: Path) -> None:
    # Before 5, myst-parser itself fails at a date that YAML reads as one.
    day = "2024-05-01" if int(version("myst-parser").partition(".")[0]) >= 5 else "'2024-05-01'"
    pages = PAGES + (
        "--- no.md\n---\nsitemap: false\n---\n# No\n"
        f"--- hints.md\n---\nsitemap: {{priority: 0.8, lastmod: {day}}}\n---\n# H\n"
    )
    site(tmp_path, pages, 'extensions += ["myst_parser"]\n')
    out, _ = build(tmp_path)
    assert listed(out) == ["a.html", "hints.html", "index.html", "sub/index.html"]
    assert "<lastmod>2024-05-01</lastmod><priority>0.8</priority>" in (out / "sitemap.xml").read_text()


@pytest.mark.parametrize(
    ("conf", "message"),
    [
        ('urlset_exlude = ["a"]\n', "exlude: unknown setting. Did you mean exclude?"),
        ('urlset_exclude = ["a", 3]\n', "exclude[1]: expected text, got 3."),
        ('urlset_nav_only = True\n', "nav_only: has no meaning here. It belongs to mkdocs."),
        ('urlset_exclude = "a"\n', "exclude: expected a list of text, got 'a'."),
        ('urlset_languages = {"de": "de/"}\n', "languages.de: expected an address like https://example.com/"),
        ('urlset_html_map = "fragment"\nurlset_html_map_template = "mine.html"\n', "mine.html cannot be read"),
    ],
)  # fmt: skip
def test_a_wrong_option_stops_the_build(tmp_path: Path, conf: str, message: str) -> None:
    site(tmp_path, conf=conf)
    out, said = build(tmp_path, status=2)
    assert message in said
    assert not (out / "sitemap.xml").exists()


def test_an_option_of_the_command_line(tmp_path: Path) -> None:
    site(tmp_path)
    given = ("urlset_filename=map.xml", "html_baseurl=https://other.com/", "urlset_exclude=sub/index,index")
    out, _ = build(tmp_path, *(word for option in given for word in ("-D", option)))
    assert list(entries(out / "map.xml")) == ["https://other.com/a.html"]


def test_a_failed_build_leaves_the_earlier_file(tmp_path: Path) -> None:
    site(tmp_path)
    out, _ = build(tmp_path)
    before = (out / "sitemap.xml").read_bytes()
    lay(
        tmp_path,
        "--- ext_that_fails.py\ndef setup(app):\n    app.connect('env-updated', fail)\ndef fail(*_):\n    raise RuntimeError\n",
    )
    (tmp_path / "conf.py").write_text(
        CONF.partition("\n")[2]
        + f'import sys; sys.path.insert(0, "{tmp_path}")\nextensions += ["ext_that_fails"]\n'
    )
    lay(tmp_path, "--- new.rst\nNew\n===\n")
    build(tmp_path, status=2)
    assert (out / "sitemap.xml").read_bytes() == before


def test_files_that_are_no_longer_needed_go(tmp_path: Path) -> None:
    site(tmp_path, conf="urlset_max_entries = 1\nurlset_gzip = False\n")
    out, _ = build(tmp_path)
    assert sorted(path.name for path in out.glob("sitemap*")) == [
        "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml", "sitemap.xml",
    ]  # fmt: skip
    site(tmp_path, conf="urlset_gzip = False\n")
    build(tmp_path)
    assert [path.name for path in out.glob("sitemap*")] == ["sitemap.xml"]
