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
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from lxml import etree

from urlset.canonical import canonical
from urlset.outputs import sitemap_xml
from urlset.page import Page
from urlset.protocol import NS_SITEMAP
from urlset.tally import Tally

BASE = "https://www.example.com/"
SITEMAP = f"{{{NS_SITEMAP}}}"
START = datetime(2019, 1, 1, tzinfo=UTC)


def addresses(count: int) -> list[str]:
    """About 70 characters each, 2 % with an ampersand and 2 % with an escape, in order."""
    tails = ("a-fairly-ordinary-title", "a-title?ref=1&page=2", "ein-gr%C3%B6%C3%9Ferer-titel")
    return [
        f"{BASE}section/{n // 1000:05}/article-{n:08}-{tails[(n % 50 == 1) + 2 * (n % 50 == 2)]}"
        for n in range(count)
    ]


def ours(records: list[Page], folder: Path) -> None:
    checked = canonical(records, base_url=BASE, scope=BASE, zone=UTC, tally=Tally())
    for number, file in enumerate(sitemap_xml.files(checked, scope=BASE), 1):
        (folder / f"sitemap-{number}.xml").write_bytes(file.content)


def xml_sitemap_writer(records: list[Page], folder: Path) -> None:
    from xml_sitemap_writer import XMLSitemap

    with XMLSitemap(str(folder), BASE) as sitemap:
        sitemap.SITEMAP_MAX_COUNT = 50_000
        for page in records:
            sitemap.add_url(page.loc.removeprefix(BASE), lastmod=page.lastmod.isoformat())


def lxml_elements(records: list[Page], folder: Path) -> None:
    """An element for each entry, handed to the incremental writer: what its documentation shows first."""
    for start in range(0, len(records), 50_000):
        with etree.xmlfile(str(folder / f"sitemap-{start}.xml"), encoding="UTF-8") as file:
            file.write_declaration()
            with file.element(f"{SITEMAP}urlset", nsmap={None: NS_SITEMAP}):
                for page in records[start : start + 50_000]:
                    url = etree.Element(f"{SITEMAP}url", nsmap={None: NS_SITEMAP})
                    etree.SubElement(url, f"{SITEMAP}loc").text = page.loc
                    etree.SubElement(url, f"{SITEMAP}lastmod").text = page.lastmod.isoformat()
                    file.write(url)


def lxml_events(records: list[Page], folder: Path) -> None:
    """Start and end of each element written as it comes, without a tree: the fastest way that lxml has."""
    for start in range(0, len(records), 50_000):
        with etree.xmlfile(str(folder / f"sitemap-{start}.xml"), encoding="UTF-8") as file:
            file.write_declaration()
            with file.element(f"{SITEMAP}urlset", nsmap={None: NS_SITEMAP}):
                for page in records[start : start + 50_000]:
                    with file.element(f"{SITEMAP}url"):
                        with file.element(f"{SITEMAP}loc"):
                            file.write(page.loc)
                        with file.element(f"{SITEMAP}lastmod"):
                            file.write(page.lastmod.isoformat())


def measured(write: Callable[[list[Page], Path], None], records: list[Page]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        gc.collect()
        start = time.process_time()
        write(records, Path(folder))
        return (time.process_time() - start) / len(records) * 1e6


def main(count: int = 1_000_000, rounds: int = 5) -> None:
    times = (START + timedelta(seconds=n * 151) for n in range(count))
    records = [Page(loc, moment) for loc, moment in zip(addresses(count), times, strict=True)]
    writers = {
        "urlset": ours,
        "xml-sitemap-writer": xml_sitemap_writer,
        "lxml xmlfile, elements": lxml_elements,
        "lxml xmlfile, events": lxml_events,
    }
    spent: dict[str, list[float]] = {name: [] for name in writers}
    for _ in range(rounds):
        for name, write in writers.items():
            spent[name].append(measured(write, records))
    for name, figures in spent.items():
        ratios = [theirs / mine for theirs, mine in zip(figures, spent["urlset"], strict=True)]
        spent_each, ratio = statistics.median(figures), statistics.median(ratios)
        print(f"{name:24} {spent_each:6.2f} µs an entry   {ratio:5.2f} times ours")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
