"""Sitemaps that others wrote, named in our index as they are."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from . import loc
from .errors import SettingsError, SourceError
from .readers.inflate import Pieces
from .readers.refused import Refused

_SNIFFED = 64 * 1024
_NOT_MARKUP = re.compile(rb"<\?.*?\?>|<!--.*?-->", re.DOTALL)
_INDEX = re.compile(rb"\s*<(?:[\w.-]+:)?sitemapindex[\s>/]")


def addresses(named: Sequence[str], *, folder: str, scope: str) -> list[str]:
    """Public addresses of sitemaps: an address is taken as it is, a name is a file in ``folder``.

    ``scope`` is the public address of the folder, with its slash. Raises SettingsError naming the entry: no
    address, no such file, or an index, which an index must not list (the protocol allows one level).
    """
    return [_address(text, f"foreign_sitemaps[{number}]", folder, scope) for number, text in enumerate(named)]


def _address(text: str, key: str, folder: str, scope: str) -> str:
    try:
        if "://" in text:
            return loc.normalise(text)
        _check_file(os.path.join(folder, text), key)
        return loc.within(loc.absolute(text, scope), scope)
    except loc.Refused as refused:
        raise SettingsError(key, f"{text!r} is no address of a sitemap ({refused.reason})") from None


def _check_file(path: str, key: str) -> None:
    head = b""
    try:
        for piece in Pieces(path):
            head += piece
            if len(head) >= _SNIFFED:
                break
    except (Refused, SourceError) as wrong:
        problem = wrong.problem
        raise SettingsError(
            key, f"{path} cannot be listed: {problem}", "Name a file of the output folder"
        ) from None
    if _INDEX.match(_NOT_MARKUP.sub(b"", head.removeprefix(b"\xef\xbb\xbf"))):
        raise SettingsError(key, f"{path} is an index", "An index lists sitemaps only: name what it lists")
