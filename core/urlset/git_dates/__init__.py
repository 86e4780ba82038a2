"""When the content of each file last changed, by git: exact, in a handful of git processes a repository.

The date of a path at HEAD is that of the commit which made its present content: from HEAD, while a parent
has the same blob at the path, go to the first such parent (the answer of ``git log -1 -- PATH``). Read in
this order: ``survey`` (the trip), ``places`` (which file belongs to which repository), ``repository`` (one
probe), ``stream`` (one pass down the first-parent chain), ``merges`` (the side branches that brought an
answer in), ``renames`` (moves that change no byte).
"""

from __future__ import annotations

from collections.abc import Iterable

from .answer import GitDates, GitOptions

__all__ = ["GitDates", "GitOptions", "git_dates"]

_DEFAULT = GitOptions()


def git_dates(paths: Iterable[str], options: GitOptions = _DEFAULT) -> GitDates:
    """The date of the last change of each of ``paths`` (absolute, or relative to the present folder).

    Nothing about git or a repository is ever an exception: what cannot be dated is in ``unknown`` with its
    reason. Raises SettingsError where ``SOURCE_DATE_EPOCH`` is malformed.
    """
    # Starting programs costs an import that a build without git dates need not pay.
    from .survey import survey

    return survey(paths, options)
