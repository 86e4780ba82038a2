"""The one runner of other programs: an argument list, a chosen environment, a time limit, never a shell."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple


class Result(NamedTuple):
    """What a finished program left: exit status, output and the words of its complaint."""

    status: int
    output: bytes
    complaint: str


def run(
    command: Sequence[str | bytes],
    *,
    env: Mapping[str, str],
    folder: str | None = None,
    timeout: float = 60.0,
) -> Result:
    """Run ``command`` to its end with nothing on its input.

    Raises OSError where it cannot be started and TimeoutError after ``timeout`` seconds.
    """
    try:
        done = subprocess.run(
            command,
            env=dict(env),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise TimeoutError(f"no answer within {timeout:g} seconds") from late
    return Result(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


@contextlib.contextmanager
def started(
    command: Sequence[str | bytes], *, env: Mapping[str, str], folder: str | None = None, feed: bool = False
) -> Iterator[subprocess.Popen[bytes]]:
    """A running program to read from (and write to, with ``feed``); it is gone when the block ends."""
    process = subprocess.Popen(
        command,
        env=dict(env),
        cwd=folder,
        stdin=subprocess.PIPE if feed else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        with process:
            pass
