"""The one room that speaks HTTP, and only when a command line or a configuration asks for it.

Every address is looked up once, judged, and connected to as judged, at each step of a redirect; a request
ends after a total of seconds, however slowly the other side drips; no more is read than the limit;
credentials stay with the host that they were given for. Proxies of the environment are not used: behind one,
no address could be judged.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin, urlsplit

from msgspec import Struct

from .. import clock
from ..errors import MissingExtra, SourceLost
from .addresses import is_public
from .inflate import LIMIT, Pieces
from .refused import Refused

if TYPE_CHECKING:
    import httpx

SECONDS = 30.0
MAX_REDIRECTS = 5
MAX_HEADERS = 64 * 1024
_REDIRECTS = (301, 302, 303, 307, 308)
_SECRET = ("authorization", "cookie", "proxy-authorization")
_AGENT = "urlset (+https://pypi.org/project/urlset/)"


class Answer(Struct, frozen=True):
    """What a server said."""

    url: str
    """Address of the answer, after redirects."""
    status: int
    headers: dict[str, str]
    """Names in lower case; of several lines with one name the values are joined by a comma."""
    content: bytes
    """The body, its ``Content-Encoding`` undone."""
    lines: tuple[tuple[str, str], ...] = ()
    """Every line of the headers, names in lower case, in the server's order."""

    def every(self, name: str) -> list[str]:
        """The values of all header lines called ``name`` (in lower case)."""
        return [value for key, value in self.lines if key == name]


def fetch(url: str, *, seconds: float = SECONDS, limit: int = LIMIT, allow_private: bool = False) -> Answer:
    """The document at ``url``. Raises SourceLost for any answer but 200, and as `send` does."""
    answer = send(url, seconds=seconds, limit=limit, allow_private=allow_private)
    if answer.status != 200:
        raise SourceLost(
            url, f"answered with status {answer.status}", "Check the address in a browser", code="NET01"
        )
    return answer


def send(
    url: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    content: bytes = b"",
    seconds: float = SECONDS,
    limit: int = LIMIT,
    cut: bool = False,
    redirects: int = MAX_REDIRECTS,
    allow_private: bool = False,
) -> Answer:
    """One request, and for GET and HEAD up to five redirects; whatever status comes is an answer.

    ``limit`` bounds the body in bytes, packed and unpacked; with ``cut`` a longer one is no failure, and its
    begin is given. With 0 ``redirects`` a redirect itself is the answer. Raises SourceLost (NET01: it failed;
    NET02: a rule of ours forbids it), MissingExtra without httpx.
    """
    bounds = _Bounds(clock.monotonic() + seconds, limit, cut, allow_private)
    lines = {name.lower(): value for name, value in (headers or {}).items()}
    lines = {"user-agent": _AGENT, "accept-encoding": "identity", **lines}
    at = url
    for _ in range(redirects + 1):
        answer = _once(at, method, lines, content, bounds)
        target = answer.headers.get("location")
        follow = redirects and answer.status in _REDIRECTS and method in ("GET", "HEAD")
        if not follow or not target:
            return answer
        at, before = _joined(at, target), at
        if _origin(at) != _origin(before):
            lines = {name: value for name, value in lines.items() if name not in _SECRET}
    raise SourceLost(url, f"leads through more than {redirects} redirects", code="NET02")


def _joined(at: str, target: str) -> str:
    try:
        return urljoin(at, target)
    except ValueError:  # half a bracket in the host
        raise SourceLost(at, f"leads on to {target!r}, which is no address", code="NET02") from None


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc.lower()


class _Bounds(NamedTuple):
    deadline: float
    limit: int
    cut: bool
    allow_private: bool


def _once(url: str, method: str, headers: Mapping[str, str], content: bytes, bounds: _Bounds) -> Answer:
    httpx = _httpx()
    _check(url)
    try:
        with (
            httpx.Client(
                transport=_transport(bounds.deadline, bounds.allow_private), trust_env=False
            ) as client,
            client.stream(method, url, headers=headers, content=content, follow_redirects=False) as response,
        ):
            named = _headers(url, response)
            lines = tuple((name.lower(), value) for name, value in response.headers.multi_items())
            return Answer(url, response.status_code, named, _body(response, bounds), lines)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise SourceLost(url, f"cannot be fetched: {error or type(error).__name__}", code="NET01") from None
    except Refused as refused:
        raise SourceLost(url, refused.problem, refused.advice, code="NET02") from None


