"""Real logs, lists and feeds, shortened: each gives the addresses that stand in the file beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from urlset.errors import SourceError
from urlset.sources.access_log import AccessLog
from urlset.sources.feed import Feed
from urlset.sources.sitemap import SitemapFile
from urlset.sources.url_list import UrlList
from urlset.tally import Tally

CORPUS = Path(__file__).parent / "corpus"
CASES: list[tuple[str, Any, dict[str, int]]] = [
    ("apache-combined.log", AccessLog, {"log-asset": 63, "log-bot": 28, "log-status": 2, "duplicate": 4}),
    ("iis-w3c.log", AccessLog, {}),
    ("cloudfront.log", AccessLog, {}),
    ("08-glued-urls.txt", UrlList, {}),
    ("11-bom.txt", UrlList, {}),
    ("atom03.xml", Feed, {}),
    ("atom10.xml", Feed, {}),
    ("rss20.xml", Feed, {}),
    ("rdf-rss10.xml", Feed, {}),
    ("pelican-atom.xml", Feed, {}),
    ("rss20.xml", SitemapFile, {}),
    ("11-bom.txt", SitemapFile, {}),
    ("28-xml-in-txt.txt", SitemapFile, {}),
]


@pytest.mark.parametrize(("name", "kind", "dropped"), CASES)
def test_a_real_input_gives_its_addresses(name, kind, dropped):
    tally = Tally()
    pages = list(kind(path=str(CORPUS / name)).pages(tally))
    expected = (CORPUS / f"{name}.expected").read_text("utf-8").splitlines()
    assert [f"{page.loc} {page.lastmod or ''}".strip() for page in pages] == expected
    assert dict(tally.dropped) == dropped
    assert tally.read == sum(dropped.values())


@pytest.mark.parametrize(
    ("name", "kind", "place"),
    [("cut-off-atom.xml", Feed, ":6:1: ends before"), ("28-xml-in-txt.txt", UrlList, ":1: looks like XML")],
)
def test_a_broken_one_says_where(name, kind, place):
    with pytest.raises(SourceError, match=place):
        list(kind(path=str(CORPUS / name)).pages(Tally()))
