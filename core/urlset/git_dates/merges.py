"""Phase 2: the side branches, for merges that brought an answer in, through lasting processes.

A name that differs from every parent of a merge was made by the merge itself (``diff-tree -c`` lists exactly
those). Any other goes to the first parent that has the same blob: for two parents that is the second, since
it differs from the first; for more, each pair is asked about.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from .. import process
from . import command
from .answer import Unavailable
from .raw import Record, fields_until, records
from .repository import Repository, failure
from .stream import first_parents
from .walk import Aside, Open, Walk, add, created, made, only_mode, settle

Work = dict[bytes, Open]
"""Open names by the commit at which they are open."""

_PATIENCE = 100
"""How many generations are followed one by one before another pass is worth its start."""

_BATCH = 60
"""Questions written at once. They fit into the smallest pipe, so neither side ever waits for the other."""


class Trees:
    """Lasting ``diff-tree`` processes for one repository, started at the first question of their kind."""

    def __init__(self, repository: Repository, stack: contextlib.ExitStack) -> None:
        self._repository, self._stack = repository, stack
        self._running: dict[tuple[tuple[str, ...], tuple[bytes, ...]], process.Running] = {}

    def ask(
        self,
        kind: tuple[str, ...],
        scope: Sequence[bytes],
        lines: Iterable[bytes],
        wanted: Callable[[bytes], Container[bytes]],
    ) -> Iterator[Record]:
        """The differences for each line (a commit, or a commit and a parent to compare with), in order.

        ``kind`` are the options that say what a merge is compared with. Raises Unavailable.
        """
        todo = list(lines)
        for start in range(0, len(todo), _BATCH):
            yield from self._batch(self._process(kind, tuple(scope)), todo[start : start + _BATCH], wanted)

    def _batch(
        self, git: process.Running, lines: list[bytes], wanted: Callable[[bytes], Container[bytes]]
    ) -> list[Record]:
        assert git.stdin is not None
        assert git.stdout is not None
        # A line that is no object id comes back as it is, flushed; nobody can guess this one.
        end = b"=%s=\n" % secrets.token_hex(8).encode()
        try:
            git.stdin.write(b"".join(line + b"\n" for line in lines) + end)
            git.stdin.flush()
            found = list(records(fields_until(git.stdout, end), wanted))
        except OSError:
            raise failure(self._repository) from None
        if len(found) != len(lines):
            raise failure(self._repository)
        return found

    def _process(self, kind: tuple[str, ...], scope: tuple[bytes, ...]) -> process.Running:
        if (kind, scope) not in self._running:
            words: tuple[str | bytes, ...] = (
                "diff-tree",
                "--stdin",
                "--always",
                *kind,
                *command.RAW,
                command.HEADER,
                "--",
                *scope,
            )
            started = process.started(
                command.command(self._repository.where, *words),
                env=command.environment(),
                feed=True,
                timeout=command.HISTORY_SECONDS,
            )
            try:
                self._running[kind, scope] = self._stack.enter_context(started)
            except OSError:
                raise Unavailable("git-missing") from None
        return self._running[kind, scope]


def side_branches(
    repository: Repository, walk: Walk, trees: Trees, scope: Sequence[bytes], work: Work
) -> None:
    """Follow the merges in ``walk.later`` and the names in ``work`` to their answers, round by round."""
    rounds = 0
    while work or walk.later:
        walk.on_chain = False
        _open_merges(walk, trees, work)
        at = {commit: names for commit, names in work.items() if not walk.arrived(commit, names)}
        if rounds >= _PATIENCE and walk.passes and at:
            # Step by step is quick for short branches only; a long way down is one more pass.
            longest = max(at, key=lambda commit: len(at[commit]))
            first_parents(repository, [longest], scope, at.pop(longest), walk)
            rounds = 0
        work, rounds = _one_generation(walk, trees, scope, at), rounds + 1


def _one_generation(walk: Walk, trees: Trees, scope: Sequence[bytes], at: Work) -> Work:
    below: Work = {}
    for record in trees.ask(command.FIRST_PARENT, scope, at, at.__getitem__):
        open_ = at[record.commit]
        settle(walk, record, open_)
        if open_ and record.parents:
            there = below.setdefault(record.parents[0], open_)
            if there is not open_:
                for name, keys in open_.items():
                    add(there, name, keys)
    return below


def _open_merges(walk: Walk, trees: Trees, work: Work) -> None:
    """Send each name that was put aside at a merge to the parent that has it, or answer it."""
    later, walk.later = walk.later, {}
    for combined in trees.ask(command.COMBINED, (), later, lambda commit: later[commit].names):
        aside = later[combined.commit]
        for change in combined.changes:
            if change.name in aside.names:
                _made_by_merge(walk, aside, change.meta, change.name, work)
        for name, parent in _brought_by(trees, aside):
            add(work.setdefault(parent, {}), name, aside.names[name][0])


def _made_by_merge(walk: Walk, aside: Aside, meta: bytes, name: bytes, work: Work) -> None:
    keys, change = aside.names.pop(name)
    parents = aside.record.parents
    *_, result = blobs = meta.split()[len(parents) + 1 : -1]
    same = blobs[:-1].index(result) if result in blobs[:-1] else None
    if same is not None:  # only the mode differs from every parent
        add(work.setdefault(parents[same], {}), name, keys)
    elif aside.record.commit in walk.ignored and not meta.endswith(b"A" * len(parents)):
        skipped = parents[0] if not created(change.meta) else parents[_first_with(blobs)]
        add(work.setdefault(skipped, {}), name, keys)
    else:
        old = None
        if meta.endswith(b"A" * len(parents)):
            old = made(walk, aside.record, change, keys)
        else:
            made(walk, aside.record, change._replace(meta=change.meta[:-1] + b"M"), keys)
        if old is not None:
            add(work.setdefault(parents[0], {}), old, keys)


def _first_with(blobs: Sequence[bytes]) -> int:
    return next(number for number, blob in enumerate(blobs) if blob.strip(b"0"))


def _brought_by(trees: Trees, aside: Aside) -> Iterator[tuple[bytes, bytes]]:
    """Each name of ``aside`` with the first parent that has the same content (never the very first)."""
    _, *parents = aside.record.parents
    left: dict[bytes, None] = dict.fromkeys(aside.names)
    for parent in parents[:-1]:
        # "commit parent" rewrites the commit's parents for the life of the process: a process of its own.
        pair = aside.record.commit + b" " + parent
        for record in trees.ask(command.EITHER, (), [pair], lambda _: left):
            differ = {change.name for change in record.changes if not only_mode(change.meta)}
            for name in [name for name in left if name not in differ]:
                del left[name]
                yield name, parent
    for name in left:
        yield name, parents[-1]
