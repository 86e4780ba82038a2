"""Random histories: the answer for every file is the one that ``git log -1 -- FILE`` gives."""

from __future__ import annotations

import os
import subprocess

import pytest

from urlset.git_dates import memo, repository
from urlset.git_dates.answer import Question

SEEDS = int(os.environ.get("URLSET_GIT_SEEDS", "50"))
PLAIN = Question(follow=False, merged=False, ignored=frozenset())


def reference(repo, commit="HEAD"):
    """What git itself says, a process a file, with the history's default simplification."""
    names = repo.git("ls-tree", "-r", "--name-only", commit).split()
    return {
        name.encode(): subprocess.check_output(
            ["git", "log", "-1", "--format=%H", commit, "--", name], cwd=repo.top, env=repo.env
        ).strip()
        for name in names
    }


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_history(random_repo, seed):
    repo = random_repo(seed)
    expected = reference(repo)
    probed = repository.probe(str(repo.top), ("-C", str(repo.top)))
    found = memo.remembered(probed, expected, PLAIN, None)
    assert {name: answer.commit for name, answer in found.items()} == expected
