"""The functions of section 3. They take an address apart by the grammar of RFC 3986, changing nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from ipaddress import ip_address
from typing import NamedTuple

from ...protocol import MAX_LOC
from ...readers.addresses import is_public
from ..entry import Context, Entry
from ..finding import ERROR, WARNING, Remark

PARTS = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.\-]*):)?(?://([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
AUTHORITY = re.compile(r"(?:(.*)@)?(\[[^\]]*\]|[^:@]*)(?::([0-9]*))?", re.DOTALL)
ILLEGAL = re.compile(r'[\x00-\x20\x7f<>"{}|\\^`\[\]]|%(?![0-9A-Fa-f]{2})')
PCHAR = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@_]|%[0-9A-Fa-f]{2})"
ANY_URI = re.compile(
    rf"""(?:[A-Za-z][A-Za-z0-9+.\-]*:(?://AUTH(?:/{PCHAR}*)*|/?(?:{PCHAR}+(?:/{PCHAR}*)*)?)
    |//AUTH(?:/{PCHAR}*)*|/(?:{PCHAR}+(?:/{PCHAR}*)*)?|(?:(?!:){PCHAR})+(?:/{PCHAR}*)*|)
    (?:\?(?:{PCHAR}|[/?])*)?(?:\#(?:{PCHAR}|[/?\[\]])*)?""".replace(
        "AUTH",
        r"(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*@)?"
        r"(?:\[[^\]]*\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)(?::[0-9]+)?",
    ),
    re.VERBOSE,
)
LENIENT = re.compile(r'[\x00-\x20\x7f-\U0010ffff<>"{}|\\^`]')
SPECIAL_USE = (".localhost", ".local", ".test", ".invalid", ".internal")
NO_PAGE = re.compile(
    r"/robots\.txt|/(?:google[0-9a-f]{16}\.html|BingSiteAuth\.xml|yandex_[0-9a-f]{16}\.html|[0-9a-f]{32}\.txt)"
)
DOT_SEGMENT = re.compile(r"/\.{1,2}(?:/|$)")
DEFAULT_PORT = {"http": "80", "https": "443"}


class Address(NamedTuple):
    """The parts of an address, as they stand: nothing decoded, nothing lower-cased."""

    scheme: str
    user: str | None
    host: str
    port: str
    path: str
    query: str
    fragment: str
    valid: bool
    """Whether scheme, host and port are those of a web address."""

    @property
    def origin(self) -> str:
        """Scheme, host and port in their normal form, without the default port."""
        scheme = self.scheme.lower()
        port = "" if self.port in ("", DEFAULT_PORT.get(scheme)) else ":" + self.port
        return f"{scheme}://{self.host.lower()}{port}"


@lru_cache(maxsize=128)
def split(text: str) -> Address:
    """Take an address apart; ``text`` has no outer white space."""
    scheme, authority, path, query, fragment = (part or "" for part in PARTS.fullmatch(text).groups())  # type: ignore[union-attr]
    match = AUTHORITY.fullmatch(authority)
    user, host, port = match.groups() if match else (None, authority, "")
    port = port or ""
    valid = scheme.lower() in DEFAULT_PORT and match is not None and _is_host(host)
    valid = valid and (not port or int(port[:6]) < 65536)
    return Address(scheme, user, host, port, path, query, fragment, valid)


def _is_host(host: str) -> bool:
    """Whether there is a host, and brackets only around a number of IPv6."""
    if "[" not in host and "]" not in host:
        return bool(host)
    try:
        return ip_address(host.strip("[]")).version == 6 and host[0] + host[-1] == "[]"
    except ValueError:
        return False


def any_uri(text: str) -> bool:
    """Whether the schema's type ``anyURI`` takes the text, as the common schema processors read it."""
    return ANY_URI.fullmatch(LENIENT.sub("_", text)) is not None


def check_absolute(entry: Entry, context: Context) -> Iterator[Remark]:
    """LOC001 (in an index IDX005), LOC009, LOC016 (first half)."""
    if not entry.loc:
        return
    address = split(entry.loc)
    at = entry.at
    if not address.valid:
        rule = "IDX005" if entry.node.name == "sitemap" else "LOC001"
        yield Remark(rule, "no absolute http or https address", entry.loc, at)
        return
    if address.user is not None:
        yield Remark("LOC009", "the address carries user information", entry.loc, at)
    if not public(address.host.lower()):
        yield Remark("LOC016", "the host is not public", address.host, at)


@lru_cache(maxsize=1024)
def public(host: str) -> bool:
    """Whether a host name or number in lower case may be that of a public site."""
    bare = host.rstrip(".")
    if bare == "localhost" or bare.endswith(SPECIAL_USE):
        return False
    try:
        return is_public(bare.strip("[]"))
    except ValueError:
        return True


def check_length(entry: Entry, context: Context) -> Iterator[Remark]:
    """LOC002, LOC003, LOC004, in characters of the value."""
    size, at = len(entry.loc), entry.at
    if 0 < size < 12:
        yield Remark("LOC002", f"the address has {size} characters", entry.loc, at)
    if size > MAX_LOC:
        mild = WARNING if size == MAX_LOC + 1 else None
        yield Remark("LOC003", f"the address has {size:,} characters", entry.loc, at, mild)
    if size > 1024:
        yield Remark(
            "LOC004", f"{size:,} characters, Yandex reads 1,024", entry.loc, at, _if(context, "yandex")
        )
    if size > 64 and len(entry.loc.encode()) > 256:
        yield Remark(
            "LOC004", "more than 256 bytes, which Baidu does not read", entry.loc, at, _if(context, "baidu")
        )


def _if(context: Context, profile: str) -> str | None:
    return ERROR if context.profile == profile else None


def check_characters(entry: Entry, context: Context) -> Iterator[Remark]:
    """LOC005, LOC006, LOC008, LOC010."""
    at, loc = entry.at, entry.loc
    wrong = illegal(loc)
    if context.profile == "xsd" and not any_uri(loc):
        yield Remark("LOC005", "no anyURI for the schema", loc, at)
    elif wrong:
        mild = WARNING if context.profile == "xsd" else None
        yield Remark("LOC005", f"{wrong!r} may not stand in an address", loc, at, mild)
    if not loc.isascii():
        yield Remark("LOC006", "characters outside ASCII", loc, at)
    if "#" in loc:
        yield Remark("LOC008", "the address has a fragment", loc, at)
    if entry.raw != loc:
        yield Remark("LOC010", "white space around the address", entry.raw, at)


def illegal(text: str) -> str:
    """The first character that RFC 3986 has no place for, brackets of a host aside; else nothing."""
    match = PARTS.fullmatch(text)
    head, rest = (text[: match.start(3)], text[match.start(3) :]) if match else ("", text)
    found = ILLEGAL.search(head.replace("[", "").replace("]", "")) or ILLEGAL.search(rest)
    second = rest.find("#", rest.find("#") + 1) if "#" in rest else -1
    return found[0] if found else "#" if second > 0 else ""


def check_normal(entry: Entry, context: Context) -> Iterator[Remark]:
    """LOC011 and LOC017."""
    address, at = split(entry.loc), entry.at
    if not address.valid:
        return
    capitals = address.scheme + address.host != (address.scheme + address.host).lower()
    port = address.port and address.port == DEFAULT_PORT[address.scheme.lower()]
    if capitals or port or not address.path or DOT_SEGMENT.search(address.path):
        yield Remark("LOC011", "the address is not in its normal form", entry.loc, at)
    if no_page(entry.loc, address, context):
        yield Remark("LOC017", "the address is no page", entry.loc, at)


def no_page(loc: str, address: Address, context: Context) -> bool:
    """Whether the address is robots.txt, an ownership proof, or a file of the same set of sitemaps."""
    if NO_PAGE.fullmatch(address.path) or loc in context.siblings:
        return True
    # Without a known public address the file's own name says as much.
    return (
        not context.siblings
        and not address.query
        and address.path.endswith("/" + context.file.rsplit("/", 1)[-1])
    )


CHECKS = (check_absolute, check_length, check_characters)
PAGE_CHECKS = (check_normal,)
