"""robots.txt: rules by RFC 9309, sitemap lines as written, 500 KiB and no more."""

from __future__ import annotations

import pytest

from urlset.readers.robots import LIMIT, Robots

TEXT = b"""\xef\xbb\xbfUser-Agent: *
Disallow: /private/
Allow: /private/open
Disallow: /*.pdf$
user-agent: googlebot
disallow: /only-google

SITEMAP: https://example.com/SiteMap.XML
sitemap: https://example.com/b.xml # second
"""


@pytest.mark.parametrize(
    ("path", "agent", "allowed"),
    [
        ("/", "urlset", True),
        ("/private/x", "urlset", False),
        ("/private/open/x", "urlset", True),
        ("/a.pdf", "urlset", False),
        ("/a.pdf?x", "urlset", True),
        ("/private/x", "Googlebot", True),
        ("/only-google", "Googlebot", False),
    ],
)
def test_rules(path, agent, allowed):
    robots = Robots([TEXT])
    assert robots.allows(f"https://example.com{path}", agent) is allowed


def test_sitemap_lines_keep_their_case():
    # OP-77
    assert Robots([TEXT]).sitemaps == ("https://example.com/SiteMap.XML", "https://example.com/b.xml")


def test_what_stands_after_500_kib_does_not_count():
    line = b"Disallow: /" + b"x" * 89 + b"\n"
    content = b"User-agent: *\n" + line * (LIMIT // len(line) + 1) + b"Disallow: /late\n"
    robots = Robots([content])
    assert robots.cut
    assert robots.allows("/late")
    assert len(robots.text) <= LIMIT
    assert not Robots([content[:1000]]).cut


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\0", b"<html>", b"Disallow /x", b"User-agent: *\nDisallow:"]
)
def test_anything_else_allows(content):
    assert Robots([content]).allows("/x")
