"""Odd file names, each dated by its own commit."""

from __future__ import annotations

import os

import pytest

from urlset.git_dates import git_dates, memo

NAMES = [
    "é ü.md".encode(), "日本.md".encode(), b"new\nline.md", b"tab\t.md", b'quo"te.md', b"back\\slash.md",
    b"[ab].md", b"*.md", b":(top)x.md", b":(exclude)a.md", b"-dash.md", b"--output=x.md", b"trailing ",
    b"latin-\xe9.md", b"a.md",
]  # fmt: skip


def test_every_name_has_the_date_of_its_own_commit(repo):
    # B3, G1: no quoting, no pattern, no option; bytes from end to end.
    for day, name in enumerate(NAMES, 1):
        with open(os.path.join(os.fsencode(repo.top), name), "w") as file:
            file.write(f"{day}")
        repo.git("add", "-A")
        repo.git("commit", "-q", "-m", "x", day=day)
    paths = [os.path.join(str(repo.top), os.fsdecode(name)) for name in NAMES]
    found = git_dates(paths).found
    assert [(found[path] - 1_577_836_800) // 86_400 for path in paths] == list(range(1, len(NAMES) + 1))
    assert not os.path.exists(repo.top / "x.md")


@pytest.mark.parametrize("name", ["nul\0.md", "half\ud800.md", "nul\0/../a.md", ""])
def test_a_name_that_no_file_can_have(repo, name):
    repo.commit(1, {"a.md": "1"})
    dates = git_dates([str(repo.top / "a.md"), f"{repo.top}/{name}"])
    assert list(dates.found) == [str(repo.top / "a.md")]
    assert set(dates.unknown.values()) <= {"untracked", "no-repository"}
    assert len(dates.unknown) == 1


def test_paths_relative_to_the_present_folder(repo, monkeypatch):
    repo.commit(1, {"a.md": "1", "docs/b.md": "1"})
    repo.commit(2, {"docs/b.md": "2"})
    monkeypatch.chdir(repo.top / "docs")
    found = git_dates(["b.md", "./b.md", "../a.md", "../docs//b.md", "gone/../b.md"]).found
    assert {path: (date - 1_577_836_800) // 86_400 for path, date in found.items()} == {
        "b.md": 2, "./b.md": 2, "../a.md": 1, "../docs//b.md": 2, "gone/../b.md": 2,
    }  # fmt: skip


@pytest.mark.parametrize(("tracked", "opened"), [("Page.md", "page.MD"), ("é.md", "e\u0301.md")])
def test_a_disk_that_takes_another_spelling_for_the_same(repo, tracked, opened):
    # Such a disk is played by a second link to the same file, and one to the folder that git itself looks for.
    repo.commit(1, {tracked: "1"})
    assert repo.day(opened) == "untracked"
    os.link(repo.top / tracked, repo.top / opened)
    assert repo.day(opened) == "untracked"
    os.symlink(".git", repo.top / ".GIT")
    memo.forget()
    assert repo.day(opened) == 1


SETTINGS = [
    "log.showRoot=false", "log.showSignature=true", "diff.orderFile=/nowhere",
    "i18n.logOutputEncoding=UTF-16",
    "diff.renames=copies", "core.quotePath=true", "diff.relative=true", "log.follow=true",
    "log.diffMerges=off", "color.ui=always", "log.decorate=full", "log.mailmap=true", "log.date=relative",
    "format.pretty=oneline", "log.abbrevCommit=true", "notes.displayRef=*", "diff.noprefix=true",
    "diff.external=false", "diff.ignoreSubmodules=all", "core.pager=false", "core.fsmonitor=false",
    "alias.log=!false", "diff.submodule=log", "log.excludeDecoration=*", "core.commitGraph=false",
]  # fmt: skip


@pytest.mark.parametrize("setting", SETTINGS)
def test_no_configuration_changes_an_answer(repo, setting):
    # B4, and every setting that changes what log prints.
    repo.commit(1, {"docs/a.md": "1", "docs/b.md": "1"})
    with repo.branch("side"):
        repo.commit(2, {"docs/b.md": "2"})
    repo.commit(3, {"c.md": "1"})
    repo.merge(4, "side")
    name, value = setting.split("=", 1)
    repo.git("config", name, value)
    assert [repo.day(f"docs/{one}.md") for one in "ab"] == [1, 2]
