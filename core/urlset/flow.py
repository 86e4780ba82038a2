"""The one flow of a build, from top to bottom: pages in, a published set of sitemaps out.

::

    pages ─ canonical ─ dated ─ arranged ─ kept ─ counted ─ files ─ index ─ publish ─> Build
                          git     merge             split

Up to ``files`` it is a stream of `Page`. Nothing is published before the last page was read without an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import tzinfo

from msgspec.structs import replace

from . import clock, lastmod, loc
from .canonical import canonical
from .dates import Known, counted, dated
from .errors import GuardRefused, PageError, SettingsError
from .filters import kept
from .order import arranged
from .outcome import Build, Sitemap
from .outputs import gzip_copy, sitemap_xml
from .page import Page
from .publish import Names, Staging
from .publish.names import checked_names
from .settings import Settings
from .tally import Tally


def build(
    pages: Iterable[Page], settings: Settings, *, flat: bool = False, owned: bool = False, git: bool = True
) -> Build:
    """Write the sitemaps of ``pages`` into ``settings.output``, and their index where one file is not enough.

    ``flat`` keeps the first file under the set's own name (see `Names`); ``owned`` means that the caller owns
    the names of the set, so that a compressed copy which is not wanted is removed; ``git=False`` asks git
    nothing. Raises a UrlsetError; then nothing was written and an earlier set stands.
    """
    tally = Tally()
    base_url = loc.base(_needed(settings.base_url, "base_url"))
    scope = loc.base(settings.sitemap_base_url, "sitemap_base_url") if settings.sitemap_base_url else base_url
    names = checked_names(settings.filename, flat)

    checked = canonical(pages, base_url=base_url, scope=scope, zone=_zone(settings.timezone), tally=tally)
    timed = dated(
        checked, mode=settings.lastmod, ask_git=_git(settings) if git else None, now=clock.now(), tally=tally
    )
    sorted_once = arranged(timed, tally)
    staying = kept(sorted_once, exclude=settings.exclude, base_url=base_url, tally=tally)
    final = counted(_hinted(staying, settings), tally)

    with Staging(_needed(settings.output, "output")) as staging:
        sitemaps = _stage_files(final, staging, settings, names, scope, tally)
        _guard(sitemaps, settings, tally)
        if git and settings.lastmod != "off" and tally.undated:
            _tell_undated(tally)
        index = _stage_index(sitemaps, staging, settings, names, scope) if len(sitemaps) > 1 else None
        if owned and settings.gzip is False:
            staging.unwanted(f"{settings.filename}.gz")
        staging.publish()
    return _outcome(settings.output, sitemaps, index, tally)


def _stage_files(
    pages: Iterable[Page], staging: Staging, settings: Settings, names: Names, scope: str, tally: Tally
) -> list[Sitemap]:
    files = sitemap_xml.files(
        pages, scope=scope, max_entries=settings.max_entries, max_bytes=settings.max_bytes, drop=tally.drop
    )
    sitemaps: list[Sitemap] = []
    for number, (file, alone) in enumerate(_with_alone(files), 1):
        tally.span(file.oldest, file.newest)
        name = names.file(number, alone)
        sitemaps.append(_stage(name, file.content, file.entries, staging, settings, scope, file.newest))
    tally.written = sum(sitemap.entries for sitemap in sitemaps)
    return sitemaps


def _stage_index(
    sitemaps: list[Sitemap], staging: Staging, settings: Settings, names: Names, scope: str
) -> Sitemap:
    content = sitemap_xml.index((sitemap.address, sitemap.newest) for sitemap in sitemaps)
    return _stage(names.index, content, len(sitemaps), staging, settings, scope)


def _stage(
    name: str,
    content: bytes,
    entries: int,
    staging: Staging,
    settings: Settings,
    scope: str,
    newest: str | None = None,
) -> Sitemap:
    changed = False
    if settings.gzip != "only":
        changed |= staging.put(name, content)
    if settings.gzip:
        copy = gzip_copy.compress(content)
        changed |= staging.put(
            f"{name}.gz", copy, same=lambda found, _: gzip_copy.same_content(found, content)
        )
    listed = f"{name}.gz" if settings.gzip == "only" else name
    return Sitemap(listed, scope + listed, entries, len(content), changed, newest)


def _with_alone(files: Iterable[sitemap_xml.SitemapFile]) -> Iterator[tuple[sitemap_xml.SitemapFile, bool]]:
    """Each file, and whether it is the only one: the name of the first depends on it."""
    stream = iter(files)
    first = next(stream, None)
    if first is None:
        return
    second = next(stream, None)
    yield first, second is None
    if second is not None:
        yield second, False
        yield from ((file, False) for file in stream)


def _hinted(pages: Iterable[Page], settings: Settings) -> Iterable[Page]:
    if settings.changefreq is None and settings.priority is None:
        return pages
    return (
        replace(
            page,
            changefreq=page.changefreq or settings.changefreq,
            priority=settings.priority if page.priority is None else page.priority,
        )
        for page in pages
    )


def _git(settings: Settings) -> _Git:
    return _Git(settings)


class _Git:
    """Git, asked as the settings want it. Imported only when a page has files: starting it costs time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __call__(self, paths: Iterable[str]) -> Known:
        from .git_dates import GitOptions, git_dates

        return git_dates(paths, GitOptions(date=self.settings.git_date))


def _guard(sitemaps: list[Sitemap], settings: Settings, tally: Tally) -> None:
    if not sitemaps:
        numbers = f"no page is left ({tally.read} read)"
        raise GuardRefused(settings.output, numbers, "Nothing was written; check the sources and exclude")
    if settings.lastmod_required and tally.undated:
        count, (reason, _) = tally.undated.total(), tally.undated.most_common(1)[0]
        raise PageError("lastmod_required", f"{count} pages have no date, mostly: {reason}", code="PAG04")


def _tell_undated(tally: Tally) -> None:
    count, (reason, _) = tally.undated.total(), tally.undated.most_common(1)[0]
    details = next(iter(tally.git_notes), f"Mostly: {reason}.")
    if reason == "not given":
        details = "Most of them state none and come from no file in git."
    tally.note(f"{count} of {tally.written} pages have no lastmod. {details}")


def _outcome(folder: str, sitemaps: list[Sitemap], index: Sitemap | None, tally: Tally) -> Build:
    oldest, newest = lastmod.extremes(tuple(tally.dates)) or (None, None)
    return Build(
        folder=folder,
        sitemaps=tuple(sitemaps),
        index=index,
        read=tally.read,
        written=tally.written,
        dropped=dict(tally.dropped),
        samples={reason: tuple(found) for reason, found in tally.samples.items()},
        dated=dict(tally.dated),
        undated=dict(tally.undated),
        oldest=oldest,
        newest=newest,
        notes=tuple(tally.notes),
        warnings=tuple(tally.warnings),
    )


def _zone(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name or "UTC")
    except (ValueError, OSError, LookupError):
        raise SettingsError("timezone", f"expected a name like Europe/Paris, got {name!r}") from None


def _needed(value: str, name: str) -> str:
    if not value:
        raise SettingsError(name, "is needed", code="SET04")
    return value
