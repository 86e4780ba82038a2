"""Sources at size: a list and a log of a million lines, a folder of 100,000 pages, ten million addresses.

    python benchmarks/sources.py [SCALE]

SCALE (1 by default) multiplies the sizes; 0.1 gives a quick look. Each build runs in a process of its own
and is shown with its time, its time of computing and the most memory that it held; the list stands beside a
bare loop that reads and sorts the same file, as the least that anybody must do.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

BASE = "https://example.com/"
LOG = '192.0.2.1 - - [17/May/2025:10:05:03 +0] "GET /page/{}/x.html?u=1 HTTP/1.1" 200 512 "-" "Mozilla/5.0"\n'
PAGE = "<!doctype html><html lang=en><head><title>P {0}</title><link rel=canonical href={1}></head><p>x"
BARE = "import sys; lines = sorted(set(open(sys.argv[1]))); print(len(lines))"


def written(path: Path, lines: Iterable[str]) -> Path:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(lines)
    return path


def measured(name: str, *command: str) -> None:
    started = time.perf_counter()
    child = os.posix_spawn(sys.executable, [sys.executable, *command], os.environ, file_actions=QUIET)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - started
    assert status == 0, name
    cpu = usage.ru_utime + usage.ru_stime
    print(f"{name:<34} {seconds:8.2f} s {cpu:8.2f} s CPU {usage.ru_maxrss / 1024:6.0f} MiB", flush=True)


QUIET = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0o600)]


def build(name: str, folder: Path, source: Path) -> None:
    output = folder / f"out-{source.name}"
    measured(
        name,
        "-m",
        "urlset",
        "build",
        "--base-url",
        BASE,
        "--output",
        str(output),
        "--lastmod",
        "page",
        str(source),
    )


def pages(folder: Path, count: int) -> Path:
    for number in range(count):
        place = folder / "site" / "p" / str(number // 1_000)
        if number % 1_000 == 0:
            place.mkdir(parents=True)
        (place / f"{number}.html").write_text(
            PAGE.format(number, f"{BASE}p/{number // 1_000}/{number}.html"), "utf-8"
        )
    return folder / "site"


def main() -> None:
    scale = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    million = int(1_000_000 * scale)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small = written(
            folder / "list.txt", (f"{BASE}page/{n * 7919 % million}/x.html\n" for n in range(million))
        )
        measured(f"bare loop, {million:,} lines", "-c", BARE, str(small))
        build(f"list, {million:,} lines", folder, small)
        log = written(folder / "access.log", (LOG.format(number) for number in range(million)))
        build(f"log, {million:,} lines", folder, log)
        log.unlink()
        build(f"folder, {million // 10:,} pages", folder, pages(folder, million // 10))
        many = 10 * million
        large = written(folder / "large.txt", (f"{BASE}page/{n * 7919 % many}/x.html\n" for n in range(many)))
        build(f"list, {many:,} lines", folder, large)


if __name__ == "__main__":
    print(
        subprocess.run(
            [sys.executable, "--version"], capture_output=True, text=True, check=True
        ).stdout.strip()
    )
    main()
