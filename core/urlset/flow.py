"""The one flow of a build, from top to bottom: pages in, a published set of sitemaps out.

::

    stream ─┐                  rules     git       merge
    stream ─┼─ canonical ─ rewritten ─ dated ─ arranged ─ kept ─ linked ─ counted
    stream ─┘                                                               │
                     Build <─ publish ─ files (split, index) ─ sectioned ───┘

Up to ``files`` it is a stream of `Page`. Nothing is published before the last page was read without an error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import nullcontext
from datetime import tzinfo
from itertools import chain

from msgspec.structs import replace

from . import clock, lastmod, loc
from .canonical import canonical
from .dates import Known, counted, dated
from .errors import GuardRefused, PageError, SettingsError
from .fileset import FileSet
from .filters import kept
from .foreign import addresses
from .languages import linked
from .order import arranged
from .outcome import Build
from .outputs import sitemap_xml
from .page import Page
from .publish import MANIFEST, Manifest, Staging, checked_names, encoded, load, locked
from .rewrite import rewritten
from .sections import sectioned
from .settings import Settings, rules_of
from .tally import Tally

Watch = Callable[[str, Iterable[Page]], Iterable[Page]]
"""Sees the pages after each step: gets the step's name, and gives the same pages back."""


def build(
    pages: Iterable[Page],
    settings: Settings,
    *,
    flat: bool = False,
    owned: bool = False,
    git: bool = True,
    dry_run: bool = False,
    elsewhere: Mapping[str, Collection[str]] | None = None,
) -> Build:
    """Write the sitemaps of ``pages`` into ``settings.output``, and their index where one file is not enough.

    ``flat`` keeps the first file under the set's own name (see `Names`). ``owned`` means that the caller owns
    the names of the set and remembers them; else a manifest beside the set does. ``git=False`` asks git
    nothing; ``dry_run`` does all but publish. ``elsewhere`` is as in `urlset.languages.linked`. Raises a
    UrlsetError; then nothing was written and an earlier set stands.
    """
    return build_from(
        (pages,), settings, Tally(), flat=flat, owned=owned, git=git, dry_run=dry_run, elsewhere=elsewhere
    )


def build_from(
    streams: Iterable[Iterable[Page]],
    settings: Settings,
    tally: Tally,
    *,
    flat: bool = False,
    owned: bool = False,
    git: bool = True,
    dry_run: bool = False,
    watch: Watch | None = None,
    elsewhere: Mapping[str, Collection[str]] | None = None,
) -> Build:
    """As `build`, from several sources: of what they say of one address, the first wins, field by field.

    ``tally`` is the one in which the sources count what they leave out.
    """
    base_url = loc.base(_needed(settings.base_url, "base_url"))
    scope = loc.base(settings.sitemap_base_url, "sitemap_base_url") if settings.sitemap_base_url else base_url
    names = checked_names(settings.filename, flat and settings.sections == "none")
    folder = _needed(settings.output, "output")
    foreign = addresses(settings.foreign_sitemaps, folder=folder, scope=scope)
    languages = {tag: loc.base(base, f"languages.{tag}") for tag, base in settings.languages.items()}
    watch = watch or _unwatched

    # Each source by itself: pages that wait for git must not pass behind those of a later source.
    timed = (_timed(stream, settings, base_url, scope, tally, git, watch) for stream in streams)
    once = watch("merged", arranged(chain.from_iterable(timed), tally))
    staying = kept(once, exclude=settings.exclude, base_url=base_url, tally=tally)
    told = linked(
        staying, languages=languages, elsewhere=elsewhere or {}, x_default=settings.x_default, tally=tally
    )
    final = watch("kept", counted(_hinted(told, settings), tally))

    alone = not (owned or dry_run)
    lock = locked(folder) if alone else nullcontext()
    with lock, Staging(folder, alone=alone, dry=dry_run) as staging:
        earlier = Manifest() if owned else load(folder)
        files = FileSet(staging, names, scope, settings.gzip, settings.text, foreign)
        for section, members in sectioned(final, settings.sections, base_url):
            for file in sitemap_xml.files(members, scope=scope, **_limits(settings), drop=tally.drop):
                tally.take(file.entries, file.oldest, file.newest)
                files.take(file, section)
        files.close()
        _guard(tally, settings, earlier)
        if git and settings.lastmod != "off" and tally.undated:
            _tell_undated(tally)
        _retire(staging, files, settings, earlier, owned)
        staging.publish()
    return _outcome(folder, files, tally)


