"""The fast lane and the guarded reader alone give the same findings, places and numbers."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from urlset import clock
from urlset.readers import inflate
from urlset.validator import judge as judging, plain
from urlset.validator.entry import Context
from urlset.validator.judge import Judged, Run, judge
from urlset.validator.notes import Notes

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
SITE = "https://example.com/"
PATHS = [
    *(
        "a",
        "b",
        "c/d",
        "a?x=1&amp;y=2",
        "%C3%BC",
        "%c3%bc",
        "ü",
        "a b",
        "index.html",
        "c/index.html",
        "c/",
        "",
        "a#b",
        "it&apos;s",
        "&amp;apos;",
    ),
    *(
        "robots.txt",
        "sitemap.xml",
        "a?PHPSESSID=1",
        "a;jsessionid=2",
        "x/../a",
        "x/.",
        "%2e%2e/a",
        "a&amp;amp;b",
        "%zz",
    ),
    *(
        "google0123456789abcdef.html",
        "long/" + "a" * 250,
        "very/" + "a" * 2030,
        "a[b]",
        ".well-known/x",
        "page.html",
    ),
]
ODD_LOCS = [
    "http://example.com/a",
    "https://example.org/a",
    "/a",
    " https://example.com/z",
    "",
    "https://EXAMPLE.com/b",
]
ODD = {
    "loc": [*(SITE + path for path in PATHS), *ODD_LOCS],
    "lastmod": [
        "2024-05-01T10:30:00+14:01",
        "2999-01-01",
        "2024-05",
        "2024-02-30",
        "nonsense",
        "",
        "2024-05-01T24:00:00Z",
    ],
    "changefreq": ["Daily", "often", "daily"],
    "priority": ["1.5", "1", "0,5", ".", "0." + "5" * 120],
    "end": ["", "\r\n  ", "<!-- c -->", "<foo/>", "x", "<!-- <url><loc>https://e.com/n</loc></url> -->"],
}
PLAIN = {
    "lastmod": [None, "2024-05-01", "2024-05-01T10:30:00Z"],
    "changefreq": [None, None, "daily"],
    "priority": [None, None, "0.5"],
    "end": ["\n"],
}


def document(rng: random.Random) -> str:
    """Plain entries, and a few in which one thing is not: so that it decides alone."""
    count = rng.randrange(1, 25)
    odd = {
        rng.randrange(count): rng.choice((*ODD, "loc", "loc", "loc"))
        for _ in range(rng.choice((0, 1, 1, 2, 3)))
    }
    parts = []
    for number in range(count):
        values = {"loc": f"{SITE}page-{rng.randrange(300)}"} | {
            name: rng.choice(few) for name, few in PLAIN.items()
        }
        if number in odd:
            values[odd[number]] = rng.choice(ODD[odd[number]])
        end = values.pop("end")
        inner = "".join(f"<{name}>{value}</{name}>" for name, value in values.items() if value is not None)
        parts.append(f"<url>{inner}</url>{end}")
    return HEAD + "\n" + "".join(parts) + rng.choice(("</urlset>",) * 9 + ("",))


def verdict(content: bytes, url: str | None, fast: bool) -> Any:
    context = Context("folder/sitemap.xml", "protocol", clock.now(), url)
    judged = Judged(0, context, Notes("folder/sitemap.xml", "protocol", 10_000))
    judged.watch = None if fast else lambda entry, judged: None
    run = Run()
    judge(content, judged, run)
    numbers = judged.numbers
    known = (
        numbers.entries,
        numbers.dated,
        bool(numbers.hinted),
        numbers.dates,
        numbers.priorities,
        numbers.hosts,
    )
    places = [
        (
            group.rule,
            group.severity,
            group.count,
            sorted(group.findings, key=lambda one: (one.line or 0, one.column or 0)),
        )
        for group in judged.notes.groups()
    ]
    return known, places, run.across.seen


def test_both_lanes_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "CHUNK", 700)
    monkeypatch.setattr(plain, "MOST_HEAD", 300)
    monkeypatch.setattr(inflate, "PIECE", 200)
    monkeypatch.setattr(judging, "PEEK", 100)
    rng = random.Random(int(os.environ.get("URLSET_FUZZ_SEED", "7")))
    for _ in range(2000):
        content, url = (
            document(rng).encode(),
            rng.choice((None, SITE + "sitemap.xml", SITE + "c/sitemap.xml")),
        )
        assert verdict(content, url, fast=True) == verdict(content, url, fast=False), content.decode()


def test_plain_entries_never_reach_the_reader() -> None:
    content = HEAD + "".join(f"<url><loc>{SITE}{n}</loc></url>\n" for n in range(5000)) + "</urlset>"
    context = Context("sitemap.xml", "protocol", clock.now())
    judged = Judged(0, context, Notes("sitemap.xml", "protocol", 1))
    pieces = list(plain.Plain([content.encode()], context, judged.numbers, Run().across.begin()))
    assert b"".join(pieces).count(b"<url>") == 1
    assert judged.numbers.entries == 4999


@pytest.mark.parametrize(
    "head",
    [
        HEAD.replace("0.9", "0.84"),
        HEAD.replace("<urlset", "<!-- <urlset> --><urlset"),
        HEAD.replace("<urlset", '<?xml-stylesheet href="a.css"?><urlset'),
        HEAD.replace("UTF-8", "iso-8859-1"),
        HEAD.replace(">", ' xmlns:x="urn:x">'),
        "﻿" + HEAD,
        HEAD.replace('<?xml version="1.0" encoding="UTF-8"?>\n', ""),
        HEAD.replace("<urlset", "<!DOCTYPE urlset><urlset"),
    ],
)
def test_both_lanes_read_every_beginning(head: str) -> None:
    content = (head + f"<url><loc>{SITE}a</loc></url><url><loc>{SITE}a</loc></url></urlset>").encode()
    assert verdict(content, None, fast=True) == verdict(content, None, fast=False)