def _check(url: str) -> None:
    """Only plain web addresses; raises SourceLost."""
    try:
        parts = urlsplit(url)
        bad = parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc
    except ValueError:
        bad = True
    if bad or not url.isprintable() or "\\" in url:
        raise SourceLost(url, "is no address of the form https://host/path", code="NET02")


def _headers(url: str, response: httpx.Response) -> dict[str, str]:
    if sum(len(name) + len(value) + 4 for name, value in response.headers.raw) > MAX_HEADERS:
        raise SourceLost(url, f"answers with more than {MAX_HEADERS:,} bytes of headers", code="NET02")
    return {name.lower(): value for name, value in response.headers.items()}


def _body(response: httpx.Response, bounds: _Bounds) -> bytes:
    pieces: Iterator[bytes] = _in_time(response.iter_raw(), bounds.deadline)
    if response.headers.get("content-encoding", "").strip().lower() in ("gzip", "x-gzip"):
        pieces = Pieces(pieces, limit=None if bounds.cut else bounds.limit, layers=2)
    content = bytearray()
    for piece in pieces:
        content += piece
        if len(content) > bounds.limit:
            if bounds.cut:
                break
            raise Refused("too-long", f"answers with more than {bounds.limit:,} bytes", is_limit=True)
    return bytes(content[: bounds.limit])


def _in_time(pieces: Iterable[bytes], deadline: float) -> Iterator[bytes]:
    for piece in pieces:
        _left(deadline)
        yield piece


def _left(deadline: float) -> float:
    """Seconds that are left. Raises Refused where there are none."""
    left = deadline - clock.monotonic()
    if left <= 0:
        raise Refused("too-slow", "takes too long to answer", "Try again later, or fetch it by other means")
    return left


def _httpx() -> Any:
    try:
        import httpx
    except ImportError:
        raise MissingExtra("http", "fetching needs httpx, which is not installed") from None
    return httpx


def _transport(deadline: float, allow_private: bool) -> Any:
    import httpcore
    import httpx

    transport = httpx.HTTPTransport(verify=_tls(), trust_env=False)
    # httpx lets nobody choose how it connects; its connection pool does.
    transport._pool = httpcore.ConnectionPool(
        ssl_context=_tls(), network_backend=_backend(deadline, allow_private)
    )
    return transport


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def resolve(host: str, port: int) -> list[str]:
    """The numeric addresses of a host, in the system's order. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def judged(host: str, port: int, allow_private: bool) -> str:
    """The one address of ``host`` to connect to. Raises Refused if any of its addresses is not public."""
    addresses = resolve(host, port)
    for address in addresses:
        if not allow_private and not is_public(address):
            advice = "Use --allow-private if that is meant"
            raise Refused("private", f"the address {address} of {host} is not public", advice)
    return addresses[0]


def _backend(deadline: float, allow_private: bool) -> Any:
    import httpcore

    class Stream(httpcore.NetworkStream):
        """A connection on which every wait ends with the deadline."""

        def __init__(self, stream: httpcore.NetworkStream) -> None:
            self._stream = stream
            self.write, self.close = stream.write, stream.close  # type: ignore[method-assign]
            self.get_extra_info = stream.get_extra_info  # type: ignore[method-assign]

        def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
            return self._stream.read(max_bytes, _left(deadline))

        def start_tls(self, ssl_context: ssl.SSLContext, *names: Any, **more: Any) -> httpcore.NetworkStream:
            more["timeout"] = _left(deadline)
            return Stream(self._stream.start_tls(ssl_context, *names, **more))

    class Backend(httpcore.SyncBackend):
        def connect_tcp(self, host: str, port: int, *_: Any, **more: Any) -> httpcore.NetworkStream:
            try:
                address = judged(host, port, allow_private)
            except OSError as error:
                raise httpcore.ConnectError(f"{host} is not known ({error.strerror or error})") from None
            more["timeout"] = _left(deadline)
            return Stream(super().connect_tcp(address, port, **more))

    return Backend()
