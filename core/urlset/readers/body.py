"""What stands in a page's own text: its words as a fingerprint, and its pictures.

The page's own text is what is in ``<main>`` (or ``role="main"``), else in ``<article>``, else in ``<body>``
without its ``<header>``. Navigation, asides, footers, scripts and styles never count: a new template is no
new content.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from msgspec import Struct

from ..protocol import MAX_IMAGES
from .head import Head, HeadTarget
from .html_feed import MAX_BYTES, feed

_NEVER = frozenset(("nav", "aside", "footer", "script", "style", "template", "noscript", "svg"))
_REGIONS = ("main", "article", "body")


class Body(Struct, frozen=True):
    """The page's own text."""

    fingerprint: str
    """SHA-256 of its words, 64 hexadecimal digits; "" where there are none."""
    words: int
    images: tuple[str, ...]
    """Different addresses of ``<img src>`` as written, in order, at most 1,000."""


def read_page(pieces: Iterable[bytes], *, max_bytes: int = MAX_BYTES) -> tuple[Head, Body]:
    """Head and body of one page, read once. Never raises for what a page holds: see `Head.whole`."""
    target = _Both()
    fed = feed(pieces, target, max_bytes=max_bytes)
    return target.head.head(fed.charset, fed.whole), target.body.body()


class _Both:
    def __init__(self) -> None:
        self.head, self.body = HeadTarget(), _BodyTarget()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.head.start(tag, attributes)
        self.body.start(tag, attributes)

    def data(self, data: str) -> None:
        self.head.data(data)
        self.body.data(data)

    def end(self, tag: str) -> None:
        self.head.end(tag)
        self.body.end(tag)


class _Region:
    """One kind of region: how deep we are in it, and what was found there."""

    def __init__(self) -> None:
        self.depth = self.words = 0
        self.digest = hashlib.sha256()
        self.images: dict[str, None] = {}
        self._half = ""

    def text(self, data: str) -> None:
        words = (self._half + data).split()
        # The parser may cut a word in two; its second half comes with the next piece.
        self._half = words.pop() if words and not data[-1:].isspace() else ""
        if words:
            self.words += len(words)
            self.digest.update((" ".join(words) + " ").encode("utf-8", "replace"))

    def border(self) -> None:
        """An element begins or ends: that parts words, as a reader sees them."""
        if self._half:
            self.text(" ")


class _BodyTarget:
    def __init__(self) -> None:
        self._regions = {name: _Region() for name in _REGIONS}
        self._open: list[str] = []
        """Names of the regions that open elements are, "-" for what never counts, "" for the others."""
        self._never = self._header = 0

    def body(self) -> Body:
        found = [self._regions[name] for name in _REGIONS]
        best = next((region for region in found if region.words or region.images), found[-1])
        return Body(best.digest.hexdigest() if best.words else "", best.words, tuple(best.images))

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        kind = _kind(tag, attributes)
        self._open.append(kind)
        self._count(kind, 1)
        for region in self._inside():
            region.border()
            source = attributes.get("src", "").strip() if tag == "img" else ""
            if source and len(region.images) < MAX_IMAGES:
                region.images[source] = None

    def end(self, tag: str) -> None:
        for region in self._inside():
            region.border()
        if self._open:
            self._count(self._open.pop(), -1)

    def data(self, data: str) -> None:
        for region in self._inside():
            region.text(data)

    def _count(self, kind: str, by: int) -> None:
        if kind == "-":
            self._never += by
        elif kind == "header":
            self._header += by
        elif kind:
            self._regions[kind].depth += by

    def _inside(self) -> list[_Region]:
        if self._never:
            return []
        return [
            region
            for name, region in self._regions.items()
            if region.depth and not (name == "body" and self._header)
        ]


def _kind(tag: str, attributes: Mapping[str, str]) -> str:
    if tag in _NEVER:
        return "-"
    if tag == "main" or attributes.get("role", "").lower() == "main":
        return "main"
    return tag if tag in ("article", "body", "header") else ""
