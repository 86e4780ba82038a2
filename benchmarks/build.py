"""The whole command over JSON lines, beside a loop of json.loads and PyPI's xml-sitemap-writer.

    python benchmarks/build.py [RECORDS] [ROUNDS]

Each runs in a process of its own, in turn, once with plain files and once with compressed ones of one level.
It prints wall time, CPU time and peak memory (medians), and how many times ours the loop takes (median of the
rounds' ratios). Ours checks every record, merges duplicates and sorts; the loop writes what comes. Needs
xml-sitemap-writer.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import write

MAKE = """
import json, sys
import write
with open(sys.argv[1], "w", encoding="utf-8") as file:
    for page in write.records(int(sys.argv[2])):
        file.write(json.dumps({"loc": page.loc, **dict(write.fields(page))}) + "\\n")
"""
LOOP = """
import json, sys
import write
from xml_sitemap_writer import XMLSitemap
write.prepare(compressed=sys.argv[3] == "gz")
with XMLSitemap(sys.argv[2], write.BASE) as sitemap:
    for line in open(sys.argv[1]):
        record = json.loads(line)
        sitemap.add_url(record["loc"].removeprefix(write.BASE), lastmod=record["lastmod"])
"""


class Spent(NamedTuple):
    """What one process took: seconds by the clock and of computing, MiB at its peak."""

    wall: float
    cpu: float
    peak: float


def measured(*arguments: str) -> Spent:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0o600)]
    started = time.perf_counter()
    child = os.posix_spawn(sys.executable, [sys.executable, *arguments], environment, file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - started
    assert status == 0, arguments
    return Spent(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def pair(lines: Path, folder: Path, kind: str) -> tuple[Spent, Spent]:
    gzip = {"plain": "false", "gz": "only"}[kind]
    options = ("--base-url", write.BASE, "--gzip", gzip, "--output", str(folder / "ours"))
    (folder / "loop").mkdir()
    ours = measured("-m", "urlset", "build", *options, str(lines))
    loop = measured("-c", LOOP, str(lines), str(folder / "loop"), kind)
    return ours, loop


def main(count: int = 1_000_000, rounds: int = 3) -> None:
    with tempfile.TemporaryDirectory() as name:
        lines = Path(name) / "pages.jsonl"
        # In a process of its own: a child begins with the peak memory of its parent.
        measured("-c", MAKE, str(lines), str(count))
        for kind in ("plain", "gz"):
            pairs = []
            for _ in range(rounds):
                with tempfile.TemporaryDirectory(dir=name) as folder:
                    pairs.append(pair(lines, Path(folder), kind))
            print(f"{count:,} records, {kind}")
            for title, spent in zip(("urlset build", "loop"), zip(*pairs, strict=True), strict=True):
                wall, cpu, peak = (statistics.median(figures) for figures in zip(*spent, strict=True))
                print(f"  {title:14} {wall:6.2f} s {cpu:6.2f} s CPU {peak:5.0f} MiB")
            for unit in ("wall", "cpu"):
                ratios = [getattr(loop, unit) / getattr(ours, unit) for ours, loop in pairs]
                print(f"  the loop takes {statistics.median(ratios):.2f} times as much ({unit})")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
