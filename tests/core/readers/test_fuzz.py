"""Mutated documents: whatever comes, a reader refuses or reads, and never takes long."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Callable, Mapping

import pytest

from fuzz import survives
from urlset.readers.body import read_page
from urlset.readers.head import hints, read_head
from urlset.readers.inflate import Pieces
from urlset.readers.refused import Refused
from urlset.readers.robots import Robots
from urlset.readers.safe_xml import read
from urlset.readers.xml_tree import document

XML = b"""<?xml version="1.0" encoding="UTF-8"?><!-- c --><?p q?>
<urlset xmlns="u:sitemap" xmlns:i="u:i"><url><loc>https://e.com/?a=1&amp;b=&#233;</loc>
<lastmod>2024-01-01</lastmod><i:image><i:loc>x</i:loc></i:image></url><![CDATA[ x ]]></urlset>"""
HTML = b"""<!doctype html><html lang=en><head><meta charset=utf-8><title>a &amp; b</title>
<meta name="robots" content="noindex, nofollow"><link rel=canonical href="/x"><base href=/>
<link rel=alternate hreflang=de href=/de><meta http-equiv=refresh content="0; url='/n'"><script>a</script>
</head><body><nav>n</nav><main><p>t<img src=a></main>"""
ROBOTS = b"User-agent: *\nDisallow: /a*b$\nAllow: /\nCrawl-delay: 1\nSitemap: https://e.com/s.xml\n"
SPLICES = [b"<", b">", b"&", b"\0", b"\xff\xfe", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<!DOCTYPE a>", b'"']
SPLICES += [b'encoding="utf-16"', b"%%", b"</", b"/>", b"xmlns=''", b"&#x0;", b"\xed\xa0\x80", b"<svg>"]


class Nothing:
    def start(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        assert line > 0
        assert column > 0

    def text(self, text: str) -> None:
        assert text

    def end(self, tag: str) -> None: ...


def robots(content: bytes) -> None:
    rules = Robots([content])
    rules.allows("https://e.com/a/b")
    assert isinstance(rules.sitemaps, tuple)


def head(content: bytes) -> None:
    found = read_head([content])
    assert hints(content, "https://e.com/") or not found.noindex
    read_page([content])


READERS: list[tuple[str, bytes, Callable[[bytes], object]]] = [
    ("xml", XML, lambda content: read([content[:50], content[50:]], Nothing())),
    ("utf-16", XML.decode().replace("UTF-8", "UTF-16").encode("utf-16"), lambda content: document([content])),
    ("html", HTML, head),
    ("robots", ROBOTS, robots),
    ("gzip", gzip.compress(XML, mtime=0), lambda content: b"".join(Pieces(content))),
]


@pytest.mark.parametrize(("name", "seed", "reader"), READERS, ids=[name for name, _, _ in READERS])
def test_readers_survive(name, seed, reader):
    def read(content: bytes) -> None:
        with contextlib.suppress(Refused):
            reader(content)

    survives(read, seed, SPLICES)
