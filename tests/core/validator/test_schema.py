"""Under the profile ``xsd`` an error is what the published schema rejects, on 20,000 generated documents.

The schema file is no part of this project: see conftest.py.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from lxml import etree

from urlset import clock
from urlset.validator.entry import Context
from urlset.validator.judge import Judged, Run, judge
from urlset.validator.notes import Notes

DOCUMENTS = 20_000
NS = "http://www.sitemaps.org/schemas/sitemap/0.9"

LOCS = [
    *(
        "https://example.com/a",
        "http://a.co",
        "http://a.co/",
        "/about",
        "/a/longer/path",
        "www.example.com/",
        "",
        " ",
    ),
    *(
        "//example.com/abc",
        "mailto:me@example.com",
        "https://example.com/a b",
        "https://example.com/100%",
        "ftp://e.org/ab",
    ),
    *(
        "https://example.com/%zz",
        "https://example.com/%C3%BC",
        "https://example.com/ü",
        "https://bücher.example/",
        "HTTP://E.COM/",
    ),
    *(
        "https://example.com/?a[]=1",
        "https://example.com/#a#b",
        "https://example.com/{a}|b^c`",
        "https://example.com/\\",
    ),
    *(
        "  https://example.com/a\n",
        "https://[::1]/abcdef",
        "https://example.com:port/",
        "https://example.com:/abc",
    ),
    *(
        "1a:bcdefghijkl",
        "a:bcdefghijklm",
        "aaaaaaaaaaaaa",
        "a/b:cdefghijklm",
        ":bcdefghijklmno",
        "?aaaaaaaaaaaaa",
        "#aaaaaaaaaaaa",
    ),
    *(
        "https://example.com/a\tb",
        "https://exa mple.com/",
        "https://u:p@example.com/",
        "https:///path/with/no/host",
        "https://",
    ),
    *(
        "https://example.com/" + "a" * 2027,
        "https://example.com/" + "a" * 2028,
        "https://example.com/" + "a" * 2029,
    ),
    *(
        "https://example.com/" + "ü" * 2028,
        "https://example.com/&lt;&gt;&quot;",
        "https://example.com/a'b(c)",
    ),
]
DATES = [
    *(
        "2024",
        "2024-05",
        "2024-05-01",
        "2024-05-01T10:30Z",
        "2024-05-01T10:30+02:00",
        "2024-05-01T10:30:00Z",
        "2024-05-01T10:30",
    ),
    *(
        "2024-05-01T10:30:00+02:00",
        "2024-05-01T10:30:00.25Z",
        "2024-05-01T10:30:00.123456789012345Z",
        "2024-05-01T10:30:00",
    ),
    *(
        "2024-05-01Z",
        "2024-05-01+02:00",
        "2024-05-01T24:00:00Z",
        "2024-05-01T24:00:01Z",
        "2024-05-01T10Z",
        "",
        " 2024-05-01 ",
    ),
    *(
        "2024-05-01T10:30:00+0200",
        "2024-05-01T10:30:00+02",
        "2024-05-01t10:30:00Z",
        "2024-05-01T10:30:00z",
        "2024-05-01 10:30:00",
    ),
    *(
        "20240501",
        "2024-5-1",
        "01.05.2024",
        "2023-02-29",
        "2024-02-29",
        "1900-02-29",
        "2000-02-29",
        "2024-13-01",
        "2024-00-10",
    ),
    *(
        "2024-04-31",
        "2024-05-01T10:30:60Z",
        "2024-05-01T10:60:00Z",
        "2024-05-01T25:00:00Z",
        "0000-01-01",
        "12024-05-01",
    ),
    *(
        "-0001-01-01",
        "-12024-05-01",
        "02024-05-01",
        "2024-05-01T10:30:00+14:00",
        "2024-05-01T10:30:00+14:01",
        "2024-05-01+15:00",
    ),
    *(
        "2024-05-01T10:30:00-14:00",
        "2024-05-01T10:30:00+13:60",
        "2024-05-01T10:30:00.Z",
        "+2024-05-01",
        "2024-05-01T",
        "٢٠٢٤-05-01",
    ),
]
WORDS = [
    "always",
    "hourly",
    "daily",
    "weekly",
    "monthly",
    "yearly",
    "never",
    "Daily",
    " daily ",
    "biweekly",
    "",
    "daily\n",
]
RANKS = [
    *(
        "0",
        "1",
        "0.0",
        "1.0",
        ".5",
        "1.",
        "+0.5",
        "-0.0",
        "0.50",
        "-0.1",
        "1.1",
        "1.0000001",
        "1e0",
        "0,5",
        "NaN",
        "",
        " 0.5 ",
    ),
    *(".", "+", "0.5.5", "٠.٥", "0000000000000000000.5", "0.00000000000000000001", "00001", "INF"),
]
VALUES = {"loc": LOCS, "lastmod": DATES, "changefreq": WORDS, "priority": RANKS}


def document(rng: random.Random) -> str:
    """A document with few or no things that are wrong, so that each kind decides many verdicts alone."""
    entries = "".join(_entry(rng) for _ in range(rng.choice((0, 1, 1, 1, 1, 2, 3))))
    odd = rng.choice(("", "", "", "", "", "", "x", "<foo/>", "<!-- c -->", "<?p i?>"))
    attribute = rng.choice(("",) * 9 + (' a="b"',))
    namespace = rng.choice((NS,) * 15 + (NS.replace("http:", "https:"), ""))
    return f'<urlset xmlns="{namespace}"{attribute}>{odd}{entries}</urlset>'


def _entry(rng: random.Random) -> str:
    names = [name for name in VALUES if name == "loc" or rng.random() < 0.4]
    if rng.random() < 0.1:
        rng.shuffle(names)
    if rng.random() < 0.08:
        names.insert(rng.randrange(len(names) + 1), rng.choice((*VALUES, "foo")))
    if rng.random() < 0.05:
        names.remove("loc")
    wild = rng.choice(names) if names and rng.random() < 0.6 else ""
    parts = []
    for name in names:
        values = VALUES.get(name, ["x"])
        usual = {
            "loc": "https://example.com/a",
            "lastmod": "2024-05-01",
            "changefreq": "daily",
            "priority": "0.5",
        }
        value = rng.choice(values) if name == wild else usual.get(name, "x")
        inner = rng.choice(("",) * 40 + ("<b/>", "<!-- c -->"))
        attribute = rng.choice(
            ("",) * 40 + (' a="b"', ' xmlns:i="http://www.w3.org/2001/XMLSchema-instance"')
        )
        parts.append(f"<{name}{attribute}>{value}{inner}</{name}>")
    text = rng.choice(("",) * 30 + ("x", "\n "))
    own = rng.choice(("",) * 30 + (' id="1"',))
    return f"<url{own}>{text}{''.join(parts)}</url>"


def errors(content: bytes) -> set[str]:
    context = Context("sitemap.xml", "xsd", clock.now())
    judged = Judged(0, context, Notes("sitemap.xml", "xsd", 1))
    judge(content, judged, Run())
    return {group.rule for group in judged.notes.groups() if group.severity == "error"}


def test_errors_are_what_the_schema_rejects(schema: Any) -> None:
    if schema is None:
        pytest.skip("no schema: npm install sitemap, or set URLSET_SITEMAP_XSD")
    rng = random.Random(20240501)
    verdicts = {True: 0, False: 0}
    for _ in range(DOCUMENTS):
        content = document(rng).encode()
        valid = schema.validate(etree.XML(content))
        found = errors(content)
        assert valid == (not found), (content.decode(), found, schema.error_log)
        verdicts[valid] += 1
    assert min(verdicts.values()) > DOCUMENTS // 5, verdicts
