"""LOC013: what a page itself, or its server, says against its being listed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urljoin

from ..readers.head import Head, tag_says_noindex
from .across import normal
from .entry import Node
from .finding import Remark

_CANONICAL = re.compile(r"""<([^<>]{1,2048})>\s*;[^,<]{0,200}?\brel\s*=\s*"?[^",<]{0,100}?\bcanonical\b""")


def by_head(head: Head | None, address: str, at: Node) -> Iterator[Remark]:
    """What the head of the page says."""
    if head is None:
        return
    if head.noindex:
        yield Remark("LOC013", "the page is noindex", address, at)
    if head.canonical:
        yield from _elsewhere(_joined(address, head.base, head.canonical), address, at)
    if head.refresh is not None and head.refresh.url:
        yield Remark("LOC013", f"the page leads on to {head.refresh.url}", address, at)


def by_headers(tags: Iterable[str], links: Iterable[str], address: str, at: Node) -> Iterator[Remark]:
    """What ``X-Robots-Tag`` and ``Link`` lines say."""
    if tag_says_noindex(tags):
        yield Remark("LOC013", "the header X-Robots-Tag says noindex", address, at)
    for line in links:
        if found := _CANONICAL.search(line):
            yield from _elsewhere(_joined(address, found[1].strip()), address, at)


def _elsewhere(target: str, address: str, at: Node) -> Iterator[Remark]:
    if normal(target) != normal(address):
        yield Remark("LOC013", f"the page's canonical address is {target}", address, at)


def _joined(base: str, *links: str) -> str:
    for link in links:
        try:
            base = urljoin(base, link)
        except ValueError:  # half a bracket in the host
            return link
    return base
