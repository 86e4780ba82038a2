"""The search for a set of names in one repository: the chain, the side branches, the moves."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from typing import NamedTuple

from .answer import Answer
from .merges import Trees, side_branches
from .renames import look_through
from .repository import Repository, scope_of
from .stream import first_parents
from .walk import Keys, Open, Walk

_MOST_NEW = 2_000
"""From a known commit only so many commits are read, over the whole tree; beyond that, a search anew is
cheaper.
"""


class Question(NamedTuple):
    """What is asked of a repository, besides the names: it decides the answers."""

    follow: bool
    merged: bool
    ignored: frozenset[bytes]


class Known(NamedTuple):
    """Answers at an earlier commit (or at this one)."""

    commit: bytes
    answers: dict[bytes, Answer]


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


def _walk(repository: Repository, question: Question) -> Walk:
    return Walk(
        follow=question.follow, merged=question.merged, ignored=question.ignored, shallow=repository.shallow
    )


def _all(repository: Repository, names: set[bytes], question: Question) -> dict[bytes, Answer]:
    walk, scope = _walk(repository, question), scope_of(names)
    walk.whole_tree = not scope
    open_: Open = {name: (name,) for name in names}
    first_parents(repository, [repository.commit], scope, open_, walk)
    _finish(repository, walk, scope, lambda _commit, _name, _keys: False)
    return walk.answers


def _since(
    repository: Repository, names: set[bytes], question: Question, known: Known
) -> dict[bytes, Answer]:
    """Answers from the commits after ``known``, and its own for the rest; what it lacks is left out."""
    walk = _walk(repository, question)
    walk.whole_tree = True
    open_: Open = {name: (name,) for name in names}

    def stop(commit: bytes, name: bytes, keys: Keys) -> bool:
        if commit != known.commit or name not in known.answers:
            return False
        walk.answers.update(dict.fromkeys(keys, known.answers[name]))
        return True

    below = first_parents(
        repository, [b"--max-count=%d" % _MOST_NEW, repository.commit, b"^" + known.commit], (), open_, walk
    )
    if open_ and below != known.commit:
        return {}
    for name, keys in open_.items():
        stop(known.commit, name, keys)
    _finish(repository, walk, (), stop)
    return walk.answers


def _finish(
    repository: Repository, walk: Walk, scope: tuple[bytes, ...], stop: Callable[[bytes, bytes, Keys], bool]
) -> None:
    with contextlib.ExitStack() as stack:
        trees = Trees(repository, stack)
        side_branches(walk, trees, scope, {}, stop)
        look_through(repository, walk, trees, stop)
