"""The same sources give the same bytes: in any zone, locale, hash seed, order of files, on any day."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ZONES = ("UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati")
LOCALES = ("C", "de_DE.UTF-8", "tr_TR.UTF-8")
DAYS = ("1714600000", "2000000000", "4000000000")
WORLDS = [
    {
        "TZ": ZONES[number % 4],
        "LC_ALL": LOCALES[number % 3],
        "PYTHONHASHSEED": str(number),
        "PYTHONUTF8": str(number % 2),
        "SOURCE_DATE_EPOCH": DAYS[number // 4],
    }
    for number in range(12)
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


COMMAND = """build --base-url https://e.com --output out --sections path --text site access.log list.txt"""


def test_bytes_do_not_depend_on_the_world(tmp_path):
    # P22: twelve environments; the files are made in another order each time.
    digests = set()
    for number, environment in enumerate(WORLDS):
        folder = tmp_path / str(number)
        laid(folder, NAMES[number % 5 :] + NAMES[: number % 5])
        command = [sys.executable, "-m", "urlset", *COMMAND.split()]
        subprocess.run(command, cwd=folder, env=os.environ | environment, check=True, capture_output=True)
        files = sorted((folder / "out").iterdir())
        assert len(files) > 6
        digests.add(tuple((path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in files))
    assert len(digests) == 1
