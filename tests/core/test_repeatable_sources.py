"""The same sources give the same bytes: in any zone, locale, hash seed, order of files, on any day."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

WORLDS = [
    {},
    {"TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "1", "LC_ALL": "C"},
    {
        "TZ": "America/St_Johns",
        "PYTHONHASHSEED": "2",
        "SOURCE_DATE_EPOCH": "2000000000",
        "LANG": "de_DE.UTF-8",
    },
]
NAMES = ["b/index.html", "a.html", "c/d.html", "é.html", "index.html"]
LOG = '192.0.2.1 - - [17/May/2025:10:05:03 +0000] "GET /{} HTTP/1.1" 200 5 "-" "M"\n'


def laid(folder: Path, names: list[str]) -> None:
    for name in names:
        path = folder / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("<title>x</title><link rel=alternate hreflang=de href=/de/>", "utf-8")
    (folder / "access.log").write_text("".join(LOG.format(n) for n in (3, 1, 2, 3)))
    (folder / "list.txt").write_text("https://e.com/a.html lastmod=2024-05-01T10:00:00Z priority=0.3\n/x\n")


@pytest.mark.parametrize("world", WORLDS[1:], ids=["other", "third"])
def test_bytes_do_not_depend_on_the_world(tmp_path, world):
    digests = []
    for number, environment in enumerate([WORLDS[0], world]):
        folder = tmp_path / str(number)
        laid(folder, NAMES if number == 0 else NAMES[::-1])
        arguments = [
            "build",
            "--base-url",
            "https://e.com",
            "--output",
            "out",
            "--sections",
            "path",
            "--text",
        ]
        command = [sys.executable, "-m", "urlset", *arguments, "site", "access.log", "list.txt"]
        subprocess.run(command, cwd=folder, env=os.environ | environment, check=True, capture_output=True)
        files = sorted((folder / "out").iterdir())
        digests.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files})
    assert digests[0] == digests[1]
    assert len(digests[0]) > 6
