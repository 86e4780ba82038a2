"""What is said about files without a date: one line a reason, with the setting that helps."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping

from .. import clock

REASONS: dict[str, tuple[str, str]] = {
    "untracked": ("not committed to git", "Commit them, or map generated pages to their sources"),
    "shallow": (
        "their last change lies beyond the end of this shallow clone",
        "Fetch the whole history: git fetch --unshallow --filter=blob:none",
    ),
    "partial-clone": (
        "this partial clone lacks the trees of its history",
        "Clone with --filter=blob:none instead of --filter=tree:0",
    ),
    "no-repository": ("not in a git repository", "Nothing to do if that is meant"),
    "no-commits": ("the repository has no commit yet", "Commit them"),
    "unsafe-directory": (
        "git refuses the repository because another user owns it",
        "If you trust it: git config --global --add safe.directory {top}",
    ),
    "git-missing": ("git cannot be started", "Install git, version 2.31 or later"),
    "git-too-old": ("git is too old", "Install git, version 2.31 or later"),
    "git-timeout": ("git did not answer in time", "Run git log in the repository to see what it waits for"),
    "git-failed": ("git could not read the repository", "Run git fsck in the repository to see why"),
    "future": ("committed with a date in the future", "Correct the clock that made the commit"),
    "no-date": ("committed without a usable date", "Nothing can be done without rewriting the commit"),
}
"""Reason: what it means, and what to do."""

_SERVICES = (
    ("GITHUB_ACTIONS", "On GitHub Actions, give actions/checkout: fetch-depth: 0 and filter: blob:none"),
    ("GITLAB_CI", 'On GitLab CI, set in .gitlab-ci.yml: variables: {GIT_DEPTH: "0"}'),
    (
        "READTHEDOCS",
        "On Read the Docs, set build.jobs.post_checkout: [git fetch --unshallow --filter=blob:none || true]",
    ),
    (
        "NETLIFY",
        "On Netlify, begin the command with: git fetch --unshallow --filter=blob:none || true;",
    ),
    ("TF_BUILD", "On Azure Pipelines, set in the job's steps: checkout: self with fetchDepth: 0"),
    ("CIRCLECI", "On CircleCI, set for the checkout step: checkout: {method: full}"),
    ("VERCEL", "On Vercel, set the environment variable VERCEL_DEEP_CLONE=true"),
    (
        "BITBUCKET_BUILD_NUMBER",
        "On Bitbucket Pipelines, set in bitbucket-pipelines.yml: clone: {depth: full}",
    ),
    ("TRAVIS", "On Travis CI, set in .travis.yml: git: {depth: false}"),
)
"""The variable by which a service is recognised, and the setting that makes it fetch the whole history."""


def notes(unknown: Mapping[str, str], tops: Mapping[str, str | None]) -> tuple[str, ...]:
    """One line for each reason in ``unknown`` (path: reason), the commonest first.

    ``tops`` names the repository of each path, where it has one.
    """
    counts = Counter(unknown.values())
    return tuple(
        _note(reason, count, (tops.get(path) for path, why in unknown.items() if why == reason))
        for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def _note(reason: str, count: int, tops: Iterable[str | None]) -> str:
    what, do = REASONS[reason]
    known = sorted({top for top in tops if top})
    if reason == "shallow":
        do = next((advice for variable, advice in _SERVICES if os.environ.get(variable)), do)
    if reason == "future":
        do = clock.advice() or do
    more = f" (and {len(known) - 1} more repositories)" if len(known) > 1 else ""
    files = "1 file has" if count == 1 else f"{count} files have"
    return f"{files} no git date: {what}{more}. {do.replace('{top}', _quoted(known))}."


def _quoted(tops: list[str]) -> str:
    import shlex

    return shlex.quote(tops[0]) if tops else "FOLDER"
