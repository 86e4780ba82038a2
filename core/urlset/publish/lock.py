"""One build at a time in a folder: a lock that the system lets go when its process ends, however it ends."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from .. import fs
from ..errors import BuildLocked, OutputError

NAME = ".urlset.lock"


@contextlib.contextmanager
def locked(folder: str) -> Iterator[None]:
    """Hold the folder, which is made if it is missing, until the block ends.

    The file stays; it is empty and nobody needs to delete it. Raises BuildLocked where another build holds
    the folder, and OutputError.
    """
    path = os.path.join(folder, NAME)
    try:
        fs.make_folder(folder)
        descriptor = fs.lock(path)
    except OSError as refused:
        raise OutputError(folder, f"cannot be written: {refused.strerror or refused}") from refused
    if descriptor is None:
        raise BuildLocked(folder, "another build is writing here")
    try:
        yield
    finally:
        os.close(descriptor)
