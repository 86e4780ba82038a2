"""The trip: paths to repositories, one search in each, and back to the paths that were asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .. import clock
from . import advice, cache, ignored
from .answer import Answer, GitDates, GitOptions, Question, Unavailable, chosen
from .memo import remembered
from .places import Place, Places
from .repository import probe

Outcome = Answer | str
"""What is known of a real file: its answer, or the reason why there is none."""


class _Root(NamedTuple):
    """A repository before it was asked: the folder that holds ``.git``, and the words that lead git there."""

    top: str
    where: tuple[str, ...]


def survey(paths: Iterable[str], options: GitOptions) -> GitDates:
    """See ``git_dates``."""
    places = Places()
    names = [*paths]
    # A name that no file can have is not even looked for.
    found_nowhere = [] if _possible("".join(names)) else [path for path in names if not _possible(path)]
    impossible = frozenset(found_nowhere)
    asked = {path: places.file(path) for path in names if path not in impossible}
    roots = _roots(places, asked.values())
    outcomes, remarks = _outcomes(roots, options)
    now = int(clock.now().timestamp())
    found: dict[str, int] = {}
    unknown = dict.fromkeys(found_nowhere, "untracked")
    for path, place in asked.items():
        date = _date(place, outcomes, options.date, now)
        if isinstance(date, int):
            found[path] = date
        else:
            unknown[path] = date
    tops = _tops(unknown, asked, roots)
    return GitDates(found, unknown, (*remarks, *advice.notes(unknown, tops)))


def _possible(path: str) -> bool:
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False


def _tops(
    unknown: Iterable[str], asked: Mapping[str, Place], roots: Mapping[_Root | None, list[str]]
) -> dict[str, str | None]:
    """The repository of each path without a date, where it has one."""
    top_of = {file: root.top for root, files in roots.items() if root is not None for file in files}
    return {path: top_of.get(asked[path].file) for path in unknown if path in asked}


def _date(place: Place, outcomes: dict[str, Outcome], date: str, now: int) -> int | str:
    """The later of the file's own date and those of the tracked links that lead to it, or a reason."""
    first = _chosen(outcomes[place.file], date, now)
    if isinstance(first, str) or not place.links:
        return first
    links = (_chosen(outcomes[link], date, now) for link in place.links)
    return max([first, *(link for link in links if isinstance(link, int))])


def _chosen(outcome: Outcome, date: str, now: int) -> int | str:
    return outcome if isinstance(outcome, str) else chosen(outcome, date, now)


def _roots(places: Places, asked: Iterable[Place]) -> dict[_Root | None, list[str]]:
    """The real files, and the links that lead to them, by repository (None: in none)."""
    by_folder: dict[str, dict[str, None]] = {}
    for place in asked:
        for file in (place.file, *place.links):
            by_folder.setdefault(file.rpartition(os.sep)[0] or os.sep, {})[file] = None
    roots: dict[_Root | None, list[str]] = {}
    for folder, files in by_folder.items():
        roots.setdefault(_root(places, folder), []).extend(files)
    return roots


def _root(places: Places, folder: str) -> _Root | None:
    top = places.top(folder)
    if top is not None:
        return _Root(top, ("-C", top))
    # Only where no repository is found from the file: a work tree whose git folder lies elsewhere.
    git, tree = os.environ.get("GIT_DIR"), os.environ.get("GIT_WORK_TREE")
    if git and tree:
        real = os.path.realpath(tree)
        if os.path.commonpath([real, folder]) == real:
            return _Root(real, ("-C", real, f"--git-dir={os.path.realpath(git)}", f"--work-tree={real}"))
    return None


def _outcomes(
    roots: Mapping[_Root | None, list[str]], options: GitOptions
) -> tuple[dict[str, Outcome], list[str]]:
    outcomes: dict[str, Outcome] = {}
    remarks: list[str] = []
    for root, files in roots.items():
        try:
            if root is None:
                raise Unavailable("no-repository")
            outcomes.update(_in_repository(root, files, options, remarks))
        except Unavailable as why:
            outcomes.update(dict.fromkeys(files, why.reason))
    return outcomes, remarks


def _in_repository(
    root: _Root, files: list[str], options: GitOptions, remarks: list[str]
) -> dict[str, Outcome]:
    repository = probe(root.top, root.where)
    ids, bad = ignored.ignored(repository.top, options.ignore)
    remarks += [remark for remark in bad if remark not in remarks]
    above = os.path.join(repository.top, "")
    inside = [file for file in files if file.startswith(above)]
    encoded = os.fsencode("\0".join([file[len(above) :] for file in inside])).split(b"\0")
    names = dict(zip(inside, encoded, strict=True)) if inside else {}
    question = Question(options.follow, options.when == "merged", ids)
    store = _store(options, bool(repository.shallow))
    answers = remembered(repository, names.values(), question, store)
    outcomes: dict[str, Outcome] = dict.fromkeys(files, "no-repository")
    for file, name in names.items():
        answer = answers.get(name)
        if answer is None:
            outcomes[file] = "untracked"
        else:
            outcomes[file] = "shallow" if answer.commit in repository.shallow else answer
    return outcomes


def _store(options: GitOptions, shallow: bool) -> str | None:
    folder = cache.folder() if options.cache and not shallow else None
    return folder if folder and Places().top(os.path.realpath(folder)) is None else None
