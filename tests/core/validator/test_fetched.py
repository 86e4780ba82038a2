"""With ``--fetch``: real answers of a server on this machine, and what never may be asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from loopback import Server, serving
from urlset.errors import UrlsetError
from urlset.validator import Report, validate

NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def urlset(address: str) -> str:
    return f"<urlset {NS}><url><loc>{address}/a</loc></url></urlset>"


def fetch(server: Server, path: str) -> Report:
    return validate(server.url + path, fetch=True, allow_private=True)


def rules(report: Report) -> set[str]:
    return {group.rule for group in report.groups} & {
        "FIL006",
        "FIL009",
        "FIL010",
        "IDX004",
        "SCP001",
        "SCP002",
    }


def test_an_index_is_fetched_with_its_children(server: Server) -> None:
    child = f"<sitemap><loc>{server.url}/sub/1.xml</loc></sitemap>"
    server.gives("/sitemap.xml", f"<sitemapindex {NS}>{child}</sitemapindex>")
    server.gives("/sub/1.xml", urlset(server.url), "text/xml; charset=utf-8")
    report = fetch(server, "/sitemap.xml")
    assert [file.kind for file in report.files] == ["sitemapindex", "urlset"]
    assert rules(report) == {"SCP002"}
    assert set(server.asked) == {"/sitemap.xml", "/robots.txt", "/sub/1.xml"}, "nothing that was not named"


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ((200, "application/xml", urlset("https://example.com")), {"SCP001"}),
        ((404, "text/html", "<html>not found</html>"), {"FIL006", "FIL009", "FIL010"}),
        ((401, "application/xml", urlset("https://example.com")), {"FIL009", "SCP001"}),
        ((200, "application/xml", ""), {"FIL009"}),
        ((200, "text/html", urlset("https://example.com")), {"FIL010", "SCP001"}),
    ],
)
def test_an_answer(answer: tuple[int, str, str], wanted: set[str], server: Server) -> None:
    status, media, body = answer
    server.gives("/s.xml", body, media, status)
    assert rules(fetch(server, "/s.xml")) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"), [("Disallow: /s", {"FIL009", "SCP001"}), ("Disallow: /t", {"SCP001"})]
)
def test_a_sitemap_that_robots_disallows(line: str, wanted: set[str], server: Server) -> None:
    server.gives("/s.xml", urlset("https://example.com"))
    server.gives("/robots.txt", f"User-agent: *\n{line}\n", "text/plain")
    assert rules(fetch(server, "/s.xml")) == wanted


def test_no_address_that_is_not_public_is_asked(server: Server) -> None:
    with pytest.raises(UrlsetError, match="not public"):
        validate(server.url + "/s.xml", fetch=True)
    assert server.asked == []


def test_a_child_that_cannot_be_fetched_is_a_finding(server: Server) -> None:
    children = "".join(
        f"<sitemap><loc>{url}</loc></sitemap>" for url in ("http://127.0.0.1:1/a.xml", "file:///etc/passwd")
    )
    server.gives("/sitemap.xml", f"<sitemapindex {NS}>{children}</sitemapindex>")
    report = fetch(server, "/sitemap.xml")
    lost = [(one.file, one.severity) for one in report.findings if one.rule == "FIL009"]
    assert lost == [("http://127.0.0.1:1/a.xml", "error"), ("file:///etc/passwd", "error")]
