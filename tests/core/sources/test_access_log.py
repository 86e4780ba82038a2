"""Access logs: which requests prove a page, and what becomes of every other line."""

from __future__ import annotations

import gzip
import io
import time

import pytest

from urlset.errors import SourceError
from urlset.page import Page
from urlset.sources.access_log import AccessLog
from urlset.tally import Tally

AGENT = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/120.0"


def combined(request: str, status: int = 200, agent: str = AGENT, before: str = "") -> str:
    return f'{before}192.0.2.1 - - [17/May/2025:10:05:03 +0000] "{request}" {status} 512 "-" "{agent}"'


def read(*lines: str, **options: object) -> tuple[list[Page], Tally]:
    tally = Tally()
    stream = io.BytesIO("\n".join(lines).encode("latin-1"))
    return list(AccessLog(path="log", stream=stream, **options).pages(tally, "https://e.com/")), tally  # type: ignore[arg-type]


GOOD = [
    ("GET / HTTP/1.1", "/"),
    ("HEAD /a HTTP/1.0", "/a"),
    ("GET /h2 HTTP/2", "/h2"),
    ("GET /h3 HTTP/3.0", "/h3"),
    ("GET /q?a=1 HTTP/1.1", "/q"),
    ("GET /q?a=1#f HTTP/1.1", "/q"),
    ("GET /f#part HTTP/1.1", "/f"),
    ("GET /%7Euser/%41 HTTP/1.1", "/~user/A"),
    ("GET /a%2Fb%C3%A9 HTTP/1.1", "/a%2Fb%C3%A9"),
    ("GET /page.html HTTP/1.1", "/page.html"),
    ("GET /v1.2/ HTTP/1.1", "/v1.2/"),
    ("GET /.well-known/x HTTP/1.1", "/.well-known/x"),
    ("GET https://e.com/abs HTTP/1.1", "https://e.com/abs"),
    ("GET /caf\xe9 HTTP/1.1", "/caf\udce9"),
]


@pytest.mark.parametrize(("request_line", "address"), GOOD)
def test_requests_that_prove_a_page(request_line, address):
    found, tally = read(combined(request_line))
    assert [page.loc for page in found] == [address]
    assert not tally.dropped


BAD = [
    (combined("POST / HTTP/1.1"), "log-method"),
    (combined("OPTIONS * HTTP/1.1"), "log-method"),
    (combined("get / HTTP/1.1"), "log-method"),
    (combined("GET /a HTTP/1.1", 304), "log-status"),
    (combined("GET /a HTTP/1.1", 206), "log-status"),
    (combined("GET /a HTTP/1.1", 301), "log-status"),
    (combined("GET /a HTTP/1.1", 404), "log-status"),
    (combined("GET /a HTTP/1.1", 500), "log-status"),
    (combined("GET /old"), "log-request"),
    (combined("GET /sp ace.html HTTP/1.1"), "log-request"),
    (combined("-"), "log-request"),
    (combined(""), "log-request"),
    (combined("\\x16\\x03\\x01"), "log-request"),
    (combined("GET /a\\x22b HTTP/1.1"), "log-request"),
    (combined('GET /a\\"b HTTP/1.1'), "log-request"),
    (combined("GET /a<b> HTTP/1.1"), "log-request"),
    (combined("GET //evil.com/ HTTP/1.1"), "log-request"),
    (combined("GET a HTTP/1.1"), "log-request"),
    (combined("GET ftp://e.com/ HTTP/1.1"), "log-request"),
    (combined("GET /a\x00 HTTP/1.1"), "log-request"),
    (combined("GET /style.css HTTP/1.1"), "log-asset"),
    (combined("GET /A.PNG?v=1 HTTP/1.1"), "log-asset"),
    (combined("GET /robots.txt HTTP/1.1"), "log-asset"),
    (combined("GET /sitemap.xml.gz HTTP/1.1"), "log-asset"),
    (combined("GET /.env HTTP/1.1"), "log-probe"),
    (combined("GET /.git/config HTTP/1.1"), "log-probe"),
    (combined("GET /wp-login.php HTTP/1.1"), "log-probe"),
    (combined("GET /cgi-bin/x HTTP/1.1"), "log-probe"),
    (combined("GET /a/../../etc/passwd HTTP/1.1"), "log-probe"),
    (combined("GET /backup.sql HTTP/1.1"), "log-probe"),
    (combined("GET /a%00b HTTP/1.1"), "log-probe"),
    (combined("GET / HTTP/1.1", agent="Mozilla/5.0 (compatible; Googlebot/2.1)"), "log-bot"),
    (combined("GET / HTTP/1.1", agent="curl/8.0"), "log-bot"),
    (combined("GET / HTTP/1.1", agent="python-requests/2.31"), "log-bot"),
    (combined("GET / HTTP/1.1", agent="Baiduspider"), "log-bot"),
    (combined("GET / HTTP/1.1", before="other.com:443 "), "log-host"),
    ("garbage", "log-unreadable"),
    ("{broken json", "log-unreadable"),
    ("[1, 2]", "log-unreadable"),
    ('192.0.2.1 - - [17/May/2025 "GET / HTTP/1.1" 200 1', "log-unreadable"),
    ("x" * 70_000, "too-long-line"),
    ('{"request": "GET / HTTP/1.1", "status": 404}', "log-status"),
    ('{"request": {"method": "POST", "uri": "/"}, "status": 200}', "log-method"),
    ('{"level": "info", "msg": "started"}', "log-unreadable"),
    ("{}", "log-unreadable"),
]


