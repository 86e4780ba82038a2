"""One repository: what a single probe tells about it, and the files that its HEAD holds."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Sequence
from typing import NamedTuple

from .. import fs, process
from . import command
from .answer import Unavailable
from .raw import fields

_OLDEST = (2, 31)
"""First git with ``--diff-merges=first-parent``."""


class Repository(NamedTuple):
    """A repository at one commit, which is named by its id from here on, never as HEAD."""

    where: tuple[str, ...]
    """The words that point git to it."""
    top: str
    """The folder that names in trees are relative to."""
    store: str
    """The folder that holds its objects and ``shallow`` (the common one, for linked worktrees)."""
    commit: bytes
    shallow: frozenset[bytes]
    """The commits whose parents were not fetched: what they say of a file's age is nothing."""


def probe(top: str, where: Sequence[str]) -> Repository:
    """Ask git once about the repository at ``top``. Raises Unavailable."""
    words = ("rev-parse", "--show-cdup", "--git-common-dir", "--verify", "HEAD^{commit}")
    try:
        status, output, complaint = process.run(
            command.command(where, *words), env=command.environment(), timeout=command.ANSWER_SECONDS
        )
    except TimeoutError:
        raise Unavailable("git-timeout") from None
    except (FileNotFoundError, PermissionError, NotADirectoryError):
        raise Unavailable("git-missing") from None
    except (OSError, ValueError):
        raise Unavailable("git-failed") from None
    if status:
        raise Unavailable(_reason(complaint))
    return _described(top, where, output)


def _described(top: str, where: Sequence[str], output: bytes) -> Repository:
    up, _, rest = output.partition(b"\n")
    store, _, commit = rest.rstrip(b"\n").rpartition(b"\n")  # a folder's name may hold line ends
    if not store or len(commit) not in (40, 64):
        raise Unavailable("git-failed")
    real_top = os.path.normpath(os.path.join(top, os.fsdecode(up)))
    folder = os.path.normpath(os.path.join(top, os.fsdecode(store)))
    return Repository(tuple(where), real_top, folder, commit, _shallow(folder))


def _reason(complaint: str) -> str:
    for words, reason in (
        ("dubious ownership", "unsafe-directory"),
        ("unsafe repository", "unsafe-directory"),  # git 2.35
        ("not a git repository", "no-repository"),
        ("Needed a single revision", "no-commits"),
    ):
        if words in complaint:
            return reason
    return "git-failed"


def _shallow(store: str) -> frozenset[bytes]:
    try:
        return frozenset(fs.read(os.path.join(store, "shallow")).split())
    except OSError:
        return frozenset()


def failure(repository: Repository) -> Unavailable:
    """Why git could not read the history, asked only after it failed."""
    packs = os.path.join(repository.store, "objects", "pack")
    try:
        if any(name.endswith(".promisor") for name in os.listdir(packs)):
            return Unavailable("partial-clone")
        told = process.run(
            command.command((), "version"), env=command.environment(), timeout=command.ANSWER_SECONDS
        )
    except (OSError, ValueError):  # TimeoutError is an OSError
        return Unavailable("git-failed")
    return Unavailable("git-too-old" if _version(told.output) < _OLDEST else "git-failed")


def _version(output: bytes) -> tuple[int, ...]:
    numbers = output.decode("ascii", "replace").removeprefix("git version ").split(".")
    return tuple(int(number) for number in numbers[:2] if number.isdigit())


def tree(repository: Repository, scope: Sequence[bytes]) -> set[bytes]:
    """The names of all files at the repository's commit within ``scope``. Raises Unavailable."""
    words: tuple[str | bytes, ...] = ("ls-tree", "-r", "-z", "--full-tree", repository.commit, "--", *scope)
    parts = (record.partition(b"\t") for record in answers(repository, *words))
    return {name for kind, _, name in parts if b" blob " in kind}


def answers(repository: Repository, *words: str | bytes) -> Generator[bytes, None, None]:
    """The fields that one git gives on ``words``; who stops reading them closes it. Raises Unavailable."""
    asked = command.command(repository.where, *words)
    try:
        with process.started(asked, env=command.environment(), timeout=command.HISTORY_SECONDS) as git:
            assert git.stdout is not None
            yield from fields(git.stdout)
            # A git that dies leaves a short stream that looks complete: only its status tells.
            done = git.wait() == 0
    except TimeoutError:
        raise Unavailable("git-timeout") from None
    except OSError:
        raise Unavailable("git-missing") from None
    if not done:
        raise failure(repository)


def scope_of(names: Iterable[bytes], most: int = 20) -> tuple[bytes, ...]:
    """The smallest set of folders (and files at the top) that covers ``names``; none: the whole tree.

    Never the list of files: git tests each path of a commit against each of them.
    """
    parents = {os.path.dirname(name) or name for name in names}
    depth = max((folder.count(b"/") for folder in parents), default=0) + 1
    while depth:
        folders = _outermost({b"/".join(folder.split(b"/")[:depth]) for folder in parents})
        if len(folders) <= most:
            return tuple(sorted(folders))
        depth -= 1
    return ()


def _outermost(folders: set[bytes]) -> set[bytes]:
    def covered(folder: bytes) -> bool:
        while folder := os.path.dirname(folder):
            if folder in folders:
                return True
        return False

    return {folder for folder in folders if not covered(folder)}
