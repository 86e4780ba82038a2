"""What tests share: a site in one string, a git repository that tells its days, builds by the real host."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree

from urlset import clock
from urlset.protocol import NS_SITEMAP
from urlset.validator.entry import Context
from urlset.validator.judge import Judged, Run, judge
from urlset.validator.notes import Notes

CASES = Path(__file__).parent / "cases"


def cases(name: str) -> list[Any]:
    """The cases of ``tests/cases/NAME.yaml``: input, then output or error; each is a test of its own."""
    found = yaml.safe_load((CASES / f"{name}.yaml").read_text("utf-8"))
    return [pytest.param(case, id=str(case.get("case", place))) for place, case in enumerate(found)]


def lay(folder: Path, site: str) -> Path:
    """Write the files of a site given as one string: each begins with a line ``--- PATH``."""
    for path, content in re.findall(r"^--- (.+)\n((?:(?!--- \S).*\n?)*)", site, re.MULTILINE):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, "utf-8")
    return folder


class Repository:
    """A real git repository in a temporary folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, **environment: str) -> str:
        """Run git here with a configuration of its own; returns what it printed."""
        env = {"PATH": os.environ["PATH"], "HOME": str(self.folder.parent), "GIT_CONFIG_NOSYSTEM": "1"}
        env |= {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com"}
        env |= {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com"}
        command = ["git", "-c", "commit.gpgsign=false", "-c", "protocol.file.allow=always", *arguments]
        done = subprocess.run(
            command, cwd=self.folder, env=env | environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def commit(self, when: str, site: str = "", author: str = "") -> str:
        """Commit the files of ``site`` and all other changes at ``when``; returns the commit's id."""
        lay(self.folder, site)
        self.git("add", "-A")
        self.git(
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            "x",
            GIT_AUTHOR_DATE=author or when,
            GIT_COMMITTER_DATE=when,
        )
        return self.git("rev-parse", "HEAD")


class MkDocs:
    """Builds a site by MkDocs itself, and keeps what it said."""

    def __init__(self, folder: Path, log: pytest.LogCaptureFixture) -> None:
        self.folder, self.log = folder, log

    def build(self, *, command: str = "build", dirty: bool = False, **config: Any) -> Path:
        """Build ``mkdocs.yml`` of the folder; returns the site's folder."""
        from mkdocs.commands.build import build
        from mkdocs.config import load_config

        self.log.clear()
        with self.log.at_level(logging.INFO, logger="mkdocs"):
            loaded = load_config(str(self.folder / "mkdocs.yml"), **config)
            loaded.plugins.on_startup(command=command, dirty=dirty)
            build(
                loaded, serve_url="http://127.0.0.1:8766/docs/" if command == "serve" else None, dirty=dirty
            )
            loaded.plugins.on_shutdown()
        return Path(loaded.site_dir)

    def said(self, level: int) -> list[str]:
        """What our plugin said at ``level``."""
        return [
            record.getMessage().removeprefix("urlset: ")
            for record in self.log.records
            if record.levelno == level and record.name == "mkdocs.plugins.urlset"
        ]


def assert_valid(content: bytes, url: str | None = None) -> None:
    """No error, and nothing that the schema rejects, in the XML of a sitemap or an index.

    ``url`` is its public address, where its scope is to be judged too. Tests build for hosts of their own
    machine, so a host that is not public (LOC016) is no error here.
    """
    for profile in ("protocol", "xsd"):
        context = Context("sitemap.xml", profile, clock.now(), url)
        judged = Judged(0, context, Notes("sitemap.xml", profile, 5))
        judge(content, judged, Run())
        wrong = [
            group for group in judged.notes.groups() if group.severity == "error" and group.rule != "LOC016"
        ]
        assert not wrong, (wrong, content[:2000])


def entries(path: Path) -> dict[str, str | None]:
    """Address and date of each entry of a sitemap, in the order of the file."""
    tree = etree.fromstring(path.read_bytes())
    assert tree.tag == f"{{{NS_SITEMAP}}}urlset"
    return {url.findtext("{*}loc"): url.findtext("{*}lastmod") for url in tree}


def run_cli(*arguments: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run ``urlset`` with these arguments, in a process of its own."""
    command = [sys.executable, "-m", "urlset", *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
