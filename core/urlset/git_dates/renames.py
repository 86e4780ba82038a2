"""Moves that change no byte, from outside of the folders that were asked for.

The first pass sees deletions only inside its scope. Births without one are looked up here, all in one batch
over the whole tree; the few that turn out to be moves go on under their old names, in at most two more
passes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import command
from .merges import Trees, Work, side_branches
from .repository import Repository, scope_of
from .stream import first_parents
from .walk import Birth, Walk, add, moved_from


def look_through(repository: Repository, walk: Walk, trees: Trees, stop: Callable[..., bool]) -> None:
    """Replace the answers of births that were moves from elsewhere by those of their old names."""
    for scoped in (True, False):
        moves = _moves(trees, walk)
        if not moves:
            return
        chain = [(birth, old) for birth, old in moves if birth.on_chain]
        scope = scope_of(old for _, old in chain) if scoped else ()
        walk.whole_tree = not scoped
        _follow_chain(repository, walk, chain, scope)
        walk.whole_tree = True
        work: Work = {}
        for birth, old in moves:
            if not birth.on_chain:
                add(work.setdefault(birth.parent, {}), old, birth.keys)
        side_branches(walk, trees, (), work, stop)


def _moves(trees: Trees, walk: Walk) -> list[tuple[Birth, bytes]]:
    births, walk.births = walk.births, []
    commits = dict.fromkeys(birth.commit for birth in births)
    deleted = {
        record.commit: record.changes for record in trees.ask(command.FIRST_PARENT, (), commits, lambda _: ())
    }
    found = ((birth, moved_from(birth.change, deleted[birth.commit])) for birth in births)
    return [(birth, old) for birth, old in found if old is not None]


def _follow_chain(
    repository: Repository, walk: Walk, chain: Sequence[tuple[Birth, bytes]], scope: Sequence[bytes]
) -> None:
    if not chain:
        return
    walk.on_chain = True
    for birth, old in chain:
        walk.waiting.setdefault(birth.commit, []).append((old, birth.keys))
    # Births were noted from the newest commit down: all the others lie below the first.
    first_parents(repository, [chain[0][0].commit], scope, {}, walk)
