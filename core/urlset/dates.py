"""The step that dates pages: from git, from the page's own word, or from the later of the two.

What is not known stays out; a date is never made up, and never today's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, Literal, Protocol

from msgspec.structs import replace

from . import lastmod
from .page import Date, Page
from .tally import Tally

Mode = Literal["newest", "git", "page", "off"]
TOLERANCE = timedelta(hours=24)
"""How far in the future a date may lie: clocks and zones differ by less."""


class Known(Protocol):
    """What git said of files: `urlset.git_dates.GitDates`."""

    @property
    def found(self) -> dict[str, int]: ...
    @property
    def unknown(self) -> dict[str, str]: ...
    @property
    def notes(self) -> tuple[str, ...]: ...


def dated(
    pages: Iterable[Page],
    *,
    mode: Mode,
    ask_git: Callable[[Iterable[str]], Known] | None,
    now: datetime,
    tally: Tally,
) -> Iterator[Page]:
    """``pages`` with the dates that ``mode`` wants.

    ``ask_git`` is called once, with every file that the pages are made from; None where git is not to be
    asked. A date more than a day after ``now`` is left out with a warning. Pages with files come last.
    """
    waiting: list[Page] = []
    latest = (now + TOLERANCE).date().isoformat(), now + TOLERANCE
    for given in pages:
        page = given if given.lastmod is None else _own(given, mode, latest, tally)
        if page.sources and ask_git and mode in {"newest", "git"}:
            waiting.append(page)
        else:
            yield page
    if waiting and ask_git:
        known = ask_git({path for page in waiting for path in page.sources})
        tally.git_notes.extend(known.notes)
        yield from (_by_git(page, known, tally) for page in waiting)


def _own(page: Page, mode: Mode, latest: tuple[str, datetime], tally: Tally) -> Page:
    if mode in {"git", "off"}:
        return replace(page, lastmod=None)
    if page.lastmod is not None and _future(page.lastmod, latest):
        tally.warn(f"{page.loc}: its date {_shown(page.lastmod)} lies in the future and is left out")
        return replace(page, lastmod=None)
    return page


def _future(value: Date, latest: tuple[str, datetime]) -> bool:
    # Comparing the days as text is enough for all but the dates of the last day and of the future.
    day = value[:10] if isinstance(value, str) else value.isoformat()[:10]
    return day >= latest[0] and lastmod.instant(value) > latest[1]


def _by_git(page: Page, known: Known, tally: Tally) -> Page:
    found = [known.found[path] for path in page.sources if path in known.found]
    reason = next((known.unknown[path] for path in page.sources if path in known.unknown), "")
    if not found or reason:
        # One unknown file makes the page's date unknown: the newest of the others may be too old.
        if page.lastmod is None:
            tally.reasons[page.loc] = reason
        return page
    time = lastmod.from_epoch(max(found))
    if page.lastmod is not None and lastmod.instant(page.lastmod) >= time:
        return page
    tally.by_git.add(page.loc)
    return replace(page, lastmod=time)


def counted(pages: Iterable[Page], tally: Tally) -> Iterator[Page]:
    """``pages`` unchanged, counted by who dated them, or why nobody did."""
    for page in pages:
        if page.lastmod is None:
            tally.undated[tally.reasons.get(page.loc, "not given")] += 1
        else:
            tally.dated["git" if page.loc in tally.by_git else "page"] += 1
        yield page


def _shown(value: Any) -> str:
    return lastmod.texts([value])[0]
