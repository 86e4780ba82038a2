"""One million records to 20 files: our writer, PyPI's xml-sitemap-writer, lxml's incremental writer, in turn.

    python benchmarks/write.py [RECORDS] [ROUNDS]

For records with a date, and for records with a date and both hints, it prints CPU time an entry (median of
the rounds), how many times ours that is (median of the rounds' ratios), and at the end our peak memory beyond
the records themselves. Every record of ours is checked in full; the peers check less or nothing. Needs
xml-sitemap-writer.
"""

from __future__ import annotations

import gc
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from lxml import etree

from urlset.canonical import canonical
from urlset.outputs import sitemap_xml
from urlset.page import Page
from urlset.protocol import CHANGEFREQ, NS_SITEMAP
from urlset.tally import Tally

BASE = "https://www.example.com/"
START = datetime(2019, 1, 1, tzinfo=UTC)
SITEMAP = f"{{{NS_SITEMAP}}}"
SHARD = 50_000

Write = Callable[[list[Page], Path], None]


def records(count: int, hints: bool) -> list[Page]:
    """Addresses of about 70 characters, 2 % with an ampersand and 2 % with an escape, in order; all dated."""
    tails = ("a-fairly-ordinary-title", "a-title?ref=1&page=2", "ein-gr%C3%B6%C3%9Ferer-titel")
    return [
        Page(
            f"{BASE}section/{n // 1000:05}/article-{n:08}-{tails[(n % 50 == 1) + 2 * (n % 50 == 2)]}",
            START + timedelta(seconds=n * 151),
            CHANGEFREQ[n % 7] if hints else None,  # type: ignore[arg-type]
            n % 11 / 10 if hints else None,
        )
        for n in range(count)
    ]


def ours(pages: list[Page], folder: Path) -> None:
    checked = canonical(pages, base_url=BASE, scope=BASE, zone=UTC, tally=Tally())
    for number, file in enumerate(sitemap_xml.files(checked, scope=BASE), 1):
        (folder / f"sitemap-{number}.xml").write_bytes(file.content)


def xml_sitemap_writer(pages: list[Page], folder: Path) -> None:
    from xml_sitemap_writer import XMLSitemap

    with XMLSitemap(str(folder), BASE) as sitemap:
        for page in pages:
            sitemap.add_url(page.loc.removeprefix(BASE), **dict(fields(page)))


def lxml_elements(pages: list[Page], folder: Path) -> None:
    """An element for each entry, handed to the incremental writer."""
    for shard, file in shards(pages, folder):
        for page in shard:
            url = etree.Element(f"{SITEMAP}url", nsmap={None: NS_SITEMAP})
            etree.SubElement(url, f"{SITEMAP}loc").text = page.loc
            for name, text in fields(page):
                etree.SubElement(url, f"{SITEMAP}{name}").text = text
            file.write(url)


def lxml_events(pages: list[Page], folder: Path) -> None:
    """Start and end of each element written as it comes, without a tree."""
    for shard, file in shards(pages, folder):
        for page in shard:
            with file.element(f"{SITEMAP}url"):
                for name, text in (("loc", page.loc), *fields(page)):
                    with file.element(f"{SITEMAP}{name}"):
                        file.write(text)


def shards(pages: list[Page], folder: Path) -> Iterator[tuple[list[Page], etree._IncrementalFileWriter]]:
    for start in range(0, len(pages), SHARD):
        with etree.xmlfile(str(folder / f"sitemap-{start}.xml"), encoding="UTF-8") as file:
            file.write_declaration()
            with file.element(f"{SITEMAP}urlset", nsmap={None: NS_SITEMAP}):
                yield pages[start : start + SHARD], file


def fields(page: Page) -> Iterator[tuple[str, str]]:
    """The core elements after the address, as text."""
    assert isinstance(page.lastmod, datetime)
    yield "lastmod", page.lastmod.isoformat()
    if page.changefreq is not None:
        yield "changefreq", page.changefreq
        yield "priority", str(page.priority)


def measured(write: Write, pages: list[Page]) -> float:
    """CPU time in µs an entry."""
    with tempfile.TemporaryDirectory() as folder:
        gc.collect()
        start = time.process_time()
        write(pages, Path(folder))
        return (time.process_time() - start) / len(pages) * 1e6


def compare(pages: list[Page], rounds: int) -> None:
    peers: dict[str, Write] = {
        "urlset": ours,
        "xml-sitemap-writer": xml_sitemap_writer,
        "lxml xmlfile, elements": lxml_elements,
        "lxml xmlfile, events": lxml_events,
    }
    spent = [{name: measured(write, pages) for name, write in peers.items()} for _ in range(rounds)]
    for name in peers:
        each = statistics.median(figures[name] for figures in spent)
        ratio = statistics.median(figures[name] / figures["urlset"] for figures in spent)
        print(f"  {name:24} {each:6.2f} µs an entry  {ratio:6.2f} times ours")


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main(count: int = 1_000_000, rounds: int = 3) -> None:
    for title, hints in (("address and date", False), ("address, date, changefreq, priority", True)):
        pages = records(count, hints)
        before = peak()
        measured(ours, pages)
        print(f"{count:,} records with {title}; ours added {peak() - before} MiB at the peak")
        compare(pages, rounds)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
