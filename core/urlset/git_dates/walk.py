"""The state of one search, and what one commit does to it."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable
from typing import NamedTuple

from .answer import Answer, Known, Question
from .raw import Change, Record

Keys = tuple[bytes, ...]
"""The names at HEAD that a name at some commit stands for: more than one after moves to the same content."""

Open = dict[bytes, Keys]
"""Names that are still open at a commit."""


Gone = dict[bytes, list[bytes]]
"""Deleted names by blob."""

_MOST_ALIKE = 100
"""So many deleted files with one content (empty ones, mostly) are compared; git lists them by name."""


class Aside(NamedTuple):
    """A merge that may have brought answers in: which of its parents did is for phase 2 to find out."""

    record: Record
    names: dict[bytes, tuple[Keys, Change]]


class Birth(NamedTuple):
    """A name that came into being at a commit, and may have come from outside of what was looked at."""

    commit: bytes
    parent: bytes
    change: Change
    keys: Keys
    on_chain: bool


MOST_PASSES = 3
"""Passes over the history in one search: with the lasting processes and the first questions, ten of git."""


class Walk:
    """One search: ``answers`` fills, the rest is what is left to do."""

    def __init__(self, question: Question, shallow: frozenset[bytes], known: Known | None = None) -> None:
        self.follow, self.merged, self.ignored = question
        self.shallow, self.known = shallow, known
        self.passes = MOST_PASSES
        self.answers: dict[bytes, Answer] = {}
        self.later: dict[bytes, Aside] = {}
        self.births: list[Birth] = []
        self.waiting: dict[bytes, list[tuple[bytes, Keys]]] = {}
        """Old names by the commit of the chain below which they are open."""
        self.whole_tree = False
        """Deletions everywhere are seen, so a birth without one is a birth."""
        self.on_chain = True
        """Whether the records come from a pass down HEAD's own first-parent chain."""

    def arrived(self, commit: bytes, names: Open) -> bool:
        """Take the known answers of those of ``names`` that are open at ``commit``; true if that was all."""
        if self.known is not None and commit == self.known.commit:
            for name in names.keys() & self.known.answers.keys():
                self.answers.update(dict.fromkeys(names.pop(name), self.known.answers[name]))
        return not names


def add(open_: Open, name: bytes, keys: Keys) -> None:
    """Open ``name`` for ``keys`` too."""
    open_[name] = open_.get(name, ()) + keys


def settle(walk: Walk, record: Record, open_: Open) -> None:
    """What ``record`` says of the open names: those it settles leave ``open_``, old names of moves enter."""
    moved: list[tuple[bytes, Keys]] = []
    gone = deletions(record.changes) if walk.follow else {}
    for change in record.changes:
        if change.name not in open_ or change.meta.endswith(b"D") or only_mode(change.meta):
            continue
        if len(record.parents) > 1 and not walk.merged:
            aside = walk.later.setdefault(record.commit, Aside(record, {}))
            already = aside.names.get(change.name, ((), change))[0]
            aside.names[change.name] = (already + open_.pop(change.name), change)
        elif created(change.meta) or record.commit not in walk.ignored:
            keys = open_.pop(change.name)
            old = made(walk, record, change, keys, gone)
            if old is not None:
                moved.append((old, keys))
    for name, keys in moved:
        add(open_, name, keys)


def made(walk: Walk, record: Record, change: Change, keys: Keys, gone: Gone | None = None) -> bytes | None:
    """``record`` made this content: note the answer, or give the old name under which the search goes on."""
    if walk.follow and record.parents and created(change.meta):
        old = moved_from(change, gone if gone is not None else deletions(record.changes))
        if old is not None:
            return old
        if not walk.whole_tree and record.commit not in walk.shallow:
            walk.births.append(Birth(record.commit, record.parents[0], change, keys, walk.on_chain))
    answer = Answer(record.commit, record.authored, record.committed)
    for key in keys:
        walk.answers[key] = answer
    return None


def only_mode(meta: bytes) -> bool:
    """Same content, another mode (chmod): the page did not change. A change of type (``T``) did change it."""
    fields = meta.split()
    return fields[-1] == b"M" and fields[2] == fields[3]


def created(meta: bytes) -> bool:
    """Whether the entry says that the name was not there before."""
    return meta.endswith(b"A")


def deletions(changes: Iterable[Change]) -> Gone:
    """The deleted names of one commit by their content."""
    gone: Gone = {}
    for change in changes:
        if change.meta.endswith(b"D"):
            gone.setdefault(change.meta.split()[2], []).append(change.name)
    return gone


def moved_from(change: Change, gone: Gone) -> bytes | None:
    """The old name of a move that changed no byte: one with the same content, deleted in the same commit.

    Among several: one with the same base name, then the one with the longest common ending.
    """
    names = gone.get(change.meta.split()[3], ())[:_MOST_ALIKE]
    return max(names, key=lambda name: (*_likeness(name, change.name), name), default=None)


def _likeness(old: bytes, new: bytes) -> tuple[bool, int]:
    same = itertools.takewhile(
        lambda pair: pair[0] == pair[1], zip(reversed(old), reversed(new), strict=False)
    )
    return os.path.basename(old) == os.path.basename(new), sum(1 for _ in same)
