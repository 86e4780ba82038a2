"""Files of a folder and of all below it, in a fixed order; nothing outside is ever reached through a link."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

Leave = Callable[[bytes, str], None]
"""Told of what is not given out: path below the root, and a reason of `urlset.tally.REASONS`."""


class File(NamedTuple):
    """One regular file."""

    path: bytes
    below: bytes
    """Its path below the root, with forward slashes."""
    mtime: float
    size: int


class Unreadable(Exception):
    """A folder or file that cannot be read: ``path`` as text for people, ``problem`` from the system."""

    def __init__(self, path: bytes, problem: str) -> None:
        super().__init__(problem)
        self.path, self.problem = os.fsdecode(path), problem


def files(
    root: str, leave: Leave, *, follow_links: bool = False, hidden: bool = False, keep_going: bool = False
) -> Iterator[File]:
    """All regular files below ``root``, folder by folder, each sorted by name.

    Links are left out, or followed while they stay inside, each file and folder once. Raises Unreadable,
    which ``keep_going`` turns into a call of ``leave``.
    """
    walk = _Walk(os.fsencode(os.path.abspath(root)), leave, follow_links, hidden, keep_going)
    waiting = [b""]
    while waiting:
        # A folder below is read after its files, before its siblings, without recursion.
        found, folders = walk.folder(waiting.pop())
        yield from found
        waiting.extend(reversed(folders))


class _Walk:
    def __init__(self, root: bytes, leave: Leave, follow_links: bool, hidden: bool, keep_going: bool) -> None:
        self._root, self._leave = root, leave
        self._real = os.path.realpath(root)
        self._follow, self._hidden, self._keep_going = follow_links, hidden, keep_going
        self._seen: set[tuple[int, int]] = set()

    def folder(self, below: bytes) -> tuple[list[File], list[bytes]]:
        """Files and folders in one folder."""
        found: list[File] = []
        folders: list[bytes] = []
        for name in self._names(below):
            inside = below + b"/" + name if below else name
            try:
                self._sort(inside, name, found, folders)
            except OSError as error:
                self._unreadable(inside, error)
        return found, folders

    def _names(self, below: bytes) -> list[bytes]:
        try:
            return sorted(os.listdir(os.path.join(self._root, below)))
        except OSError as error:
            self._unreadable(below, error)
            return []

    def _sort(self, inside: bytes, name: bytes, found: list[File], folders: list[bytes]) -> None:
        path = os.path.join(self._root, inside)
        if name.startswith(b".") and not self._hidden and name != b".well-known":
            self._leave(inside, "hidden")
        elif os.path.islink(path) and not self._inside(path):
            self._leave(inside, "link")
        else:
            status = os.stat(path)
            if os.path.isdir(path):
                if self._first(status):
                    folders.append(inside)
            elif os.path.isfile(path):
                found.append(File(path, inside, status.st_mtime, status.st_size))
            else:
                self._leave(inside, "special-file")

    def _inside(self, path: bytes) -> bool:
        """Whether a link may be followed: asked for, leads to something, and stays below the root."""
        if not self._follow:
            return False
        real = os.path.realpath(path)
        return os.path.exists(real) and (real + b"/").startswith(self._real + b"/") and real != self._real

    def _first(self, status: os.stat_result) -> bool:
        """Whether a folder is met for the first time; only links can bring one twice."""
        if not self._follow:
            return True
        key = (status.st_dev, status.st_ino)
        new = key not in self._seen
        self._seen.add(key)
        return new

    def _unreadable(self, below: bytes, error: OSError) -> None:
        if not self._keep_going:
            raise Unreadable(os.path.join(self._root, below), error.strerror or str(error)) from None
        self._leave(below, "unreadable")
