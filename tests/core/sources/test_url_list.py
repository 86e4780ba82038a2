"""Lists of addresses, as the old generator read them and as spreadsheets write them."""

from __future__ import annotations

import gzip
import io

import pytest

from urlset.errors import PageError, SourceError
from urlset.page import Page
from urlset.sources.url_list import UrlList
from urlset.tally import Tally


def pages(text: str | bytes, **options: object) -> tuple[list[Page], Tally]:
    tally = Tally()
    stream = io.BytesIO(text.encode() if isinstance(text, str) else text)
    return list(UrlList(path="list", stream=stream, **options).pages(tally)), tally  # type: ignore[arg-type]


def test_plain_lines_comments_and_blanks():
    found, tally = pages("# a comment\n\nhttps://e.com/a\n  https://e.com/b  \n/c\n")
    assert found == [Page("https://e.com/a"), Page("https://e.com/b"), Page("/c")]
    assert not tally.dropped


@pytest.mark.parametrize("blank", ["\t", " \t ", "\x1c", "\x1f \x1d", "\u00a0", "\u2003"])
@pytest.mark.parametrize("head", ["", "loc,lastmod\n", "loc\tlastmod\n"])
def test_a_line_of_any_blanks_says_nothing(blank, head):
    found, tally = pages(f"{head}https://e.com/a\n{blank}\nhttps://e.com/b\n{blank}")
    assert [page.loc for page in found] == ["https://e.com/a", "https://e.com/b"]
    assert not tally.dropped


def test_columns_as_the_old_generator_read_them():
    found, tally = pages(
        "https://e.com/ lastmod=2024-01-01 changefreq=Daily priority=0.8 colour=red lonely\n"
    )
    assert found == [Page("https://e.com/", lastmod="2024-01-01", changefreq="daily", priority=0.8)]
    assert tally.warnings == [
        "list: unknown column 'colour'; the line is kept without it",
        "list: unknown column 'lonely'; the line is kept without it",
    ]


@pytest.mark.parametrize("mark", ["\t", ",", ";"])
def test_tables_with_a_header(mark):
    text = "\n".join(
        mark.join(row) for row in [("Title", "URL", "x", "priority"), ('"a b"', "https://e.com/", "", "1")]
    )
    assert pages(text)[0] == [Page("https://e.com/", title="a b", priority=1.0)]


def test_tables_without_a_header():
    assert pages("https://e.com/\t2024-01-01\tweekly\t0.5")[0] == [
        Page("https://e.com/", lastmod="2024-01-01", changefreq="weekly", priority=0.5)
    ]
    assert pages("0.5,https://e.com/", columns=("priority", "loc"))[0] == [
        Page("https://e.com/", priority=0.5)
    ]


def test_a_section_for_all_that_name_none():
    assert pages("loc,section\n/a,x\n/b,\n", section="s")[0] == [
        Page("/a", section="x"),
        Page("/b", section="s"),
    ]


def test_packed_and_from_disk(tmp_path):
    path = tmp_path / "list.txt"
    path.write_bytes(gzip.compress(b"https://e.com/\n"))
    assert list(UrlList(path=str(path)).pages(Tally())) == [Page("https://e.com/")]
    with pytest.raises(SourceError, match="cannot be opened"):
        list(UrlList(path=str(tmp_path / "none")).pages(Tally()))


def test_every_line_that_is_left_out_has_its_reason():
    text = (
        b"https://e.com/ok\nno address\nwww.e.com/x\nhttps://e.com/ahttps://e.com/b\n\xff\xfe\nhttps://e.com/"
        + b"x" * 70_000
    )
    found, tally = pages(text)
    assert found == [Page("https://e.com/ok")]
    assert dict(tally.dropped) == {"bad-address": 2, "glued": 1, "undecodable": 1, "too-long-line": 1}
    assert tally.read == 5


@pytest.mark.parametrize("inner", ["/web/https://x.com/", "?u=http://x.com/", "#http://x"])
def test_an_address_inside_an_address_is_not_glued(inner):
    assert pages("https://e.com" + inner)[0] == [Page("https://e.com" + inner)]


def test_other_encodings():
    assert pages("https://e.com/é".encode("utf-16"))[0] == [Page("https://e.com/é")]
    assert pages(b"https://e.com/\xe9", encoding="latin1")[0] == [Page("https://e.com/é")]


@pytest.mark.parametrize(
    "column",
    [
        *("priority=high", "priority=7", "priority=-0.1", "priority=nan", "priority=0,5"),
        *("changefreq=often", "lastmod=yesterday", "lastmod=2023-02-29"),
    ],
)
def test_a_wrong_value_stops_with_its_line(column):
    with pytest.raises(PageError, match="list:2"):
        pages(f"https://e.com/a\nhttps://e.com/b {column}\n")


@pytest.mark.parametrize("text", ["<urlset/>", "not a list\nat all\n"])
def test_what_is_no_list_is_refused(text):
    with pytest.raises(SourceError) as caught:
        pages(text)
    assert caught.value.code == "SRC02"
