"""Fetching: only public addresses, few redirects, an end in time, limits kept, no leaked secrets."""

from __future__ import annotations

import gzip
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from urlset.errors import SourceLost
from urlset.readers import http
from urlset.readers.addresses import is_public

pytest.importorskip("httpx")

Action = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """A server on loopback that does what a test wants and writes down who came."""

    def __init__(self) -> None:
        self.actions: dict[str, Action] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []
        outer = self

        class Answer(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.seen.append((self.path, {key.lower(): value for key, value in self.headers.items()}))
                try:
                    outer.actions[self.path](self)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()

    def gives(self, path: str, body: bytes = b"", status: int = 200, **headers: str) -> str:
        def action(answer: BaseHTTPRequestHandler) -> None:
            answer.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                answer.send_header(name.replace("_", "-"), value)
            answer.end_headers()
            answer.wfile.write(body)

        self.actions[path] = action
        return self.url + path

    def drips(self, path: str, begin: bytes) -> str:
        def action(answer: BaseHTTPRequestHandler) -> None:
            answer.wfile.write(begin)
            for _ in range(200):
                answer.wfile.write(b"x")
                answer.wfile.flush()
                time.sleep(0.05)

        self.actions[path] = action
        return self.url + path

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


def refused(url: str, allow_private: bool = True, **options: float) -> SourceLost:
    with pytest.raises(SourceLost) as caught:
        http.fetch(url, allow_private=allow_private, **options)
    assert caught.value.exit_code == 6
    return caught.value


def test_a_document_is_fetched(server):
    answer = http.fetch(server.gives("/s.xml", b"<urlset/>", X_Robots_Tag="noindex"), allow_private=True)
    assert (answer.status, answer.content, answer.headers["x-robots-tag"]) == (200, b"<urlset/>", "noindex")
    assert server.seen[0][1]["user-agent"].startswith("urlset")


def test_other_answers_are_told(server):
    assert "404" in refused(server.gives("/x", status=404)).problem
    assert (
        http.send(server.gives("/y", status=429, Retry_After="7"), allow_private=True).headers["retry-after"]
        == "7"
    )
    posted = http.send(server.url + "/y", method="POST", content=b"{}", allow_private=True)
    assert posted.status == 429


PRIVATE = """127.0.0.1 127.1 127.255.255.254
2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 localhost 0.0.0.0 0
10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1 239.1.1.1 255.255.255.255
192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 240.0.0.1 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1]
[::ffff:169.254.169.254] [64:ff9b::7f00:1] [64:ff9b::a00:1] [::127.0.0.1] [2002:7f00:1::] [fe80::1] [fc00::1]
[fd12::1] [ff02::1] [2001:db8::1] [2001::1] [64:ff9b:1::1]"""


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    made: list[object] = []

    def connect(address: object, *_: object, **__: object) -> socket.socket:
        made.append(address)
        raise OSError("connected")

    monkeypatch.setattr(socket, "create_connection", connect)
    return made


@pytest.mark.parametrize("host", PRIVATE.split())
def test_no_spelling_of_a_private_address_is_connected_to(host, connections):
    error = refused(f"http://{host}/", allow_private=False)
    assert any(words in error.problem for words in ("not public", "not known", "Invalid IPv4")), error
    assert not connections


@pytest.mark.parametrize("host", PRIVATE.split())
def test_nor_by_a_redirect(host, server, monkeypatch):
    monkeypatch.setattr(http, "is_public", lambda address: address == "127.0.0.1" and not server.seen)
    url = server.gives("/go", status=302, Location=f"http://{host}/")
    error = refused(url, allow_private=False)
    assert any(words in error.problem for words in ("not public", "not known", "Invalid IPv4")), error
    assert len(server.seen) == 1


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "::1", "64:ff9b::7f00:1"])
def test_nor_by_a_name_that_changes_its_answer(address, connections, monkeypatch):
    answers = iter([["93.184.215.14"], [address]])
    monkeypatch.setattr(http, "resolve", lambda host, port: next(answers))
    refused("http://example.com/", allow_private=False)
    refused("http://example.com/", allow_private=False)
    assert connections == [("93.184.215.14", 80)]


