"""Fixtures: a git repository, a build by MkDocs, an environment without the machine's own variables."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import MkDocs, Repository, assert_valid
from urlset.fileset import FileSet
from urlset.outcome import Build
from urlset.publish.commit import Staging
from urlset.tally import Tally


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests see neither the variables of the machine's CI nor those of a git hook."""
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in (
        "SOURCE_DATE_EPOCH",
        "GITHUB_ACTIONS",
        "GITLAB_CI",
        "READTHEDOCS",
        "GIT_DIR",
        "GIT_WORK_TREE",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _what_is_published_is_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sitemap and index that a test publishes in this process goes through the validator (OP-71)."""
    publish = Staging.publish

    def checked(self: Staging) -> None:
        publish(self)
        for name in self.written:
            if name.endswith((".xml", ".xml.gz")):
                assert_valid((Path(self.folder) / name).read_bytes())

    monkeypatch.setattr(Staging, "publish", checked)


@pytest.fixture(autouse=True)
def _nothing_vanishes(monkeypatch: pytest.MonkeyPatch) -> None:
    """P7: of every build in this process, each page that was read was written, or dropped for a reason."""
    outcome = FileSet.outcome

    def checked(self: FileSet, folder: str, tally: Tally) -> Build:
        done = outcome(self, folder, tally)
        assert done.read == done.written + sum(done.dropped.values())
        assert all(done.dropped)
        assert done.written == sum(file.entries for file in done.sitemaps)
        return done

    monkeypatch.setattr(FileSet, "outcome", checked)


@pytest.fixture
def mkdocs(repository: Repository, caplog: pytest.LogCaptureFixture) -> Iterator[MkDocs]:
    yield MkDocs(repository.folder, caplog)
    # MkDocs puts handlers on its own logger.
    logging.getLogger("mkdocs").handlers.clear()
