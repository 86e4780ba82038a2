"""Files staged beside their targets and renamed into place together.

Order is the promise: every file is complete and on disk before the first is renamed, and they are renamed in
the order in which they were given, the index last. A file whose content is already there is left untouched,
with its time.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from types import TracebackType

from .. import fs
from ..errors import OutputError

Same = Callable[[bytes, bytes], bool]


class Staging:
    """A folder's next set of files. Use as a context: whatever was not published is gone afterwards.

    ``alone`` says that the caller holds the folder's lock: what killed builds left is cleared away. ``dry``
    only tells what would change.
    Raises OutputError, from every method, where the system refuses; the earlier files then still stand.
    """

    def __init__(self, folder: str, *, alone: bool = False, dry: bool = False) -> None:
        self.folder, self._alone, self._dry = folder, alone, dry
        self.written: list[str] = []
        """Names whose content changed, in the order of renaming; valid after `publish`."""
        self._staged: list[str] = []
        self._unwanted: list[str] = []
        self._memory: tuple[str, bytes, bytes] | None = None
        self._place = ""

    def __enter__(self) -> Staging:
        try:
            if not self._dry:
                fs.make_folder(self.folder)
            for left in fs.stale_staging(self.folder) if self._alone else ():
                fs.remove_staging(left)
        except OSError as refused:
            raise _refused(self.folder, refused) from refused
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._place:
            fs.remove_staging(self._place)

    def put(self, name: str, content: bytes, same: Same = bytes.__eq__) -> bool:
        """Stage a file; False where a file with the ``same`` content is already there."""
        target = os.path.join(self.folder, name)
        try:
            if self._stands(target, content, same):
                return False
            if self._dry:
                return True
            self._place = self._place or fs.make_staging(self.folder)
            fs.write_durably(os.path.join(self._place, name), content, fs.file_mode(target))
        except OSError as refused:
            raise _refused(target, refused) from refused
        self._staged.append(name)
        return True

    def unwanted(self, name: str) -> None:
        """Remove a file of an earlier build when the new ones stand."""
        self._unwanted.append(name)

    def remember(self, path: str, first: bytes, last: bytes) -> None:
        """A file that says ``first`` from before the first change on, and ``last`` after the last one.

        It may lie in another folder, which then is made.
        """
        self._memory = (path, first, last)

    def publish(self) -> None:
        """Rename all staged files into place, in the order in which they were put."""
        target = self.folder
        if self._dry:
            return
        try:
            self._note(0)
            for name in self._staged:
                target = os.path.join(self.folder, name)
                fs.rename(os.path.join(self._place, name), target)
            for name in self._unwanted:
                target = os.path.join(self.folder, name)
                fs.remove(target)
            if self._staged or self._unwanted:
                fs.sync_folder(self.folder)
            self._note(1)
        except OSError as refused:
            raise _refused(target, refused) from refused
        self.written = self._staged

    def _note(self, which: int) -> None:
        """Put the first or the last form of what is remembered into place, unless it stands there."""
        if self._memory is None:
            return
        target, content = self._memory[0], self._memory[1:][which]
        changes = self._staged or self._unwanted
        if (which == 0 and not changes) or self._stands(target, content, bytes.__eq__):
            return
        if os.path.dirname(target) != self.folder.rstrip(os.sep):
            # Maybe on another disk, where nothing can be renamed to.
            fs.write_over(target, content)
            return
        self._place = self._place or fs.make_staging(self.folder)
        staged = os.path.join(self._place, f"memory-{which}")
        fs.write_durably(staged, content, fs.file_mode(target))
        fs.rename(staged, target)
        fs.sync_folder(self.folder)

    def _stands(self, target: str, content: bytes, same: Same) -> bool:
        try:
            found = os.lstat(target)
        except FileNotFoundError:
            return False
        if not stat.S_ISREG(found.st_mode):
            raise OutputError(target, "is there and is no regular file", "Move it away")
        return same(fs.read(target), content)


def _refused(path: str, error: OSError) -> OutputError:
    return OutputError(path, f"cannot be written: {error.strerror or error}")
