"""Whatever records come, what is published is right: 200,000 generated ones, and few odd ones by Hypothesis.

Each file is judged with its public address in two profiles, and by the published schema where that is at hand
(see test_schema.py); the addresses of extensions and languages are among the records.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from lxml import etree

from support import assert_valid
from urlset import Alternate, Image, News, Page, Settings, Video, build, validate
from urlset.protocol import CHANGEFREQ, MAX_BYTES, MAX_ENTRIES, NS_SITEMAP

SITE = "https://example.com/"
RECORDS = 200_000
ODD = [
    "a b",
    "ü",
    "%",
    "%zz",
    "a&b",
    "<",
    ">",
    '"',
    "'",
    "a#b",
    "{x}",
    "a[b]",
    "\\",
    "日本",
    "😀",
    "a?b=c&d=ü",
    "?",
    "..",
    "%2e%2e/x",
]
DAYS = [None, "2024-05-01", "2024-05-01T10:30Z", "2024-05-01T10:30:00+02:00", "2023-12-31T23:59:59.5Z"]


def pages(rng: random.Random) -> list[Page]:
    return [
        Page(
            f"{n % 50}/{n}{rng.choice(ODD) if n % 40 == 0 else ''}",
            rng.choice(DAYS),
            rng.choice((None, None, *CHANGEFREQ)),
            rng.choice((None, None, 0.0, 0.1234, 0.5, 1.0)),
        )
        for n in range(RECORDS)
    ]


def check(folder: Path, most: int = MAX_BYTES) -> int:
    """Judge each file of a set, then the set; the number of pages in it."""
    found = 0
    for path in sorted(folder.glob("*.xml")):
        content = path.read_bytes()
        assert len(content) <= most
        assert_valid(content, SITE + path.name)
        # The byte limit and the order of elements are also read here, by other means than the validator's.
        root = etree.fromstring(content)
        assert len(root) <= MAX_ENTRIES
        if root.tag == f"{{{NS_SITEMAP}}}urlset":
            found += len(root)
            assert all(entry[0].text.startswith(SITE) and entry[0].text.isascii() for entry in root)
    report = validate(folder, base_url=SITE)
    assert not report.fails("error"), list(report.findings)[:5]
    assert {"SET014", "IDX013"}.isdisjoint({group.rule for group in report.groups})
    return found


def test_two_hundred_thousand_records(tmp_path: Path, schema: Any) -> None:
    records = pages(random.Random(3))
    done = build(records, Settings(base_url=SITE, output=str(tmp_path), gzip=False))
    assert check(tmp_path) == done.written
    assert done.read == done.written + sum(done.dropped.values()) == RECORDS
    if schema:
        for path in tmp_path.glob("sitemap-*.xml"):
            assert schema.validate(etree.parse(str(path))), (path, schema.error_log)


TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
TITLE = TEXT.map(lambda text: "t" + text)
PATH = st.text(st.characters(min_codepoint=33, exclude_categories=("Cs", "Cc")), min_size=1, max_size=20).map(
    lambda text: "p/" + text.replace("\\", "/")
)
PLACE = st.integers(0, 99).map(lambda n: f"{SITE}media/{n}.bin")
DATE = st.sampled_from(DAYS[1:])
VIDEO = st.builds(
    Video,
    thumbnail_loc=PLACE,
    title=TITLE.map(lambda text: text[:100]),
    description=TITLE,
    content_loc=PLACE,
    duration=st.none() | st.integers(1, 28_800),
    rating=st.none() | st.floats(0, 5),
    publication_date=st.none() | DATE,
    tags=st.lists(TITLE, max_size=3).map(tuple),
    family_friendly=st.none() | st.booleans(),
    restriction=st.sampled_from([(), ("DE",), ("US", "GB")]),
    uploader=st.none() | TITLE,
)
NEWS = st.builds(
    News, name=TITLE, language=st.sampled_from(["en", "de", "zh-cn"]), publication_date=DATE, title=TITLE
)
PAGE = st.builds(
    Page,
    loc=PATH,
    lastmod=st.none() | DATE,
    changefreq=st.none() | st.sampled_from(CHANGEFREQ),
    priority=st.none() | st.floats(0, 1),
    images=st.lists(st.builds(Image, loc=PLACE, caption=st.none() | TEXT), max_size=2).map(tuple),
    videos=st.lists(VIDEO, max_size=2).map(tuple),
    news=st.none() | NEWS,
)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(PAGE, min_size=1, max_size=12), st.sampled_from([None, 3]))
def test_whatever_a_record_holds(tmp_path_factory: Any, records: list[Page], most: int | None) -> None:
    folder = tmp_path_factory.mktemp("published")
    options = {"max_entries": most} if most else {}
    done = build(
        records, Settings(base_url=SITE, output=str(folder), gzip=False, allow_shrink=True, **options)
    )
    if done.written:
        assert check(folder) == done.written


def test_languages_of_a_page(tmp_path: Path) -> None:
    links = (Alternate("de", "/de/"), Alternate("en_GB", "/en/"), Alternate("x-default", "/en/"))
    records = [Page("/de/", alternates=links), Page("/en/", alternates=links)]
    build(records, Settings(base_url=SITE, output=str(tmp_path), gzip=False))
    assert check(tmp_path) == 2


@pytest.mark.parametrize("most", [400, 500, 1000])
def test_the_byte_limit(most: int, tmp_path: Path) -> None:
    records = [Page(f"{'ü' * (n % 7)}&{n}", "2024-05-01") for n in range(50)]
    build(records, Settings(base_url=SITE, output=str(tmp_path), gzip=False, max_bytes=most))
    index = next(path for path in tmp_path.glob("*.xml") if b"<sitemapindex" in path.read_bytes())
    index.unlink()
    assert check(tmp_path, most) == 50
