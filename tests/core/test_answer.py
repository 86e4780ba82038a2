"""`urlset.write`: one sitemap answered on request, the same bytes as a build, or nothing at all."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

import urlset
from support import Repository, assert_valid
from urlset import Page, Settings

BASE = "https://e.com/"
PAGES = [
    Page("/b", "2024-05-02", changefreq="daily"),
    Page("/", lang="en", group="home"),
    Page("/de/", lang="de", group="home"),
    Page("/drafts/x"),
    Page("https://other.com/"),
    Page("/old/c", "2024-05-01T10:00:00+02:00"),
]
RULES: dict[str, Any] = {
    "base_url": BASE,
    "exclude": ["drafts/"],
    "priority": 0.5,
    "rules": [{"match": "old/", "regex": "/old/", "replace": "/new/"}],
}


def settings(**more: Any) -> Settings:
    return urlset.read_settings({**RULES, **more}, "cli")


def test_the_bytes_and_the_counts_are_those_of_a_build(tmp_path: Path) -> None:
    built = urlset.build(PAGES, settings(output=str(tmp_path)))
    stream = io.BytesIO()
    done = urlset.write(PAGES, stream, settings())
    assert stream.getvalue() == (tmp_path / "sitemap.xml").read_bytes()
    assert_valid(stream.getvalue(), f"{BASE}sitemap.xml")
    (sitemap,) = done.sitemaps
    assert sitemap == built.sitemaps[0]
    assert sitemap.newest == "2024-05-02"
    for name in ("read", "written", "dropped", "samples", "dated", "undated", "oldest", "newest", "warnings"):
        assert getattr(done, name) == getattr(built, name), name
    assert (done.files, done.folder, done.index) == ((), "", None)
    assert "4 of 6 pages written" in done.summary()


def test_no_file_is_touched_and_what_names_files_has_no_meaning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plain, shaped = io.BytesIO(), io.BytesIO()
    urlset.write(PAGES, plain, settings())
    files = {
        "output": str(tmp_path / "out"),
        "gzip": "only",
        "sections": "path",
        "text": True,
        "html_map": True,
    }
    urlset.write(PAGES, shaped, settings(**files))
    assert shaped.getvalue() == plain.getvalue()
    assert os.listdir(tmp_path) == []


def test_git_dates_the_pages_that_have_sources(repository: Repository) -> None:
    repository.commit("2024-03-01T12:00:00+00:00", "--- a.md\nx\n")
    stream = io.BytesIO()
    page = Page("/a", sources=(str(repository.folder / "a.md"),))
    done = urlset.write([page, Page("/b")], stream, settings())
    assert b"<loc>https://e.com/a</loc><lastmod>2024-03-01T12:00:00+00:00</lastmod>" in stream.getvalue()
    assert done.dated == {"git": 1}


@pytest.mark.parametrize("limit", [{"max_entries": 3}, {"max_bytes": 1_000}])
def test_what_needs_two_files_is_refused_before_the_first_byte(limit: dict[str, int]) -> None:
    stream = io.BytesIO()
    pages = [Page(f"/{number:0200}") for number in range(4)]
    with pytest.raises(urlset.OutputError) as refused:
        urlset.write(pages, stream, settings(**limit))
    assert refused.value.code == "OUT04"
    assert str(refused.value).startswith(f"{BASE}: the pages do not fit into one sitemap of ")
    assert stream.getvalue() == b""


def test_as_many_as_one_file_holds_are_written() -> None:
    stream = io.BytesIO()
    done = urlset.write([Page(f"/{n}") for n in range(3)], stream, settings(max_entries=3))
    assert done.written == 3


def test_an_entry_that_no_file_holds_is_left_out_as_in_a_build() -> None:
    stream = io.BytesIO()
    big = Page("/z", images=tuple(urlset.Image(f"/{n:0100}.png") for n in range(20)))
    done = urlset.write([Page("/a"), big], stream, settings(max_bytes=1_000))
    assert done.dropped == {"too-big": 1}
    assert done.written == 1


@pytest.mark.parametrize(
    ("pages", "more", "error"),
    [
        ([], {}, urlset.GuardRefused),
        ([Page("/drafts/x")], {}, urlset.GuardRefused),
        ([Page("/a")], {"lastmod_required": True}, urlset.PageError),
        ([Page("/a", "yesterday")], {}, urlset.PageError),
        ([Page("/a")], {"base_url": ""}, urlset.SettingsError),
    ],
)
def test_an_error_leaves_the_stream_empty(pages: list[Page], more: dict[str, Any], error: type) -> None:
    stream = io.BytesIO()
    with pytest.raises(error):
        urlset.write(pages, stream, settings(**more))
    assert stream.getvalue() == b""


def test_an_error_of_the_tables_passes_through() -> None:
    def pages() -> Iterator[Page]:
        yield Page("/a")
        raise ConnectionResetError("the database went away")

    stream = io.BytesIO()
    with pytest.raises(ConnectionResetError, match="went away"):
        urlset.write(pages(), stream, settings())
    assert stream.getvalue() == b""


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


def test_over_http_our_validator_reads_it() -> None:
    """A bare WSGI application whose base address is the one that it is served under."""

    def application(environ: dict[str, Any], start: Any) -> list[bytes]:
        stream = io.BytesIO()
        base = f"http://{environ['HTTP_HOST']}/"
        urlset.write(PAGES, stream, settings(base_url=base))
        start("200 OK", [("Content-Type", "application/xml")])
        return [stream.getvalue()]

    with make_server("127.0.0.1", 0, application, handler_class=Quiet) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            address = f"http://127.0.0.1:{server.server_port}/sitemap.xml"
            report = urlset.validate(address, fetch=True, allow_private=True)
        finally:
            server.shutdown()
            thread.join()
    errors = {finding.rule for finding in report.findings if finding.severity == "error"}
    assert errors <= {"LOC016"}, "the host of this machine is not public; nothing else is wrong"
    assert [(file.kind, file.entries) for file in report.files] == [("urlset", 4)]
