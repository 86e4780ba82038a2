"""Mutated lists, logs, feeds and sitemaps: pages, counted drops or an error of ours, and never anything
else.
"""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

import pytest

from fuzz import survives
from urlset.errors import UrlsetError
from urlset.sources.access_log import AccessLog
from urlset.sources.feed import Feed
from urlset.sources.sitemap import SitemapFile
from urlset.sources.url_list import UrlList
from urlset.tally import REASONS, Tally

CORPUS = Path(__file__).parent / "corpus"
JSON_LOG = b'{"request": {"method": "GET", "uri": "/x", "headers": {"User-Agent": ["M"]}}, "status": 200}\n'
LIST = b"loc,lastmod,priority\nhttps://e.com/,2024-01-01,0.5\nhttps://e.com/a lastmod=2024-01-01\n"
SPLICES = [b"\n", b"\r", b"\0", b'"', b"[", b"\xff", b"\\", b"%", b"#Fields:", b"<", b"&"]
KINDS: list[tuple[str, Any, bytes]] = [
    ("list", UrlList, LIST),
    ("log", AccessLog, (CORPUS / "apache-combined.log").read_bytes()[:2_000] + JSON_LOG),
    ("w3c", AccessLog, (CORPUS / "iis-w3c.log").read_bytes()),
    ("feed", Feed, (CORPUS / "rss20.xml").read_bytes()),
    (
        "sitemap",
        SitemapFile,
        b"<urlset><url><loc>https://e.com/</loc><lastmod>2024-01-01</lastmod></url></urlset>",
    ),
]


@pytest.mark.parametrize(("name", "kind", "content"), KINDS, ids=[name for name, _, _ in KINDS])
def test_whatever_comes(name, kind, content):
    def read(broken: bytes) -> None:
        tally = Tally()
        with contextlib.suppress(UrlsetError):
            list(kind(path=name, stream=io.BytesIO(broken)).pages(tally, "https://e.com/"))
        assert tally.dropped.keys() <= REASONS.keys()
        assert tally.read == tally.dropped.total()

    survives(read, content, SPLICES)
