"""The way from the root of a site to a page: by its outline, by the folders of its address."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from urlset.page import Page
from urlset.trail import SEEN, Trail, folders
from urlset.tree import Heading

BASE = "https://e.com/"
OUTLINE = [
    Heading((0,), "Home"),
    Heading((0, 0), "Articles"),
    Heading((0, 0, 0), None, rows=True),
    Heading((0, 1), "Shop"),
    Heading((0, 1, 0), "Tea"),
    Heading((1,), "Imprint"),
]
MAGAZINE = [
    Page(BASE, title="Home", place=(0,)),
    Page(f"{BASE}a?id=17", title="Seventeen", place=(0, 0, 0, 1)),
    Page(f"{BASE}a?id=18", place=(0, 0, 0, 2)),
    Page(f"{BASE}tea.php", title="Tea", place=(0, 1, 0)),
    Page(f"{BASE}shop.php", title="Shop", place=(0, 1)),
    Page(f"{BASE}imprint", title="Imprint", place=(1,)),
]


def way(address: str, pages: list[Page], headings: list[Heading] | None = None, base: str = BASE):
    trail = Trail(BASE + address, base, headings or [])
    trail.read(pages)
    return [(node.title, node.loc and node.loc.removeprefix(BASE)) for node in trail.nodes()]


def test_a_row_stands_below_the_headings_and_pages_above_it() -> None:
    assert way("a?id=17", MAGAZINE, OUTLINE) == [
        ("Home", ""),
        ("Articles", None),
        ("Seventeen", "a?id=17"),
    ]
    assert way("tea.php", MAGAZINE, OUTLINE) == [("Home", ""), ("Shop", "shop.php"), ("Tea", "tea.php")]


def test_a_row_without_a_title_has_the_end_of_its_address() -> None:
    assert way("a?id=18", MAGAZINE, OUTLINE)[-1] == ("a?id=18", "a?id=18")


def test_the_page_at_the_base_comes_first_wherever_the_outline_has_it() -> None:
    assert way("imprint", MAGAZINE, OUTLINE) == [("Home", ""), ("Imprint", "imprint")]
    assert way("", MAGAZINE, OUTLINE) == [("Home", "")]


def test_a_page_that_is_left_out_leaves_its_heading() -> None:
    pages = [page for page in MAGAZINE if page.place != (0, 1)]
    assert way("tea.php", pages, OUTLINE) == [("Home", ""), ("Shop", None), ("Tea", "tea.php")]


def test_the_outline_is_looked_at_when_the_first_page_comes() -> None:
    """A source tells its outline while it is read, which is after the trail was made."""
    outline: list[Heading] = []

    def source() -> Iterator[Page]:
        outline.extend(OUTLINE)
        yield from MAGAZINE

    trail = Trail(f"{BASE}tea.php", BASE, outline)
    trail.read(source())
    assert [node.title for node in trail.nodes()] == ["Home", "Shop", "Tea"]


@pytest.mark.parametrize(
    ("folder", "page"),
    [
        ("guide/", "guide/a/"),
        ("guide", "guide/a"),
        ("guide.html", "guide/a.html"),
        ("guide/index.html", "guide/a.html"),
        ("guide/index.html", "guide/a/index.html"),
        ("guide/index.htm", "guide/a.htm"),
        ("guide.htm", "guide/a?x=1/2"),
        ("guide/", "guide/?page=2"),
    ],
)
def test_the_page_of_a_folder_whatever_its_address(folder: str, page: str) -> None:
    pages = [Page(BASE, title="E"), Page(BASE + folder, title="Guide"), Page(BASE + page, title="A")]
    assert way(page, pages) == [("E", ""), ("Guide", folder), ("A", page)]
    assert way(folder, pages) == [("E", ""), ("Guide", folder)]


def test_a_folder_without_a_page_is_a_heading_by_its_name() -> None:
    pages = [Page(BASE), Page(f"{BASE}getting-started/on%20linux.html")]
    assert way("getting-started/on%20linux.html", pages) == [
        ("e.com", ""),
        ("getting started", None),
        ("on linux", "getting-started/on%20linux.html"),
    ]


def test_the_base_may_be_a_folder_and_a_page_may_lie_beside_it() -> None:
    pages = [Page(f"{BASE}docs/", title="Docs"), Page(f"{BASE}docs/a/b/"), Page(f"{BASE}blog/a/")]
    assert way("docs/a/b/", pages, base=f"{BASE}docs/") == [
        ("Docs", "docs/"),
        ("a", None),
        ("b", "docs/a/b/"),
    ]
    assert folders(f"{BASE}blog/a/", f"{BASE}docs/") == [f"{BASE}blog/"]


@pytest.mark.parametrize("sign", ["-", "|", "·", "–", "—", "::"])
def test_the_name_of_the_site_behind_each_title_is_left_out(sign: str) -> None:
    pages = [
        Page(BASE, title="Our coffee"),
        Page(f"{BASE}a/", title=f"Beans - and more {sign} Our coffee"),
        Page(f"{BASE}a/b/", title=f"Roasting {sign} Our coffee"),
    ]
    titles = [title for title, _ in way("a/b/", pages)]
    assert titles == ["Our coffee", "Beans - and more", "Roasting"]


def test_what_only_one_title_has_behind_it_stays() -> None:
    pages = [Page(BASE, title="Travel"), Page(f"{BASE}rome/", title="Rome - a city")]
    assert way("rome/", pages)[-1] == ("Rome - a city", "rome/")
    assert way("rome/", pages[1:]) == [("Rome - a city", "rome/")]


def test_no_page_no_way_but_the_nearest_address() -> None:
    trail = Trail(f"{BASE}blog/frist-steps", BASE)
    trail.read([Page(f"{BASE}{n}") for n in ("", "blog/", "blog/first-steps/", "blog/zzz", "other")])
    assert trail.target is None
    assert trail.nodes() == []
    assert trail.nearest() == f"{BASE}blog/first-steps/"
    trail = Trail(f"{BASE}quite-else", BASE)
    trail.read([Page(f"{BASE}blog/")])
    assert trail.nearest() == ""


def test_few_pages_are_kept_whatever_their_number() -> None:
    trail = Trail(f"{BASE}d/x", BASE)
    trail.read(Page(f"{BASE}d/{n}") for n in range(3 * SEEN))
    kept = [value for value in vars(trail).values() if isinstance(value, (list, dict))]
    assert sum(map(len, kept)) <= SEEN + 2
