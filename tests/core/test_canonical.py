"""The first step: every field of every record is checked."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import Any

import pytest
from msgspec.structs import replace

from urlset import Alternate, Image, News, Page, PageError, Video
from urlset.canonical import canonical
from urlset.tally import Tally

BASE = "https://e.com/docs/"


def checked(*pages: Page, zone: tzinfo | None = UTC, tally: Tally | None = None) -> list[Page]:
    return list(canonical(pages, base_url=BASE, scope=BASE, zone=zone, tally=tally or Tally()))


def test_clean_records_pass_as_they_are() -> None:
    pages = [Page(BASE + "a", "2024-05-01", "daily", 0.5), Page(BASE + "b", datetime(2024, 5, 1, tzinfo=UTC))]
    for given, found in zip(pages, checked(*pages), strict=True):
        assert found is given


def test_one_odd_address_does_not_touch_its_neighbours() -> None:
    good = Page(BASE + "a", "2024-05-01")
    found = checked(good, Page("ü", "2024-05-02"))
    assert found[0] is good
    assert found[1] == Page(BASE + "%C3%BC", "2024-05-02")


def test_refused_addresses_are_counted_drops() -> None:
    tally = Tally()
    found = checked(
        Page("a"), Page("https://other.com/"), Page("mailto:x@e.com"), Page("a" * 2_048), tally=tally
    )
    assert [page.loc for page in found] == [BASE + "a"]
    assert tally.dropped == {"off-site": 1, "not-http": 1, "too-long": 1}
    assert tally.read == 4
    assert tally.samples["off-site"] == ["https://other.com/"]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"lastmod": "yesterday"}, r"a: lastmod: expected a date"),
        ({"lastmod": "2024-02-30"}, r"a: lastmod: there is no such day"),
        ({"changefreq": "biweekly"}, r"a: changefreq: expected one of always, hourly"),
        ({"changefreq": "Daily"}, r"a: changefreq: expected one of always"),
        ({"priority": 1.1}, r"a: priority: expected a number from 0 to 1, got 1.1"),
        ({"priority": -0.1}, r"a: priority"),
        ({"priority": float("nan")}, r"a: priority"),
        ({"priority": "0,5"}, r"a: priority"),
        ({"priority": True}, r"a: priority"),
        ({"images": (Image("javascript:x"),)}, r"a: images: 'javascript:x' cannot be a web address"),
        ({"alternates": (Alternate("de", "//x/y"),)}, r"a: alternates"),
    ],
)
def test_a_malformed_record_stops_the_build(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(PageError, match=problem):
        checked(Page("a", **fields))


def test_a_record_without_an_address_is_an_error() -> None:
    with pytest.raises(PageError, match="a page needs a loc"):
        checked(Page(""))


def test_priority_zero_is_a_priority() -> None:
    assert checked(Page("a", priority=0.0))[0].priority == 0.0


def test_a_naive_time_takes_the_zone_of_the_settings() -> None:
    assert checked(Page("a", "2024-05-01T10:00:00"))[0].lastmod == "2024-05-01T10:00:00+00:00"
    with pytest.raises(PageError, match="a time needs its zone"):
        checked(Page("a", "2024-05-01T10:00:00"), zone=None)


@pytest.mark.parametrize(
    ("lang", "href", "meant"),
    [
        ("de", BASE + "de/a", BASE + "de/a"),
        ("de", "https://other.com/a", "https://other.com/a"),
        ("DE", BASE + "de/a", BASE + "de/a"),
        ("de", BASE + "de/ü", BASE + "de/%C3%BC"),
        ("de", "HTTPS://other.com:443/a", "https://other.com/a"),
        ("de", "/de/a", BASE + "de/a"),
    ],
)
def test_language_versions_are_looked_at_one_by_one_where_one_is_odd(
    lang: str, href: str, meant: str
) -> None:
    good = [Page(f"{BASE}{n}", alternates=(Alternate("en", f"{BASE}{n}"),)) for n in range(3)]
    found = checked(*good, Page("a", alternates=(Alternate(lang, href),)))
    assert found[:3] == good
    assert found[3].alternates == (Alternate("de", meant),)


def test_addresses_of_extensions_are_joined_too() -> None:
    # OP-10, OP-11, OP-79: what is given as a path becomes an address below the base.
    page = Page(
        "a",
        alternates=(Alternate("pt_BR", "/pt/a"), Alternate("en", "https://other.com/a")),
        images=(Image("pic ü.png"), Image("https://cdn.example.com/x.png")),
        videos=(Video(thumbnail_loc="t.jpg", title="T", description="D", content_loc="v.mp4"),),
    )
    found = checked(page)[0]
    assert [link.href for link in found.alternates] == [BASE + "pt/a", "https://other.com/a"]
    assert found.alternates[0].lang == "pt-BR"
    assert [image.loc for image in found.images] == [
        BASE + "pic%20%C3%BC.png",
        "https://cdn.example.com/x.png",
    ]
    assert found.videos[0].thumbnail_loc == BASE + "t.jpg"
    assert page.images[0].loc == "pic ü.png", "OP-09: what was given is not changed"


def test_texts_lose_what_xml_forbids_and_html_encodes() -> None:
    # OP-16, OP-17, OP-18
    captions = {
        "🌞 R&D": "🌞 R&D",
        "We're live": "We're live",
        "Banque d&rsquo;accueil": "Banque d’accueil",
        "a\x00b": "ab",
    }
    found = checked(Page("a", images=tuple(Image("i.png", caption=caption) for caption in captions)))[0]
    assert [image.caption for image in found.images] == list(captions.values())


def test_the_date_of_news_is_checked() -> None:
    news = News(name="Times", language="en", publication_date="2024-05-01T10:00+0200", title="T")
    assert checked(Page("a", news=news))[0].news == News(
        name="Times", language="en", publication_date="2024-05-01T10:00:00+02:00", title="T"
    )


VIDEO = Video(thumbnail_loc="/t.jpg", title="T", description="D", content_loc="/v.mp4")


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"content_loc": None}, "content_loc or player_loc is needed"),
        ({"description": ""}, "title and description are needed"),
        ({"description": "d" * 2_049}, "description: at most"),
        ({"duration": -1}, "duration: expected"),
        ({"duration": 28_801}, "duration: expected"),
        ({"rating": 5.1}, "rating: expected"),
        ({"rating": float("nan")}, "rating: expected"),
        ({"view_count": -1}, "view_count: expected"),
        ({"tags": ("a",) * 33}, "tags: at most 32"),
        ({"category": "c" * 257}, "category: at most"),
        ({"uploader": "u" * 256}, "uploader: at most"),
        ({"restriction": ("de",)}, "restriction: expected"),
        ({"restriction_relationship": "no"}, "restriction_relationship: expected"),
        ({"platform": ("fridge",)}, "platform: expected"),
        ({"platform_relationship": "no"}, "platform_relationship: expected"),
    ],
)
def test_a_video_out_of_bounds_is_an_error(changed: dict[str, Any], problem: str) -> None:
    with pytest.raises(PageError, match=f"videos: {problem}"):
        checked(Page("a", videos=(replace(VIDEO, **changed),)))


def test_a_video_at_its_bounds_is_right() -> None:
    most = replace(
        VIDEO,
        duration=28_800,
        rating=5.0,
        view_count=0,
        tags=("a",) * 32,
        restriction=("DE",),
        platform=("tv",),
    )
    assert checked(Page("a", videos=(VIDEO, most)))[0].videos[1].rating == 5.0


def test_an_entry_has_at_most_a_thousand_pictures() -> None:
    assert len(checked(Page("a", images=(Image("i.png"),) * 1_000))[0].images) == 1_000
    with pytest.raises(PageError, match="images: at most 1,000 are allowed, got 1,001"):
        checked(Page("a", images=(Image("i.png"),) * 1_001))


def test_a_language_of_odd_characters_breaks_no_xml() -> None:
    news = News(name="N", language="e\x00n", publication_date="2024-05-01", title="T")
    page = Page("a", alternates=(Alternate("\x00de\udc80", "/"), Alternate("日", "/")), news=news)
    found = checked(page)[0]
    assert [link.lang for link in found.alternates] == ["de", "?"]
    assert found.news is not None
    assert found.news.language == "en"
