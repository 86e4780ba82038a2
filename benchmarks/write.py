"""One million records to 20 files: our writer, PyPI's xml-sitemap-writer, lxml's incremental writer, in turn.

    python benchmarks/write.py [RECORDS] [ROUNDS]

Prints CPU time per entry (median of the rounds), the ratio of each peer to ours, and our peak memory. Every
record of ours is checked in full; the peers check nothing. Needs xml-sitemap-writer.
"""

from __future__ import annotations

import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from urlset.canonical import canonical
from urlset.outputs import sitemap_xml
from urlset.page import Page
from urlset.tally import Tally

BASE = "https://www.example.com/"
START = datetime(2019, 1, 1, tzinfo=UTC)


def addresses(count: int) -> list[str]:
    """About 70 characters each, 2 % with an ampersand and 2 % with an escape, in order."""
    tails = ("a-fairly-ordinary-title", "a-title?ref=1&page=2", "ein-gr%C3%B6%C3%9Ferer-titel")
    return [
        f"{BASE}section/{n // 1000:05}/article-{n:08}-{tails[(n % 50 == 1) + 2 * (n % 50 == 2)]}"
        for n in range(count)
    ]


def ours(locs: list[str], times: list[datetime], folder: Path) -> None:
    records = (Page(loc, time) for loc, time in zip(locs, times, strict=True))
    write_pages(records, folder)


def write_pages(records: Iterator[Page], folder: Path) -> None:
    checked = canonical(records, base_url=BASE, scope=BASE, zone=UTC, tally=Tally())
    for number, file in enumerate(sitemap_xml.files(checked, scope=BASE), 1):
        (folder / f"sitemap-{number}.xml").write_bytes(file.content)


def xml_sitemap_writer(locs: list[str], times: list[datetime], folder: Path) -> None:
    from xml_sitemap_writer import XMLSitemap

    with XMLSitemap(str(folder), BASE) as sitemap:
        sitemap.SITEMAP_MAX_COUNT = 50_000
        for loc, moment in zip(locs, times, strict=True):
            sitemap.add_url(loc.removeprefix(BASE), lastmod=moment.strftime("%Y-%m-%dT%H:%M:%S+00:00"))


def lxml_incremental(locs: list[str], times: list[datetime], folder: Path) -> None:
    from lxml import etree

    for start in range(0, len(locs), 50_000):
        with etree.xmlfile(str(folder / f"sitemap-{start}.xml"), encoding="UTF-8") as file:
            file.write_declaration()
            with file.element("urlset", nsmap={None: "http://www.sitemaps.org/schemas/sitemap/0.9"}):
                for loc, moment in zip(
                    locs[start : start + 50_000], times[start : start + 50_000], strict=True
                ):
                    with file.element("url"):
                        with file.element("loc"):
                            file.write(loc)
                        with file.element("lastmod"):
                            file.write(moment.isoformat())


def measured(
    write: Callable[[list[str], list[datetime], Path], None], locs: list[str], times: list[datetime]
) -> float:
    with tempfile.TemporaryDirectory() as folder:
        gc.collect()
        start = time.process_time()
        write(locs, times, Path(folder))
        return (time.process_time() - start) / len(locs) * 1e6


def main(count: int = 1_000_000, rounds: int = 5) -> None:
    locs = addresses(count)
    times = [START + timedelta(seconds=n * 151) for n in range(count)]
    writers = {
        "urlset": ours,
        "xml-sitemap-writer": xml_sitemap_writer,
        "lxml etree.xmlfile": lxml_incremental,
    }
    spent: dict[str, list[float]] = {name: [] for name in writers}
    for _ in range(rounds):
        for name, write in writers.items():
            spent[name].append(measured(write, locs, times))
    for name, figures in spent.items():
        ratios = [theirs / mine for theirs, mine in zip(figures, spent["urlset"], strict=True)]
        spent_each, ratio = statistics.median(figures), statistics.median(ratios)
        print(f"{name:20} {spent_each:6.2f} µs an entry   {ratio:5.2f} times ours")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
