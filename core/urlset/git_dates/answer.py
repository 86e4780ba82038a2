"""What is asked of git and what comes back."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct


class GitOptions(Struct, frozen=True, kw_only=True):
    """How a date is chosen; every value is part of the question, so each set of options has its own memo."""

    date: Literal["committer", "author"] = "committer"
    when: Literal["commit", "merged"] = "commit"
    follow: bool = True
    ignore: tuple[str, ...] = ()
    """Full commit ids; ``.git-blame-ignore-revs`` at the top of each repository is read besides."""
    cache: bool = False


class GitDates(Struct, frozen=True):
    """The dates of the paths that were asked for; each path is in exactly one of the two tables."""

    found: dict[str, int]
    """Path as asked: seconds since 1970 (UTC)."""
    unknown: dict[str, str]
    """Path as asked: reason, a key of ``advice.REASONS``."""
    notes: tuple[str, ...]
    """Lines for people: how many files have no date, why, and what to do."""


class Answer(NamedTuple):
    """The commit that made a file's present content, with both of its dates in seconds since 1970."""

    commit: bytes
    authored: int
    committed: int


class Question(NamedTuple):
    """What is asked of a repository, besides the names: it decides the answers."""

    follow: bool
    merged: bool
    ignored: frozenset[bytes]


class Known(NamedTuple):
    """Answers at an earlier commit (or at this one)."""

    commit: bytes
    answers: dict[bytes, Answer]


class Unavailable(Exception):
    """A repository that gives no dates at all: ``reason`` is a key of ``advice.REASONS``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


DAY = 86_400


def chosen(answer: Answer, date: str, now: int) -> int | str:
    """The date to publish, or the reason why there is none.

    A date more than a day ahead is a broken clock: the commit's other date stands in if it is sane. It is
    never cut to *now*, which would change with every build.
    """
    first, other = (
        (answer.committed, answer.authored) if date == "committer" else (answer.authored, answer.committed)
    )
    if first <= 0:
        return "no-date"
    if first <= now + DAY:
        return first
    return other if 0 < other <= now + DAY else "future"
