"""Versions that mike deploys, and one index over them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import Repository, entries, run_cli

BASE = "https://ex.com/docs/"
SITE = f"""\
--- mkdocs.yml
site_name: x
site_url: {BASE}
plugins:
- urlset
- mike: {{alias_type: copy%s}}
--- docs/index.md
# Home
--- docs/new.md
# New
"""


def deploy(repository: Repository, *arguments: str) -> None:
    env = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "HOME": str(repository.folder)}
    env |= {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    command = [Path(sys.executable).parent / "mike", "deploy", *arguments]
    done = subprocess.run(
        command, cwd=repository.folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def deployed(repository: Repository, canonical: str) -> Path:
    """Version 1.0 with a page ``old``, then 2.0, which is the latest, with ``new`` in its place."""
    config = f", canonical_version: {canonical}" if canonical else ""
    site = SITE % config
    repository.commit("2024-03-10T00:00:00Z", site.replace("new.md", "old.md"))
    deploy(repository, "1.0")
    repository.git("mv", "docs/old.md", "docs/new.md")
    repository.commit("2024-05-10T00:00:00Z", site)
    deploy(repository, "2.0", "latest")
    repository.git("worktree", "add", "-q", "../site", "gh-pages")
    return repository.folder.parent / "site"


@pytest.mark.parametrize(
    ("canonical", "listed"),
    [
        # PPC-31: every version under its own folder; the copy under the alias says that it is a copy.
        ("", {"1.0": ["1.0/", "1.0/old/"], "2.0": ["2.0/", "2.0/new/"], "latest": ["2.0/", "2.0/new/"]}),
        # PPC-32: all versions name the canonical one, and the old one a page that is not there.
        ("latest", {"1.0": ["latest/", "latest/old/"], "2.0": ["latest/", "latest/new/"], "latest": ["latest/", "latest/new/"]}),
    ],
)  # fmt: skip
def test_the_index_has_the_versions_that_tell_of_themselves(
    repository: Repository, canonical: str, listed: dict[str, list[str]]
) -> None:
    site = deployed(repository, canonical)
    found = {path.parent.name: list(entries(path)) for path in site.glob("*/sitemap.xml")}
    assert found == {version: [BASE + page for page in pages] for version, pages in listed.items()}
    done = run_cli("index", site, "--base-url", BASE)
    assert done.returncode == 0, done.stderr
    own = [version for version, pages in listed.items() if pages[0] == f"{version}/"]
    text = (site / "sitemap.xml").read_text()
    for version in listed:
        assert (f"<loc>{BASE}{version}/sitemap.xml</loc>" in text) == (version in own)
        assert (f"left out: {version}/sitemap.xml: lists no page below" in done.stdout) == (
            version not in own
        )
