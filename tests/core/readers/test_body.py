"""The page's own text, without what a template puts around it."""

from __future__ import annotations

import pytest

from urlset.readers.body import read_page

SITE = """<html><head><title>{title}</title><script>var a = {noise}</script></head><body class="{noise}">
<header>Brand {noise}</header><nav>{noise} <img src=logo.png></nav>
{begin}<h1>Title</h1><p>Some <b>own</b> words.<img src="a.png"><img src="a.png" alt=x><img src=b.png></p>
<nav>prev {noise}</nav><script>{noise}</script><svg>{noise}</svg><aside>edited {noise}</aside>{end}
<footer>{noise}</footer></body></html>"""
FRAMES = [
    ("<main>", "</main>"),
    ("<article>", "</article>"),
    ('<div role="main">', "</div>"),
    ("<div>", "</div>"),
]


def fingerprint(begin: str, end: str, noise: str, size: int = 65_536, **more: str) -> str:
    content = SITE.format(begin=begin, end=end, noise=noise, title=noise).encode()
    for old, new in more.items():
        content = content.replace(old.encode(), new.encode())
    _, body = read_page(content[at : at + size] for at in range(0, len(content), size))
    assert body.words == 4
    assert body.images == ("a.png", "b.png")
    return body.fingerprint


@pytest.mark.parametrize(("begin", "end"), FRAMES)
def test_a_new_template_is_no_new_content(begin, end):
    first = fingerprint(begin, end, "v1")
    assert first == fingerprint(begin, end, "version 2 of 2027", size=1)
    assert first == fingerprint("<main>", "</main>", "x")
    assert first != fingerprint(begin, end, "v1", Some="Any")


def test_main_wins_over_article_and_body():
    content = b"<body><p>a b c<article>d e</article><main><article>f</article></main>"
    assert read_page([content])[1].words == 1
    assert read_page([content.replace(b"main", b"div")])[1].words == 3


def test_a_page_without_words():
    head, body = read_page([b"<title>x</title><nav>y</nav>"])
    assert (head.title, body.fingerprint, body.words, body.images) == ("x", "", 0, ())


def test_a_page_that_is_not_read_whole():
    head, _ = read_page([b"<title>x</title>" + b"<div>" * 300 + b"words"])
    assert head.finished
    assert not head.whole
