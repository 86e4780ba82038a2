"""Other sitemaps: every kind of document, indexes with what they list, loops, and what is broken."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from urlset.errors import SourceError
from urlset.page import Alternate, Image, News, Page, Video
from urlset.readers import http
from urlset.sources import sitemap_entries
from urlset.sources.sitemap import SitemapFile
from urlset.tally import Tally

URLSET = "<urlset>{}</urlset>"


def read(path: Path, **options: object) -> tuple[list[Page], Tally]:
    tally = Tally()
    return list(SitemapFile(path=str(path), **options).pages(tally)), tally  # type: ignore[arg-type]


def written(folder: Path, **files: str) -> Path:
    """Files named with _ for / and __ for a dot; the first one's path."""
    for name, text in files.items():
        path = folder / name.replace("__", ".").replace("_", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / next(iter(files)).replace("__", ".").replace("_", "/")


def urls(*addresses: str) -> str:
    return URLSET.format("".join(f"<url><loc>{address}</loc></url>" for address in addresses))


def index(*addresses: str) -> str:
    inner = "".join(f"<sitemap><loc>{address}</loc></sitemap>" for address in addresses)
    return f"<sitemapindex>{inner}</sitemapindex>"


EVERYTHING = """<u:urlset xmlns:u="u:s" xmlns:image="u:i" xmlns:video="u:v" xmlns:news="u:n" xmlns:x="u:x">
<u:url><u:loc> https://e.com/?a=1&amp;b=2 </u:loc><u:lastmod>2024-01-01</u:lastmod>
<u:changefreq>Daily</u:changefreq><u:priority>0.5</u:priority>
<x:link rel="alternate" hreflang="de" href="https://e.com/de"/>
<image:image><image:loc>https://e.com/a.png</image:loc><image:title>A</image:title></image:image>
<image:image><image:loc>https://e.com/b.png</image:loc></image:image>
<video:video><video:title>T</video:title><video:description>D</video:description>
<video:thumbnail_loc>https://e.com/t</video:thumbnail_loc><video:player_loc>https://e.com/p</video:player_loc>
<video:duration>77</video:duration><video:tag>a</video:tag><video:tag>b</video:tag>
<video:live>no</video:live><video:restriction relationship="deny">DE FR</video:restriction></video:video>
<news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication>
<news:publication_date>2024-01-01</news:publication_date><news:title>NT</news:title></news:news>
</u:url></u:urlset>"""


def test_all_that_a_page_can_have(tmp_path):
    found, tally = read(written(tmp_path, s__xml=EVERYTHING))
    assert found == [
        Page(
            "https://e.com/?a=1&b=2",
            lastmod="2024-01-01",
            changefreq="daily",
            priority=0.5,
            alternates=(Alternate("de", "https://e.com/de"),),
            images=(Image("https://e.com/a.png", title="A"), Image("https://e.com/b.png")),
            videos=(
                Video(
                    thumbnail_loc="https://e.com/t",
                    title="T",
                    description="D",
                    player_loc="https://e.com/p",
                    duration=77,
                    tags=("a", "b"),
                    live=False,
                    restriction=("DE", "FR"),
                    restriction_relationship="deny",
                ),
            ),
            news=News(name="N", language="en", publication_date="2024-01-01", title="NT"),
        )
    ]
    assert not tally.warnings


@pytest.mark.parametrize("hint", ["lastmod>soon", "priority>0,5", "priority>2", "changefreq>often"])
def test_a_hint_that_cannot_be_right_is_left_out(tmp_path, hint):
    name = hint.partition(">")[0]
    text = URLSET.format(f"<url>\n<loc>https://e.com/</loc><{hint}</{name}></url><url><loc/></url>")
    found, tally = read(written(tmp_path, s__xml=text))
    assert found == [Page("https://e.com/")]
    assert name in tally.warnings[0]
    assert dict(tally.dropped) == {"no-address": 1}


def test_a_packed_text_and_a_name_that_lies(tmp_path):
    (tmp_path / "a.xml").write_bytes(gzip.compress(b"https://e.com/1\nhttps://e.com/2\n"))
    assert [page.loc for page in read(tmp_path / "a.xml")[0]] == ["https://e.com/1", "https://e.com/2"]
    (tmp_path / "b.xml.gz").write_text(urls("https://e.com/3"), "utf-16")
    assert [page.loc for page in read(tmp_path / "b.xml.gz")[0]] == ["https://e.com/3"]


def test_an_index_finds_its_files_by_path_then_by_name(tmp_path):
    listed = index("https://e.com/docs/a.xml", "https://e.com/docs/b.xml", "https://e.com/c%20d.xml?x=1")
    path = written(tmp_path, i__xml=listed, docs_a__xml=urls("/a"), a__xml=urls("/wrong"), b__xml=urls("/b"))
    (tmp_path / "c d.xml").write_text(urls("/c"))
    assert [page.loc for page in read(path)[0]] == ["/a", "/b", "/c"]


def test_a_listed_file_that_is_missing_is_an_error_and_never_outside(tmp_path):
    (tmp_path / "secret.xml").write_text(urls("/secret"))
    path = written(tmp_path / "in", i__xml="\n" + index("https://e.com/../secret.xml"))
    with pytest.raises(SourceError, match=r"in/i\.xml:2"):
        read(path)


def test_loops_are_read_once(tmp_path):
    files = {"i__xml": index("/i.xml", "/j.xml", "/k.xml"), "j__xml": index("/i.xml"), "k__xml": urls("/k")}
    found, tally = read(written(tmp_path, **files))
    assert [page.loc for page in found] == ["/k"]
    assert sum("read before" in text for text in tally.warnings) == 2


def test_indexes_in_indexes_are_told_and_end(tmp_path):
    nested = {f"s{n}__xml": index(f"/s{n + 1}.xml") for n in range(1, 3)} | {"s3__xml": urls("/x")}
    found, tally = read(written(tmp_path, **nested))
    assert (len(found), len(tally.warnings)) == (1, 1)
    with pytest.raises(SourceError, match="deeper than 3"):
        read(written(tmp_path, s0__xml=index("/s1.xml")))
    with pytest.raises(SourceError, match="more than 1 files"):
        read(tmp_path / "s1.xml", max_files=1)
    with pytest.raises(SourceError, match=r"lists more than 2 files") as caught:
        read(written(tmp_path, many__xml=index(*map(str, range(3)))), max_files=2)
    assert caught.value.code == "SRC03"


def test_an_entry_without_end_is_kept_within_bounds(tmp_path, monkeypatch):
    """Alternates and pictures by the million took half a gigabyte; the entry's own values still count."""
    monkeypatch.setattr(sitemap_entries, "MOST_PARTS", 4)
    link = '<link hreflang="de" href="/de"/>'
    picture = "<image><loc>/p.png</loc></image>"
    own = "<loc>/a</loc><priority>0.5</priority>"
    for many in (link * 9, picture * 9):
        path = written(
            tmp_path, s__xml=URLSET.format(f"<url>{many}{own}</url><url><loc>/b</loc>{link}</url>")
        )
        found, tally = read(path)
        assert [(page.loc, page.priority) for page in found] == [("/a", 0.5), ("/b", None)]
        assert len(found[0].alternates) + 2 * len(found[0].images) == 4
        assert len(found[1].alternates) == 1
        assert [text.partition("what ")[2] for text in tally.warnings] == [
            "comes after 4 alternates and parts of extensions is left out"
        ]


def test_a_date_that_is_none_on_each_line_is_no_flood(tmp_path):
    wrong = "".join(f"<url><loc>/{n}</loc><lastmod>x{n}</lastmod></url>" for n in range(1_500))
    found, tally = read(written(tmp_path, s__xml=URLSET.format(wrong)))
    assert len(found) == 1_500
    assert tally.warnings[-1] == "500 more warnings are not shown"


@pytest.mark.parametrize("text", ["<html>", "<other/>", "<urlset><url>", "", "{}"])
def test_what_is_broken_gives_nothing(tmp_path, text):
    path = tmp_path / "s.xml"
    path.write_text(text)
    with pytest.raises(SourceError, match=r"s\.xml"):
        read(path)


def test_pages_before_an_error_are_not_given_out(tmp_path):
    source = SitemapFile(path=str(written(tmp_path, s__xml=urls("/a") + "x"))).pages(Tally())
    with pytest.raises(SourceError):
        next(source)


def test_blanks_and_tails_when_lenient(tmp_path):
    path = tmp_path / "s.xml"
    path.write_bytes(gzip.compress(b"\n<?xml version='1.0'?>" + urls("/a").encode()) + b"<!-- -->")
    with pytest.raises(SourceError, match="--lenient"):
        read(path)
    assert read(path, lenient=True)[0] == [Page("/a")]


def test_what_is_not_on_disk_is_fetched_when_asked(tmp_path, monkeypatch):
    web = {"https://e.com/i.xml": index("https://e.com/a.xml"), "https://e.com/a.xml": urls("/a")}
    asked = []

    def fetch(url: str, **_: object) -> http.Answer:
        asked.append(url)
        return http.Answer(url, 200, {}, web[url].encode())

    monkeypatch.setattr(http, "fetch", fetch)
    assert list(SitemapFile(path="https://e.com/i.xml").pages(Tally())) == [Page("/a")]
    path = written(tmp_path, i__xml=index("https://e.com/a.xml"))
    with pytest.raises(SourceError, match="fetch = true"):
        read(path)
    assert read(path, fetch=True)[0] == [Page("/a")]
    assert asked == ["https://e.com/i.xml", "https://e.com/a.xml", "https://e.com/a.xml"]


LINK = '<x:link xmlns:x="x" rel="alternate" hreflang="de" href="{}"/>'
PICTURE = "<image:image xmlns:image='i'><image:loc>{}</image:loc></image:image>"
FILM = """<video:video xmlns:video='v'><video:title>T</video:title><video:description>D</video:description>
<video:thumbnail_loc>/t</video:thumbnail_loc><video:player_loc>/p</video:player_loc>{}</video:video>"""


@pytest.mark.parametrize(
    ("extension", "told"),
    [
        (LINK.format("mailto:me"), "'mailto:me' is no address; the link is left out"),
        (PICTURE.format("javascript:x"), "image left out: not-http"),
        (
            FILM.format("<video:rating>9</video:rating>"),
            "video left out: rating: expected a number from 0 to 5",
        ),
        (FILM.format("<video:platform>fridge</video:platform>"), "video left out: platform: expected"),
        (FILM.format("<video:content_loc>rtmp://e.com/v</video:content_loc>"), "video left out: not-http"),
    ],
)
def test_an_extension_that_cannot_be_right_is_left_out(tmp_path, extension, told):
    found, tally = read(
        written(tmp_path, s__xml=URLSET.format(f"<url><loc>https://e.com/</loc>{extension}</url>"))
    )
    assert found == [Page("https://e.com/")]
    assert told in tally.warnings[0]


def test_pictures_beyond_a_thousand_are_left_out(tmp_path):
    pictures = "".join(PICTURE.format(f"https://e.com/{number}.png") for number in range(1_001))
    found, tally = read(
        written(tmp_path, s__xml=URLSET.format(f"<url><loc>https://e.com/</loc>{pictures}</url>"))
    )
    assert len(found[0].images) == 1_000
    assert "after the first 1,000" in tally.warnings[0]
