"""Raw differences as git prints them under ``-z``: bytes, by position, whatever a file is called."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import IO, NamedTuple

from .answer import Unavailable

_LONGEST = 1 << 20
"""No field of git's output is longer: names end at 4,096 bytes on every system."""


class Change(NamedTuple):
    """One entry of a raw difference."""

    meta: bytes
    name: bytes


class Record(NamedTuple):
    """One commit and what it changed against its first parent (or, combined, against all)."""

    commit: bytes
    parents: tuple[bytes, ...]
    authored: int
    committed: int
    changes: list[Change]


def records(source: Iterable[bytes], wanted: Callable[[bytes], Container[bytes]]) -> Iterator[Record]:
    """Commits from the fields of raw output, read by position: a file's name may look like anything.

    Kept are changes of names that ``wanted(commit)`` holds, and deletions (where a move may come from).
    """
    iterator = iter(source)
    record: Record | None = None
    names: Container[bytes] = ()
    for field in iterator:
        meta = field.lstrip(b"\n")
        if meta.startswith(b":"):
            name = next(iterator, b"")
            if record is not None and (name in names or meta.endswith(b"D")):
                record.changes.append(Change(meta, name))
        elif meta:
            if record is not None:
                yield record
            record = _header(meta)
            names = wanted(record.commit)
    if record is not None:
        yield record


def _header(line: bytes) -> Record:
    try:
        commit, parents, authored, committed = line.split(b"|")
        return Record(commit, tuple(parents.split()), _epoch(authored), _epoch(committed), [])
    except ValueError:
        raise Unavailable("git-failed") from None


def _epoch(digits: bytes) -> int:
    # A damaged commit can have a time that is no number; such a date is not known, as is one before 1970.
    return int(digits) if digits.isdigit() else 0


def fields(output: IO[bytes]) -> Iterator[bytes]:
    """The NUL-terminated fields of ``output`` as they come. Raises Unavailable for one without end."""
    rest = b""
    while chunk := output.read1(1 << 16):  # type: ignore[attr-defined]
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole
        if len(rest) > _LONGEST:
            raise Unavailable("git-failed")


def fields_until(output: IO[bytes], end: bytes) -> Iterator[bytes]:
    """The fields of one batch of answers, which ends with ``end``. Raises OSError if git is gone before."""
    parts: list[bytes] = []
    last = b""
    while not last.endswith(end):
        chunk = output.read1(1 << 16)  # type: ignore[attr-defined]
        if not chunk:
            raise OSError("git ended early")
        parts.append(chunk)
        last = last[-len(end) :] + chunk
    yield from b"".join(parts)[: -len(end)].split(b"\0")
