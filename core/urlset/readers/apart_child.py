"""The other side of `urlset.readers.apart`: reads what it is given, within limits of the system's own."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from .apart import Ask, Told
from .head import read_head
from .refused import Refused
from .safe_xml import read

MOST_TEXT = 1 << 20
"""Characters of calls that are kept before they are told: a long namespace can stand in each of many tags."""


def main() -> None:
    """Serve one document after another, until nothing more is asked."""
    # Millions of small records come and go here, in no circles.
    gc.set_threshold(100_000, 20, 20)
    while (ask := _next()) is not None:
        try:
            _limit(ask)
            _head(ask) if ask.what == "head" else _xml(ask)
        except Refused as no:
            refused = (no.reason, no.problem, no.advice, no.line, no.column, no.is_limit)
            _tell(Told(refused=refused))
        except MemoryError:
            problem = f"takes more than {ask.memory >> 20} MiB of memory to read"
            _tell(Told(refused=("memory", problem, "", 0, 0, True)))
            return


def _xml(ask: Ask) -> None:
    calls = _Calls()
    reading = read(calls.pieces(), calls, limits=ask.limits, encoding=ask.encoding, lenient=ask.lenient)
    _tell(Told(calls.kept, reading=reading))


def _head(ask: Ask) -> None:
    _tell(Told(head=read_head([ask.piece or b""])))


class _Calls:
    """A target that only writes down what it is told, and passes it on."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        self._size = 0

    def start(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        self.kept.append((0, tag, dict(attributes), line, column))
        self._size += len(tag)
        if attributes:
            self._size += sum(len(name) + len(value) for name, value in attributes.items())
        if self._size > MOST_TEXT:
            self._pass_on()

    def end(self, tag: str) -> None:
        self.kept.append((1, tag))
        self._size += len(tag)
        if self._size > MOST_TEXT:
            self._pass_on()

    def text(self, text: str) -> None:
        self.kept.append((2, text))
        self._size += len(text)

    def namespaces(self, declared: Mapping[str, str]) -> None:
        self.kept.append((3, dict(declared)))
        self._size += sum(map(len, declared.values()))

    def comment(self, text: str) -> None:
        self.kept.append((4, text))
        self._size += len(text)

    def instruction(self, name: str, text: str) -> None:
        self.kept.append((5, name, text))
        self._size += len(name) + len(text)

    def pieces(self) -> Iterator[bytes]:
        """The document; before each piece, what was called since the last one is told."""
        while True:
            self._pass_on(more=True)
            ask = _next()
            if ask is None or ask.piece is None:
                return
            yield ask.piece

    def _pass_on(self, more: bool = False) -> None:
        _tell(Told(self.kept, more=more))
        self.kept, self._size = [], 0


def _next() -> Ask | None:
    size = sys.stdin.buffer.read(4)
    if len(size) < 4:
        return None
    return msgspec.msgpack.decode(sys.stdin.buffer.read(int.from_bytes(size)), type=Ask)


def _tell(told: Told) -> None:
    content = msgspec.msgpack.encode(told)
    sys.stdout.buffer.write(len(content).to_bytes(4) + content)
    sys.stdout.buffer.flush()


def _limit(ask: Ask) -> None:
    """Hold the process to the limits of one document, where the system can."""
    with contextlib.suppress(ImportError):
        import resource

        usage = resource.getrusage(resource.RUSAGE_SELF)
        seconds = int(usage.ru_utime + usage.ru_stime) + ask.seconds + 1
        _lower(resource.RLIMIT_CPU, seconds)
        _lower(resource.RLIMIT_AS, ask.memory)
        _lower(resource.RLIMIT_CORE, 0)


def _lower(what: int, most: int) -> None:
    import resource

    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
