"""Sources at an address: read in a process of its own, from a real server; what is broken there leaves all
as it was.
"""

from __future__ import annotations

import gzip
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from loopback import Server, serving
from support import run_cli
from urlset.cli.run import run
from urlset.config import load
from urlset.errors import SourceError
from urlset.readers.apart import Apart
from urlset.sources import feed, sitemap
from urlset.sources.feed import Feed
from urlset.sources.sitemap import SitemapFile
from urlset.tally import Tally

URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</urlset>'
RSS = "<rss version='2.0'><channel><item><link>https://e.com/f</link></item></channel></rss>"


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def urls(*paths: str) -> str:
    return URLSET.format("".join(f"<url><loc>https://e.com/{path}</loc></url>" for path in paths))


def addresses(source: SitemapFile | Feed) -> list[str]:
    return [page.loc for page in source.pages(Tally())]


def test_what_is_fetched_gives_what_it_gives_on_disk(server: Server, tmp_path: Path) -> None:
    listed = "".join(
        f"<sitemap><loc>{server.url}/{name}</loc></sitemap>" for name in ("a.xml", "b.xml.gz", "c.txt")
    )
    server.gives("/i.xml", f"<sitemapindex>{listed}</sitemapindex>")
    server.gives("/a.xml", urls("a"))
    server.gives("/b.xml.gz", gzip.compress(urls("b").encode("utf-16")))
    server.gives("/c.txt", "https://e.com/c\n", "text/plain")
    fetched = SitemapFile(path=f"{server.url}/i.xml", allow_private=True)
    assert addresses(fetched) == ["https://e.com/a", "https://e.com/b", "https://e.com/c"]
    feed_at = server.gives("/f", RSS)
    assert addresses(Feed(path=feed_at, allow_private=True)) == ["https://e.com/f"]
    assert addresses(SitemapFile(path=feed_at, allow_private=True)) == ["https://e.com/f"]
    with pytest.raises(SourceError, match="not public"):
        addresses(Feed(path=feed_at))


DEEP = "<urlset>" + "<a>" * 70
NAMES = "<urlset>" + "".join(f"<a{number}/>" for number in range(1_001)) + "</urlset>"
HOSTILE = {
    "doctype": ("<!DOCTYPE a [<!ENTITY b 'c'>]><urlset>&b;</urlset>", "contains a DOCTYPE"),
    "deep": (DEEP, "nested deeper than 64"),
    "names": (NAMES, "more than 1,000 different names"),
    "text": (f"<urlset><url><loc>{'x' * 70_000}</loc></url></urlset>", "longer than 65,536 characters"),
    "comment": (f"<urlset><!--{'x' * 2_000_000}--></urlset>", "longer than 1,048,576 bytes"),
    "cut": (urls("a")[:-9], "s.xml:1:"),
    "html": ("<!doctype html><p>Not found", "looks like HTML"),
    "bomb": (gzip.compress(b"<urlset>" + (b"<!--" + b"x" * 990 + b"-->\n") * 70_000), "expands over 64 MiB"),
    "half": (gzip.compress(urls("a").encode())[:-9], "gzip data"),
    "empty": ("", "is empty"),
}


def test_hostile_documents_leave_all_as_it_was(server: Server, tmp_path: Path) -> None:
    out, toml = tmp_path / "out", tmp_path / "urlset.toml"
    toml.write_text(
        f'base_url = "https://e.com/"\noutput = "out"\n[[sources]]\nkind = "sitemap"\n'
        f'path = "{server.url}/s.xml"\nallow_private = true\n'
    )
    server.gives("/s.xml", urls("old"))
    assert run(load(str(toml), {}))[0].written == 1
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in out.iterdir()}
    for content, words in HOSTILE.values():
        server.gives("/s.xml", content)
        with pytest.raises(SourceError) as caught:
            run(load(str(toml), {}))
        assert words in caught.value.line()
        assert caught.value.exit_code == 3
        assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in out.iterdir()} == before
    done = run_cli("build", folder=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert (
        done.stderr
        == f"urlset: error[SRC02]: {server.url}/s.xml: is empty. A list of pages was expected here.\n"
    )


class Crashing(Apart):
    """Its process dies in the middle of the first document, as by a fault in libxml2."""

    def read(self, pieces: Any, target: Any, **options: Any) -> Any:
        def begun() -> Iterator[bytes]:
            yield next(iter(pieces))
            assert self._child is not None
            os.kill(self._child.pid, signal.SIGSEGV)
            yield b" " * 1_000_000

        return super().read(begun(), target, **options)


@pytest.mark.parametrize("kind", [SitemapFile, Feed])
def test_a_crash_of_the_parser_is_an_error_like_any_other(
    kind: Any, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (sitemap, feed):
        monkeypatch.setattr(module, "Apart", Crashing)
    address = server.gives("/s.xml", RSS)
    with pytest.raises(
        SourceError, match=r"/s\.xml: ended the process that was to read it \(signal 11\)"
    ) as caught:
        addresses(kind(path=address, allow_private=True))
    assert caught.value.exit_code == 3
