"""The step that dates pages: from git, from the page's own word, or from the later of the two.

What is not known stays out; a date is never made up, and never today's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Literal, Protocol

from msgspec.structs import replace

from . import lastmod
from .errors import printable
from .page import Date, Page
from .streams import batched
from .tally import Tally

Mode = Literal["newest", "git", "page", "content", "off"]
OWN = frozenset({"newest", "page", "content"})
GIT = frozenset({"newest", "git", "content"})
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
    asked. A date more than a day after ``now`` is left out, and counted. Pages with files come last.
    """
    waiting: list[Page] = []
    today, latest = now.date().isoformat(), now + TOLERANCE
    for page in pages:
        value = page.lastmod
        # Comparing the days as text is enough for nearly all dates that are text.
        if value is not None and not (mode in OWN and type(value) is str and value < today):
            page = _own(page, value, mode, latest, tally)  # noqa: PLW2901
        if page.sources and ask_git and mode in GIT:
            waiting.append(page)
        else:
            yield page
    if waiting and ask_git:
        known = ask_git({path for page in waiting for path in page.sources})
        tally.git_notes.extend(known.notes)
        yield from (_by_git(page, known, tally) for page in waiting)


def _own(page: Page, value: Date, mode: Mode, latest: datetime, tally: Tally) -> Page:
    if mode in OWN and lastmod.instant(value) <= latest:
        return page
    if mode in OWN:
        tally.ahead += 1
        tally.first_ahead = tally.first_ahead or f"{printable(page.loc)} ({lastmod.texts([value])[0]})"
    return replace(page, lastmod=None)


def _by_git(page: Page, known: Known, tally: Tally) -> Page:
    own = page.sources[0]
    if own not in known.found:
        if page.lastmod is None:
            tally.reasons[page.loc] = known.unknown.get(own, "not given")
        return page
    # A file that the page includes, but that git does not know, is installed or generated: it has no say. One
    # behind the end of a shallow clone is older than the page's own commit, which is not.
    time = lastmod.from_epoch(max(known.found[path] for path in page.sources if path in known.found))
    if page.lastmod is not None and lastmod.instant(page.lastmod) >= time:
        return page
    tally.by_git.add(page.loc)
    return replace(page, lastmod=time)


def counted(pages: Iterable[Page], tally: Tally) -> Iterator[Page]:
    """``pages`` unchanged, counted by who dated them, or why nobody did."""
    reasons, by_git = tally.reasons, tally.by_git
    for batch in batched(pages):
        unknown = [page for page in batch if page.lastmod is None]
        tally.undated.update(reasons.get(page.loc, "not given") for page in unknown)
        ours = len([page for page in batch if page.loc in by_git and page.lastmod]) if by_git else 0
        tally.dated += Counter(git=ours, page=len(batch) - len(unknown) - ours)
        yield from batch
