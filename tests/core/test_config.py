"""urlset.toml: what it may hold, where its paths lead, and what a mistake is told."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from urlset.config import STDIN, find, load, of_paths
from urlset.errors import SettingsError, SourceError
from urlset.rewrite import Rule
from urlset.sources.access_log import AccessLog
from urlset.sources.directory import Directory
from urlset.sources.url_list import UrlList

FULL = """
base_url = "https://${HOST}/$$"
output = "public"
exclude = ["drafts/"]
sections = "path"

[[rules]]
match = "blog/"
section = "blog"
priority = 0.8

[[sources]]
kind = "url-list"
path = "list.txt"
columns = ["loc", "title"]

[[sources]]
kind = "directory"
path = "site"
name = "the site"

[[sources]]
path = "guess.txt"
"""


def written(folder: Path, text: str, name: str = "urlset.toml") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_a_whole_file(tmp_path):
    (tmp_path / "guess.txt").write_text("https://e.com/\n")
    found = load(written(tmp_path, FULL), {"gzip": False}, environment={"HOST": "e.com"})
    assert found.settings.base_url == "https://e.com/$"
    assert found.settings.output == str(tmp_path / "public")
    assert found.settings.rules == (Rule(match="blog/", section="blog", priority=0.8),)
    assert found.settings.gzip is False
    assert [named.name for named in found.sources] == ["list.txt", "the site", "guess.txt"]
    assert [named.source for named in found.sources] == [
        UrlList(path=str(tmp_path / "list.txt"), columns=("loc", "title")),
        Directory(path=str(tmp_path / "site")),
        UrlList(path=str(tmp_path / "guess.txt")),
    ]


SOURCE = '[[sources]]\nkind = "{}"\npath = "x"\n'
WRONG = [
    ("x =", "urlset.toml: is no TOML"),
    ("basurl = 1", "basurl: unknown setting. Did you mean base_url?"),
    ("enabled = true", "enabled: has no meaning here"),
    ('base_url = "${NONE}"', "base_url: the environment has no NONE"),
    ('base_url = "${"', "base_url: a ${ is not closed"),
    ('exclude = ["a", "${NONE}"]', "exclude[1]: the environment has no NONE"),
    ("sources = 1", "sources: expected tables"),
    ("[[sources]]\nkind = 'feed'", "sources[0].path: expected the path"),
    (SOURCE.format("feeed"), "sources[0].kind: unknown kind of source. Did you mean feed?"),
    (SOURCE.format("feed") + "dats = 1", "sources[0].dats: unknown setting. Did you mean dates?"),
    (
        SOURCE.format("feed") + "dates = 'never'",
        "sources[0].dates: expected newest, updated or off, got 'never'",
    ),
    (SOURCE.format("feed") + "stream = 1", "sources[0].stream: has no meaning here"),
    (SOURCE.format("sitemap").replace('"x"', '"ftp://e.com/x"'), "sources[0].path: is an address of ftp"),
    ("[[rules]]\nslash = 'maybe'", "rules[0].slash"),
    ("[[rules]]\nmach = 'x'", "rules[0]"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_mistakes_are_named(tmp_path, text, message):
    with pytest.raises(SettingsError) as caught:
        load(written(tmp_path, text), {}, environment={})
    assert message in str(caught.value)
    assert caught.value.exit_code == 2


def test_paths_are_relative_to_the_file(tmp_path):
    text = 'output = "public"\nhtml_map_template = "themes/map.html"\n'
    settings = load(written(tmp_path, text), {}, environment={}).settings
    assert (settings.output, settings.html_map_template) == (
        str(tmp_path / "public"), str(tmp_path / "themes/map.html"),
    )  # fmt: skip


def test_where_a_configuration_is_found(tmp_path):
    assert find(str(tmp_path)) == ""
    project = written(tmp_path, '[tool.urlset]\nbase_url = "https://e.com/"\n', "pyproject.toml")
    assert find(str(tmp_path)) == project
    assert load(project, {}).settings.base_url == "https://e.com/"
    own = written(tmp_path, "")
    assert find(str(tmp_path)) == own


LOG = '192.0.2.1 - - [17/May/2025:10:05:03 +0000] "GET / HTTP/1.1" 200 5\n'
KINDS = [
    ("https://e.com/\n", "UrlList"),
    ("# list\n/a\n", "UrlList"),
    ("loc,title\n/a,b\n", "UrlList"),
    (LOG, "AccessLog"),
    ("#Fields: cs-uri\n/a\n", "AccessLog"),
    ('{"request": "GET / HTTP/1.1", "status": 200}\n', "AccessLog"),
    ('{"loc": "/a"}\n', "PageRecords"),
    ("<urlset/>", "SitemapFile"),
    ("<?xml version='1.0'?>\n<!-- <rss> --><s:sitemapindex xmlns:s='u:s'/>", "SitemapFile"),
    ("<rss><channel/></rss>", "Feed"),
    ("<?xml version='1.0'?><feed/>", "Feed"),
    ("<rdf:RDF/>", "Feed"),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig"])
def test_what_an_input_is_is_told_from_its_content(tmp_path, text, kind, codec):
    path = tmp_path / "input"
    path.write_bytes(text.encode(codec))
    (found,) = of_paths((str(path),))
    assert type(found.source).__name__ == kind
    (piped,) = of_paths(("-",), io.BufferedReader(io.BytesIO(text.encode(codec))))  # type: ignore[arg-type]
    assert (type(piped.source).__name__, piped.name) == (kind, STDIN)


def test_folders_addresses_and_kinds_that_are_stated(tmp_path):
    (folder,) = of_paths((str(tmp_path),))
    assert folder.source == Directory(path=str(tmp_path))
    assert type(of_paths(("https://e.com/sitemap.xml",))[0].source).__name__ == "SitemapFile"
    assert of_paths(("access-log:x:y",))[0].source == AccessLog(path="x:y")
    with pytest.raises(SettingsError, match="cannot come from standard input"):
        of_paths(("directory:-",), io.BytesIO(b"x"))


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_input_is_refused(tmp_path, content):
    path = tmp_path / "input"
    path.write_bytes(content)
    with pytest.raises(SourceError, match="is empty"):
        of_paths((str(path),))
