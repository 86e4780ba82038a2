"""The one runner of other programs: an argument list, a chosen environment, limits, never a shell."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

Running = subprocess.Popen[bytes]
"""A started program."""


Late = subprocess.TimeoutExpired
"""Raised by waiting for a program that has not ended."""


class Result(NamedTuple):
    """What a finished program left: exit status, output and the words of its complaint."""

    status: int
    output: bytes
    complaint: str


def run(
    command: Sequence[str | bytes], *, env: Mapping[str, str], timeout: float = 60.0, limit: int = 1 << 20
) -> Result:
    """Run ``command`` to its end with nothing on its input.

    Raises OSError where it cannot be started or writes more than ``limit`` bytes, TimeoutError after
    ``timeout`` seconds.
    """
    with started(command, env=env, timeout=timeout, complaints=True) as child:
        assert child.stdout is not None
        complaint: list[bytes] = []
        reader = threading.Thread(target=_read_complaint, args=(child, complaint, limit), daemon=True)
        reader.start()
        output = child.stdout.read(limit + 1)
        if len(output) > limit:
            raise OSError(f"more than {limit} bytes of output")
        status = child.wait()
        reader.join()
    return Result(status, output, b"".join(complaint).decode("utf-8", "replace"))


@contextlib.contextmanager
def started(
    command: Sequence[str | bytes],
    *,
    env: Mapping[str, str],
    feed: bool = False,
    complaints: bool = False,
    timeout: float | None = 600.0,
) -> Iterator[Running]:
    """A running program to read from (and write to, with ``feed``); it is gone when the block ends.

    Raises OSError where it cannot be started, and TimeoutError at the end of the block where it had to be
    stopped after ``timeout`` seconds (the block sees its output end). With None the caller sees to that.
    """
    child = subprocess.Popen(
        command,
        env=dict(env),
        stdin=subprocess.PIPE if feed else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if complaints else subprocess.DEVNULL,
        process_group=0,
    )
    late = threading.Event()
    watch = threading.Timer(timeout or threading.TIMEOUT_MAX, _end_late, args=(child, late))
    if timeout is not None:
        watch.daemon = True
        watch.start()
    try:
        yield child
    finally:
        watch.cancel()
        _stop(child)
        with contextlib.suppress(BrokenPipeError), child:
            pass
        if late.is_set():
            raise TimeoutError(f"no end within {timeout or 0:g} seconds")


def _end_late(child: Running, late: threading.Event) -> None:
    late.set()
    _stop(child)


def _stop(child: Running) -> None:
    # The whole group: a wrapper script that is killed alone leaves children that keep the pipes open.
    if child.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)


def _read_complaint(child: Running, into: list[bytes], limit: int) -> None:
    assert child.stderr is not None
    with contextlib.suppress(OSError, ValueError):
        into.append(child.stderr.read(limit))
