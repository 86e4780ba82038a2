"""What the HTML that a host wrote says of itself: noindex, another canonical address, or a redirect."""

from __future__ import annotations

from . import fs
from .readers.head import hints

HEAD = 256 * 1024
"""Bytes in which a head is looked for; those of generators have a few thousand."""


def verdict(path: str, address: str) -> str:
    """The reason why the page at ``address`` (absolute), in the file ``path``, stays out, or "".

    A file that is not there says nothing. The bytes are searched first; HTML is read only where they hold a
    hint, so that a build of ordinary pages loads no parser.
    """
    try:
        content = fs.read(path, HEAD)
    except OSError:
        return ""
    if not hints(content, address):
        return ""
    from .readers.head import read_head
    from .sources.html_page import left_out

    reason = left_out(read_head([content]), address)
    return "" if reason == "head-unread" else reason