def _timed(
    pages: Iterable[Page],
    settings: Settings,
    base_url: str,
    scope: str,
    tally: Tally,
    git: bool,
    watch: Watch,
) -> Iterable[Page]:
    """The pages of one source in their one form, after the rules, and dated."""
    local = zone(settings.timezone)
    checked = watch("read", canonical(pages, base_url=base_url, scope=scope, zone=local, tally=tally))
    ruled = rewritten(checked, rules_of(settings), base_url=base_url, scope=scope, tally=tally)
    ask_git = _git(settings) if git else None
    return watch("dated", dated(ruled, mode=settings.lastmod, ask_git=ask_git, now=clock.now(), tally=tally))


def _unwatched(_: str, pages: Iterable[Page]) -> Iterable[Page]:
    return pages


def _limits(settings: Settings) -> dict[str, int]:
    return {"max_entries": settings.max_entries, "max_bytes": settings.max_bytes}


def _guard(tally: Tally, settings: Settings, earlier: Manifest) -> None:
    """Refuse to publish what is certainly not meant."""
    if not tally.written:
        numbers = f"no page is left ({tally.read:,} read){_why(tally)}"
        raise GuardRefused(settings.output, numbers, "Nothing was written; check the sources and exclude")
    if tally.written < earlier.addresses * (1 - settings.shrink_limit) and not settings.allow_shrink:
        numbers = f"would shrink from {earlier.addresses:,} to {tally.written:,} pages; nothing was published"
        raise GuardRefused(settings.output, numbers, "If that is meant, use --allow-shrink")
    if settings.lastmod_required and tally.undated:
        count, (reason, _) = tally.undated.total(), tally.undated.most_common(1)[0]
        raise PageError("lastmod_required", f"{count} pages have no date, mostly: {reason}", code="PAG04")


def _why(tally: Tally) -> str:
    if not tally.dropped:
        return ""
    reason, count = tally.dropped.most_common(1)[0]
    return f"; {count:,} left out as {reason}, like {tally.samples[reason][0]}"


def _retire(staging: Staging, files: FileSet, settings: Settings, earlier: Manifest, owned: bool) -> None:
    """Remove what only an earlier build wrote, and remember what this one did."""
    if owned:
        if settings.gzip is False:
            staging.unwanted(f"{settings.filename}.gz")
        return
    for name in sorted({*earlier.files} - {*files.files}):
        staging.unwanted(name)
    # First all names, old and new: a build that is killed half-way must not leave files that nobody owns.
    both = Manifest(addresses=earlier.addresses, files=tuple(sorted({*earlier.files, *files.files})))
    addresses = sum(sitemap.entries for sitemap in files.sitemaps)
    now = Manifest(addresses=addresses, files=tuple(sorted(files.files)))
    staging.remember(MANIFEST, encoded(both), encoded(now))


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

        wanted = self.settings
        options = GitOptions(
            date=wanted.git_date,
            when=wanted.git_when,
            follow=wanted.follow_moves,
            ignore=wanted.ignore_commits,
            cache=wanted.cache,
        )
        return git_dates(paths, options)


def _tell_undated(tally: Tally) -> None:
    count, (reason, _) = tally.undated.total(), tally.undated.most_common(1)[0]
    details = next(iter(tally.git_notes), f"Mostly: {reason}.")
    if reason == "not given":
        details = "Most of them state none and come from no file in git."
    tally.note(f"{count} of {tally.written} pages have no lastmod. {details}")


def _outcome(folder: str, files: FileSet, tally: Tally) -> Build:
    oldest, newest = lastmod.extremes(tuple(tally.dates)) or (None, None)
    return Build(
        folder=folder,
        sitemaps=tuple(files.sitemaps),
        index=files.index,
        companions=tuple(files.companions),
        read=tally.read,
        written=tally.written,
        dropped=dict(tally.dropped),
        files=tuple(files.files),
        samples={reason: tuple(found) for reason, found in tally.samples.items()},
        dated=dict(tally.dated),
        undated=dict(tally.undated),
        oldest=oldest,
        newest=newest,
        notes=tuple(tally.notes),
        warnings=tuple(tally.warnings),
    )


def zone(name: str) -> tzinfo:
    """The time zone of a setting, UTC for none. Raises SettingsError."""
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name or "UTC")
    except (ValueError, OSError, LookupError):
        raise SettingsError("timezone", f"expected a name like Europe/Paris, got {name!r}") from None


def _needed(value: str, name: str) -> str:
    if not value:
        raise SettingsError(name, "is needed", code="SET04")
    return value
