"""Answers in the user's cache folder: exact or not used at all.

A file is taken only if its check sum, its form and its key are right and it belongs to the user; anything
else is as good as none. It is replaced in one step, and its folder is never inside a repository.
"""

from __future__ import annotations

import contextlib
import os
import sys
from hashlib import blake2b

import msgspec

from .. import fs
from .answer import Answer, Known

_MAGIC = b"urlset git dates 1\n"
_LIMIT = 1 << 28


class _Stored(msgspec.Struct, array_like=True, frozen=True):
    key: str
    commit: bytes
    answers: dict[bytes, Answer]


def folder() -> str | None:
    """Where the cache lies: ``XDG_CACHE_HOME``, or the platform's own place; None where there is no home."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(given):
        return os.path.join(given, "urlset")
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        return None
    return os.path.join(home, "Library/Caches" if sys.platform == "darwin" else ".cache", "urlset")


def load(store: str | None, key: str) -> Known | None:
    """What was saved under ``key``, or None."""
    if store is None:
        return None
    path = os.path.join(store, _name(key))
    try:
        if os.stat(path).st_uid != os.getuid():
            return None
        content = fs.read(path, _LIMIT)
        head, digest, body = content[: len(_MAGIC)], content[len(_MAGIC) :][:32], content[len(_MAGIC) + 32 :]
        if head != _MAGIC or digest != _digest(body):
            return None
        stored = msgspec.msgpack.decode(body, type=_Stored)
    except (OSError, msgspec.DecodeError):
        return None
    if stored.key != key:
        return None
    return Known(stored.commit, stored.answers)


def save(store: str | None, key: str, known: Known) -> None:
    """Keep ``known`` under ``key``. A cache that cannot be written is no cache, not an error."""
    if store is None:
        return
    body = msgspec.msgpack.encode(_Stored(key, known.commit, known.answers))
    with contextlib.suppress(OSError):
        fs.make_folder(store)
        staging = fs.make_staging(store)
        try:
            fs.write_durably(os.path.join(staging, "new"), _MAGIC + _digest(body) + body, 0o600)
            fs.rename(os.path.join(staging, "new"), os.path.join(store, _name(key)))
        finally:
            fs.remove_staging(staging)


def _digest(body: bytes) -> bytes:
    return blake2b(body, digest_size=32).digest()


def _name(key: str) -> str:
    return f"git-dates-{key}"
