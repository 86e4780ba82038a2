"""Addresses: joined to a base that is a directory, percent-encoded once, and kept on their site.

Sources: RFC 3986 (characters, dot segments), RFC 3987 section 3.1 (other scripts), the protocol's location
rule (https://www.sitemaps.org/protocol.html#location) and its length limit.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import quote_from_bytes

from .errors import SettingsError
from .protocol import MAX_LOC

_ERROR_PAGE = re.compile(
    r"(?:[a-z]{2,3}(?:-[A-Za-z]{2,4})?/)?(403|404|500|50x|offline)(?:\.html?|/|/index\.html?)"
)

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_PARTS = re.compile(r"(?i)(https?)://([^/?#]*)([^?#]*)(\?[^#]*)?(?:#.*)?", re.DOTALL)
_AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::(\d{0,99}))?")
"""Host and port; Python makes no number of thousands of digits."""
_PLAIN_HOST = re.compile(r"(?i)[a-z0-9](?:[a-z0-9\-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9\-]*[a-z0-9])?)*\.?")
_BAD = re.compile("[\x00-\x1f\x7f\ud800-\udc7f\udd00-\udfff]")
"""Control characters, and surrogates other than those that stand for a byte of a file name (PEP 383)."""
_DOTS = re.compile(r"(?i)/(?:\.|%2e){1,2}(?=[/?]|$)")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})?")

_UNRESERVED = string.ascii_letters + string.digits + "-._~"
_PATH_SAFE = _UNRESERVED + "!$&'()*+,;=:@/%"
_QUERY_SAFE = _PATH_SAFE + "?"
_ODD_ESCAPE = re.compile(rb"%(?![013-9A-F][0-9A-F]|2[0-9A-DF])")
"""A percent sign that is no upper-case escape, or is the escape of a dot."""
_PLAIN_BYTES = _QUERY_SAFE.encode("ascii")


class Refused(ValueError):
    """An address that cannot stand in this sitemap; ``reason`` is a word of `urlset.tally.REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def base(text: str, key: str = "base_url") -> str:
    """A base address, normalised, with exactly one final slash.

    Raises SettingsError, naming ``key``, where it is no http or https address, or has a query or a fragment.
    """
    problem = "expected an address like https://example.com/, got "
    try:
        address = normalise(text.strip())
    except Refused:
        raise SettingsError(key, problem + repr(text)) from None
    if "?" in text or "#" in text:
        raise SettingsError(key, problem + repr(text), "Remove the query and the fragment")
    return address if address.endswith("/") else address + "/"


def absolute(text: str, base_url: str) -> str:
    """``text`` as an address of the site: kept if it is absolute, else joined below ``base_url``.

    A leading slash means the base too: ``/a`` below ``https://example.com/docs/`` is
    ``https://example.com/docs/a``. Raises Refused.
    """
    text = text.strip(" \t\r\n")
    if _SCHEME.match(text):
        return normalise(text)
    if text.startswith(("//", "\\")):
        raise Refused("off-site")
    return normalise(base_url + text.removeprefix("/"))


def within(address: str, scope: str) -> str:
    """``address`` if it may stand in a sitemap whose folder is ``scope`` (which ends with a slash).

    The folder's own address without its slash is given one. Raises Refused: ``off-site``, ``too-long``.
    """
    if len(address) > MAX_LOC:
        raise Refused("too-long")
    if address.startswith(scope):
        return address
    if address + "/" == scope:
        return scope
    raise Refused("off-site")


def clean(addresses: Sequence[str], scope: str) -> bool:
    """Whether every address is already in the form that `normalise` gives, and within ``scope``.

    A few passes over all of them at once; False only means that each must be looked at.
    """
    joined = "\n".join(addresses)
    return (
        joined.startswith(scope)
        and joined.count("\n" + scope) == len(addresses) - 1
        and _plain(joined, len(addresses))
        and max(map(len, addresses), default=0) <= MAX_LOC
    )


def settled(addresses: Sequence[str]) -> bool:
    """Whether every address, on whichever host, is already in the form that `normalise` gives.

    As with `clean`, False only means that each must be looked at.
    """
    joined, first = "\n".join(addresses), _origin(addresses[0]) if addresses else ""
    one = joined.startswith(first) and joined.count("\n" + first) == len(addresses) - 1
    origins = {first} if one else set(map(_origin, addresses))
    return all(map(_is_origin, origins)) and _plain(joined, len(addresses))


def _origin(address: str) -> str:
    return address[: address.find("/", len("https://")) + 1]


def _plain(joined: str, count: int) -> bool:
    """Whether ``count`` addresses, a line each, hold nothing behind their hosts that `normalise` changes."""
    if not joined.isascii():
        return False
    encoded = joined.encode("ascii")
    return (
        encoded.translate(None, _PLAIN_BYTES) == b"\n" * (count - 1)
        and joined.rfind("/.") < 0  # four times as fast as ``in``, which stumbles over every slash
        and not _ODD_ESCAPE.search(encoded)
    )


@lru_cache(maxsize=1024)
def _is_origin(text: str) -> bool:
    try:
        return _normalised(text) == text
    except Refused:
        return False


def is_clean(address: str, scope: str) -> bool:
    """Whether one address is in the form that `normalise` gives, and within ``scope``."""
    return (
        address.isascii()
        and address.startswith(scope)
        and len(address) <= MAX_LOC
        and not address[len(scope) :].encode("ascii").translate(None, _PLAIN_BYTES)
        and not _ODD_ESCAPE.search(address.encode("ascii"))
        and not ("/." in address and _DOTS.search(address))
    )


def normalise(address: str) -> str:
    """An absolute address in its one form: pure ASCII, lower-case scheme and host, no default port, no
    fragment, no dot segments, upper-case escapes; a valid escape is never encoded again.

    Raises Refused: ``not-http``, ``user-info``, ``bad-address``.
    """
    return address if settled((address,)) else _normalised(address)


def _normalised(address: str) -> str:
    if _BAD.search(address):
        raise Refused("bad-address")
    parts = _PARTS.fullmatch(address)
    if parts is None:
        raise Refused("not-http" if not re.match(r"(?i)https?:", address) else "bad-address")
    scheme, authority, path, query = parts.groups()
    host = _authority(authority, scheme.lower())
    path = _without_dots(_encoded(path or "/", _PATH_SAFE))
    return f"{scheme.lower()}://{host}{path}{_encoded(query or '', _QUERY_SAFE)}"


def quoted(path: str) -> str:
    """A plain path (no escapes in it yet) as it stands in an address; ``/`` stays."""
    return quote_from_bytes(path.encode("utf-8", "surrogateescape"), _PATH_SAFE.replace("%", ""))


def path_below(address: str, base_url: str) -> str:
    """The decoded path of ``address`` below ``base_url`` (else the whole path), without its query."""
    from urllib.parse import unquote

    path = address.partition("?")[0]
    below = path.removeprefix(base_url) if path.startswith(base_url) else path.split("/", 3)[-1]
    return unquote(below, errors="surrogateescape")


def _authority(text: str, scheme: str) -> str:
    if "@" in text:
        raise Refused("bad-address" if "\\" in text else "user-info")
    match = _AUTHORITY.fullmatch(text)
    if match is None:
        raise Refused("bad-address")
    host, port = match.groups()
    host = host.lower() if _PLAIN_HOST.fullmatch(host) and not host[-1].isdigit() else _ascii_host(host)
    if not port or int(port) == {"http": 80, "https": 443}[scheme]:
        return host
    if int(port) > 65_535:
        raise Refused("bad-address")
    return f"{host}:{int(port)}"


def _ascii_host(host: str) -> str:
    """A host as browsers write it (IDNA A-labels, IP addresses in their plain form)."""
    import ada_url

    if "\\" in host or " " in host:
        raise Refused("bad-address")
    try:
        return str(ada_url.URL(f"http://{host}/").hostname)
    except ValueError:
        raise Refused("bad-address") from None


def _encoded(text: str, safe: str) -> str:
    """Percent-encode what RFC 3986 does not allow there; keep valid escapes, make lone ``%`` into ``%25``."""
    if "%" in text:
        text = _ESCAPE.sub(lambda match: f"%{match[1].upper()}" if match[1] else "%25", text)
    return quote_from_bytes(text.encode("utf-8", "surrogateescape"), safe)


def _without_dots(path: str) -> str:
    """RFC 3986 section 5.2.4, with ``%2E`` read as the dot that it is."""
    if not _DOTS.search(path):
        return path
    kept: list[str] = []
    segments = path.split("/")[1:]
    for place, segment in enumerate(segments):
        dots = segment.upper().replace("%2E", ".")
        if dots == "..":
            kept[-1:] = []
        elif dots != ".":
            kept.append(segment)
        if dots in {".", ".."} and place == len(segments) - 1:
            kept.append("")
    return "/" + "/".join(kept)


def error_page(path: str) -> str:
    """The name (``404``) of a server's page for failures, if ``path`` below the base is one; else ""."""
    found = _ERROR_PAGE.fullmatch(path)
    return found[1] if found else ""
