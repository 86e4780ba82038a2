"""The trip: paths to repositories, one search in each, and back to the paths that were asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable
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
    asked = {path: places.resolve(os.path.abspath(path)) for path in paths}
    roots = {file: _root(places, file) for place in asked.values() for file in (place.file, *place.links)}
    outcomes, remarks = _outcomes(roots, options)
    now = int(clock.now().timestamp())
    found: dict[str, int] = {}
    unknown: dict[str, str] = {}
    for path, place in asked.items():
        date = _date(place, outcomes, options.date, now)
        if isinstance(date, int):
            found[path] = date
        else:
            unknown[path] = date
    tops = {path: root.top for path in unknown if (root := roots[asked[path].file]) is not None}
    return GitDates(found, unknown, (*remarks, *advice.notes(unknown, tops)))


def _date(place: Place, outcomes: dict[str, Outcome], date: str, now: int) -> int | str:
    """The later of the file's own date and those of the tracked links that lead to it, or a reason."""
    first = _chosen(outcomes[place.file], date, now)
    if isinstance(first, str):
        return first
    links = (_chosen(outcomes[link], date, now) for link in place.links)
    return max([first, *(link for link in links if isinstance(link, int))])


def _chosen(outcome: Outcome, date: str, now: int) -> int | str:
    return outcome if isinstance(outcome, str) else chosen(outcome, date, now)


def _root(places: Places, file: str) -> _Root | None:
    top = places.top(os.path.dirname(file))
    if top is not None:
        return _Root(top, ("-C", top))
    # Only where no repository is found from the file: a work tree whose git folder lies elsewhere.
    git, tree = os.environ.get("GIT_DIR"), os.environ.get("GIT_WORK_TREE")
    if git and tree:
        real = os.path.realpath(tree)
        if os.path.commonpath([real, file]) == real:
            return _Root(real, ("-C", real, f"--git-dir={os.path.realpath(git)}", f"--work-tree={real}"))
    return None


def _outcomes(roots: dict[str, _Root | None], options: GitOptions) -> tuple[dict[str, Outcome], list[str]]:
    outcomes: dict[str, Outcome] = {}
    remarks: list[str] = []
    files: dict[_Root, list[str]] = {}
    for file, root in roots.items():
        if root is None:
            outcomes[file] = "no-repository"
        else:
            files.setdefault(root, []).append(file)
    for root, inside in files.items():
        try:
            outcomes.update(_in_repository(root, inside, options, remarks))
        except Unavailable as why:
            outcomes.update(dict.fromkeys(inside, why.reason))
    return outcomes, remarks


def _in_repository(
    root: _Root, files: list[str], options: GitOptions, remarks: list[str]
) -> dict[str, Outcome]:
    repository = probe(root.top, root.where)
    ids, bad = ignored.ignored(repository.top, options.ignore)
    remarks += [remark for remark in bad if remark not in remarks]
    above = os.path.join(repository.top, "")
    names = {file: os.fsencode(file[len(above) :]) for file in files if file.startswith(above)}
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
