"""Feeds: links and dates of every dialect, and links that are none."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import pytest

from urlset.errors import SourceError
from urlset.page import Page
from urlset.sources.feed import Feed, parsed
from urlset.tally import Tally


def read(text: str, **options: object) -> tuple[list[Page], Tally]:
    tally = Tally()
    stream = io.BytesIO(text.encode())
    return list(Feed(path="feed.xml", stream=stream, **options).pages(tally)), tally  # type: ignore[arg-type]


ATOM = '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://e.com/b/"><entry>{}</entry></feed>'
RSS = "<rss><channel><link>https://e.com/</link><item>{}</item></channel></rss>"


@pytest.mark.parametrize(
    ("entry", "address"),
    [
        ('<link href="https://e.com/a"/>', "https://e.com/a"),
        ('<link rel="self" href="/s"/><link rel="alternate" href="https://e.com/a"/>', "https://e.com/a"),
        ('<link href="c"/>', "https://e.com/b/c"),
        ('<link href="/c"/>', "https://e.com/c"),
        ('<link href="javascript:alert(1)"/>', "javascript:alert(1)"),
        ('<link href="//evil.com/x"/>', "https://evil.com/x"),
    ],
)
def test_links_of_atom(entry, address):
    # What an address is worth, the first step of a build decides, as for every source.
    assert [page.loc for page in read(ATOM.format(entry))[0]] == [address]


@pytest.mark.parametrize(
    ("entry", "address"),
    [
        ("<link> https://e.com/a </link>", "https://e.com/a"),
        ("<link/><guid>https://e.com/g</guid>", "https://e.com/g"),
        ("<link>/rel</link>", "/rel"),
        ("<guid isPermaLink='false'>https://e.com/g</guid>", ""),
        ("<guid>tag:1</guid>", ""),
        ("<title>x</title>", ""),
    ],
)
def test_links_of_rss(entry, address):
    found, tally = read(RSS.format(entry))
    assert [page.loc for page in found] == ([address] if address else [])
    assert tally.dropped["no-address"] == (0 if address else 1)


LINK = "<link>https://e.com/</link>"
DATES = "<pubDate>Mon, 01 Jan 2024 12:00:00 +0200</pubDate>"


def test_an_update_is_more_than_a_publication():
    updated = '<a:updated xmlns:a="http://www.w3.org/2005/Atom">2024-02-01T00:00:00Z</a:updated>'
    assert read(RSS.format(LINK + DATES + updated))[0][0].lastmod == "2024-02-01T00:00:00Z"
    assert read(RSS.format(LINK + DATES))[0][0].lastmod == datetime(2024, 1, 1, 10, tzinfo=UTC)
    assert read(RSS.format(LINK + DATES), dates="updated")[0][0].lastmod is None
    assert read(RSS.format(LINK + DATES), dates="off")[0][0].lastmod is None


def test_a_date_that_is_none_is_left_out_with_a_warning():
    found, tally = read(RSS.format(LINK + "<pubDate>gestern</pubDate>"))
    assert found == [Page("https://e.com/")]
    assert "gestern" in tally.warnings[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-01-01", "2024-01-01"),
        ("Tue, 02 Jan 2024 14:00:00 UTC", datetime(2024, 1, 2, 14, tzinfo=UTC)),
        ("2 Jan 24 14:00 EST", datetime(2024, 1, 2, 19, tzinfo=UTC)),
        ("Tue, 02 Jan 2024 14:00:00", datetime(2024, 1, 2, 14, tzinfo=UTC)),
        ("31 Feb 2024 00:00:00 GMT", None),
        ("", None),
        ("1 Jan 99999 00:00:00 +9999", None),
    ],
)
def test_dates(text, expected):
    assert parsed(text) == expected


def test_titles_and_sections():
    found, _ = read(RSS.format(LINK + "<title>A\n <![CDATA[& b]]></title>"), section="news")
    assert found == [Page("https://e.com/", title="A & b", section="news")]


@pytest.mark.parametrize("text", ["<urlset/>", "<html>", "no xml", "<rss><channel>"])
def test_what_is_no_feed_is_refused(text):
    with pytest.raises(SourceError) as caught:
        read(text)
    assert caught.value.code == "SRC02"


@pytest.mark.parametrize("entry", ['<link href="//[x"/>', '<link xml:base="http://[x" href="a"/>'])
def test_half_a_bracket_in_a_link_is_no_failure(entry):
    assert len(read(ATOM.format(entry))[0]) == 1
    assert (
        len(read(ATOM.replace("<entry>", '<entry xml:base="http://[x">').format('<link href="a"/>'))[0]) == 1
    )
