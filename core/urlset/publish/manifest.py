"""What the last build of a folder wrote, so that the next one knows which files are its own.

One JSON file beside the set, ``.urlset.json``, or in the cache of a site's generator. It may stand in a
public folder, so it holds names of files and counts, no path, user, host or address. A manifest that cannot
be read makes nothing ours.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from .. import fs
from .names import is_plain

NAME = ".urlset.json"
_LIMIT = 64 << 20


class Manifest(Struct, frozen=True, kw_only=True):
    """The files of a set and how many addresses they hold."""

    version: int = 1
    addresses: int = 0
    files: tuple[str, ...] = ()


def load(path: str) -> Manifest:
    """The manifest in the file ``path``; an empty one where there is none, or none of ours."""
    try:
        found = msgspec.json.decode(fs.read(path, _LIMIT), type=Manifest)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return Manifest()
    # Whoever can write here must not make us remove something elsewhere.
    return found if found.version == 1 and all(map(is_plain, found.files)) else Manifest()


def encoded(manifest: Manifest) -> bytes:
    """The bytes of the file: the same for the same set."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
