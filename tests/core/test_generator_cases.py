"""Public cases of other generators, each with its right outcome, in builds of lists, logs and folders."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from support import entries
from urlset.cli.run import run
from urlset.config import NamedSource
from urlset.outcome import Build
from urlset.rewrite import Rule
from urlset.settings import Settings
from urlset.sources.access_log import AccessLog
from urlset.sources.directory import Directory
from urlset.sources.kinds import Source
from urlset.sources.sitemap import SitemapFile
from urlset.sources.url_list import UrlList

BASE = "https://e.com/"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def built(*sources: Source, **options: Any) -> Build:
    from urlset.config import Config

    settings = Settings(**({"base_url": BASE, "output": "out", "gzip": False} | options))
    named = tuple(NamedSource(f"source {number}", source) for number, source in enumerate(sources))
    return run(Config(settings, named))[0]


def listed() -> list[str]:
    return [loc.removeprefix(BASE) for loc in entries(Path("out/sitemap.xml"))]


def laid(**files: str) -> Directory:
    for name, text in files.items():
        path = Path("site", name.replace("_", "/") + ".html")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Directory(path="site")


def test_one_form_of_a_page():
    # OP-50, OP-52
    Path("list.txt").write_text("/\n/index.html\n/2013/\n/2013/index.html\n/a/index.htm\n")
    built(UrlList(path="list.txt"), rules=(Rule(index=True),))
    assert listed() == ["", "2013/", "a/"]


REDIRECTS = ["0; url=/new", "0;URL='/new'", "5; url=https://e.com/new"]


@pytest.mark.parametrize("content", REDIRECTS)
def test_pages_that_only_lead_on(content):
    # OP-54
    done = built(laid(a="", old=f'<meta http-equiv="refresh" content="{content}">'))
    assert listed() == ["a.html"]
    assert done.dropped == {"redirect": 1}


SAID = {
    '<META NAME="ROBOTS" CONTENT="NOINDEX">': False,
    '<meta content="noindex" name="robots">': False,
    '<meta name="robots" content="none">': False,
    '<meta name="googlebot" content="noindex">': False,
    '<meta name="robots" content="noindex,follow">': False,
    '<meta name="robots">': True,
    "<!-- <meta name=robots content=noindex> -->": True,
    '</head><body><meta name="robots" content="noindex">': True,
}


@pytest.mark.parametrize(("head", "stays"), SAID.items())
def test_noindex_in_its_spellings(head, stays):
    # OP-56; the page has bytes that are not UTF-8, too.
    source = laid(a="")
    Path("site/x.shtml").write_bytes(f"<head><title>caf\xe9</title>{head}".encode("latin-1"))
    built(source)
    assert listed() == (["a.html", "x.shtml"] if stays else ["a.html"])


def test_what_robots_txt_forbids():
    # OP-57: the longest match decides, with * and $.
    source = laid(a="", private_x="", private_open_x="", q="")
    Path("site/robots.txt").write_text(
        "User-agent: *\nDisallow: /private/\nAllow: /private/open/\nDisallow: /*q.html$\n"
    )
    done = built(source)
    assert listed() == ["a.html", "private/open/x.html"]
    assert done.dropped == {"robots": 2}


def test_a_canonical_address_elsewhere():
    # OP-58: relative ones are resolved first.
    done = built(laid(a="<link rel=canonical href=a.html>", b="<link rel=canonical href=a.html>"))
    assert listed() == ["a.html"]
    assert done.dropped == {"canonical": 1}


def test_a_page_that_is_called_like_one_of_our_files():
    # OP-60
    Path("list.txt").write_text("/foo.xml\n/f2.xml\n/f_index.xml\n")
    built(UrlList(path="list.txt"), filename="f.xml")
    assert sorted(loc.removeprefix(BASE) for loc in entries(Path("out/f.xml"))) == [
        "f2.xml",
        "f_index.xml",
        "foo.xml",
    ]


def test_lines_of_a_log():
    # OP-61: another status, HTTP/2, blanks, methods, hosts, fragments, probes, escapes; fields that change.
    requests = ["GET /a HTTP/1.1", "GET /h2 HTTP/2", "GET /sp ace.html HTTP/1.1", "POST /p HTTP/1.1"]
    requests += [
        "GET http://other.com/x HTTP/1.1",
        "GET /q?a=1#f HTTP/1.1",
        "\\x16\\x03\\x01",
        "GET /%7Euser/ HTTP/1.1",
    ]
    requests += ["GET /~user/ HTTP/1.1"]
    lines = [
        f'192.0.2.1 - - [1/Jan/2025:0:0:0 +0] "{request}" {304 if number == 0 else 200} 1'
        for number, request in enumerate(requests)
    ]
    lines += [
        "#Fields: cs-method cs-uri-stem sc-status",
        "GET /w 200",
        "#Fields: sc-status cs-uri-stem",
        "200 /f.htm",
    ]
    Path("log").write_text("\n".join(lines))
    done = built(AccessLog(path="log"))
    assert listed() == ["f.htm", "h2", "q", "w", "~user/"]
    assert done.dropped == {"log-status": 1, "log-request": 2, "log-method": 1, "off-site": 1, "duplicate": 1}
    built(AccessLog(path="log", statuses=(200, 304)))
    assert "a" in listed()


def test_empty_folders_are_not_listed():
    # OP-62: what the filters leave decides what is empty.
    source = laid(full_a="", out_404="")
    Path("site/empty/deeper").mkdir(parents=True)
    built(Directory(path=source.path, folders=True, files=("*.htm*",)), exclude=["out/"])
    assert listed() == ["", "full/", "full/a.html"]


def test_prefixes_that_change_are_rewritten_before_anything_is_checked():
    # OP-63
    Path("list.txt").write_text("/old/a\n/new/a\n")
    done = built(UrlList(path="list.txt"), rules=(Rule(regex="^/old/", replace="/new/"),))
    assert listed() == ["new/a"]
    assert done.dropped == {"duplicate": 1}


TEXT = b"https://e.com/1\n"
XML = b"<urlset><url><loc>https://e.com/1</loc></url></urlset>"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.xml.gz", XML),
        ("a.xml", gzip.compress(XML, mtime=0)),
        ("a.txt", gzip.compress(TEXT, mtime=0)),
        ("a.txt.gz", TEXT),
        ("a", XML),
    ],
)
def test_names_that_lie_about_content(name, content):
    # OP-76
    Path(name).write_bytes(content)
    built(SitemapFile(path=name))
    assert listed() == ["1"]


def test_bytes_after_the_gzip_data_when_lenient():
    # OP-76
    Path("a.xml.gz").write_bytes(gzip.compress(XML) + b"<!-- cached -->")
    built(SitemapFile(path="a.xml.gz", lenient=True))
    assert listed() == ["1"]


def test_every_picture_of_a_page_is_kept():
    # OP-78
    images = "".join(f"<image:image><image:loc>{BASE}{n}.png</image:loc></image:image>" for n in range(3))
    text = f"<urlset xmlns:image='u:i'><url><loc>{BASE}a</loc>{images}</url></urlset>"
    Path("a.xml").write_text(text)
    built(SitemapFile(path="a.xml"))
    assert Path("out/sitemap.xml").read_text().count("<image:loc>") == 3
