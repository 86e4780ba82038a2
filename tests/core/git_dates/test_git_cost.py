"""What asking costs: a handful of processes whatever the number of files, one for an unchanged HEAD, and a
cache that is exact or not used.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from urlset.git_dates import git_dates, memo


@pytest.fixture
def count(tmp_path, monkeypatch):
    """A function that tells how many git processes were started since it was last called."""
    log = tmp_path / "calls"
    folder = tmp_path / "counting"
    folder.mkdir()
    (folder / "git").write_text(f'#!/bin/sh\necho "$*" >> {log}\nexec {shutil.which("git")} "$@"\n')
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def calls() -> int:
        found = log.read_text().count("\n") if log.exists() else 0
        log.write_text("")
        return found

    return calls


def filled(repo, folders: int = 30):
    """Many folders and files, a merge, and a move from outside."""
    repo.commit(
        1, {f"d{number}/p{page}.md": f"{number} {page}" for number in range(folders) for page in range(4)}
    )
    with repo.branch("side"):
        repo.commit(2, {f"d{number}/p0.md": f"two {number}" for number in range(0, folders, 2)})
    repo.commit(3, {"old/m.md": "move me"})
    repo.merge(4, "side", files={"d1/p1.md": "by the merge"})
    repo.commit(5, {"old/m.md": None, "d0/m.md": "move me"})
    return [str(path) for path in sorted(repo.top.glob("d*/*.md"))]


@pytest.mark.parametrize("folders", [3, 60])
def test_the_number_of_processes_does_not_grow_with_the_files(repo, count, folders):
    # PPC-15, G8: at most 6 without looking through moves, at most 10 with it.
    paths = filled(repo, folders)
    count()
    assert len(git_dates(paths).found) == len(paths)
    assert count() <= 10
    memo.forget()
    from urlset.git_dates import GitOptions

    git_dates(paths, GitOptions(follow=False))
    assert count() <= 6


def test_an_unchanged_head_costs_one_call(repo, count):
    paths = filled(repo)
    first = git_dates(paths)
    count()
    assert git_dates(paths) == first
    assert count() == 1


def cached(repo, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    from urlset.git_dates import GitOptions

    return GitOptions(cache=True)


def test_the_cache_serves_another_process(repo, count, tmp_path, monkeypatch):
    options = cached(repo, tmp_path, monkeypatch)
    paths = filled(repo)
    first = git_dates(paths, options)
    memo.forget()
    count()
    assert git_dates(paths, options) == first
    assert count() == 1
    assert not list(repo.top.rglob("*git-dates*"))


def test_a_head_that_moved_costs_the_new_commits_only(repo, count, tmp_path, monkeypatch):
    options = cached(repo, tmp_path, monkeypatch)
    paths = filled(repo)
    git_dates(paths, options)
    repo.commit(6, {"d2/p2.md": "new"})
    repo.git("switch", "-qc", "other", "HEAD~1")
    repo.commit(7, {"d2/p3.md": "new"})
    repo.git("switch", "-q", "main")
    repo.merge(8, "other")
    memo.forget()
    found = git_dates(paths, options)
    memo.forget()
    assert found == git_dates(paths)


@pytest.mark.parametrize("seed", range(12))
def test_from_any_earlier_commit_the_answers_are_the_same(random_repo, tmp_path, monkeypatch, seed):
    repo = random_repo(seed)
    options = cached(repo, tmp_path, monkeypatch)
    chain = repo.git("rev-list", "--first-parent", "main").split()
    names = repo.git("ls-tree", "-r", "--name-only", "main").split()
    paths = [str(repo.top / name) for name in names]
    expected = git_dates(paths)
    for earlier in chain[1:8]:
        shutil.rmtree(tmp_path / "cache", ignore_errors=True)
        memo.forget()
        repo.git("update-ref", "--no-deref", "HEAD", earlier)
        git_dates(paths, options)
        memo.forget()
        repo.git("symbolic-ref", "HEAD", "refs/heads/main")
        assert git_dates(paths, options).found == expected.found


def damage(path: Path, how: str) -> None:
    content = path.read_bytes()
    {
        "cut": lambda: path.write_bytes(content[: len(content) // 2]),
        "flipped": lambda: path.write_bytes(content[:-1] + bytes([content[-1] ^ 1])),
        "empty": lambda: path.write_bytes(b""),
        "foreign": lambda: path.write_bytes(b"something else"),
        "folder": lambda: (path.unlink(), path.mkdir()),
    }[how]()


@pytest.mark.parametrize("how", ["cut", "flipped", "empty", "foreign", "folder"])
def test_a_damaged_cache_is_ignored(repo, tmp_path, monkeypatch, how):
    options = cached(repo, tmp_path, monkeypatch)
    paths = filled(repo, 3)
    first = git_dates(paths, options)
    [path] = (tmp_path / "cache" / "urlset").iterdir()
    damage(path, how)
    memo.forget()
    assert git_dates(paths, options) == first


def test_other_options_have_another_cache(repo, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    filled(repo, 3)
    assert repo.day("d0/m.md", cache=True) == 3
    memo.forget()
    assert repo.day("d0/m.md", cache=True, follow=False) == 5


def test_a_shallow_clone_is_never_cached(repo, tmp_path, monkeypatch):
    options = cached(repo, tmp_path, monkeypatch)
    filled(repo, 3)
    repo.git("clone", "-q", "--depth=2", f"file://{repo.top}", str(tmp_path / "clone"))
    git_dates([str(tmp_path / "clone" / "d0" / "m.md")], options)
    assert not (tmp_path / "cache").exists()
