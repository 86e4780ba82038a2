"""Small sites built by Sphinx itself."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

from support import entries, lay

BASE = "https://ex.com/docs/"
CONF = f"""\
--- conf.py
project = "x"
extensions = ["sphinx_urlset"]
html_baseurl = "{BASE}"
html_theme = "basic"
"""
PAGES = """\
--- index.rst
Home
====

.. toctree::
   :glob:

   *
   sub/*
--- a.rst
A
=
--- sub/index.rst
Sub
===
"""


def build(folder: Path, *options: str, builder: str = "html", status: int = 0) -> tuple[Path, str]:
    """Run sphinx-build in ``folder``; gives the output folder and all that was said."""
    from sphinx.cmd.build import build_main

    out = folder / f"_{builder}"
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        ended = build_main(
            ["-b", builder, "-d", str(folder / f"_trees-{builder}"), *options, str(folder), str(out)]
        )
    assert ended == status, said.getvalue()
    return out, said.getvalue()


def site(folder: Path, pages: str = PAGES, conf: str = "") -> Path:
    return lay(folder, f"{CONF}{conf}{pages}")


def listed(out: Path) -> list[str]:
    return [address.removeprefix(BASE) for address in entries(out / "sitemap.xml")]
