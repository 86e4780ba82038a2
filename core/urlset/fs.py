"""The one door to files: nothing else in urlset opens a file for writing, renames or removes one.

Short on purpose, and in terms of the system's own calls, so that a test can count them and make the n-th
one fail.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import tempfile
import weakref
from collections.abc import Iterator
from typing import IO

from .errors import OutputError

STAGING = ".urlset-tmp-"
"""How the name of a staging folder begins; 16 hexadecimal digits follow."""


def read(path: str, limit: int | None = None) -> bytes:
    """The bytes of a regular file, at most ``limit`` + 1 of them (so that a longer file shows)."""
    with open_regular(path) as file:
        return file.read() if limit is None else file.read(limit + 1)


def open_regular(path: str) -> IO[bytes]:
    """``path`` opened for reading, if it is a regular file; a pipe or device never blocks the caller.

    Raises OSError, as ``open`` does; FileNotFoundError's siblings for folders and special files.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except ValueError:  # a NUL, or what no encoding has
        raise OSError(22, "no file can have this name", path) from None
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(21, "is a folder", path)
        if not stat.S_ISREG(mode):
            raise OSError(22, "is no regular file", path)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def make_folder(path: str) -> None:
    """Make ``path`` and what is missing above it."""
    os.makedirs(path, exist_ok=True)


def make_staging(folder: str) -> str:
    """A new private folder inside ``folder``, on the same device, for files that are to be renamed."""
    path = os.path.join(folder, STAGING + secrets.token_hex(8))
    os.mkdir(path, 0o700)
    return path


def write_durably(path: str, content: bytes, mode: int) -> None:
    """A new file with ``content``, on disk when this returns. Never an existing one, never through a link."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(descriptor, view) :]
        os.fchmod(descriptor, mode)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def rename(source: str, target: str) -> None:
    """Put ``source`` in the place of ``target`` in one step."""
    os.replace(source, target)


def sync_folder(path: str) -> None:
    """Make renames in ``path`` durable; file systems that cannot are left alone (their promise is weaker)."""
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def lock(path: str) -> int | None:
    """An open descriptor that holds a lock on ``path``, or None where somebody else does.

    Closing it lets go. On a file system without locks it holds nothing, which is a weaker promise.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except (ImportError, OSError):
        return descriptor
    return descriptor


def remove(path: str) -> None:
    """Remove one file; none there is as good."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def stale_staging(folder: str) -> list[str]:
    """The staging folders that earlier builds left in ``folder``, whose lock the caller holds."""
    with contextlib.suppress(OSError):
        names = [name for name in os.listdir(folder) if name.startswith(STAGING)]
        return [os.path.join(folder, name) for name in names if len(name) == len(STAGING) + 16]
    return []


def remove_staging(path: str) -> None:
    """Remove a staging folder and the files in it, never following a link."""
    with contextlib.suppress(OSError):
        for name in os.listdir(path):
            os.unlink(os.path.join(path, name))
        os.rmdir(path)


def write_over(path: str, content: bytes) -> None:
    """A small file of ours, replaced as a whole; its folder is made."""
    folder = os.path.dirname(os.path.abspath(path))
    make_folder(folder)
    staged = os.path.join(folder, f"{STAGING}{secrets.token_hex(8)}")
    try:
        write_durably(staged, content, 0o644)
        os.replace(staged, path)
    except OSError:
        remove(staged)
        raise


def write_changed(path: str, content: bytes) -> None:
    """`write_over`, unless the file holds this content already: then it keeps its time."""
    try:
        if read(path) == content:
            return
    except OSError:
        pass
    write_over(path, content)


def walk(folder: str) -> Iterator[str]:
    """The regular files below ``folder``, in a fixed order; links to folders are not followed."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        yield from (path for name in sorted(names) if os.path.isfile(path := os.path.join(place, name)))


def file_mode(path: str) -> int:
    """The mode that a file at ``path`` should have: its present one, else what the umask gives."""
    try:
        found = os.stat(path, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return 0o666 & ~_umask()
    return stat.S_IMODE(found) if stat.S_ISREG(found) else 0o666 & ~_umask()


class Scratch:
    """A nameless temporary file, gone when it is closed or forgotten.

    Opening it and `add` raise OutputError where the folder for temporary files is full or not there.
    """

    def __init__(self) -> None:
        with _explained():
            self._file = tempfile.TemporaryFile(prefix="urlset-", buffering=0)  # noqa: SIM115 - closed below
        self.close = weakref.finalize(self, self._file.close)
        """Give its room on the disk back."""
        self.size = 0
        """Bytes that were added."""

    def __enter__(self) -> Scratch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, content: bytes) -> None:
        """Write at the end."""
        view = memoryview(content)
        while view:
            with _explained():
                view = view[self._file.write(view) :]
        self.size += len(content)

    def read(self, size: int, place: int) -> bytes:
        """``size`` bytes at ``place``, whatever others read; OSError where it is short."""
        data = os.pread(self._file.fileno(), size, place)
        if len(data) < size:
            raise OSError(f"{size - len(data):,} bytes are missing at {place:,}")
        return data


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        folder = tempfile.tempdir or "TMPDIR"
        problem = f"cannot be used for temporary files: {error.strerror or error}"
        raise OutputError(folder, problem, "Make room there, or name another folder in TMPDIR") from None


def _umask() -> int:
    # There is no call that only reads it; 0o022 stands for the instant between the two.
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
