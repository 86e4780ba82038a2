"""Repositories whose configuration names programs: none of them is ever run."""

from __future__ import annotations

from pathlib import Path

import pytest

from urlset.git_dates import git_dates

PROGRAMS = [
    "core.fsmonitor", "core.pager", "pager.log", "core.editor", "sequence.editor", "core.sshCommand",
    "core.askPass", "core.gitProxy", "core.alternateRefsCommand", "core.attributesFile",
    "diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge",
    "filter.evil.process", "gpg.program", "gpg.ssh.program", "gpg.ssh.defaultKeyCommand", "gpg.x509.program",
    "credential.helper", "alias.log", "alias.rev-parse", "alias.ls-tree", "uploadpack.packObjectsHook",
    "remote.origin.uploadpack", "remote.origin.vcs", "interactive.diffFilter", "trailer.evil.command",
    "merge.evil.driver", "mergetool.evil.cmd", "log.showSignature", "extensions.partialClone",
]  # fmt: skip


@pytest.fixture
def hostile(repo, tmp_path) -> tuple[Path, list[str]]:
    """A repository in which everything that can name a program names one that leaves a trace."""
    trace = tmp_path / "EXECUTED"
    program = tmp_path / "evil.sh"
    program.write_text(f'#!/bin/sh\necho "$0 $*" >> {trace}\ncat\n')
    program.chmod(0o755)
    repo.commit(1, {"a.md": "1", "b.md": "1", ".gitattributes": "* filter=evil diff=evil merge=evil\n"})
    with repo.branch("side"):
        repo.commit(2, {"b.md": "2"})
    repo.commit(3, {"a.md": "3", "old.md": "x"})
    repo.merge(4, "side")
    repo.commit(5, {"old.md": None, "docs/new.md": "x"})
    for hook in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout"):
        (repo.top / ".git" / "hooks" / hook).write_text(program.read_text())
        (repo.top / ".git" / "hooks" / hook).chmod(0o755)
    return program, [str(repo.top / name) for name in ("a.md", "b.md", "docs/new.md", "untracked.md")]


def set_raw(repo, key: str, value: str) -> None:
    """Write the setting as text: git itself must not look at a hostile configuration here."""
    section, _, name = key.rpartition(".")
    first, dot, rest = section.partition(".")
    header = f'[{first} "{rest}"]' if dot else f"[{first}]"
    with open(repo.top / ".git" / "config", "a") as config:
        config.write(f"{header}\n\t{name} = {value}\n")


@pytest.mark.parametrize("key", PROGRAMS)
def test_no_program_that_a_setting_names_is_run(repo, hostile, tmp_path, key):
    # P19, G2
    program, paths = hostile
    bang = "!" if key.startswith("alias.") else ""
    set_raw(
        repo,
        key,
        {"log.showSignature": "true", "extensions.partialClone": "origin"}.get(key, f"{bang}{program}"),
    )
    if key.startswith("remote."):
        set_raw(repo, "remote.origin.url", f"ext::{program}")
        set_raw(repo, "remote.origin.promisor", "true")
    dates = git_dates(paths)
    assert not (tmp_path / "EXECUTED").exists()
    assert {*dates.found, *dates.unknown} == {*paths}
    assert [dates.found.get(path) for path in paths[:3]].count(None) in {0, 3}


def test_all_of_them_at_once(repo, hostile, tmp_path, monkeypatch):
    program, paths = hostile
    for key in PROGRAMS:
        if key != "extensions.partialClone":
            set_raw(repo, key, f"{'!' if key.startswith('alias.') else ''}{program}")
    for name in ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_EDITOR"):
        monkeypatch.setenv(name, str(program))
    git_dates(paths)
    assert not (tmp_path / "EXECUTED").exists()


def test_the_harness_sees_what_an_unguarded_git_runs(repo, hostile, tmp_path):
    program, _ = hostile
    set_raw(repo, "diff.evil.textconv", str(program))
    repo.git("log", "-1", "-p", "--", "a.md")
    assert (tmp_path / "EXECUTED").exists()
