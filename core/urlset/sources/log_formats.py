"""The forms of access logs, each told by its content, line by line: one pattern each, in linear time.

Apache's common and combined (with or without the host in front), nginx's default, W3C extended (IIS,
CloudFront), Amazon's application load balancer, JSON lines of nginx and Caddy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

# Possessive throughout: no line, however it is made, is looked at twice.
_QUOTED = rb'"((?:[^"\\]++|\\.)*+)"'
_COMBINED = re.compile(
    rb"([^\[\"]*+)\[[^\]\"]*+\] " + _QUOTED + rb" (\d{3}|-)(?: \S++)?+"
    rb"(?: " + _QUOTED + rb" " + _QUOTED + rb")?+"
)
_CLIENT = re.compile(rb"(?:\d{1,3}\.){3}\d{1,3}\Z|[0-9a-f]*:[0-9a-f:.]*\Z")
_BALANCER = re.compile(
    rb"(?:http|https|h2|grpcs|ws|wss) (?:\S++ ){7}(\d{3}|-) (?:\S++ ){3}" + _QUOTED + rb" " + _QUOTED
)
_W3C_CELL = re.compile(rb'"((?:[^"]|"")*+)"|[^ \t]+')


class Hit(NamedTuple):
    """One request, as the log has it."""

    method: bytes
    target: bytes
    """Path with query, or an absolute address."""
    status: bytes
    agent: bytes
    """The user agent; empty where the log does not keep it."""
    host: bytes
    """The host that was asked, without its port; empty where the log does not keep it."""


BROKEN = Hit(b"", b"", b"", b"", b"")
"""For a line in a known form whose request is malformed."""


class Reader:
    """Reads the lines of one log in their order; W3C logs change their columns on the way."""

    def __init__(self) -> None:
        self._fields: list[bytes] = []
        self.known = False
        """Whether any line had a known form."""

    def hit(self, line: bytes) -> Hit | None:
        """The request of a line, BROKEN for a malformed one, None for a line in no known form."""
        if self._fields:
            found = self._w3c(line)
        elif line.startswith(b"{"):
            found = _json(line)
        else:
            found = _combined(line) or _balancer(line)
        self.known = self.known or found is not None
        return found

    def directive(self, line: bytes) -> None:
        """A line that begins with ``#``: of W3C logs, ``#Fields:`` names the columns that follow."""
        if line.lower().startswith(b"#fields:"):
            self._fields = line[8:].lower().split()
            self.known = True

    def _w3c(self, line: bytes) -> Hit | None:
        tabs = b"\t" in line
        cells = line.split(b"\t") if tabs else [match[0] for match in _W3C_CELL.finditer(line)]
        if len(cells) != len(self._fields):
            return None
        row = {name: cell for name, cell in zip(self._fields, cells, strict=True) if cell != b"-"}
        stem, query = row.get(b"cs-uri-stem", b""), row.get(b"cs-uri-query", b"")
        target = row.get(b"cs-uri") or (stem + (b"?" + query if query else b""))
        host = row.get(b"x-host-header") or row.get(b"cs-host") or row.get(b"cs(host)", b"")
        method, status = row.get(b"cs-method", b"GET"), row.get(b"sc-status", b"200")
        return Hit(method, target, status, row.get(b"cs(user-agent)", b""), _bare(host))


def _combined(line: bytes) -> Hit | None:
    match = _COMBINED.match(line)
    if match is None:
        return None
    who, request, status, _, agent = match.groups()
    cells = who.split(None, 2)
    # Apache's "vhost_combined" begins with the host that was asked, and then the client's address.
    host = cells[0] if len(cells) > 2 and _CLIENT.match(cells[1]) else b""
    return _requested(request, status, agent or b"", host) if len(cells) > 2 else None


def _balancer(line: bytes) -> Hit | None:
    match = _BALANCER.match(line)
    return _requested(match[2], match[1], match[3], b"") if match else None


def _requested(request: bytes, status: bytes, agent: bytes, host: bytes) -> Hit:
    parts = request.split(b" ")
    if len(parts) != 3 or not parts[2].startswith(b"HTTP/"):
        return BROKEN
    return Hit(parts[0], parts[1], status, agent, _bare(host))


def _json(line: bytes) -> Hit | None:
    try:
        row = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not isinstance(row, dict):
        return None
    request = row.get("request")
    if isinstance(request, dict):
        return _caddy(row, request)
    status = _first(row, "status", "response_status", "status_code")
    agent, host = (
        _first(row, "http_user_agent", "user_agent", "agent"),
        _first(row, "host", "http_host", "vhost"),
    )
    target = _first(row, "request_uri", "path", "url") or _first(row, "uri")
    method = _first(row, "request_method", "method")
    if isinstance(request, str) and not (target and method):
        return _requested(request.encode("utf-8", "replace"), status, agent, host)
    return Hit(method or b"GET", target, status, agent, _bare(host)) if target and status else None


def _caddy(row: Mapping[str, Any], request: Mapping[str, Any]) -> Hit | None:
    headers = request.get("headers")
    agents = headers.get("User-Agent") if isinstance(headers, dict) else None
    agent = str(agents[0]) if isinstance(agents, list) and agents else ""
    target, status = _first(request, "uri"), _first(row, "status")
    if not target or not status:
        return None
    method, host = _first(request, "method") or b"GET", _bare(_first(request, "host"))
    return Hit(method, target, status, agent.encode("utf-8", "replace"), host)


def _first(row: Mapping[str, Any], *names: str) -> bytes:
    for name in names:
        value = row.get(name)
        if isinstance(value, str | int) and not isinstance(value, bool) and value != "":
            return str(value).encode("utf-8", "replace")
    return b""


def _bare(host: bytes) -> bytes:
    """Without its port, in lower case."""
    return re.sub(rb":\d*\Z", b"", host).lower() if host else host
