"""Which repository a file belongs to, and under which name: the file system is asked, never git.

Symbolic links are resolved first, so that submodules, nested repositories, linked worktrees and linked
folders fall out of one rule: the nearest folder above the real file that holds ``.git`` (a folder, or a file
in a submodule or worktree). A tracked link has a history of its own, which counts too: pointing it elsewhere
changes the page.
"""

from __future__ import annotations

import contextlib
import os
from typing import NamedTuple

_MAX_LINKS = 40
"""As many links as Linux follows in one path."""


class Place(NamedTuple):
    """Where a path leads: the real file, and the links (by real folder) that were passed on the way."""

    file: str
    links: tuple[str, ...]


class _Folder(NamedTuple):
    """What is known of a folder whose files are asked for."""

    prefix: str
    links: tuple[str, ...]
    special: frozenset[str]
    """Names that are no plain files of it: links, and those of folders."""


class Places:
    """Resolves paths; each folder is looked at once."""

    def __init__(self) -> None:
        self._asked: dict[str, _Folder] = {}
        self._folders: dict[str, Place] = {}
        self._tops: dict[str, str | None] = {}

    def file(self, path: str) -> Place:
        """The real place of a file, given absolute or relative to the present folder."""
        name = path.rpartition(os.sep)[2]
        head = path[: len(path) - len(name)]
        folder = self._asked.get(head)
        if folder is None:
            folder = self._asked[head] = self._listed(self.resolve(os.path.abspath(head)))
        if name in folder.special:
            return self.resolve(os.path.abspath(path))
        return Place(folder.prefix + name, folder.links)

    def _listed(self, place: Place) -> _Folder:
        # One listing of a folder is quicker than a question for each of its files.
        special = {"", ".", ".."}
        with contextlib.suppress(OSError), os.scandir(place.file) as entries:
            special.update(entry.name for entry in entries if entry.is_symlink())
        return _Folder(os.path.join(place.file, ""), place.links, frozenset(special))

    def resolve(self, path: str, depth: int = 0) -> Place:
        """The real place of ``path``, which need not exist. A loop of links ends where it is noticed."""
        parent, name = os.path.split(path)
        if not name:
            return Place(path, ()) if parent == path else self._folder(parent, depth)
        above = self._folder(parent, depth)
        if name in (".", ".."):
            return above if name == "." else Place(os.path.dirname(above.file), above.links)
        here = os.path.join(above.file, name)
        if depth >= _MAX_LINKS or not os.path.islink(here):
            return Place(here, above.links)
        target = self.resolve(os.path.join(above.file, os.readlink(here)), depth + 1)
        return Place(target.file, (*above.links, here, *target.links))

    def top(self, folder: str) -> str | None:
        """The nearest folder at or above ``folder`` (a real path) that holds ``.git``, or None."""
        if folder not in self._tops:
            parent = os.path.dirname(folder)
            if os.path.lexists(os.path.join(folder, ".git")):
                self._tops[folder] = folder
            else:
                self._tops[folder] = None if parent == folder else self.top(parent)
        return self._tops[folder]

    def _folder(self, folder: str, depth: int) -> Place:
        if folder not in self._folders:
            place = self.resolve(folder, depth)
            if depth:
                return place
            self._folders[folder] = place
        return self._folders[folder]
