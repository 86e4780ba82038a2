"""Collects remarks of one file as findings: every one counted, the first ones of each kind kept."""

from __future__ import annotations

from collections.abc import Iterable

from .entry import Node
from .finding import ERROR, SEVERITIES, Finding, Group, Remark
from .rules import RULES

MOST_VALUE = 200
"""Characters of a value that a finding shows."""


class Notes:
    """The findings of one file in one profile; ``keep`` of each rule and severity are kept whole."""

    def __init__(self, file: str, profile: str, keep: int) -> None:
        self.file, self._profile, self._keep = file, profile, keep
        self._counts: dict[tuple[str, str], int] = {}
        self._kept: dict[tuple[str, str], list[Finding]] = {}

    def add(self, remarks: Iterable[Remark], entry: Node | None = None, *, fatal: bool = False) -> None:
        """Take what a rule said of ``entry`` (of the file, where there is none).

        What is ``fatal`` ended the reading, and is an error in every profile.
        """
        for remark in remarks:
            rule = RULES[remark.rule]
            key = (remark.rule, ERROR if fatal else rule.weight(self._profile, remark.severity))
            count = self._counts[key] = self._counts.get(key, 0) + 1
            if count <= self._keep:
                at = remark.at if isinstance(remark.at, Node) else entry
                self._kept.setdefault(key, []).append(self._finding(remark, key[1], at))

    def _finding(self, remark: Remark, severity: str, at: Node | None) -> Finding:
        line, column = (at.line, at.column) if at else (None, None)
        value = remark.value[:MOST_VALUE] + "…" * (len(remark.value) > MOST_VALUE)
        return Finding(
            remark.rule,
            severity,
            self.file,
            line,
            column,
            value,
            remark.message,
            remark.advice or RULES[remark.rule].advice,
        )

    def clear(self) -> None:
        """Forget all: nothing that was said of a document that turned out broken counts."""
        self._counts.clear()
        self._kept.clear()

    def groups(self) -> list[Group]:
        """All groups, the most severe first, then by rule."""
        order = sorted(self._counts, key=lambda key: (SEVERITIES.index(key[1]), key[0]))
        return [
            Group(
                rule,
                severity,
                self.file,
                self._counts[rule, severity],
                tuple(self._kept.get((rule, severity), ())),
            )
            for rule, severity in order
        ]
