"""The settings of git's dates, through a real build."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from support import MkDocs, Repository, entries, lay

BASE = "https://ex.com/"
SITE = f"--- mkdocs.yml\nsite_name: x\nsite_url: {BASE}\nplugins: [urlset]\n--- docs/index.md\n# Home\n"


def date(mkdocs: MkDocs, repository: Repository, options: str = "{}", page: str = "a/") -> str | None:
    plugin = f"plugins: [{{urlset: {options}}}]"
    lay(repository.folder, f"--- mkdocs.yml\nsite_name: x\nsite_url: {BASE}\n{plugin}\n")
    return entries(mkdocs.build() / "sitemap.xml")[BASE + page]


def test_moves_and_sweeps_and_merges(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-01-01T00:00:00Z", SITE + "--- docs/old.md\n# A\n")
    repository.git("switch", "-qc", "side")
    repository.git("mv", "docs/old.md", "docs/a.md")
    repository.commit("2024-02-01T00:00:00Z")
    sweep = repository.commit("2024-03-01T00:00:00Z", "--- docs/a.md\n# A \n")
    repository.git("switch", "-q", "main")
    repository.commit("2024-04-01T00:00:00Z", "--- other.txt\nx\n")
    when = "2024-05-01T00:00:00Z"
    repository.git("merge", "-q", "--no-ff", "-m", "m", "side", GIT_COMMITTER_DATE=when, GIT_AUTHOR_DATE=when)
    assert date(mkdocs, repository) == "2024-03-01T00:00:00+00:00"
    assert date(mkdocs, repository, "{git_when: merged}") == "2024-05-01T00:00:00+00:00"
    ignoring = f"ignore_commits: ['{sweep}']"
    assert date(mkdocs, repository, f"{{{ignoring}}}") == "2024-01-01T00:00:00+00:00"
    assert date(mkdocs, repository, f"{{{ignoring}, follow_moves: false}}") == "2024-02-01T00:00:00+00:00"
    lay(repository.folder, f"--- .git-blame-ignore-revs\n# formatted\n{sweep}\n")
    assert date(mkdocs, repository) == "2024-01-01T00:00:00+00:00"


def test_the_cache_lies_outside_the_repository(
    mkdocs: MkDocs, repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    repository.commit("2024-01-01T00:00:00Z", SITE + "--- docs/a.md\n# A\n")
    assert date(mkdocs, repository, "{cache: true}") == "2024-01-01T00:00:00+00:00"
    assert list((tmp_path / "cache" / "urlset").iterdir())
    assert not list(repository.folder.rglob("git-dates*"))


def test_a_required_date_that_is_missing_is_one_warning(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-01-01T00:00:00Z", SITE + "--- docs/a.md\n# A\n")
    lay(repository.folder, "--- docs/new.md\n# New\n")
    date(mkdocs, repository, "{lastmod_required: true}")
    [line] = mkdocs.said(logging.WARNING)
    assert line.startswith("warning[PAG04]: lastmod_required: 1 pages have no date, mostly: untracked.")
