"""Moves that change no byte, from outside of the folders that were asked for.

The first pass sees deletions only inside its scope. Births without one are looked up here, all in one batch
over the whole tree; the few that turn out to be moves go on under their old names, in at most two more
passes.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import command
from .merges import Trees, Work, side_branches
from .repository import Repository, scope_of
from .stream import first_parents
from .walk import Birth, Walk, add, deletions, moved_from


def look_through(repository: Repository, walk: Walk, trees: Trees) -> None:
    """Replace the answers of births that were moves from elsewhere by those of their old names."""
    while moves := _moves(trees, walk):
        work: Work = {}
        chain = [move for move in moves if move[0].on_chain] if walk.passes else []
        for birth, old in moves:
            if not (birth.on_chain and chain):
                add(work.setdefault(birth.parent, {}), old, birth.keys)
        _follow_chain(repository, walk, chain)
        # A search by single steps sees whole trees, where no move comes from outside.
        walk.whole_tree = True
        side_branches(repository, walk, trees, (), work)


def _moves(trees: Trees, walk: Walk) -> list[tuple[Birth, bytes]]:
    births, walk.births = walk.births, []
    commits = dict.fromkeys(birth.commit for birth in births)
    asked = trees.ask(command.DELETED, (), commits, lambda _: ())
    deleted = {record.commit: deletions(record.changes) for record in asked}
    found = ((birth, moved_from(birth.change, deleted[birth.commit])) for birth in births)
    return [(birth, old) for birth, old in found if old is not None]


def _follow_chain(repository: Repository, walk: Walk, chain: Sequence[tuple[Birth, bytes]]) -> None:
    """One pass for all old names: each joins when the commit passes that gave it its new name."""
    if chain:
        # The last pass sees the whole tree, so that it leaves no further births to look up.
        walk.whole_tree = walk.passes == 1
        scope = () if walk.whole_tree else scope_of(old for _, old in chain)
        for birth, old in chain:
            walk.waiting.setdefault(birth.commit, []).append((old, birth.keys))
        # Births were noted from the newest commit down: all the others lie below the first.
        walk.on_chain = True
        first_parents(repository, [chain[0][0].commit], scope, {}, walk)