@pytest.mark.parametrize(("line", "reason"), BAD)
def test_every_other_line_is_counted(line, reason):
    found, tally = read(combined("GET /good HTTP/1.1"), line)
    assert [page.loc for page in found] == ["/good"]
    assert dict(tally.dropped) == {reason: 1}
    assert tally.read == 1


FORMS = [
    '192.0.2.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /x HTTP/1.0" 200 2326',
    '192.0.2.1 - frank o neil [10/Oct/2000:13:55:36 -0700] "GET /x HTTP/1.0" 200 -',
    combined("GET /x HTTP/1.1"),
    combined("GET /x HTTP/1.1") + ' "more" 0.003',
    combined("GET /x HTTP/1.1", before="e.com:443 "),
    '2001:db8::1 - - [1/Jan/2025:00:00:00 +0000] "GET /x HTTP/2.0" 200 1 "-" "Mozilla/5.0"',
    'h2 2025-01-01T0:0:0.1Z app/lb/1 192.0.2.1:4 10.0.0.1:80 0 0.1 0 200 200 3 5 "GET /x HTTP/2.0" "M" - -',
    '{"time": "t", "request": "GET /x HTTP/1.1", "status": 200, "http_user_agent": "Mozilla/5.0"}',
    '{"request_method": "GET", "request_uri": "/x?a", "status": "200", "host": "e.com", "user_agent": "M"}',
    '{"request": {"host": "e.com:443", "uri": "/x", "headers": {"User-Agent": ["M"]}}, "status": 200}',
    "#Fields: date cs-method cs-uri-stem cs-uri-query sc-status\n2025-01-01 GET /x a=1 200",
    "#Version: 1.0\n#Fields: date\tcs-method\tcs-uri-stem\tcs(User-Agent)\n2025-01-01\tGET\t/x\tM%20x",
    '#Fields: cs-uri c-ip cs(Cookie)\n/x 192.0.2.1 "a; b=""c"""',
]


@pytest.mark.parametrize("text", FORMS)
def test_every_form_is_told_by_its_content(text):
    found, tally = read(*text.split("\n"))
    assert [page.loc for page in found] == ["/x"], dict(tally.dropped)


def test_fields_that_change_on_the_way():
    found, tally = read(
        "#Fields: cs-method cs-uri-stem sc-status",
        "GET /a 200",
        "#Fields: sc-status cs-uri-stem cs-method",
        "200 /b GET",
        "200 /c",
    )
    assert [page.loc for page in found] == ["/a", "/b"]
    assert dict(tally.dropped) == {"log-unreadable": 1}


def test_query_fields_by_name_statuses_bots_and_assets():
    line = combined("GET /list?utm=1&page=2&id=3 HTTP/1.1")
    assert read(line, query=("page", "id"))[0] == [Page("/list?page=2&id=3")]
    assert read(combined("GET /a HTTP/1.1", 304), statuses=(200, 304))[0] == [Page("/a")]
    assert read(combined("GET /a HTTP/1.1", agent="curl/8"), bots=True)[0] == [Page("/a")]
    assert read(combined("GET /a.pdf HTTP/1.1"))[0] == [Page("/a.pdf")]
    assert read(combined("GET /a.png HTTP/1.1"), assets=True, section="s")[0] == [Page("/a.png", section="s")]


def test_hits_make_priorities_and_weed_out_the_rare():
    log = [combined(f"GET /{name} HTTP/1.1") for name in "aaaabbc"]
    found, tally = read(*log, priority=True, min_hits=2)
    assert found == [Page("/a", priority=1.0), Page("/b", priority=0.5)]
    assert dict(tally.dropped) == {"duplicate": 4, "log-rare": 1}
    assert tally.read + len(found) == len(log)


def test_repeats_are_dropped_and_counted():
    found, tally = read(*[combined("GET /a HTTP/1.1")] * 5)
    assert (len(found), tally.dropped["duplicate"], tally.read) == (1, 4, 4)


def test_a_packed_log_and_one_that_is_none(tmp_path):
    path = tmp_path / "access.log.1"
    path.write_bytes(gzip.compress(combined("GET /a HTTP/1.1").encode()))
    assert list(AccessLog(path=str(path)).pages(Tally())) == [Page("/a")]
    path.write_text("this is\nno log\n")
    with pytest.raises(SourceError, match="known access log"):
        list(AccessLog(path=str(path)).pages(Tally()))


@pytest.mark.parametrize("part", ['"', '\\"', "[", "] ", " ", '" "', "a", "\\", "%", '""', "- "])
def test_no_line_takes_long(part):
    lines = [
        (begin + part * 60_000)[:60_000]
        for begin in ("", "1 - - [", '1 - - [x] "GET /', '1 - - [x] "G" 200 1 "')
    ]
    lines += ["#Fields: a b", "{" + part * 20_000]
    started = time.process_time()
    read(combined("GET / HTTP/1.1"), *lines)
    assert time.process_time() - started < 0.3
