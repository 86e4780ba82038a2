"""The one way in which a reader says no."""

from __future__ import annotations

from ..errors import SourceError


class Refused(Exception):
    """A document is broken, or breaks a limit.

    ``reason`` is a stable word (``doctype``, ``too-deep``, ``syntax`` …), ``problem`` and ``advice`` are
    sentences without their final stops, ``line`` and ``column`` count from 1 and are 0 where they are not
    known. ``is_limit`` tells a broken limit from a broken document.
    """

    def __init__(
        self,
        reason: str,
        problem: str,
        advice: str = "",
        *,
        line: int = 0,
        column: int = 0,
        is_limit: bool = False,
    ) -> None:
        super().__init__(problem)
        self.reason, self.problem, self.advice = reason, problem, advice
        self.line, self.column, self.is_limit = line, column, is_limit

    def at(self, where: str) -> SourceError:
        """The same as an error of the build: ``where`` is the file or address that was read."""
        place = where + (f":{self.line}" if self.line else "") + (f":{self.column}" if self.column else "")
        return SourceError(place, self.problem, self.advice, code="SRC03" if self.is_limit else "SRC02")
