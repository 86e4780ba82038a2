"""What the HTML that a host wrote says of itself: whether it asks to be left out, or only leads elsewhere."""

from __future__ import annotations

import re

from . import fs
from .readers.head import hints_noindex

HEAD = 256 * 1024
"""Bytes in which a head is looked for; those of generators have a few thousand."""

_REFRESH = re.compile(rb"(?i)http-equiv\s*=\s*[\"']?refresh")
REDIRECT_SECONDS = 10


def verdict(path: str) -> str:
    """The reason why the page in the file ``path`` stays out, or "". A file that is not there says nothing.

    The bytes are searched first; HTML is read only where they hold a hint, so that a build of ordinary pages
    loads no parser.
    """
    try:
        content = fs.read(path, HEAD)
    except OSError:
        return ""
    refreshes = _REFRESH.search(content)
    if not refreshes and not hints_noindex(content):
        return ""
    from .readers.head import read_head

    head = read_head([content])
    if head.noindex:
        return "noindex"
    leads_on = head.refresh is not None and head.refresh.url and head.refresh.seconds <= REDIRECT_SECONDS
    return "redirect" if leads_on else ""
