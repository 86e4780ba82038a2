"""No host is asked for what it will remove: deprecations are errors, and so are all warnings where a host has that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pelican_site
import sphinx_site
from support import entries, lay

MKDOCS = (
    "--- mkdocs.yml\nsite_name: x\nsite_url: https://ex.com/\nplugins: [urlset]\n--- docs/index.md\n# Home\n"
)
SITES = {
    "sphinx": (sphinx_site.CONF + sphinx_site.PAGES, ["sphinx", "-W", "-j", "2", "-b", "html", "."]),
    "sphinx dirhtml": (sphinx_site.CONF + sphinx_site.PAGES, ["sphinx", "-W", "-j", "2", "-b", "dirhtml", "."]),
    "pelican": (pelican_site.CONF + pelican_site.article("a"), ["pelican", "--fatal", "warnings", "-s", "pelicanconf.py", "-o"]),
    "mkdocs": (MKDOCS, ["mkdocs", "build", "--strict", "-d"]),
}  # fmt: skip


@pytest.mark.parametrize("host", SITES)
def test_nothing_that_a_host_will_remove(tmp_path: Path, host: str) -> None:
    # PPC-18, on the oldest and the newest host that CI installs; twice, as an incremental build goes other ways.
    site, command = SITES[host]
    lay(tmp_path, site)
    deprecated = ["-W", "error::DeprecationWarning", "-W", "error::PendingDeprecationWarning"]
    for _ in range(2):
        whole = [sys.executable, *deprecated, "-m", *command, tmp_path / "out"]
        done = subprocess.run(whole, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert entries(tmp_path / "out" / "sitemap.xml")
