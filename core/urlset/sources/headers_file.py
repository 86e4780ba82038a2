"""``_headers``, the file in which static hosts (Netlify, Cloudflare Pages …) are told headers for paths."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..readers.head import tag_says_noindex

LIMIT = 1024 * 1024


class Headers:
    """The ``X-Robots-Tag`` lines of a headers file."""

    def __init__(self, content: bytes) -> None:
        self._rules = list(_rules(content.decode("utf-8-sig", "replace").splitlines()))

    def noindex(self, path: str) -> bool:
        """Whether a page (its path from the root, with a leading slash) is kept out."""
        return any(pattern.fullmatch(path) for pattern in self._rules)


def _rules(lines: Iterable[str]) -> Iterable[re.Pattern[str]]:
    pattern = None
    for line in lines:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if not line[:1].isspace():
            pattern = _pattern(text)
        elif pattern is not None:
            name, _, value = text.partition(":")
            if name.strip().lower() == "x-robots-tag" and tag_says_noindex([value]):
                yield pattern


def _pattern(text: str) -> re.Pattern[str]:
    """``*`` stands for anything, ``:name`` for one segment; a full address gives its path."""
    path = re.sub(r"^https?://[^/]*", "", text)[:500]
    first, *others = (_fixed(part) for part in re.split(r"\*+", path))
    # What stands between two stars is taken where it is first found, and never looked for again: else forty
    # stars would take hours.
    middle = "".join(f"(?>.*?{part})" for part in others[:-1])
    return re.compile(f"{first}{middle}.*{others[-1]}" if others else first, re.DOTALL)


def _fixed(part: str) -> str:
    """What stands between stars."""
    pieces = re.split(r"(/:\w+)", part)
    return "".join("/[^/]+?" if piece.startswith("/:") else re.escape(piece) for piece in pieces)
