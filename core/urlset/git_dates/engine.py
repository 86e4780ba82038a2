"""The search for a set of names in one repository: the chain, the side branches, the moves."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from .answer import Answer, Known, Question
from .merges import Trees, side_branches
from .renames import look_through
from .repository import Repository, scope_of
from .stream import first_parents
from .walk import Open, Walk

_MOST_NEW = 2_000
"""From a known commit only so many commits are read, over the whole tree; beyond that, a search anew is
cheaper.
"""


def answers(
    repository: Repository, names: Iterable[bytes], question: Question, known: Known | None = None
) -> dict[bytes, Answer]:
    """The answer of every one of ``names`` that exists at the repository's commit. Raises Unavailable.

    ``known`` saves the way: only commits after it are read if it lies on the first-parent chain.
    """
    wanted = set(names)
    found = _since(repository, wanted, question, known) if known is not None and wanted else {}
    missing = wanted - found.keys()
    return found | _all(repository, missing, question) if missing else found


def _all(repository: Repository, names: set[bytes], question: Question) -> dict[bytes, Answer]:
    walk, scope = Walk(question, repository.shallow), scope_of(names)
    walk.whole_tree = not scope
    open_: Open = {name: (name,) for name in names}
    first_parents(repository, [repository.commit], scope, open_, walk)
    return _finished(repository, walk, scope)


def _since(
    repository: Repository, names: set[bytes], question: Question, known: Known
) -> dict[bytes, Answer]:
    """Answers from the commits after ``known``, and its own for the rest; what it lacks is left out."""
    walk = Walk(question, repository.shallow, known)
    walk.whole_tree = True
    open_: Open = {name: (name,) for name in names}
    revisions = [b"--max-count=%d" % _MOST_NEW, repository.commit, b"^" + known.commit]
    below = first_parents(repository, revisions, (), open_, walk)
    if open_ and below != known.commit:
        return {}
    walk.arrived(known.commit, open_)
    return _finished(repository, walk, ())


def _finished(repository: Repository, walk: Walk, scope: tuple[bytes, ...]) -> dict[bytes, Answer]:
    if walk.later or walk.births:
        with contextlib.ExitStack() as stack:
            trees = Trees(repository, stack)
            side_branches(repository, walk, trees, scope, {})
            look_through(repository, walk, trees)
    return walk.answers
