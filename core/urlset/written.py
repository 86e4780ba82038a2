"""What the HTML that a host wrote says of itself: whether it asks to be left out, or only leads elsewhere."""

from __future__ import annotations

from . import fs
from .readers.head import hints

HEAD = 256 * 1024
"""Bytes in which a head is looked for; those of generators have a few thousand."""


def verdict(path: str, address: str) -> str:
    """The reason why the page at ``address``, in the file ``path``, stays out, or "".

    A file that is not there says nothing. The bytes are searched first; HTML is read only where they hold a
    hint, so that a build of ordinary pages loads no parser.
    """
    try:
        content = fs.read(path, HEAD)
    except OSError:
        return ""
    if not hints(content):
        return ""
    from .readers.head import read_head
    from .sources.html_page import leads_on

    head = read_head([content])
    if head.noindex:
        return "noindex"
    return "redirect" if leads_on(head.refresh, address, address) else ""
