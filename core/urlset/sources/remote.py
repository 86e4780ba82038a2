"""What stands at an address instead of on disk."""

from __future__ import annotations


def is_address(path: str) -> bool:
    """Whether a path is an address that must be fetched."""
    return path.lower().startswith(("http://", "https://"))


def content(address: str, allow_private: bool) -> bytes:
    """The document there. Raises SourceLost, MissingExtra."""
    from ..readers import http

    return http.fetch(address, allow_private=allow_private).content
