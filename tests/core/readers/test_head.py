"""What a page's head says, in every spelling; and nothing that only looks like it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from urlset.readers import head as module
from urlset.readers.head import Head, Refresh, hints, read_head, tag_says_noindex

NOINDEX = [
    '<meta name="robots" content="noindex">',
    "<META NAME='ROBOTS' CONTENT='NOINDEX'>",
    "<meta name=robots content=noindex>",
    '<meta content="noindex" name="robots">',
    '<meta name="robots" content="none">',
    '<meta name="robots" content="NONE">',
    '<meta name="robots" content="noindex,follow">',
    '<meta name="robots" content="follow, noindex">',
    '<meta name="robots" content=" noindex , nofollow ">',
    '<meta name="robots" content="nofollow noindex">',
    '<meta name="robots" content="max-snippet:-1;noindex">',
    '<meta name=" robots " content="noindex"/>',
    '<meta\n  name = "robots"\n  content = "noindex"\n>',
    '<meta name="googlebot" content="noindex">',
    '<meta name="GoogleBot" content="none">',
    '<meta name="bingbot" content="noindex">',
    '<meta name="robots" content="index"><meta name="robots" content="noindex">',
    '<meta name="robots" content="index"><meta name="googlebot" content="noindex">',
    '<noscript><meta name="robots" content="noindex"></noscript>',
    '<svg><meta name="robots" content="noindex"></svg>',
    '<meta name="robots" content="&#110;oindex">',
    '<meta name="&#114;obots" content="noindex">',
    '<meta name="robots" data-x="a>b" content="noindex">',
    '<meta name="robots"><meta name="robots" content="none">',
    '<!-- a > b --><title>x</title><meta name="robots" content="noindex">',
]
INDEX = [
    "",
    "<!-- <meta name='robots' content='noindex'> -->",
    '<script>\'<meta name="robots" content="noindex">\'</script>',
    "<style>/* <meta name=robots content=noindex> */</style>",
    "<title><meta name=robots content=noindex></title>",
    '<meta name="robots">',
    '<meta name="robots" content="">',
    '<meta name="robots" content="index, follow">',
    '<meta name="robots" content="noindexing">',
    '<meta name="robots-x" content="noindex">',
    '<meta name="otherbot" content="noindex">',
    '<meta name="description" content="robots: noindex">',
    '</head><body><meta name="robots" content="noindex">',
    "<style>p { display: none }</style><meta name='robots' content='index'>",
]


def page(inside: str) -> bytes:
    return f"<!doctype html>\n<html lang=en><head>{inside}<title>T</title></head><body><p>noindex".encode()


@pytest.mark.parametrize("inside", NOINDEX)
def test_noindex_in_every_spelling(inside):
    for content in (page(inside), page(inside).decode().encode("utf-16")):
        assert hints(content, "https://e.com/")
        assert read_head([content]).noindex


@pytest.mark.parametrize("inside", INDEX)
def test_what_only_looks_like_noindex(inside):
    assert not read_head([page(inside)]).noindex


@pytest.mark.parametrize(
    ("lines", "noindex"),
    [
        (["noindex"], True),
        (["max-snippet: 5, NoIndex"], True),
        (["nofollow", "none"], True),
        (["googlebot: nofollow, noindex"], True),
        (["otherbot: nofollow", "noindex"], True),
        (["unavailable_after: 25 Jun 2010 15:00:00 PST, noindex"], True),
        (["otherbot: noindex, nofollow"], False),
        (["otherbot: noindex, bingbot: noindex"], True),
        (["index, follow", "noarchive", ""], False),
        ([], False),
    ],
)
def test_the_header_that_says_noindex(lines, noindex):
    assert tag_says_noindex(lines) == noindex


def test_no_parser_is_loaded_for_a_page_without_a_hint():
    program = (
        "import sys; from urlset.readers.head import hints;"
        "page = b'<meta name=viewport content=x><style>a{display:none}</style><p>robots noindex';"
        "page += b'<link rel=canonical href=https://e.com/a>'; assert not hints(page, 'https://e.com/a');"
        "print('lxml' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    assert hints(b"<meta name=robots content=noindex>", "https://e.com/")


FULL = """<html lang="pt-BR"><head><meta charset=utf-8><base href="/b/">
<title> Um
 título </title><title>second</title><meta name=description content="d &amp; e">
