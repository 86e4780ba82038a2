"""Builds that are killed, or refused by the system, at every call that changes the disk.

strace injects the fault at the n-th such call, for n = 1, 2, … until a build runs through. Whatever
happened, the public files are whole, the index names only files that are there, and the next build puts
everything right. OP-72: no file is written in place.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

pytestmark = [
    pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed"),
    pytest.mark.skipif(
        not os.environ.get("URLSET_TEST_FAULTS"), reason="slow: set URLSET_TEST_FAULTS=1 (CI does)"
    ),
]

CALLS = "fsync,rename,unlink,mkdir,rmdir,fchmod"
SHAPES = {"first": (0, 5), "grow": (5, 9), "shrink": (9, 5), "to one": (5, 2), "other pages": (5, -5)}


def command(folder: Path, pages: int) -> list[str]:
    code = (
        "import sys, urlset\n"
        "folder, count = sys.argv[1], int(sys.argv[2])\n"
        "pages = [urlset.Page(f'{n if count > 0 else n + 100}') for n in range(abs(count))]\n"
        "urlset.build(pages, urlset.Settings(base_url='https://e.com/', output=folder, max_entries=2,"
        " allow_shrink=True))"
    )
    return [sys.executable, "-c", code, str(folder), str(pages)]


def build(folder: Path, pages: int) -> None:
    subprocess.run(command(folder, pages), check=True)


def faulty(folder: Path, pages: int, fault: str) -> bool:
    """Run a build with a fault; False where the build did not come so far."""
    trace = folder.parent / "trace"
    injected = ["strace", "-f", "-qq", "-o", trace, "-e", f"trace={CALLS}", "-e", f"inject={CALLS}:{fault}"]
    subprocess.run([*injected, *command(folder, pages)], capture_output=True, check=False)
    told = trace.read_text(errors="replace")
    return "INJECTED" in told or "killed by SIGKILL" in told


def faults(folder: Path, before: int, after: int, kind: str) -> Iterator[int]:
    """A folder after a build that met the fault at its n-th call, for every n."""
    for number in range(1, 200):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        if before:
            build(folder, before)
        if not faulty(folder, after, f"{kind}:when={number}"):
            return
        yield number


def check_public(folder: Path) -> None:
    names = {name for name in os.listdir(folder) if not name.startswith(".")}
    for name in names:
        content = (folder / name).read_bytes()
        tree = etree.fromstring(gzip.decompress(content) if name.endswith(".gz") else content)
        if etree.QName(tree).localname == "sitemapindex":
            for loc in tree.iter("{*}loc"):
                assert str(loc.text).rpartition("/")[2] in names, f"{name} names {loc.text}"


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in os.listdir(folder)}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["signal=KILL", "error=ENOSPC"])
def test_whatever_fails_the_public_set_stays_whole(tmp_path: Path, shape: str, kind: str) -> None:
    before, after = SHAPES[shape]
    build(tmp_path / "undisturbed", after)
    right = contents(tmp_path / "undisturbed")
    number = 0
    for number in faults(tmp_path / "site", before, after, kind):
        check_public(tmp_path / "site")
        build(tmp_path / "site", after)
        assert contents(tmp_path / "site") == right, f"after {kind} at call {number}"
    assert number > 5
