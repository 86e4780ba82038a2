"""What a document is, told by its first bytes and never by its name."""

from __future__ import annotations

import re

BLANK = b" \t\r\n"
PACKED = (
    (b"PK\x03\x04", "zip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstandard"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!", "rar"),
)
_ROBOTS = re.compile(rb"(?i)[ \t]*(?:user-agent|sitemap|disallow|allow|crawl-delay|host|clean-param)[ \t]*:")
_HTTP = re.compile(rb"(?i)[ \t]*https?:")


def packed(head: bytes) -> str:
    """Name of the packing that is not gzip, or nothing."""
    return next((name for magic, name in PACKED if head.startswith(magic)), "")


def kind(head: bytes) -> str:
    """``xml``, ``late`` (XML behind something else), ``robots``, ``pages``, ``text`` or ``unknown``."""
    begin = head.removeprefix(b"\xef\xbb\xbf")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        begin = head[2:].replace(b"\0", b"")
    begin = begin.lstrip(BLANK)
    if begin.startswith(b"<") or not begin:
        return "xml"
    if b"\0" in begin and begin.replace(b"\0", b"").startswith(b"<?xml"):
        return "xml"
    if b"<?xml" in head:
        return "late"
    return _of_lines(begin)


def _of_lines(begin: bytes) -> str:
    lines = [line for line in begin.splitlines() if line.strip() and not line.lstrip().startswith(b"#")]
    first = lines[0] if lines else b""
    if first.lstrip().startswith(b"{"):
        return "pages"
    if _ROBOTS.match(first) or (not lines and _ROBOTS.search(begin)):
        return "robots"
    if any(_HTTP.match(line) for line in lines) or first.startswith((b"/", b"www.")):
        return "text"
    return "unknown" if b"\0" in begin or not begin.startswith(b"#") else "text"
