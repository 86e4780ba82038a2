"""Breadcrumbs for search engines: a ``BreadcrumbList`` of schema.org as JSON-LD.

Source: https://developers.google.com/search/docs/appearance/structured-data/breadcrumb (at least two items;
each has a name and a position; each but the last has an address).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..tree import Node

LEAST = 2
"""Fewest items of a list that Google reads."""


def breadcrumbs(way: Sequence[Node]) -> bytes:
    """The list of the nodes from the root of the site down to a page (`urlset.trail.Trail.nodes`), as UTF-8.

    Headings have no address and are left out. The last item has none: it is the page that holds the list.
    Empty where fewer than `LEAST` items remain. ``<`` is escaped, so that no title ends a script element.
    """
    items = [node for node in way if node.loc]
    if len(items) < LEAST:
        return b""
    listed: list[dict[str, object]] = [
        {"@type": "ListItem", "position": position, "name": node.title, "item": node.loc}
        for position, node in enumerate(items, 1)
    ]
    del listed[-1]["item"]
    data = {"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": listed}
    # < stands nowhere in JSON but in text, where its escape means the same.
    return msgspec.json.format(msgspec.json.encode(data), indent=2).replace(b"<", b"\\u003c")


def script(content: bytes) -> bytes:
    """``content`` (of `breadcrumbs`) as the element that goes into a page's head."""
    return b'<script type="application/ld+json">\n' + content + b"\n</script>"
