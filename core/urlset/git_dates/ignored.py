"""Commits that do not make a page new: a list of ids, and git's own file of such ids.

The format is that of ``git blame --ignore-revs-file``: one full object name a line, ``#`` begins a comment.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from .. import fs

FILE = ".git-blame-ignore-revs"
"""Read at the top of each repository: the name that the hosting services know."""

_LIMIT = 1 << 20
_ID = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def ignored(top: str, listed: Iterable[str]) -> tuple[frozenset[bytes], tuple[str, ...]]:
    """The ids to ignore in the repository at ``top``, and remarks on what is no full id.

    An id that the repository does not have is no mistake: a shallow clone lacks most of them.
    """
    given = [(f"ignore_commits[{number}]", text.encode()) for number, text in enumerate(listed)]
    ids: set[bytes] = set()
    remarks: list[str] = []
    for where, text in [*given, *_lines(os.path.join(top, FILE))]:
        word = text.partition(b"#")[0].strip().lower()
        if _ID.fullmatch(word):
            ids.add(word)
        elif word:
            remarks.append(f"{where}: no full commit id, so nothing is ignored by it.")
    return frozenset(ids), tuple(remarks)


def _lines(path: str) -> list[tuple[str, bytes]]:
    try:
        content = fs.read(path, _LIMIT)
    except OSError:
        return []
    return [(f"{path}:{number}", line) for number, line in enumerate(content[:_LIMIT].split(b"\n"), 1)]
