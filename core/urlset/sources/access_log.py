"""Access logs: witnesses that a page exists, never of its date."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import IO, Annotated
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from ..errors import SourceError
from ..page import Page
from ..readers.inflate import Pieces
from ..readers.refused import Refused
from ..tally import Tally
from .lines import lines
from .log_formats import Hit, Reader

_ASSETS = """
avif bmp css eot gif ico jpeg jpg js json map mjs mp3 mp4 ogg otf png svg ttf txt wasm wav webm webp
webmanifest woff woff2 xml rss atom gz zip tar bz2 xz 7z exe dmg iso
"""
_ASSET = re.compile(rf"(?i)\.(?:{'|'.join(_ASSETS.split())})\Z".encode())
_BOT = re.compile(
    rb"(?i)bot\b|bot[/_-]|crawl|spider|slurp|scrap|archiver|facebookexternalhit|preview|monitor|uptime|pingdom|"
    rb"validator|feed|curl/|wget/|python|java/|go-http|okhttp|libwww|httpclient|headless|lighthouse|scan|nikto"
)
_PROBE = re.compile(
    rb"(?i)/\.(?!well-known/)|/wp-(?:admin|login|includes|config|cron)|/xmlrpc\.php|/phpmyadmin|/cgi-bin/|/vendor/|"
    rb"/etc/passwd|\.(?:bak|sql|old|swp|env|ini|log|asp|cgi)\Z|%00|\.\./"
)
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_FORGED = re.compile(rb'[\x00-\x20"<>\\^`{|}\x7f]')
_RECENT = 50_000
"""Addresses remembered while hits are not counted, so that most repeats never leave this room."""


class AccessLog(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One log, packed or not, in any form of `log_formats`."""

    path: Annotated[str, Meta(description="The file; `-` for standard input.")]
    statuses: Annotated[
        tuple[int, ...], Meta(description="Answers that prove a page: 200; add 304 for logs of warm caches.")
    ] = (200,)
    query: Annotated[
        tuple[str, ...], Meta(description="Names of query fields that make another page; others are cut off.")
    ] = ()
    bots: Annotated[bool, Meta(description="Count requests of crawlers and scripts too.")] = False
    assets: Annotated[bool, Meta(description="Take pictures, style sheets and the like for pages too.")] = (
        False
    )
    min_hits: Annotated[int, Meta(ge=1, description="Requests that a page needs to be listed.")] = 1
    priority: Annotated[
        bool,
        Meta(description="Set `priority` to a page's requests divided by those of the page with the most."),
    ] = False
    section: Annotated[str, Meta(description="Section of these pages.")] = ""
    stream: Annotated[IO[bytes] | None, Meta(extra={"only": "programs"})] = None
    """Read this instead, ``path`` only naming it in messages."""

    def pages(self, tally: Tally, base_url: str = "") -> Iterator[Page]:
        """The pages that were asked for. Raises SourceError, also where no line has a known form."""
        hits = self._addresses(tally, urlsplit(base_url).hostname or "")
        section = self.section or None
        if self.min_hits == 1 and not self.priority:
            yield from (Page(address, section=section) for address in _mostly_once(hits, tally))
            return
        counts = Counter(hits)
        most = max(counts.values(), default=1)
        for address, count in counts.items():
            if count < self.min_hits:
                tally.skip(address, "log-rare", count)
                continue
            if count > 1:
                tally.skip(address, "duplicate", count - 1)
            yield Page(address, priority=round(count / most, 4) if self.priority else None, section=section)

    def _addresses(self, tally: Tally, own_host: str) -> Iterator[str]:
        judge = _Judge(self, own_host.encode())
        reader = Reader()
        try:
            for line in lines(Pieces(self.stream or self.path, limit=None)):
                if line is None:
                    tally.skip("", "too-long-line")
                elif line.startswith(b"#"):
                    reader.directive(line)
                elif line:
                    address, reason = judge.fate(reader.hit(line))
                    if reason:
                        tally.skip(address or line[:200].decode("utf-8", "backslashreplace"), reason)
                    else:
                        yield address
        except Refused as refused:
            raise refused.at(self.path) from None
        if not reader.known and tally.dropped["log-unreadable"]:
            advice = "The manual lists the forms that are read"
            raise SourceError(self.path, "no line has the form of a known access log", advice, "SRC02")


class _Judge:
    """Decides for each request whether it proves a page, and which."""

    def __init__(self, options: AccessLog, own_host: bytes) -> None:
        self._options, self._own_host = options, own_host
        self._statuses = {str(status).encode() for status in options.statuses}
        self._query = {name.encode() for name in options.query}
        self._agents: dict[bytes, bool] = {}

    def fate(self, hit: Hit | None) -> tuple[str, str]:
        """Address and "", or what is known of the address and the reason why it is left out."""
        if hit is None:
            return "", "log-unreadable"
        if not hit.target or _FORGED.search(hit.target):
            return _shown(hit.target), "log-request"
        path, _, query = hit.target.partition(b"#")[0].partition(b"?")
        reason = self._reason(hit, path)
        if reason:
            return _shown(hit.target), reason
        return _shown(_plain_escapes(path) + self._kept(query)), ""

    def _reason(self, hit: Hit, path: bytes) -> str:
        options = self._options
        if hit.method not in (b"GET", b"HEAD"):
            return "log-method"
        if hit.status not in self._statuses:
            return "log-status"
        if not path.startswith((b"/", b"http://", b"https://")) or path.startswith(b"//"):
            return "log-request"
        if hit.host and self._own_host and hit.host != self._own_host:
            return "log-host"
        if _PROBE.search(path):
            return "log-probe"
        if not options.assets and _ASSET.search(path):
            return "log-asset"
        return "log-bot" if not options.bots and hit.agent and self._is_bot(hit.agent) else ""

    def _is_bot(self, agent: bytes) -> bool:
        # A log holds few agents and many lines.
        verdict = self._agents.get(agent)
        if verdict is None:
            verdict = _BOT.search(agent) is not None
            if len(agent) < 512 and len(self._agents) < 5_000:
                self._agents[agent] = verdict
        return verdict

    def _kept(self, query: bytes) -> bytes:
        if not query or not self._query:
            return b""
        kept = [field for field in query.split(b"&") if field.partition(b"=")[0] in self._query]
        return b"?" + b"&".join(kept) if kept else b""


def _plain_escapes(path: bytes) -> bytes:
    """``%7E`` is ``~``: RFC 3986, 2.3. Other escapes stay."""
    if b"%" not in path:
        return path
    return _ESCAPE.sub(lambda match: _plain(match[0], int(match[1], 16)), path)


def _plain(escape: bytes, code: int) -> bytes:
    return bytes((code,)) if code in _UNRESERVED else escape


def _shown(target: bytes) -> str:
    # A byte that is no UTF-8 is percent-encoded as it is, later on.
    return target.decode("utf-8", "surrogateescape")


def _mostly_once(addresses: Iterator[str], tally: Tally) -> Iterator[str]:
    recent: set[str] = set()
    for address in addresses:
        if address in recent:
            tally.skip(address, "duplicate")
            continue
        if len(recent) >= _RECENT:
            recent.clear()
        recent.add(address)
        yield address
