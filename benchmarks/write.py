"""Records to files of 50,000: our writer, PyPI's xml-sitemap-writer, lxml's incremental writer, in turn.

    python benchmarks/write.py [RECORDS] [ROUNDS]

For records with a date, with a date and both hints, compressed, and with five language versions (of these a
tenth as many), it prints CPU time an entry (median of the rounds), how many times ours that is (median of the
rounds' ratios), and our peak memory beyond the records themselves. Every record of ours is checked in full;
the peers check less or nothing. xml-sitemap-writer always compresses; where we do not, it is given a plain
file, and else our level. Needs xml-sitemap-writer.
"""

from __future__ import annotations

import gc
import gzip
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

from lxml import etree

from urlset.canonical import canonical
from urlset.outputs import sitemap_xml
from urlset.outputs.gzip_copy import compress
from urlset.page import Alternate, Page
from urlset.protocol import CHANGEFREQ, NS_SITEMAP, NS_XHTML
from urlset.tally import Tally

BASE = "https://www.example.com/"
START = datetime(2019, 1, 1, tzinfo=UTC)
SITEMAP = f"{{{NS_SITEMAP}}}"
SHARD = 50_000

HREFLANG = f"{{{NS_XHTML}}}link"
LANGS = ("de", "en", "es", "fr", "ja")
LEVEL = 6

Write = Callable[[list[Page], Path], None]


def records(count: int, hints: bool = False, langs: Sequence[str] = ()) -> list[Page]:
    """Addresses of about 70 characters, 2 % with an ampersand and 2 % with an escape, in order; all dated."""
    tails = ("a-fairly-ordinary-title", "a-title?ref=1&page=2", "ein-gr%C3%B6%C3%9Ferer-titel")
    paths = (
        f"section/{n // 1000:05}/article-{n:08}-{tails[(n % 50 == 1) + 2 * (n % 50 == 2)]}"
        for n in range(count)
    )
    return [
        Page(
            BASE + path,
            START + timedelta(seconds=n * 151),
            CHANGEFREQ[n % 7] if hints else None,  # type: ignore[arg-type]
            n % 11 / 10 if hints else None,
            tuple(Alternate(lang, f"{BASE}{lang}/{path}") for lang in langs),
        )
        for n, path in enumerate(paths)
    ]


def ours(pages: list[Page], folder: Path) -> None:
    checked = canonical(pages, base_url=BASE, scope=BASE, zone=UTC, tally=Tally())
    for number, file in enumerate(sitemap_xml.files(checked, scope=BASE), 1):
        (folder / f"sitemap-{number}.xml").write_bytes(file.content)


def ours_compressed(pages: list[Page], folder: Path) -> None:
    checked = canonical(pages, base_url=BASE, scope=BASE, zone=UTC, tally=Tally())
    for number, file in enumerate(sitemap_xml.files(checked, scope=BASE), 1):
        (folder / f"sitemap-{number}.xml.gz").write_bytes(compress(file.content, LEVEL))


class Uncompressed:
    """Stands in for the module that xml-sitemap-writer opens its files with."""

    @staticmethod
    def open(path: str, mode: str, compresslevel: int) -> IO[str]:
        return open(path, mode, encoding="utf-8")  # type: ignore[return-value]


def prepare(*, compressed: bool) -> Any:
    """The peer's module, set to write what we do."""
    import xml_sitemap_writer as peer

    peer.gzip = gzip if compressed else Uncompressed
    peer.XMLSitemap.GZIP_COMPRESSION_LEVEL, peer.XMLSitemap.URLS_PER_FILE = LEVEL, SHARD
    return peer


def xml_sitemap_writer(pages: list[Page], folder: Path, compressed: bool = False) -> None:
    with prepare(compressed=compressed).XMLSitemap(str(folder), BASE) as sitemap:
        for page in pages:
            sitemap.add_url(page.loc.removeprefix(BASE), **dict(fields(page)))


