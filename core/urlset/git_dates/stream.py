"""Phase 1: one pass down the first-parent chain, which ends as soon as every file is answered."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from . import command
from .raw import records
from .repository import Repository, answers
from .walk import Open, Walk, add, settle


def first_parents(
    repository: Repository, revisions: Sequence[bytes], scope: Sequence[bytes], open_: Open, walk: Walk
) -> bytes | None:
    """Follow ``open_`` down the first-parent chain of ``revisions`` until nothing is open.

    What merges brought in is left in ``walk.later``; ``walk.waiting`` joins as its commits pass. Gives the
    first parent of the last commit seen (None: everything was answered, or the root was reached). Raises
    Unavailable.
    """
    log = ("log", "--first-parent", *command.FIRST_PARENT, *command.RAW, "--no-mailmap", "--no-decorate")
    words: tuple[str | bytes, ...] = (*log, command.HEADER, *revisions, "--", *scope)
    walk.passes -= 1
    below: bytes | None = None
    with closing(answers(repository, *words)) as told:
        for record in records(told, lambda _: open_):
            settle(walk, record, open_)
            for name, keys in walk.waiting.pop(record.commit, ()):
                add(open_, name, keys)
            if not open_ and not walk.waiting:
                return None
            below = record.parents[0] if record.parents else None
    return below
