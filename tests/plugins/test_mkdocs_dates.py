"""The dates of the MkDocs plugin: git's, in every kind of checkout."""

from __future__ import annotations

import gzip
import logging
import os
from pathlib import Path

import pytest

from support import MkDocs, Repository, entries, lay

BASE = "https://ex.com/docs/"
SITE = f"""\
--- mkdocs.yml
site_name: Small
site_url: {BASE}
plugins: [urlset]
--- docs/index.md
# Home
--- docs/a.md
# A
--- docs/sub/index.md
# Sub
"""
INFO = logging.INFO


def test_pages_are_dated_by_their_commits(mkdocs: MkDocs, repository: Repository) -> None:
    # PPC-20: not the build day, and the zone of the commit does not matter.
    repository.commit("2024-03-10T02:30:00+05:30", SITE)
    repository.commit("2024-06-10T12:00:00Z", "--- docs/a.md\n# A, changed\n")
    site = mkdocs.build()
    assert entries(site / "sitemap.xml") == {
        BASE: "2024-03-09T21:00:00+00:00",
        BASE + "a/": "2024-06-10T12:00:00+00:00",
        BASE + "sub/": "2024-03-09T21:00:00+00:00",
    }
    assert gzip.decompress((site / "sitemap.xml.gz").read_bytes()) == (site / "sitemap.xml").read_bytes()


@pytest.mark.parametrize(("mode", "date"), [("newest", "2024-03-10T02:30:00+00:00"), ("page", None)])
def test_a_local_time_without_zone_is_not_taken_for_utc(
    mkdocs: MkDocs, repository: Repository, mode: str, date: str | None
) -> None:
    # PPC-21: a plugin may have left the time of a clock in New York, without saying so.
    repository.commit("2024-03-10T02:30:00Z", SITE.replace("[urlset]", f"[{{urlset: {{lastmod: {mode}}}}}]"))
    lay(
        repository.folder,
        "--- hook.py\ndef on_page_context(context, page, config, nav):\n    page.update_date = '2024-03-09 21:30:00'\n",
    )
    assert set(entries(mkdocs.build(hooks=["hook.py"]) / "sitemap.xml").values()) == {date}


def test_untracked_and_generated_pages_have_no_date(mkdocs: MkDocs, repository: Repository) -> None:
    # PPC-37
    repository.commit("2024-03-10T02:30:00Z", SITE)
    hook = (
        "from mkdocs.structure.files import File\n"
        "def on_files(files, config):\n"
        "    files.append(File.generated(config, 'auto.md', content='# Auto'))\n"
    )
    lay(repository.folder, f"--- hook.py\n{hook}--- docs/untracked.md\n# Untracked\n")
    found = entries(mkdocs.build(hooks=["hook.py"]) / "sitemap.xml")
    assert found[BASE + "auto/"] is found[BASE + "untracked/"] is None
    assert found[BASE] is not None


def test_the_committer_date_unless_the_author_is_asked_for(mkdocs: MkDocs, repository: Repository) -> None:
    # PPC-38
    repository.commit("2023-06-01T00:00:00Z", SITE, author="2019-06-01T00:00:00Z")
    assert entries(mkdocs.build() / "sitemap.xml")[BASE] == "2023-06-01T00:00:00+00:00"
    author = "plugins: [{urlset: {git_date: author}}]"
    lay(repository.folder, f"--- mkdocs.yml\nsite_name: x\nsite_url: {BASE}\n{author}\n")
    assert entries(mkdocs.build() / "sitemap.xml")[BASE] == "2019-06-01T00:00:00+00:00"


def test_a_page_behind_a_link_has_the_date_of_its_own_repository(
    mkdocs: MkDocs, repository: Repository
) -> None:
    # PPC-36
    lay(repository.folder, SITE + "--- ext/l.md\n# L\n")
    os.symlink("../ext", repository.folder / "docs" / "link")
    repository.commit("2024-08-10T00:00:00Z")
    assert entries(mkdocs.build() / "sitemap.xml")[BASE + "link/l/"] == "2024-08-10T00:00:00+00:00"


def test_a_depth_1_checkout_has_no_dates(mkdocs: MkDocs, repository: Repository, tmp_path: Path) -> None:
    # PPC-34
    repository.commit("2024-03-10T02:30:00Z", SITE)
    repository.commit("2024-06-10T12:00:00Z", "--- docs/a.md\n# A, changed\n")
    repository.git("clone", "-q", "--depth", "1", f"file://{repository.folder}", str(tmp_path / "clone"))
    mkdocs.folder = tmp_path / "clone"
    assert set(entries(mkdocs.build(strict=True) / "sitemap.xml").values()) == {None}
    [line] = mkdocs.said(INFO)
    assert line.startswith("3 of 3 pages have no lastmod")
    assert "shallow" in line


def test_a_foreign_checkout_says_what_to_do(
    mkdocs: MkDocs, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    # PPC-35
    repository.commit("2024-03-10T02:30:00Z", SITE)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    assert set(entries(mkdocs.build(strict=True) / "sitemap.xml").values()) == {None}
    [line] = mkdocs.said(INFO)
    assert "safe.directory" in line


@pytest.mark.parametrize("what", ["no repository", "no git"])
def test_without_git_there_are_no_dates(
    mkdocs: MkDocs, repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    repository.commit("2024-03-10T02:30:00Z", SITE)
    if what == "no git":
        monkeypatch.setenv("PATH", str(tmp_path))
    else:
        mkdocs.folder = lay(tmp_path / "plain", SITE)
    assert set(entries(mkdocs.build(strict=True) / "sitemap.xml").values()) == {None}
    assert len(mkdocs.said(INFO)) == 1