<meta name=generator content=Hugo>
<link rel="Canonical" href=" /x/ "><link rel=canonical href="/x/"><link rel="stylesheet" href=s.css>
<link rel="alternate" hreflang="en" href="https://e.com/en/">
<link rel="alternate" type="application/rss+xml" href=f>
<meta http-equiv=Refresh content="3;URL='https://e.com/next'"></head><body><title>no</title>"""


def test_all_that_a_head_says():
    assert read_head([FULL.encode()]) == Head(
        title="Um título",
        description="d & e",
        lang="pt-BR",
        generator="Hugo",
        base="/b/",
        canonicals=("/x/",),
        alternates=(("en", "https://e.com/en/"),),
        refresh=Refresh(3, "https://e.com/next"),
    )
    assert read_head([FULL.encode()]).canonical == "/x/"


def test_two_canonicals_are_none():
    head = read_head([page("<link rel=canonical href=/a><link rel=canonical href=/b>")])
    assert head.canonicals == ("/a", "/b")
    assert head.canonical == ""


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("0; url=/n", Refresh(0, "/n")),
        ("0;/n", Refresh(0, "/n")),
        ('5, URL = "/n" x', Refresh(5, "/n")),
        (" 1.5 ; url='/n", Refresh(1, "/n")),
        ("30", Refresh(30, "")),
        ("url=/n", None),
        ("", None),
    ],
)
def test_refresh(content, expected):
    assert module.refresh(content) == expected


CHARSETS = [
    ("", "utf-8", "é"),
    ("<meta charset=iso-8859-1>", "cp1252", "é€"),
    ("<meta charset='windows-1251'>", "cp1251", "Ж"),
    ('<meta http-equiv=content-type content="text/html; charset=Shift_JIS">', "cp932", "日本"),
    ("<meta charset=utf-16>", "utf-8", "é"),
    ("<meta charset=x-none>", "utf-8", "é"),
    ("<!-- <meta charset=koi8-r> -->", "utf-8", "é"),
    (" " * 1_100 + "<meta charset=koi8-r>", "utf-8", "é"),
]


@pytest.mark.parametrize(("meta", "codec", "title"), CHARSETS)
def test_the_encoding_of_a_page(meta, codec, title):
    head = read_head([f"<html><head>{meta}<title>{title}</title>".encode(codec)])
    assert (head.title, head.charset) == (title, codec)


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_beats_the_declaration(codec):
    assert read_head(["<head><meta charset=koi8-r><title>é</title>".encode(codec)]).title == "é"


def test_bytes_that_lie_are_replaced_and_never_fail():
    head = read_head([b"<head><meta charset=utf-8><title>caf\xe9</title><link rel=canonical href=/x></head>"])
    assert (head.title, head.canonical) == ("caf\ufffd", "/x")


def test_the_size_of_pieces_does_not_matter():
    content = FULL.encode()
    expected = read_head([content])
    for size in (1, 13, 1000):
        assert read_head(content[at : at + size] for at in range(0, len(content), size)) == expected


def test_reading_stops_with_the_head():
    taken = []

    def pieces():
        for number, piece in enumerate([page(" " * 2_000), *[b"<p>x" * 10_000] * 9]):
            taken.append(number)
            yield piece

    assert read_head(pieces()).finished
    assert taken == [0]


@pytest.mark.parametrize(
    "content",
    [
        b"<head><meta name=robots content=noindex><!--" + b"x" * 2_000_000,
        b"<head><meta name=robots content=noindex>" + b"<svg>" * 300 + b"<link rel=canonical href=/late>",
        b"<head><meta name=robots content=noindex>" + b"<meta name=x>" * 10_000,
    ],
)
def test_a_head_that_is_not_read_to_its_end_says_so(content):
    head = read_head([content[at : at + 65_536] for at in range(0, len(content), 65_536)], max_bytes=100_000)
    assert not head.finished
    assert head.noindex
    assert not head.canonicals


@pytest.mark.parametrize("content", [b"", b" ", b"text", b"\0\0", b"<", b"<!doctype html>", b"\xff\xfe"])
def test_hardly_a_page(content):
    head = read_head([content])
    assert head.finished
    assert not head.noindex
