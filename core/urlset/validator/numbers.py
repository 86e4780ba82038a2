"""What is counted over all entries of one file, and the rules that speak of the whole of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .entry import Context, Entry
from .finding import Remark
from .rules import file as file_rules, index as index_rules, legacy, news, text, urlset
from .rules.loc_checks import split

MOST_DISTINCT = 50_000
"""Different dates or hosts that are counted; beyond that none of them can stand out."""


class Numbers:
    """Counts of one file."""

    def __init__(self) -> None:
        self.entries = self.dated = self.hinted = self.ranked = self.news = self.alternates = 0
        self.dates: Counter[str] = Counter()
        self.priorities: Counter[str] = Counter()
        self.hosts: Counter[str] = Counter()
        self.languages: set[str] = set()

    def see(self, entry: Entry) -> None:
        """Count one entry that was read."""
        self.entries += 1
        lastmod, changefreq, priority = (
            entry.node.first(name) for name in ("lastmod", "changefreq", "priority")
        )
        self.count(
            [lastmod.value] if lastmod and lastmod.value else [],
            hinted=bool(changefreq or priority),
            priorities=[priority.value] if priority else [],
        )
        address = split(entry.loc)
        if address.valid:
            self.host(address.host.lower(), 1)
        for child in entry.node.children:
            if child.name == "news":
                self.news += 1
            elif child.name == "link" and "hreflang" in child.attrs:
                self.alternates += 1
                if len(self.languages) < 1_000:
                    self.languages.add(child.attrs["hreflang"].lower())

    def count(self, dates: list[str], *, hinted: int, priorities: Iterable[str]) -> None:
        """Count the core values of entries; ``hinted``: how many have a change frequency or a priority."""
        self.dated += len(dates)
        self.hinted += hinted
        if len(self.dates) < MOST_DISTINCT:
            self.dates.update(dates)
        if len(self.priorities) < MOST_DISTINCT:
            self.priorities.update(priorities)

    def host(self, host: str, count: int) -> None:
        """Count addresses of one host."""
        if host in self.hosts or len(self.hosts) < MOST_DISTINCT:
            self.hosts[host] += count

    def lonely_host(self) -> str | None:
        """The host of one single entry where all others, two or more, share another."""
        if len(self.hosts) != 2:
            return None
        (_, most), (host, least) = self.hosts.most_common()
        return host if least == 1 and most > 1 else None


def remarks(kind: str, numbers: Numbers, size: int, context: Context) -> Iterator[Remark]:
    """All that the rules say of the file as a whole, its root aside."""
    yield from file_rules.check_size(size)
    if kind == "urlset":
        yield from urlset.check_count(numbers.entries, context)
        yield from news.check_count(numbers.news)
        yield from _hints(numbers)
    if kind == "sitemapindex":
        yield from index_rules.check_count(numbers.entries, context)
        if numbers.dated:
            yield Remark("DAT006", "the dates of an index are those of the files")
    if kind in ("urlset", "sitemapindex"):
        yield from legacy.check_count(kind, numbers.entries, size, context)
    if kind in ("rss", "atom"):
        yield from text.check_feed(kind, context)
    if kind == "text":
        yield from text.check_list(numbers.entries, size, context)
    if kind not in ("sitemapindex", "robots", "pagemap", "pages"):
        yield from _whole(numbers, context)


def _hints(numbers: Numbers) -> Iterator[Remark]:
    ranked = numbers.priorities.total()
    if numbers.hinted:
        yield Remark("HNT006", "changefreq or priority is there, which Google and Bing ignore")
    if 0 < ranked < numbers.entries:
        yield Remark("HNT004", f"{numbers.entries - ranked:,} entries without priority count as 0.5")
    if 1 < ranked == numbers.entries and len(numbers.priorities) == 1:
        yield Remark("HNT005", "all entries have the same priority", next(iter(numbers.priorities)))
    if numbers.alternates:
        yield Remark("ALT014", f"{numbers.alternates:,} links to other languages")


def _whole(numbers: Numbers, context: Context) -> Iterator[Remark]:
    date, most = next(iter(numbers.dates.most_common(1)), ("", 0))
    if numbers.dated >= 20 and most * 100 >= numbers.dated * 95:
        yield Remark("DAT005", f"{most:,} of {numbers.dated:,} dates are the same", date)
    lonely = numbers.lonely_host()
    if lonely:
        yield Remark("LOC016", "one entry has another host than all others", lonely)
    if not context.url:
        yield Remark("SCP007", "the scope was not checked")
