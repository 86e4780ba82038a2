"""Fixtures: a git repository, a build by MkDocs, an environment without the machine's own variables."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import MkDocs, Repository


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


@pytest.fixture
def mkdocs(repository: Repository, caplog: pytest.LogCaptureFixture) -> Iterator[MkDocs]:
    yield MkDocs(repository.folder, caplog)
    # MkDocs puts handlers on its own logger.
    logging.getLogger("mkdocs").handlers.clear()
