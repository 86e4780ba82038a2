"""The XML that is written: entries, both limits to the byte, namespaces, the index."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from lxml import etree

from urlset import Alternate, Image, News, Page, Video, loc
from urlset.outputs import sitemap_xml
from urlset.outputs.sitemap_xml import SitemapFile
from urlset.protocol import MAX_BYTES, NS_IMAGE, NS_SITEMAP

BASE = "https://e.com/"
HEAD = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{NS_SITEMAP}">\n'
TAIL = "</urlset>\n"


def written(*pages: Page, **limits: int) -> list[SitemapFile]:
    return list(sitemap_xml.files(pages, scope=BASE, **limits))


def content(*pages: Page) -> str:
    [file] = written(*pages)
    return file.content.decode("utf-8")


def test_core_elements_in_the_order_of_the_schema() -> None:
    page = Page(BASE + "a", datetime(2024, 5, 1, tzinfo=UTC), "daily", 0.5)
    assert content(page) == (
        HEAD + f"<url><loc>{BASE}a</loc><lastmod>2024-05-01T00:00:00+00:00</lastmod>"
        "<changefreq>daily</changefreq><priority>0.5</priority></url>\n" + TAIL
    )


def test_what_is_not_known_is_not_written() -> None:
    # OP-28, OP-32: no empty element, and no date that nobody knows.
    assert content(Page(BASE)) == HEAD + f"<url><loc>{BASE}</loc></url>\n" + TAIL


def test_the_five_characters_are_escaped_once() -> None:
    # OP-15, OP-19, OP-24
    assert f"<loc>{BASE}it&apos;s?a=1&amp;b=2</loc>" in content(Page(BASE + "it's?a=1&b=2"))
    page = Page(BASE, images=(Image(BASE + "i?a&b", caption="R&D <x> \"y\" 'z'"),))
    assert "<image:caption>R&amp;D &lt;x&gt; &quot;y&quot; &apos;z&apos;</image:caption>" in content(page)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0.0"), (0.0, "0.0"), (1, "1.0"), (0.5, "0.5"), (0.25, "0.25"), (1e-9, "0.0"), (0.1 + 0.2, "0.3")],
)
def test_priority_is_a_plain_decimal(value: float, text: str) -> None:
    # OP-83: never a comma, and 0 does not vanish.
    assert f"<priority>{text}</priority>" in content(Page(BASE, priority=value))


def test_only_the_namespaces_that_are_used_are_declared() -> None:
    assert content(Page(BASE)).count("xmlns") == 1
    found = content(Page(BASE), Page(BASE + "a", images=(Image(BASE + "i.png"),)))
    assert found.count("xmlns") == 2
    assert f'xmlns:image="{NS_IMAGE}"' in found.splitlines()[1]


def test_all_extensions_in_the_order_of_their_schemas() -> None:
    video = Video(
        thumbnail_loc=BASE + "t.jpg", title="T", description="D", content_loc=BASE + "v.mp4", duration=4677,
        rating=4.5, tags=("a", "b"), family_friendly=True, restriction=("DE", "FR"),
        restriction_relationship="deny", requires_subscription=False, uploader="U", uploader_info=BASE + "u",
        platform=("web",), live=False,
        publication_date=date(2024, 5, 1),
    )  # fmt: skip
    news = News(name="Times", language="en", publication_date="2024-05-01", title="T")
    page = Page(
        BASE, "2024-05-01", alternates=(Alternate("de", BASE + "de/"),), images=(Image(BASE + "i.png"),),
        videos=(video,), news=news,
    )  # fmt: skip
    url = etree.fromstring(content(page).encode())[0]
    names = [etree.QName(element).localname for element in url.iter()]
    assert names == [
        "url", "loc", "lastmod", "link", "image", "loc", "video", "thumbnail_loc", "title", "description",
        "content_loc", "duration", "rating", "publication_date", "tag", "tag", "family_friendly",
        "restriction", "requires_subscription", "uploader", "platform", "live", "news", "publication",
        "name", "language", "publication_date", "title",
    ]  # fmt: skip
    texts = {etree.QName(element).localname: element.text for element in url.iter()}
    assert (texts["duration"], texts["restriction"], texts["requires_subscription"]) == (
        "4677",
        "DE FR",
        "no",
    )


@pytest.mark.parametrize("odd", ["", "\n"])
def test_each_page_keeps_its_own_language_versions(odd: str) -> None:
    # They are escaped together, those of a thousand pages.
    pages = [
        Page(
            f"{BASE}{n}",
            alternates=tuple(Alternate(f"l{k}", f"{BASE}{n}?a&{k}'<{odd}") for k in range(n % 4)),
        )
        for n in range(9)
    ]
    urls = etree.fromstring(content(*pages).encode())
    found = [[(link.get("hreflang"), link.get("href")) for link in url[1:]] for url in urls]
    # A parser of XML gives a line end in an attribute as a blank.
    tail = odd.replace("\n", " ")
    assert found == [[(f"l{k}", f"{BASE}{n}?a&{k}'<{tail}") for k in range(n % 4)] for n in range(9)]


def test_a_new_file_before_entry_50_001() -> None:
    pages = [Page(f"{BASE}{n:06}") for n in range(50_001)]
    assert [file.entries for file in written(*pages[:50_000])] == [50_000]
    assert [file.entries for file in written(*pages)] == [50_000, 1]


@pytest.mark.parametrize("extended", [False, True])
def test_the_limit_of_bytes_is_exact(extended: bool) -> None:
    # OP-64, SET016W: everything counts, the closing tag, its newline and the namespaces too.
    images = (Image(BASE + "i.png"),) if extended else ()
    pages = [Page(f"{BASE}{n:03}", "2024-05-01", images=images if n == 7 else ()) for n in range(10)]
    [whole] = written(*pages)
    size = len(whole.content)
    assert [file.entries for file in written(*pages, max_bytes=size)] == [10]
    smaller = written(*pages, max_bytes=size - 1)
    assert [file.entries for file in smaller] == [9, 1]
    assert all(len(file.content) <= size - 1 for file in smaller)


def test_the_limit_is_that_of_the_protocol() -> None:
    long = "a" * 1_900
    pages = [Page(f"{BASE}{n:05}{long}") for n in range(28_000)]
    files = written(*pages)
    assert sum(file.entries for file in files) == 28_000
    entry = len(f"<url><loc>{pages[0].loc}</loc></url>\n")
    fitting = (MAX_BYTES - len(HEAD) - len(TAIL)) // entry
    assert [file.entries for file in files] == [fitting, 28_000 - fitting]
    assert MAX_BYTES - entry < len(files[0].content) <= MAX_BYTES


def test_bytes_are_counted_encoded() -> None:
    pages = [Page(f"{BASE}{n}", images=(Image(BASE + "i", caption="é" * 200),)) for n in range(4)]
    [whole] = written(*pages)
    assert len(whole.content) > len(whole.content.decode("utf-8"))
    assert len(written(*pages, max_bytes=len(whole.content) - 1)) == 2


@pytest.mark.parametrize("place", ["a", "b", "c"])
def test_an_entry_larger_than_a_file_is_dropped_and_told(place: str) -> None:
    dropped: list[tuple[str, str]] = []
    big = (Image(BASE + "i", caption="x" * 2_000),)
    names = [name for name in "abc" if name != place]
    pages = [Page(BASE + name, images=big if name == place else ()) for name in "abc"]
    files = list(
        sitemap_xml.files(
            pages, scope=BASE, max_bytes=1_000, drop=lambda loc, why: dropped.append((loc, why))
        )
    )
    assert [file.entries for file in files] == [2], "it does not begin a file of its own"
    assert dropped == [(BASE + place, "too-big")]
    assert all(f"<loc>{BASE}{name}</loc>".encode() in files[0].content for name in names)


def test_an_address_off_the_site_is_never_written() -> None:
    with pytest.raises(loc.Refused, match="off-site"):
        written(Page(BASE + "a"), Page("https://other.com/"))


def test_the_dates_of_a_file() -> None:
    [file] = written(
        Page(BASE + "a", "2024-05-02"), Page(BASE + "b"), Page(BASE + "c", "2023-01-01T00:00:00Z")
    )
    assert (file.oldest, file.newest, file.dated) == ("2023-01-01T00:00:00Z", "2024-05-02", 2)


def test_the_index() -> None:
    found = sitemap_xml.index([(BASE + "sitemap-1.xml", "2024-05-01"), (BASE + "sitemap-2.xml", None)])
    assert found.decode() == (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="{NS_SITEMAP}">\n'
        f"<sitemap><loc>{BASE}sitemap-1.xml</loc><lastmod>2024-05-01</lastmod></sitemap>\n"
        f"<sitemap><loc>{BASE}sitemap-2.xml</loc></sitemap>\n</sitemapindex>\n"
    )
