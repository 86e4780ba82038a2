"""`urlset init`: what it finds, what it writes, and that the old generator's configuration keeps its
meaning.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support import Repository, entries
from urlset.cli.build import build
from urlset.cli.init import init
from urlset.config import load
from urlset.errors import OutputError, SourceError


def run(*arguments: str, command: object = init) -> Result:
    return CliRunner().invoke(command, list(arguments), catch_exceptions=False)  # type: ignore[call-overload,no-any-return]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


PROJECTS = [
    (
        "mkdocs.yml",
        "site_name: x\nsite_url: https://e.com/docs/\n",
        "an MkDocs project",
        "https://e.com/docs/",
        "site",
    ),
    (
        "docs/conf.py",
        "project = 'x'\nhtml_baseurl = 'https://e.com/'\n",
        "a Sphinx project",
        "https://e.com/",
        "docs/_build/html",
    ),
    ("pelicanconf.py", "SITEURL = 'https://e.com'\n", "a Pelican project", "https://e.com", "output"),
    ("hugo.toml", 'baseURL = "https://e.com/"\n', "a Hugo project", "https://e.com/", "public"),
    ("_config.yml", "url: https://e.com\n", "a Jekyll project", "https://e.com", "_site"),
    ("public/index.html", "<p>", "a folder of HTML in public", "https://example.com/", "public"),
    ("index.html", "<p>", "a folder of HTML", "https://example.com/", "."),
]


@pytest.mark.parametrize(("name", "text", "kind", "address", "output"), PROJECTS)
def test_projects_are_known(here, name, text, kind, address, output):
    (here / name).parent.mkdir(exist_ok=True, parents=True)
    (here / name).write_text(text)
    told = run().output
    assert f"This is {kind}." in told
    assert ("base_url is not known" in told) == (address == "https://example.com/")
    found = load("urlset.toml", {})
    assert (found.settings.base_url, found.settings.output) == (address, output)
    assert [named.name for named in found.sources] == [output]


def test_sphinx_in_a_folder_of_any_name_and_a_build_that_is_there(here):
    (here / "peps").mkdir()
    (here / "peps" / "conf.py").write_text("project = 'x'\n")
    (here / "peps" / "build" / "html").mkdir(parents=True)
    told = run().output
    assert "This is a Sphinx project." in told
    assert "is not there yet" not in told
    assert load("urlset.toml", {}).settings.output == "peps/build/html"


def test_a_newcomer_is_told_what_is_missing(here):
    told = run().output
    assert "No site is recognised here" in told
    assert "base_url is not known" in told
    (here / "mkdocs.yml").write_text("site_name: x\n")
    assert "The folder site is not there yet: build the site first." in run("--force").output


@pytest.mark.parametrize(
    ("config", "text", "page", "output"),
    [
        ("mkdocs.yml\nsite_url: https://e.com/\n", "docs/a.md", "site/a/index.html", "site"),
        ("hugo.toml\nbaseURL = 'https://e.com/'\n", "content/a/index.md", "public/a/index.html", "public"),
        (
            "conf.py\nproject = 'x'\nhtml_baseurl = 'https://e.com/'\n",
            "a.rst",
            "_build/html/a.html",
            "_build/html",
        ),
    ],
)
def test_pages_of_a_repository_are_dated_by_their_text(here, config, text, page, output):
    name, _, content = config.partition("\n")
    repository = Repository(here)
    (here / name).write_text(content)
    (here / text).parent.mkdir(parents=True, exist_ok=True)
    (here / text).write_text("a")
    repository.commit("2024-01-01T00:00:00Z")
    (here / page).parent.mkdir(parents=True)
    (here / page).write_text("<title>a</title>")
    run()
    assert "1 dated (1 by git)" in run(command=build).output
    assert list(entries(here / output / "sitemap.xml").values()) == ["2024-01-01T00:00:00+00:00"]


def test_a_folder_of_html_is_built_without_a_change(here):
    (here / "index.html").write_text("<title>x</title>")
    (here / "CNAME").write_text("e.com\n")
    (here / "access.log").write_text('192.0.2.1 - - [1/Jan/2025:0:0:0 +0] "GET /x HTTP/1.1" 200 1\n')
    run()
    assert "https://e.com/" in (here / "urlset.toml").read_text()
    done = run(command=build)
    assert "2 of 2 pages written" in done.output
    assert list(entries(here / "sitemap.xml")) == ["https://e.com/", "https://e.com/x"]


def test_a_file_that_is_there_is_kept(here):
    run("--base-url", "https://e.com/")
    before = (here / "urlset.toml").read_text()
    with pytest.raises(OutputError, match="--force"):
        run()
    assert (here / "urlset.toml").read_text() == before
    assert "is written" in run("--force").output


OLD = """<?xml version="1.0" encoding="UTF-8"?>
<site base_url="http://www.e.com/" store_into="out/map.xml.gz" verbose="1" suppress_search_engine_notify="1">
  <url href="http://www.e.com/stats?q=name" lastmod="2004-11-14" changefreq="weekly" priority="0.5"/>
  <url href="http://www.e.com/private/x"/>
  <urllist path="more*.txt" encoding="ISO-8859-1"/>
  <directory path="htdocs" url="http://www.e.com/" default_file="index.html" remove_empty_directories="true"/>
  <accesslog path="access.log"/>
  <filter action="pass" type="regexp" pattern="/private/open"/>
  <filter action="drop" type="wildcard" pattern="http://www.e.com/private/*"/>
  <filter action="drop" type="regexp" pattern="/\\.[^/]*$"/>
  <filter action="drop" type="wildcard" pattern="*~"/>
</site>"""


def test_the_old_configuration_keeps_its_meaning(here):
    (here / "config.xml").write_text(OLD)
    (here / "more.txt").write_bytes(
        "http://www.e.com/caf\xe9\nhttp://www.e.com/private/open\n".encode("latin-1")
    )
    (here / "htdocs" / "sub").mkdir(parents=True)
    for name in ("index.html", "a.pdf", "sub/b.html", "b.html~"):
        (here / "htdocs" / name).write_text("")
    (here / "access.log").write_text('192.0.2.1 - - [1/Jan/2025:0:0:0 +0] "GET /x HTTP/1.1" 200 1\n')
    told = run("--from", "config.xml").output
    assert "Filters look at path and query" in told
    run(command=build)
    assert (here / "out" / "map.xml.gz").exists()
    assert sorted(entries(here / "out" / "map.xml")) == [
        "http://www.e.com/",
        "http://www.e.com/a.pdf",
        "http://www.e.com/caf%C3%A9",
        "http://www.e.com/private/open",
        "http://www.e.com/stats?q=name",
        "http://www.e.com/sub/b.html",
        "http://www.e.com/x",
    ]


@pytest.mark.parametrize("text", ["<config/>", "<site", "<!DOCTYPE site><site/>"])
def test_another_file_is_refused(here, text):
    (here / "config.xml").write_text(text)
    with pytest.raises(SourceError, match=r"config\.xml"):
        run("--from", "config.xml")
    assert not (here / "urlset.toml").exists()


def test_what_has_no_place_is_told(here):
    (here / "config.xml").write_text(
        '<site base_url="http://e.com/" store_into="s.xml" sitemap_type="news"><odd/></site>'
    )
    told = run("--from", "config.xml").output
    assert "sitemap_type news is not taken over" in told
    assert "the element odd is not known" in told
    assert "Name it in robots.txt" in told
    assert load("urlset.toml", {}).settings.gzip is False
