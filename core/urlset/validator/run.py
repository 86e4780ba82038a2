"""A run of the validator: which files belong to it, in which order, and what they say together."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from urllib.parse import unquote

from msgspec import Struct, structs

from .. import clock
from ..errors import SettingsError, SourceError
from ..readers.inflate import Readable
from . import kinds
from .entry import Context, Node
from .finding import INFO, PROFILES, Finding, Group, Remark, Report
from .judge import Judged, Run, judge
from .notes import Notes
from .rules.index import check_run
from .rules.loc_checks import split

MOST_FILES = 60_000
"""Files of one run: an index with as many children as it may have, and room for a few more."""

MOST_LEVELS = 3
ENDINGS = (".xml", ".xml.gz", ".txt", ".txt.gz", ".gz", ".rss", ".atom", ".jsonl")


class Options(Struct, frozen=True):
    """How a run is made; see `validate` for the meaning of each."""

    profile: str = "protocol"
    base_url: str | None = None
    fetch: bool = False
    allow_private: bool = False
    cross_submission: bool = False
    keep: int = 100


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
    content: bytes | None = None
    remarks: tuple[Remark, ...] = ()
    """What the fetching of it already showed."""


def validate(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    profile: str = "protocol",
    base_url: str | None = None,
    fetch: bool = False,
    allow_private: bool = False,
    cross_submission: bool = False,
    site: str | os.PathLike[str] | None = None,
    keep: int = 100,
) -> Report:
    """Judge files, folders, and indexes with their children, and give all findings.

    ``paths``: files, folders, or with ``fetch`` addresses. ``profile``: one of `PROFILES`. ``base_url``:
    public address of the folder in which the files lie; without it the scope of addresses is judged only
    where an index tells it. ``fetch``: children of an index that are not on disk are fetched; never from an
    address that is not public unless ``allow_private``. ``cross_submission``: addresses of other hosts are
    wanted. ``site``: folder of the built site that the sitemap is to describe. ``keep``: how many findings of
    one rule, severity and file are kept whole; all are counted.

    Raises SourceError for what cannot be opened, SettingsError for a wrong argument, MissingExtra and
    SourceLost with ``fetch``.
    """
    if profile not in PROFILES:
        raise SettingsError("profile", f"unknown profile {profile!r}", f"Use one of {', '.join(PROFILES)}")
    options = Options(profile, _folder(base_url), fetch, allow_private, cross_submission, keep)
    given = (
        [os.fspath(paths)] if isinstance(paths, str | os.PathLike) else [os.fspath(path) for path in paths]
    )
    files = _Files(options, clock.now())
    if site is not None:
        from .site import Site

        files.site = Site(os.fspath(site), options.base_url)
        given = given or [files.site.sitemap()]
    return files.run(given)


def _folder(base_url: str | None) -> str | None:
    from ..loc import base

    return base(base_url) if base_url else None


class _Files:
    """The files of one run."""

    def __init__(self, options: Options, now: datetime) -> None:
        from .site import Site

        self._options, self._now = options, now
        self._shared = Run()
        self._done: list[Judged] = []
        self._names: set[str] = set()
        self._jobs: deque[Job] = deque()
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
        return Report(
            tuple(judged.summary for judged in self._done),
            tuple(group for judged in self._done for group in judged.notes.groups()),
        )

    def _expand(self, name: str) -> Iterator[Job]:
        if "://" in name:
            yield self._fetched(name, 0)
        elif os.path.isdir(name):
            yield from _in_folder(name, self._options.base_url)
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
        judged.notes.add(job.remarks)
        judged.watch = self.site.watch if self.site else None
        source: Readable = job.name if job.content is None else job.content
        judge(source, judged, self._shared)
        if judged.kind == "sitemapindex":
            self._children(job, judged)
        elif judged.kind == "robots":
            self._named(job, judged)
        return judged.kind

    def _children(self, job: Job, judged: Judged) -> None:
        if job.level:
            judged.notes.add([Remark("IDX004", "an index inside an index", job.name)])
        if job.level >= MOST_LEVELS:
            return
        siblings = frozenset([address for address, _, _ in judged.children] + ([job.url] if job.url else []))
        missing = []
        for address, line, column in judged.children:
            at = Node("loc", line=line, column=column)
            found = self._find(address, job)
            if found:
                job_of = structs.replace(found, url=address, level=job.level + 1, siblings=siblings)
                self._jobs.append(job_of)
            else:
                missing.append((address, at))
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

    def _find(self, address: str, job: Job, named_by: str = "sitemapindex") -> Job | None:
        """The child on disk: below the folder of the index, by the base address or the end of its path."""
        if job.folder:
            # robots.txt may name a sitemap of any host, so the base address says nothing about it.
            base = None if named_by == "robots" else self._options.base_url
            path = on_disk(job.folder, address, base)
            if path:
                return Job(path, address, job.folder)
        return self._fetched(address, job.level + 1) if self._options.fetch else None

    def _fetched(self, address: str, level: int) -> Job:
        from .fetched import fetched

        if not self._options.fetch:
            raise SettingsError("fetch", f"{address} is an address", "Use --fetch to fetch it")
        content, remarks = fetched(address, self._options.allow_private)
        return Job(address, address, level=level, content=content, remarks=remarks)

    def _together(self, indexes: int) -> None:
        for number, remark in self._shared.clusters.remarks(self._shared.across.seen):
            self._done[number].notes.add([remark])
        if self._done:
            self._done[0].notes.add(check_run(indexes))
        if self.site and self._done:
            self.site.judge(self._done)


def on_disk(folder: str, address: str, base_url: str | None) -> str | None:
    """The file that ``address`` stands for, below ``folder``; never one outside it."""
    path = unquote(address.partition("://")[2].partition("/")[2].partition("?")[0])
    if base_url:
        if not address.startswith(base_url):
            return None
        tails = [unquote(address[len(base_url) :].partition("?")[0])]
    else:
        parts = path.split("/")
        tails = ["/".join(parts[start:]) for start in range(len(parts))]
    return next(filter(None, (_inside(folder, tail) for tail in tails)), None)


def _inside(folder: str, tail: str) -> str | None:
    """The regular file at ``tail`` below ``folder``, wherever links lead."""
    if not tail or "\0" in tail:
        return None
    full, root = os.path.join(folder, tail), os.path.realpath(folder)
    inside = os.path.realpath(full).startswith(root.rstrip(os.sep) + os.sep)
    return full if inside and os.path.isfile(full) else None


def _in_folder(folder: str, base_url: str | None) -> Iterator[Job]:
    """The documents of a folder that can be judged, told by their content."""
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise SourceError(folder, f"cannot be read ({error.strerror})") from None
    found = [
        name for name in names if name.lower().endswith(ENDINGS) and _is_ours(os.path.join(folder, name))
    ]
    for name in sorted(found, key=lambda name: ("index" not in name, name)):
        yield Job(os.path.join(folder, name), base_url + name if base_url else None, folder)
    if not found:
        raise SourceError(
            folder, "holds no sitemap", "Give the folder in which the sitemap lies, or the file itself"
        )


def _is_ours(path: str) -> bool:
    """Whether the first bytes of a file are those of a document that can be judged."""
    from ..readers.inflate import Pieces
    from ..readers.refused import Refused

    try:
        head = next(Pieces(path), b"")[: 64 * 1024]
    except (Refused, SourceError):
        return True
    kind = kinds.kind(head)
    roots = (b"urlset", b"sitemapindex", b"<rss", b"<feed", b"<pagemap")
    return (
        any(root in head[:4096] for root in roots) if kind == "xml" else kind in ("robots", "text", "pages")
    )


__all__ = ["Finding", "Group", "Report", "on_disk", "validate"]
