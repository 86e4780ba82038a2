"""Small sites built by Pelican itself, in a process of its own.

No test imports Pelican: it changes how every logger of its process works, and Sphinx' loggers break.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from support import entries, lay

BASE = "https://ex.com/"
CONF = """\
--- pelicanconf.py
SITENAME = "x"
SITEURL = "https://ex.com"
PATH = "content"
TIMEZONE = "Europe/Paris"
DEFAULT_LANG = "en"
PLUGINS = ["urlset"]
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
"""


def article(name: str, *meta: str, date: str = "2024-01-02") -> str:
    head = "\n".join([f"Title: {name}", f"Date: {date}", "Category: misc", *meta])
    return f"--- content/{name}.md\n{head}\n\nText.\n"


def build(folder: Path, site: str = "", *, conf: str = "", runs: int = 1) -> tuple[Path, str]:
    """Lay ``site``, run Pelican as often as ``runs`` says, and give the output folder and what was said."""
    lay(folder, f"{CONF}{conf}{site}")
    command = [
        sys.executable,
        "-W",
        "error::DeprecationWarning:pelican.plugins.urlset",
        "-m",
        "pelican",
        "-v",
    ]
    wide = os.environ | {"COLUMNS": "400"}  # else Pelican breaks its lines, with its own place in the middle
    for _ in range(runs):
        done = subprocess.run(
            [*command, "-s", "pelicanconf.py", "-o", "output"],
            cwd=folder,
            env=wide,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "output", " ".join((done.stdout + done.stderr).split())


def listed(site: Path) -> list[str]:
    return [address.removeprefix(BASE) for address in entries(site / "sitemap.xml")]