def xml_sitemap_writer_compressed(pages: list[Page], folder: Path) -> None:
    xml_sitemap_writer(pages, folder, compressed=True)


def lxml_elements(pages: list[Page], folder: Path) -> None:
    """An element for each entry, handed to the incremental writer."""
    for shard, file in shards(pages, folder):
        for page in shard:
            url = etree.Element(f"{SITEMAP}url", nsmap={None: NS_SITEMAP})
            etree.SubElement(url, f"{SITEMAP}loc").text = page.loc
            for name, text in fields(page):
                etree.SubElement(url, f"{SITEMAP}{name}").text = text
            for version in page.alternates:
                etree.SubElement(url, HREFLANG, rel="alternate", hreflang=version.lang, href=version.href)
            file.write(url)


def lxml_events(pages: list[Page], folder: Path) -> None:
    """Start and end of each element written as it comes, without a tree."""
    for shard, file in shards(pages, folder):
        for page in shard:
            with file.element(f"{SITEMAP}url"):
                for name, text in (("loc", page.loc), *fields(page)):
                    with file.element(f"{SITEMAP}{name}"):
                        file.write(text)
                for version in page.alternates:
                    with file.element(HREFLANG, rel="alternate", hreflang=version.lang, href=version.href):
                        pass


def shards(pages: list[Page], folder: Path) -> Iterator[tuple[list[Page], etree._IncrementalFileWriter]]:
    spaces = {None: NS_SITEMAP} | ({"xhtml": NS_XHTML} if pages[0].alternates else {})
    for start in range(0, len(pages), SHARD):
        with etree.xmlfile(str(folder / f"sitemap-{start}.xml"), encoding="UTF-8") as file:
            file.write_declaration()
            with file.element(f"{SITEMAP}urlset", nsmap=spaces):
                yield pages[start : start + SHARD], file


def fields(page: Page) -> Iterator[tuple[str, str]]:
    """The core elements after the address, as text."""
    assert isinstance(page.lastmod, datetime)
    yield "lastmod", page.lastmod.isoformat()
    if page.changefreq is not None:
        yield "changefreq", page.changefreq
        yield "priority", str(page.priority)


LXML: dict[str, Write] = {"lxml xmlfile, elements": lxml_elements, "lxml xmlfile, events": lxml_events}
PLAIN: dict[str, Write] = {"urlset": ours, "xml-sitemap-writer": xml_sitemap_writer, **LXML}
COMPRESSED: dict[str, Write] = {
    "urlset": ours_compressed,
    "xml-sitemap-writer": xml_sitemap_writer_compressed,
}


def measured(write: Write, pages: list[Page]) -> float:
    """CPU time in µs an entry."""
    with tempfile.TemporaryDirectory() as folder:
        gc.collect()
        start = time.process_time()
        write(pages, Path(folder))
        return (time.process_time() - start) / len(pages) * 1e6


def compare(pages: list[Page], peers: dict[str, Write], rounds: int) -> None:
    spent = [{name: measured(write, pages) for name, write in peers.items()} for _ in range(rounds)]
    for name in peers:
        each = statistics.median(figures[name] for figures in spent)
        ratio = statistics.median(figures[name] / figures["urlset"] for figures in spent)
        print(f"  {name:24} {each:6.2f} µs an entry  {ratio:6.2f} times ours")


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main(count: int = 1_000_000, rounds: int = 3) -> None:
    for title, make, peers in (
        ("address and date", lambda: records(count), PLAIN),
        ("address, date, changefreq, priority", lambda: records(count, hints=True), PLAIN),
        (f"address and date, compressed at level {LEVEL}", lambda: records(count), COMPRESSED),
        (
            "address, date, five language versions",
            lambda: records(count // 10, langs=LANGS),
            {"urlset": ours, **LXML},
        ),
    ):
        pages = make()
        before = peak()
        measured(peers["urlset"], pages)
        print(f"{len(pages):,} records with {title}; ours added {peak() - before} MiB at the peak")
        compare(pages, peers, rounds)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
