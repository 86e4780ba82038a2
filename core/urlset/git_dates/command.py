"""How git is called: settings of a repository cannot change what is printed or make git run a program.

Only ``rev-parse``, ``ls-tree``, ``log`` and ``diff-tree`` are used (and ``version`` after a failure).
``status``, ``diff``, ``blame`` and ``ls-files -m`` run filters or monitors that a repository names and
cannot be made safe.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

ANSWER_SECONDS = 30.0
"""How long a short question may take before git counts as hanging."""

HISTORY_SECONDS = 600.0
"""How long one pass over a history may take."""

_RESETS = (
    # Programs that a repository's own configuration can name. None is needed to read commits and trees.
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.editor=false",
    "core.sshCommand=false",
    "core.askPass=false",
    "core.gitProxy=false",
    "core.alternateRefsCommand=false",
    "credential.helper=",
    "diff.external=",
    "gpg.program=false",
    "gpg.openpgp.program=false",
    "gpg.ssh.program=false",
    "gpg.ssh.defaultKeyCommand=false",
    "gpg.x509.program=false",
    "protocol.allow=never",
    # What changes the output and has no option of its own.
    "log.showSignature=false",
    "log.follow=false",
)

_KEPT = (
    "GIT_CONFIG",
    "GIT_TEST_",
    "GIT_EXEC_PATH",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
)
"""Of git's own variables only these reach it: a hook's GIT_DIR and its kin would point to another repository,
while GIT_CONFIG_* carries ``safe.directory`` in many CI services."""

_SET = {
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # git before 2.39.4 knows no GIT_NO_LAZY_FETCH
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}

RAW = (
    *("-r", "--root", "--raw", "-z", "--no-renames", "--no-abbrev", "-O/dev/null", "--encoding=UTF-8"),
    *("--no-relative", "--no-color", "--no-textconv", "--no-ext-diff", "--no-notes"),
)
"""Raw differences of trees, by position, in bytes, whatever the configuration says. No blob is read."""

HEADER = "--pretty=tformat:%H|%P|%at|%ct"
"""Commit, parents, author's and committer's time. ``tformat``: every record ends with NUL."""

FIRST_PARENT = ("--diff-merges=first-parent",)
DELETED = ("--diff-merges=first-parent", "--diff-filter=D")
COMBINED = ("-c",)
EITHER = ("-m",)
"""What a merge is compared with: its first parent (for what it deleted alone), all parents at once, each."""


def environment() -> dict[str, str]:
    """The environment of every call of git."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith("GIT_") or key.startswith(_KEPT)
    }
    return kept | _SET


def command(where: Sequence[str], *words: str | bytes) -> list[str | bytes]:
    """The whole argument list; ``where`` says which repository (``-C FOLDER``)."""
    resets = [word for reset in _RESETS for word in ("-c", reset)]
    return ["git", "--no-pager", *where, *resets, *words]
