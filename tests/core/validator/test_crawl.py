"""LOC013 with ``--crawl``: what a real server answers for a listed page, and which pages are asked for."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from loopback import Server, serving
from support import run_cli
from urlset.validator import Report, validate

NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
PAGE = "<!doctype html><html><head><title>A</title>{}</head><body>a</body></html>"
HTML = "text/html; charset=utf-8"


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def listed(folder: Path, *addresses: str) -> Path:
    path = folder / "sitemap.xml"
    entries = "".join(f"<url><loc>{address}</loc></url>" for address in addresses)
    path.write_text(f"<urlset {NS}>{entries}</urlset>", "utf-8")
    return path


def crawled(path: Path, most: int = 100, **options: bool) -> Report:
    return validate(path, crawl=most, **{"allow_private": True, **options})


def said(report: Report) -> list[str]:
    return [finding.message for finding in report.findings if finding.rule == "LOC013"]


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ((), ""),
        ((("X-Robots-Tag", "noindex"),), "X-Robots-Tag"),
        ((("X-Robots-Tag", "max-snippet: 3"), ("X-Robots-Tag", "NONE")), "X-Robots-Tag"),
        ((("X-Robots-Tag", "googlebot: noindex"),), "X-Robots-Tag"),
        ((("X-Robots-Tag", "otherbot: noindex, nofollow"),), ""),
        ((("X-Robots-Tag", "otherbot: nofollow"), ("X-Robots-Tag", "noindex")), "X-Robots-Tag"),
        ((("X-Robots-Tag", "index, follow"),), ""),
        (
            (("Link", '<https://example.com/b>; rel="canonical"'),),
            "canonical address is https://example.com/b",
        ),
        ((("Link", '</a>; rel="canonical"'),), ""),
        ((("Link", '</b>; rel="next", </a>; rel=canonical'),), ""),
    ],
)
def test_headers_of_a_listed_page(
    lines: tuple[tuple[str, str], ...], wanted: str, server: Server, tmp_path: Path
) -> None:
    for path, body, media in (("/a", PAGE.format(""), HTML), ("/a", "%PDF", "application/pdf")):
        found = said(crawled(listed(tmp_path, server.gives(path, body, media, lines=lines))))
        assert bool(found) == bool(wanted)
        assert all(wanted in text for text in found)


@pytest.mark.parametrize(
    ("head", "wanted"),
    [
        ('<link rel="canonical" href="/a">', ""),
        ('<link rel="canonical" href="/b">', "canonical address is http://127.0.0.1"),
        ('<link rel="canonical" href="http://[::1">', "canonical address is http://[::1"),
        ('<meta name="robots" content="noindex">', "the page is noindex"),
        ('<meta http-equiv="refresh" content="0; url=/b">', "leads on to /b"),
        ("<!-- " + "x" * 2_000_000, ""),
    ],
)
def test_the_head_of_a_listed_page(head: str, wanted: str, server: Server, tmp_path: Path) -> None:
    page = server.gives("/a", PAGE.format(head), HTML)
    found = said(crawled(listed(tmp_path, page)))
    assert [wanted in text for text in found] == [True] * bool(wanted)
    as_pdf = server.gives("/a.pdf", PAGE.format(head), "application/pdf")
    assert said(crawled(listed(tmp_path, as_pdf))) == []


@pytest.mark.parametrize("status", [301, 302, 307, 308, 404, 410, 401, 500, 503, 204, 304])
def test_other_statuses(status: int, server: Server, tmp_path: Path) -> None:
    page = server.gives(
        "/a", "", HTML, status, (("Location", "/b"),) if status in (301, 302, 307, 308) else ()
    )
    server.gives("/b", PAGE.format(""), HTML)
    (text,) = said(crawled(listed(tmp_path, page)))
    assert f"status {status}" in text
    assert ("leads on to /b" in text) == (status in (301, 302, 307, 308))
    assert server.asked == ["/robots.txt", "/a"], "a redirect is the answer, and is not followed"


def test_pages_that_robots_disallows_are_not_asked_for(server: Server, tmp_path: Path) -> None:
    server.gives("/robots.txt", "User-agent: *\nDisallow: /private/\n", "text/plain")
    page, secret = (
        server.gives("/a", PAGE.format(""), HTML),
        server.gives("/private/b", PAGE.format(""), HTML),
    )
    assert said(crawled(listed(tmp_path, page, secret, page))) == ["robots.txt disallows the page"]
    assert server.asked == ["/robots.txt", "/a"], "each page once"


def test_a_packed_answer_is_read(server: Server, tmp_path: Path) -> None:
    body = gzip.compress(PAGE.format('<meta name="robots" content="none">').encode() + b"x" * 50_000_000)
    page = server.gives("/a", body, HTML, lines=(("Content-Encoding", "gzip"),))
    assert said(crawled(listed(tmp_path, page))) == ["the page is noindex"]


def test_no_address_that_is_not_public_is_asked(server: Server, tmp_path: Path) -> None:
    report = crawled(listed(tmp_path, server.url + "/a"), allow_private=False)
    (finding,) = [one for one in report.findings if one.rule == "LOC013"]
    assert "not public" in finding.message
    assert "--allow-private" in finding.advice
    assert server.asked == []


def test_a_server_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    report = crawled(listed(tmp_path, "http://127.0.0.1:1/a"))
    (finding,) = [one for one in report.findings if one.rule == "LOC013"]
    assert "cannot be fetched" in finding.message
    assert not finding.advice.endswith(".")


@pytest.mark.parametrize(
    ("pages", "most", "asked"), [(3, 5, 3), (5, 5, 5), (6, 5, 5), (50, 5, 5), (99, 7, 7), (3, 1, 1)]
)
def test_some_pages_spread_over_all(
    pages: int, most: int, asked: int, server: Server, tmp_path: Path
) -> None:
    addresses = [server.gives(f"/{number}", PAGE.format(""), HTML) for number in range(pages)]
    report = crawled(listed(tmp_path, *addresses), most)
    numbers = sorted(int(path[1:]) for path in server.asked if path != "/robots.txt")
    assert report.asked == len(numbers) == len(set(numbers)) == asked
    gaps = [after - before for before, after in pairwise(numbers)]
    assert max([numbers[0], pages - 1 - numbers[-1], *gaps]) <= 4 * pages / asked


def test_addresses_of_a_list_are_asked_for_too(server: Server, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(f"{server.url}/gone\n")
    report = crawled(tmp_path / "list.txt")
    assert report.asked == 1
    assert said(report) == ["the server answers with status 404"]


def test_the_command(server: Server, tmp_path: Path) -> None:
    good, gone = server.gives("/a", PAGE.format(""), HTML), server.url + "/gone"
    path = listed(tmp_path, good, gone)
    done = run_cli("validate", "--crawl", "5", "--allow-private", "--fail-on", "warning", path)
    assert done.returncode == 1
    assert "2 of 2 listed pages asked for" in done.stdout
    assert f"warning[LOC013]: the server answers with status 404: {gone}. List the address" in done.stdout
    told = run_cli("validate", "--crawl", "5", "--allow-private", "--format", "json", path)
    assert json.loads(told.stdout)["asked"] == 2
    assert run_cli("validate", "--crawl", "0", path).returncode == 2
