"""The state of a checkout and the kind of a repository: what is dated, and why the rest is not."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from urlset.git_dates import git_dates


def clone(repo, target: Path, *options: str, source: str = ""):
    repo.git("clone", "-q", *options, source or f"file://{repo.top}", str(target))
    other = type(repo).__new__(type(repo))
    other.top, other.env = target, repo.env
    return other


@pytest.fixture
def three(repo):
    """Three pages, last changed on the days 1, 2 and 3, and a commit of something else on day 4."""
    repo.git("config", "uploadpack.allowFilter", "true")
    for day, name in enumerate(("a.md", "b.md", "c.md"), 1):
        repo.commit(day, {name: name})
    repo.commit(4, {"other.txt": "x"})
    return repo


NAMES = ("a.md", "b.md", "c.md")


def test_what_is_not_committed_has_no_say(repo):
    repo.commit(1, {"a.md": "1", ".gitignore": "ignored.md\n"})
    repo.write({"a.md": "edited", "staged.md": "1", "untracked.md": "1", "ignored.md": "1"})
    repo.git("add", "staged.md")
    assert [repo.day(f"{name}.md") for name in ("a", "staged", "untracked", "ignored")] == [
        1,
        *["untracked"] * 3,
    ]


def test_a_repository_without_a_commit(repo):
    repo.write({"a.md": "1"})
    assert repo.day("a.md") == "no-commits"


def test_a_detached_head_and_a_sparse_checkout(three):
    three.git("checkout", "-q", "--detach", "HEAD~2")
    assert [three.day(name) for name in ("a.md", "b.md")] == [1, 2]
    three.git("sparse-checkout", "set", "--no-cone", "/a.md")
    assert not (three.top / "b.md").exists()
    assert three.day("b.md") == 2


@pytest.mark.parametrize(
    ("depth", "days"), [(1, ["shallow"] * 3), (3, ["shallow", "shallow", 3]), (9, [1, 2, 3])]
)
def test_a_shallow_clone_knows_only_what_is_younger_than_its_end(three, tmp_path, depth, days):
    # B1, B2, PPC-34, OP-33: the end's own date is no date of a page.
    other = clone(three, tmp_path / "clone", f"--depth={depth}")
    assert [other.day(name) for name in NAMES] == days


def test_a_root_inside_a_shallow_clone_keeps_its_date(three, tmp_path):
    three.git("switch", "-q", "--orphan", "docs")
    three.commit(5, {"root.md": "1"})
    three.git("switch", "-q", "main")
    three.merge(6, "docs", options=("--allow-unrelated-histories",))
    other = clone(three, tmp_path / "clone", "--depth=3")
    assert other.day("root.md") == 5


def test_a_repository_of_one_commit_is_not_shallow(repo):
    repo.commit(1, {"a.md": "1"})
    assert repo.day("a.md") == 1


@pytest.mark.parametrize(
    ("variable", "setting"),
    [
        ("GITHUB_ACTIONS", "fetch-depth: 0"), ("GITHUB_ACTIONS", "filter: blob:none"),
        ("GITLAB_CI", "GIT_DEPTH"),
        ("READTHEDOCS", "--unshallow"), ("NETLIFY", "--unshallow"), ("TF_BUILD", "fetchDepth: 0"),
        ("CIRCLECI", "checkout"), ("", "git fetch --unshallow --filter=blob:none"),
    ],
)  # fmt: skip
def test_one_line_says_how_many_and_what_to_do(three, tmp_path, monkeypatch, variable, setting):
    other = clone(three, tmp_path / "clone", "--depth=1")
    if variable:
        monkeypatch.setenv(variable, "true")
    [note] = other.ask(*NAMES).notes
    assert note.startswith(
        "3 files have no git date: their last change lies beyond the end of this shallow clone"
    )
    assert setting in note


def test_a_blobless_clone_whose_remote_is_gone_is_enough(three, tmp_path):
    # B18: no blob is ever read.
    other = clone(three, tmp_path / "clone", "--filter=blob:none")
    three.top.rename(tmp_path / "gone")
    assert [other.day(name) for name in NAMES] == [1, 2, 3]


def test_a_missing_blob_is_not_missed(three):
    blob = three.git("rev-parse", "HEAD~3:a.md")
    (three.top / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert [three.day(name) for name in NAMES] == [1, 2, 3]


def test_a_treeless_clone_is_not_fetched_tree_by_tree(three, tmp_path):
    other = clone(three, tmp_path / "clone", "--filter=tree:0", "--no-checkout")
    other.git("config", "remote.origin.url", "file:///nowhere")
    other.write(dict.fromkeys(NAMES, "x"))
    assert [other.day(name) for name in NAMES] == ["partial-clone"] * 3


def test_a_submodule_has_its_own_history(make_repo):
    # B6
    part, whole = make_repo("part"), make_repo("whole")
    part.commit(2, {"p.md": "1"})
    whole.commit(1, {"a.md": "1"})
    whole.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(part.top), "sub")
    whole.commit(9, {})
    assert (whole.day("sub/p.md"), whole.day("a.md")) == (2, 1)


def test_a_nested_repository_that_the_outer_one_ignores(make_repo):
    # B12
    outer, inner = make_repo("outer"), make_repo("outer/docs")
    outer.commit(1, {"a.md": "1", ".gitignore": "docs/\n"})
    inner.commit(5, {"n.md": "1"})
    assert (outer.day("docs/n.md"), outer.day("a.md")) == (5, 1)


def test_a_linked_worktree(three, tmp_path):
    three.git("worktree", "add", "-q", str(tmp_path / "tree"), "HEAD~2")
    path = str(tmp_path / "tree" / "b.md")
    assert (
        git_dates([path]).found[path] == git_dates([str(three.top / "b.md")]).found[str(three.top / "b.md")]
    )


def test_links_count_where_they_are_tracked(repo):
    # B13, PPC-36
    repo.commit(1, {"ext/l.md": "1", "real.md": "1"})
    (repo.top / "page.md").symlink_to("real.md")
    (repo.top / "docs").symlink_to("ext")
    repo.commit(2, {})
    repo.commit(3, {"real.md": "2"})
    repo.commit(4, {"ext/l.md": "2"})
    assert (repo.day("page.md"), repo.day("docs/l.md")) == (3, 4)
    (repo.top / "page.md").unlink()
    (repo.top / "page.md").symlink_to("ext/l.md")
    repo.commit(6, {})
    assert repo.day("page.md") == 6


def test_a_link_out_of_every_repository(repo, tmp_path):
    (tmp_path / "plain.md").write_text("x")
    (repo.top / "out.md").symlink_to(tmp_path / "plain.md")
    repo.commit(1, {})
    assert repo.day("out.md") == "no-repository"


def test_replaced_commits_are_honoured(repo):
    first = repo.commit(1, {"a.md": "1"})
    second = repo.commit(2, {"a.md": "2"})
    repo.git("replace", "--graft", second)
    assert repo.day("a.md") == 2
    assert first


def test_another_owner_is_told_what_to_do(repo, monkeypatch):
    # B11, G3, PPC-35
    repo.commit(1, {"a.md": "1"})
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    dates = repo.ask("a.md")
    assert set(dates.unknown.values()) == {"unsafe-directory"}
    assert f"git config --global --add safe.directory {repo.top}" in dates.notes[0]
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "*")
    assert repo.day("a.md") == 1


def test_variables_of_a_hook_do_not_lead_elsewhere(make_repo, monkeypatch):
    # B14, G5
    here, other = make_repo("here"), make_repo("other")
    here.commit(1, {"a.md": "1"})
    other.commit(2, {"a.md": "2"})
    monkeypatch.setenv("GIT_DIR", str(other.top / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.top))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.top / ".git" / "index"))
    monkeypatch.chdir("/")
    assert here.day("a.md") == 1


def test_a_work_tree_without_its_own_git_folder(repo, tmp_path, monkeypatch):
    repo.commit(1, {"a.md": "1"})
    (repo.top / ".git").rename(tmp_path / "away.git")
    assert repo.day("a.md") == "no-repository"
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "away.git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(repo.top))
    assert repo.day("a.md") == 1


REAL = '*) exec REAL "$@";;'
FAKES = {
    "git-missing": None,
    "git-too-old": f'case "$*" in *version) echo git version 2.20;; *" log "*) exit 9;; {REAL} esac',
    "git-failed": f'case "$*" in *" log "*) exit 3;; {REAL} esac',
}


@pytest.mark.parametrize("reason", FAKES)
def test_a_git_that_is_missing_old_or_broken(repo, tmp_path, monkeypatch, reason):
    repo.commit(1, {"a.md": "1"})
    folder = tmp_path / "bin"
    folder.mkdir()
    if (script := FAKES[reason]) is not None:
        (folder / "git").write_text(f"#!/bin/sh\n{script}\n".replace("REAL", str(shutil.which("git"))))
        (folder / "git").chmod(stat.S_IRWXU)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    else:
        monkeypatch.setenv("PATH", str(folder))
    dates = repo.ask("a.md")
    assert list(dates.unknown.values()) == [reason]
    assert len(dates.notes) == 1


def test_a_git_that_hangs_is_left_alone(repo, tmp_path, monkeypatch):
    repo.commit(1, {"a.md": "1"})
    (tmp_path / "git").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "git").chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr("urlset.git_dates.command.ANSWER_SECONDS", 0.2)
    assert repo.day("a.md") == "git-timeout"
