"""Answers kept for the life of the process, and on wish in the user's cache folder.

A dev server and nested builds ask the same again and again: while HEAD stands still, that costs the one
probe.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable
from hashlib import blake2b

from .. import fs
from . import cache
from .answer import Answer, Known, Question
from .engine import answers
from .repository import Repository, scope_of, tree

_memo: dict[str, tuple[Known, set[bytes]]] = {}


def remembered(
    repository: Repository, names: Iterable[bytes], question: Question, store: str | None
) -> dict[bytes, Answer]:
    """The answers for those of ``names`` that the repository's commit holds; ``store`` is the cache folder.

    Raises Unavailable.
    """
    wanted, key = set(names), _key(repository, question)
    known, absent = _memo.get(key) or (cache.load(store, key), set())
    if known is None or known.commit != repository.commit:
        absent, earlier, known = set(), known, Known(repository.commit, {})
    else:
        earlier = None
    new = wanted - known.answers.keys() - absent
    if new:
        actual = _spelled(repository, new)
        found = answers(repository, actual.values(), question, earlier)
        known.answers.update((name, found[real]) for name, real in actual.items() if real in found)
        absent |= new - known.answers.keys()
        cache.save(store, key, known)
    _memo[key] = known, absent
    return {name: known.answers[name] for name in wanted & known.answers.keys()}


def _spelled(repository: Repository, names: set[bytes]) -> dict[bytes, bytes]:
    """Each of ``names`` that the commit holds, with the spelling that it has there.

    A disk that ignores case or composes accents differently opens the same file under another name than git
    knows: such a name counts if it is the only one and really is the same file.
    """
    present = tree(repository, scope_of(names))
    actual = {name: name for name in names & present}
    left = names - present
    if left and _loose(repository.top):
        folded = {_folded(name): name for name in left}
        others: dict[bytes, list[bytes]] = {}
        for name in tree(repository, ()):
            if (asked := folded.get(_folded(name))) is not None:
                others.setdefault(asked, []).append(name)
        for asked, spellings in others.items():
            if len(spellings) == 1 and _same_file(repository.top, asked, spellings[0]):
                actual[asked] = spellings[0]
    return actual


def _loose(top: str) -> bool:
    return sys.platform == "darwin" or os.path.exists(os.path.join(top, ".GIT"))


def _folded(name: bytes) -> str:
    return unicodedata.normalize("NFC", os.fsdecode(name)).casefold()


def _same_file(top: str, one: bytes, other: bytes) -> bool:
    try:
        return os.path.samefile(os.path.join(top, os.fsdecode(one)), os.path.join(top, os.fsdecode(other)))
    except OSError:
        return False


def _key(repository: Repository, question: Question) -> str:
    """A digest of all that an answer depends on, but for the commit and the name."""
    parts = (
        *(os.fsencode(repository.top), os.fsencode(repository.store), repr(question[:2]).encode()),
        *(b" ".join(sorted(ids)) for ids in (question.ignored, repository.shallow)),
        *_replacements(repository.store),
    )
    return blake2b(b"".join(b"%d:%s" % (len(part), part) for part in parts), digest_size=20).hexdigest()


def _replacements(store: str) -> list[bytes]:
    """What ``git replace`` and grafts make of the history, by the files that hold it."""
    folder = os.path.join(store, "refs", "replace")
    try:
        loose = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    except OSError:
        loose = []
    packed = _content(os.path.join(store, "packed-refs"))
    lines = (
        [line for line in packed.split(b"\n") if b" refs/replace/" in line]
        if b" refs/replace/" in packed
        else []
    )
    others = [os.path.join(store, *name) for name in (("info", "grafts"), ("reftable", "tables.list"))]
    return [os.environ.get("GIT_NO_REPLACE_OBJECTS", "").encode(), *lines, *map(_content, loose + others)]


def _content(path: str) -> bytes:
    try:
        return os.fsencode(path) + fs.read(path)
    except OSError:
        return b""


def forget() -> None:
    """Begin anew, as a fresh process would."""
    _memo.clear()
