"""Documents that came over the network, read in a process of their own: should libxml2 crash on one, or take
more than it may, that process ends, and the document is refused like any broken one.

`Apart.read` is `urlset.readers.safe_xml.read` with the parser on the other side; the target is told here.
The limits of the guarded readers hold there too, and end a hostile document long before these.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Any

import msgspec
from msgspec import Struct

from .. import process
from .head import Head
from .refused import Refused
from .safe_xml import LIMITS, Limits, Reading, Target

MEMORY = 512 << 20
"""Bytes of address space of the reading process."""

SECONDS = 30
"""Seconds of computing for one document."""

PATIENCE = 30.0
"""Seconds that a process may stand still, besides twice its seconds of computing."""

MOST_FRAME = 128 << 20
_KEPT = ("PATH", "PYTHONHOME", "PYTHONPATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL")
_PROGRAM = "import sys; sys.path.append(sys.argv[1]); from urlset.readers.apart_child import main; main()"


METHODS = ("start", "end", "text", "namespaces", "comment", "instruction")


class Ask(Struct, frozen=True, array_like=True):
    """What the other side is told: to begin a document, one piece of it, or (None) that it has ended."""

    what: str
    """``xml``, ``head`` or ``piece``."""
    piece: bytes | None = None
    limits: Limits = LIMITS
    encoding: str = ""
    lenient: bool = False
    memory: int = MEMORY
    seconds: int = SECONDS


class Told(Struct, frozen=True, array_like=True):
    """What the other side tells: calls of the target's methods, and how far it is."""

    calls: list[Any] = []
    """Each a tuple: the method's place in `METHODS`, and the arguments."""
    more: bool = False
    """Whether it waits for the next piece."""
    reading: Reading | None = None
    head: Head | None = None
    refused: tuple[str, str, str, int, int, bool] | None = None


class Apart:
    """A reading process, started at the first document and again after a crash; it ends with the block."""

    def __init__(self, *, memory: int = MEMORY, seconds: int = SECONDS) -> None:
        self._memory, self._seconds = memory, seconds
        self._running = contextlib.ExitStack()
        self._child: process.Running | None = None

    def __enter__(self) -> Apart:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def read(
        self,
        pieces: Iterable[bytes],
        target: Target,
        *,
        limits: Limits = LIMITS,
        encoding: str = "",
        lenient: bool = False,
    ) -> Reading:
        """As `urlset.readers.safe_xml.read`. Raises `Refused`, too, where the process died or had to."""
        told = self._ask(Ask("xml", None, limits, encoding, lenient, self._memory, self._seconds))
        source = iter(pieces)
        methods = [getattr(target, name, _nothing) for name in METHODS]
        while True:
            for place, *values in told.calls:
                methods[place](*values)
            if told.reading is not None:
                return told.reading
            told = self._ask(Ask("piece", next(source, None))) if told.more else self._hear()

    def head(self, content: bytes) -> Head:
        """As `urlset.readers.head.read_head`; a page on which the process dies says nothing that is known."""
        try:
            told = self._ask(Ask("head", content, memory=self._memory, seconds=self._seconds))
        except Refused:
            return Head(finished=False, whole=False)
        return told.head or Head(finished=False, whole=False)

    def _ask(self, ask: Ask) -> Told:
        content = msgspec.msgpack.encode(ask)
        child = self._started()
        assert child.stdin is not None
        try:
            child.stdin.write(len(content).to_bytes(4) + content)
            child.stdin.flush()
        except BrokenPipeError:
            raise self._died() from None
        return self._hear()

    def _hear(self) -> Told:
        size = int.from_bytes(self._bytes(4))
        try:
            told = msgspec.msgpack.decode(self._bytes(min(size, MOST_FRAME)), type=Told)
        except msgspec.DecodeError:
            raise self._died() from None
        if told.refused is not None:
            reason, problem, advice, line, column, is_limit = told.refused
            if reason == "memory":
                self._end()
            raise Refused(reason, problem, advice, line=line, column=column, is_limit=is_limit)
        return told

    def _bytes(self, size: int) -> bytes:
        assert self._child is not None
        assert self._child.stdout is not None
        pipe = self._child.stdout.fileno()
        content = bytearray()
        while len(content) < size:
            # Computing is bounded on the other side; this is for a process that stands still.
            if not select.select([pipe], [], [], 2 * self._seconds + PATIENCE)[0]:
                self._end()
                raise Refused("time", "takes too long to read", "Read a copy of it", is_limit=True)
            piece = os.read(pipe, min(size - len(content), 1 << 20))
            if not piece:
                raise self._died()
            content += piece
        return bytes(content)

    def _started(self) -> process.Running:
        if self._child is None:
            root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
            command = [sys.executable, "-P", "-c", _PROGRAM, root]
            environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
            started = process.started(command, env=environment, feed=True, timeout=None)
            try:
                self._child = self._running.enter_context(started)
            except OSError as error:
                problem = f"cannot be read: no process can be started for it ({error.strerror or error})"
                raise Refused("process", problem, "Fetch it to disk, and read it from there") from None
        return self._child

    def _died(self) -> Refused:
        """Why there is no answer any more."""
        assert self._child is not None
        with contextlib.suppress(process.Late):
            self._child.wait(1)
        status = self._child.returncode
        self._end()
        if status == -signal.SIGXCPU:
            return Refused(
                "time", f"takes more than {self._seconds} seconds of computing to read", is_limit=True
            )
        how = f"signal {-status}" if status and status < 0 else f"status {status}"
        return Refused("crash", f"ended the process that was to read it ({how})", "Do not use this document")

    def _end(self) -> None:
        self._child = None
        self._running.close()


def _nothing(*_: object) -> None:
    """What a target does not want to know."""
