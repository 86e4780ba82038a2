"""robots.txt, as RFC 9309 has it: longest match, ``*`` and ``$``, the first 500 KiB."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

LIMIT = 500 * 1024
"""Bytes that are read, as Google does; the RFC demands no less."""


class Robots:
    """The rules of one robots.txt; ``pieces`` are its bytes."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        content = b""
        for piece in pieces:
            content += piece
            if len(content) > LIMIT:
                break
        self.cut = len(content) > LIMIT
        """Whether what stood after 500 KiB was left unread."""
        if self.cut:
            # A rule cut in two would be another rule.
            content = content[:LIMIT].rpartition(b"\n")[0]
        self.text = content.decode("utf-8-sig", "replace")

    def allows(self, address: str, agent: str = "Googlebot") -> bool:
        """Whether ``agent`` may fetch an address of this site (absolute, or a path)."""
        try:
            return bool(self._rules.can_fetch(address, agent))
        except ValueError:
            # Half a bracket in the host: no address at all, so there is nothing to keep anyone out of.
            return True

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """What the ``Sitemap:`` lines name, in order, as written."""
        return tuple(self._rules.sitemaps)

    @cached_property
    def _rules(self) -> Any:
        from protego import Protego

        return Protego.parse(self.text)
