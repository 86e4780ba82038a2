"""The same addresses as a text sitemap: one a line, UTF-8, nothing else.

Source: https://www.sitemaps.org/protocol.html, "Text file": the limits are those of an XML sitemap, which a
text of the same addresses never reaches before it.
"""

from __future__ import annotations

import re

_ENTRY = re.compile(rb"^<url><loc>([^<]*)</loc>", re.MULTILINE)


def text_list(sitemap: bytes) -> bytes:
    """The text sitemap of the entries of an XML sitemap that `sitemap_xml.files` wrote."""
    lines = b"\n".join(_ENTRY.findall(sitemap))
    return lines.replace(b"&apos;", b"'").replace(b"&amp;", b"&") + b"\n"


def text_name(name: str) -> str:
    """The name of the text sitemap beside the XML sitemap ``name``."""
    return f"{name.removesuffix('.xml')}.txt"
