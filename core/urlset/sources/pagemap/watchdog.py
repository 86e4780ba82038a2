"""A time limit for waiting on a database that no driver keeps: a thread that cuts the connection.

Timeouts of servers and sockets do not fire when a server stalls in the middle of an answer; shutting the
socket down does free the reader, at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ... import clock

_TICK = 0.1


class Watchdog:
    """Cuts a connection when one wait lasts over ``timeout`` seconds, or all waits over ``total``."""

    def __init__(self, timeout: float, total: float) -> None:
        self.timeout, self.total = timeout, total
        self.waited = 0.0
        """Seconds spent in `waiting` so far."""
        self.expired = False
        self._cut: Callable[[], None] | None = None
        self._deadline: float | None = None
        self._over = threading.Event()

    @contextmanager
    def guarding(self, cut: Callable[[], None] | None) -> Iterator[None]:
        """Within the block ``cut`` is called when the time is up; None where somebody else asks `past`."""
        self._cut = cut
        thread = threading.Thread(target=self._watch, name="urlset-watchdog", daemon=True)
        if cut is not None:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            if cut is not None:
                thread.join()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """The block waits for the database."""
        begun = clock.monotonic()
        self._deadline = begun + min(self.timeout, max(self.total - self.waited, 0.0))
        try:
            yield
        finally:
            self._deadline = None
            self.waited += clock.monotonic() - begun

    def past(self) -> bool:
        """Whether the time of the present wait is up."""
        deadline = self._deadline
        if deadline is not None and clock.monotonic() > deadline:
            self.expired = True
        return self.expired

    def _watch(self) -> None:
        while not self._over.wait(_TICK):
            if self.past() and self._cut is not None:
                self._cut()
                return
