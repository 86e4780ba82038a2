"""A run of the validator: which files belong to it, in which order, and what they say together."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from msgspec import Struct, structs

from .. import clock
from ..errors import SettingsError, SourceLost
from ..readers.apart import Apart
from .disk import in_folder, on_disk
from .entry import Context, Entry, Node
from .finding import INFO, PROFILES, Remark, Report
from .judge import Judged, Run, judge
from .maps import Edge, circles
from .notes import Notes
from .rules.index import check_run
from .rules.loc_checks import split

MOST_FILES = 60_000
"""Files of one run: an index with as many children as it may have, and room for a few more."""

MOST_LEVELS = 3


class Options(Struct, frozen=True):
    """How a run is made; see `validate` for the meaning of each."""

    profile: str = "protocol"
    base_url: str | None = None
    fetch: bool = False
    allow_private: bool = False
    cross_submission: bool = False
    keep: int = 100
    crawl: int = 0


class Job(Struct, frozen=True):
    """One document to judge."""

    name: str
    """Path or address."""
    url: str | None
    folder: str = ""
    """Folder on disk that the base address stands for."""
    level: int = 0
    siblings: frozenset[str] = frozenset()
    home: str = ""
    remote: bool = False
    """Whether it must be fetched."""


def validate(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    profile: str = "protocol",
    base_url: str | None = None,
    fetch: bool = False,
    allow_private: bool = False,
    cross_submission: bool = False,
    site: str | os.PathLike[str] | None = None,
    exclude: Sequence[str] = (),
    crawl: int = 0,
    keep: int = 100,
) -> Report:
    """Judge files, folders, and indexes with their children, and give all findings.

    ``paths``: files, folders, or with ``fetch`` addresses. ``profile``: one of `PROFILES`. ``base_url``:
    public address of the folder in which the files lie; without it the scope of addresses is judged only
    where an index tells it. ``fetch``: children of an index that are not on disk are fetched; never from an
    address that is not public unless ``allow_private``. ``cross_submission``: addresses of other hosts are
    wanted. ``site``: folder of the built site that the sitemap is to describe; ``exclude``: patterns as in
    .gitignore for those of its pages that are left out on purpose. ``crawl``: how many of the
    listed pages, spread over all, are asked for at their servers. ``keep``: how many findings of one rule,
    severity and file are kept whole; all are counted.

    Raises SourceError for what cannot be opened, SettingsError for a wrong argument, MissingExtra and
    SourceLost with ``fetch`` and ``crawl``.
    """
    if profile not in PROFILES:
        raise SettingsError("profile", f"unknown profile {profile!r}", f"Use one of {', '.join(PROFILES)}")
    if exclude and site is None:
        raise SettingsError("exclude", "has a meaning only beside site", "Name the folder of the built site")
    options = Options(profile, _folder(base_url), fetch, allow_private, cross_submission, keep, crawl)
    given = (
        [os.fspath(paths)] if isinstance(paths, str | os.PathLike) else [os.fspath(path) for path in paths]
    )
    with Apart() as apart:
        files = _Files(options, clock.now(), apart)
        if site is not None:
            from .site import Site

            files.site = Site(os.fspath(site), options.base_url, exclude)
            given = given or [files.site.sitemap()]
        return files.run(given)


def _folder(base_url: str | None) -> str | None:
    from ..loc import base

    return base(base_url) if base_url else None


class _Files:
    """The files of one run."""

    def __init__(self, options: Options, now: datetime, apart: Apart) -> None:
        from .crawl import Crawl
        from .fetched import Hosts
        from .site import Site

        self._options, self._now, self._apart = options, now, apart
        self._hosts = Hosts(options.allow_private)
        self._crawl = (
            Crawl(options.crawl, self._hosts, apart, options.allow_private) if options.crawl else None
        )
        self._shared = Run()
        self._done: list[Judged] = []
        self._names: set[str] = set()
        self._jobs: deque[Job] = deque()
        self._edges: list[Edge] = []
        self.site: Site | None = None

    def run(self, given: Iterable[str]) -> Report:
        """Judge all that is given and what it leads to."""
        for name in given:
            self._jobs.extend(self._expand(name))
        indexes = 0
        while self._jobs and len(self._done) < MOST_FILES:
            job = self._jobs.popleft()
            key = job.name if "://" in job.name else os.path.realpath(job.name)
            if key not in self._names:
                self._names.add(key)
                indexes += self._judge(job) == "sitemapindex"
        self._together(indexes)
        asked = self._crawl.judge() if self._crawl else 0
        return Report(
            tuple(judged.summary for judged in self._done),
            tuple(group for judged in self._done for group in judged.notes.groups()),
            asked,
        )

    def _expand(self, name: str) -> Iterator[Job]:
        if "://" in name:
            yield self._remote(name)
        elif os.path.isdir(name):
            base = self._options.base_url
            for file in in_folder(name):
                yield Job(os.path.join(name, file), base + file if base else None, name)
        else:
            base = self._options.base_url
            url = base + os.path.basename(name) if base else None
            yield Job(name, url, os.path.dirname(name) or ".")

    def _judge(self, job: Job) -> str:
        options = self._options
        context = Context(
            job.name,
            options.profile,
            self._now,
            job.url,
            job.siblings,
            options.cross_submission,
            job.home,
        )
        judged = Judged(len(self._done), context, Notes(job.name, options.profile, options.keep))
        self._done.append(judged)
        judged.watch = self._watch if self.site or self._crawl else None
        self._read(job, judged)
        if judged.kind == "sitemapindex":
            self._children(job, judged)
        elif judged.kind == "pagemap":
            self._included(job, judged)
        elif judged.kind == "robots":
            self._named(job, judged)
        return judged.kind

    def _watch(self, entry: Entry, judged: Judged) -> None:
        for watcher in (self.site, self._crawl):
            if watcher:
                watcher.watch(entry, judged)

    def _read(self, job: Job, judged: Judged) -> None:
        if not job.remote:
            judge(job.name, judged, self._shared)
            return
        from .fetched import fetched

        try:
            content, remarks = fetched(job.name, self._hosts, self._options.allow_private)
        except SourceLost as lost:
            if not job.level:
                raise
            judged.notes.add([Remark("FIL009", lost.what, job.name)])
            return
        judged.reader = self._apart.read
        judge(content, judged, self._shared)
        judged.notes.add(remarks)

    def _children(self, job: Job, judged: Judged) -> None:
        if job.level:
            judged.notes.add([Remark("IDX004", "an index inside an index", job.name)])
        if job.level >= MOST_LEVELS:
            return
        siblings = frozenset([address for address, _, _ in judged.children] + ([job.url] if job.url else []))
        missing, jobs = [], []
        for address, line, column in judged.children:
            at = Node("loc", line=line, column=column)
            found = self._find(address, job)
            if found:
                jobs.append(structs.replace(found, url=address, level=job.level + 1, siblings=siblings))
            else:
                missing.append((address, at))
        # Children come next: what the index says of them must not be lost where their folder was given too.
        self._jobs.extendleft(reversed(jobs))
        here = self._options.base_url is not None or len(missing) < len(judged.children)
        for address, at in missing:
            judged.notes.add(
                [Remark("IDX013", "the child was not found", address, at, None if here else INFO)]
            )

    def _named(self, job: Job, judged: Judged) -> None:
        """The sitemaps that a robots.txt names, where they can be found."""
        host = split(job.url).origin if job.url else ""
        for address in judged.links:
            found = self._find(address, job, "robots") if split(address).valid else None
            if found:
                home = host if host != split(address).origin else ""
                self._jobs.append(structs.replace(found, url=address, home=home))

    def _included(self, job: Job, judged: Judged) -> None:
        """The documents that a pagemap includes, as more files of the run."""
        for path, at in judged.includes:
            if os.path.isfile(path):
                self._edges.append(
                    Edge(os.path.realpath(job.name), os.path.realpath(path), judged.number, at)
                )
                self._jobs.append(Job(path, None))
            else:
                judged.notes.add([Remark("MAP009", "the included pagemap is not there", path, at)])

    def _find(self, address: str, job: Job, named_by: str = "sitemapindex") -> Job | None:
        """The child on disk: below the folder of the index, by the base address or the end of its path."""
        if job.folder:
            # robots.txt may name a sitemap of any host, so the base address says nothing about it.
            base = None if named_by == "robots" else self._options.base_url
            path = on_disk(job.folder, address, base)
            if path:
                return Job(path, address, job.folder)
        return self._remote(address) if self._options.fetch else None

    def _remote(self, address: str) -> Job:
        if not self._options.fetch:
            raise SettingsError("fetch", f"{address} is an address", "Use --fetch to fetch it")
        return Job(address, address, remote=True)

    def _together(self, indexes: int) -> None:
        of_languages = self._shared.clusters.remarks(self._shared.across.seen)
        for number, remark in (*of_languages, *circles(self._edges)):
            self._done[number].notes.add([remark])
        if self._done:
            self._done[0].notes.add(check_run(indexes))
        if self.site and self._done:
            self.site.judge(self._done)
