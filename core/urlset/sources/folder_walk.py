"""Files of a folder and of all below it, in a fixed order; nothing outside is ever reached through a link."""

from __future__ import annotations

import os
import stat
from collections import deque
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

    Links are left out, or followed while they stay inside, each file and folder once: a link counts only
    where nothing else leads to what it names. Raises Unreadable, which ``keep_going`` turns into a call of
    ``leave``.
    """
    walk = _Walk(os.fsencode(os.path.abspath(root)), leave, follow_links, hidden, keep_going)
    waiting = [b""]
    while waiting or walk.links:
        if not waiting:
            yield from walk.linked(waiting)
            continue
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
        self.links: deque[bytes] = deque()
        """Links that stay inside, for when all that is no link has been read."""

    def linked(self, folders: list[bytes]) -> list[File]:
        """The next link: its file, or its folder added to ``folders``; nothing where that was read before."""
        inside = self.links.popleft()
        found: list[File] = []
        try:
            self._take(inside, found, folders, link=True)
        except OSError as error:
            self._unreadable(inside, error)
        return found

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
        elif not os.path.islink(path):
            self._take(inside, found, folders)
        elif self._inside(path):
            self.links.append(inside)
        else:
            self._leave(inside, "link")

    def _take(self, inside: bytes, found: list[File], folders: list[bytes], link: bool = False) -> None:
        path = os.path.join(self._root, inside)
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            if self._first(status):
                folders.append(inside)
        elif not stat.S_ISREG(status.st_mode):
            self._leave(inside, "special-file")
        elif not self._first(status) and link:
            self._leave(inside, "link")
        else:
            # A file that is no link is listed even if it shares its inode: copies by hard links are pages.
            found.append(File(path, inside, status.st_mtime, status.st_size))

    def _inside(self, path: bytes) -> bool:
        """Whether a link may be followed: asked for, leads to something, and stays below the root."""
        if not self._follow:
            return False
        real = os.path.realpath(path)
        return os.path.exists(real) and (real + b"/").startswith(self._real + b"/") and real != self._real

    def _first(self, status: os.stat_result) -> bool:
        """Whether a file or folder is met for the first time; only links can bring one twice."""
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