def test_one_private_address_among_public_ones_is_enough(connections, monkeypatch):
    monkeypatch.setattr(http, "resolve", lambda host, port: ["93.184.215.14", "127.0.0.1"])
    assert "--allow-private" in str(refused("http://example.com/", allow_private=False))
    assert not connections


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "2606:2800:21f:cb07::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "192.0.1.1"]
)
def test_public_addresses(address):
    assert is_public(address)


OTHERS = ["file:///etc/passwd", "ftp://example.com/", "//example.com/", "http://", "http://u:p@e.com/"]
OTHERS += [
    "http://[::1/",
    "http://e.com\\@127.0.0.1/",
    "http://e.com/\n",
    "gopher://e.com",
    "",
    "http://e.com:99999/",
]


@pytest.mark.parametrize("url", OTHERS)
def test_other_addresses_are_refused(url, connections):
    refused(url)
    assert not connections


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "ftp://127.0.0.1/", "http://u:p@127.0.0.1/", "http://[x"]
)
def test_redirects_to_other_things_are_refused(server, target):
    error = refused(server.gives("/go", status=301, Location=target))
    assert error.code == "NET02"


def test_five_redirects_are_followed_and_no_sixth(server):
    for number in range(6):
        server.gives(f"/{number}", status=302, Location=f"/{number + 1}")
    server.gives("/6", b"end")
    assert http.fetch(server.url + "/1", allow_private=True).content == b"end"
    assert "5 redirects" in refused(server.url + "/0").problem


def test_credentials_stay_with_their_host(server):
    other = Server()
    try:
        server.gives("/a", status=307, Location="/b")
        server.gives("/b", status=307, Location=other.url + "/c")
        other.gives("/c", b"end")
        secrets = {"Authorization": "Bearer s3cret", "Cookie": "a=b", "X-Note": "kept"}
        http.send(server.url + "/a", headers=secrets, allow_private=True)
        assert [seen.get("authorization") for _, seen in server.seen] == ["Bearer s3cret"] * 2
        assert "authorization" not in other.seen[0][1]
        assert "cookie" not in other.seen[0][1]
        assert other.seen[0][1]["x-note"] == "kept"
    finally:
        other.close()


def test_bodies_have_a_limit_packed_and_unpacked(server):
    plain, packed = server.gives("/p", b"x" * 2_000), gzip.compress(b"x" * 100_000)
    assert refused(plain, limit=1_999).code == "NET02"
    assert len(http.fetch(plain, limit=2_000, allow_private=True).content) == 2_000
    url = server.gives("/z", packed, Content_Encoding="gzip")
    assert "expands over" in refused(url, limit=99_999).problem
    assert http.fetch(url, allow_private=True).content == b"x" * 100_000


def test_only_the_encoding_of_the_transport_is_undone(server):
    packed = gzip.compress(b"<urlset/>")
    assert http.fetch(server.gives("/a.xml.gz", packed), allow_private=True).content == packed
    twice = server.gives("/b.xml.gz", gzip.compress(packed), Content_Encoding="gzip")
    assert http.fetch(twice, allow_private=True).content == packed


def test_headers_have_a_limit(server):
    assert "headers" in refused(server.gives("/h", X_A="x" * 40_000, X_B="y" * 40_000)).problem


@pytest.mark.parametrize("begin", [b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nX-Slow: "])
def test_a_drip_ends_with_the_deadline(server, begin):
    url = server.drips("/slow", begin)
    started = time.monotonic()
    refused(url, seconds=0.4)
    assert time.monotonic() - started < 3


def test_what_cannot_be_reached(monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        assert refused(f"http://127.0.0.1:{taken.getsockname()[1]}/").code == "NET01"
    monkeypatch.setattr(http, "resolve", lambda *_: (_ for _ in ()).throw(OSError(-2, "Name not known")))
    assert "Name not known" in refused("http://nowhere.invalid/").problem
