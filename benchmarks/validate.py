"""Reading and judging one million entries in 20 files, against peers in the same run.

    python benchmarks/validate.py [ENTRIES]

CPU time of child processes, medians of interleaved rounds. The peers check nothing: bare lxml builds the
whole tree of each file and lets it go; ultimate-sitemap-parser and advertools are measured where they are
installed, on one file in four. What a process costs that reads a file of one entry is taken off.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from importlib.util import find_spec

FILES = 20
ROUNDS = 3

OURS = """
import sys
from urlset.cli import main
sys.stdout = open("/dev/null", "w")
try:
    main(["validate", "--base-url", "https://www.example.com/", "--fail-on", "error", *sys.argv[1:]])
except SystemExit as done:
    assert not done.code
sys.stdout = sys.__stdout__
"""
LXML = """
import sys
from lxml import etree
for path in sys.argv[1:]:
    etree.parse(path)
"""
USP = """
import sys
from usp.fetch_parse import SitemapStrParser
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        assert sum(1 for _ in SitemapStrParser(static_content=file.read()).sitemap().all_pages())
"""
ADVERTOOLS = """
import sys, logging, advertools
logging.disable(logging.CRITICAL)
for path in sys.argv[1:]:
    assert len(advertools.sitemap_to_df("file://" + path))
"""


def write(folder: str, entries: int) -> list[str]:
    """The files: about 70 characters an address, 2 % with an ampersand, 2 % percent-encoded, all dated."""
    paths = []
    for number in range(FILES):
        path = os.path.join(folder, f"sitemap-{number + 1}.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n')
            file.write('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n')
            for n in range(number * entries // FILES, (number + 1) * entries // FILES):
                tail = "?a=1&amp;b=2" if n % 50 == 0 else "%C3%BC" if n % 50 == 1 else ""
                day = f"20{n % 24:02}-{n % 12 + 1:02}-{n % 28 + 1:02}"
                address = f"https://www.example.com/section-{n % 97}/a-page-with-a-name-{n:09}{tail}"
                file.write(
                    f"<url><loc>{address}</loc>"
                    f"<lastmod>{day}T{n % 24:02}:{n % 60:02}:{n * 7 % 60:02}+00:00</lastmod></url>\n"
                )
            file.write("</urlset>\n")
        paths.append(path)
    return paths


def cost(code: str, paths: list[str]) -> tuple[float, float]:
    """CPU seconds and peak MB of a child that runs ``code`` over ``paths``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    probe = "\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    done = subprocess.run(
        [sys.executable, "-c", code + probe, *paths], check=True, capture_output=True, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(done.stdout.split()[-1]) / 1024


def main() -> None:
    """Write the files, measure, print a table."""
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    peers = [("urlset validate", OURS, 1), ("lxml, whole tree, no checks", LXML, 1)]
    if find_spec("usp"):
        peers.append(("ultimate-sitemap-parser, no checks", USP, 4))
    if find_spec("advertools"):
        peers.append(("advertools, no checks", ADVERTOOLS, 4))
    with tempfile.TemporaryDirectory() as folder:
        paths = write(folder, entries)
        os.mkdir(os.path.join(folder, "tiny"))
        tiny = write(os.path.join(folder, "tiny"), FILES)[0]
        results: dict[str, list[tuple[float, float]]] = {name: [] for name, _, _ in peers}
        for _ in range(ROUNDS):
            for name, code, share in peers:
                seconds, peak = cost(code, paths[::share])
                start, _ = cost(code, [tiny])
                results[name].append(((seconds - start) * share, peak))
    ours = statistics.median(seconds for seconds, _ in results["urlset validate"])
    print(f"{'reader':38} {'µs/entry':>9} {'× urlset':>9} {'peak MB':>8}")
    for name, runs in results.items():
        seconds, peak = statistics.median(run[0] for run in runs), max(run[1] for run in runs)
        print(f"{name:38} {seconds / entries * 1e6:9.2f} {seconds / ours:9.2f} {peak:8.0f}")


if __name__ == "__main__":
    main()
