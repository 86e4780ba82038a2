"""The one flow of a build, from top to bottom: pages in, a published set of sitemaps out.

::

    stream ─┐                  rules     git       merge
    stream ─┼─ canonical ─ rewritten ─ dated ─ arranged ─ kept ─ linked ─ counted
    stream ─┘                                                               │
                     Build <─ publish ─ files (split, index) ─ sectioned ───┘

Up to ``counted`` it is the stream of `listed`, which `urlset.write` and breadcrumbs take as well; up to
``files`` it is a stream of `Page`. Nothing is published before the last page was read without an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import nullcontext
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from . import clock, guard, lastmod, loc
from .canonical import canonical
from .dates import Known, counted, dated
from .errors import SettingsError
from .fileset import FileSet
from .filters import kept
from .foreign import addresses
from .languages import linked
from .order import arranged
from .outcome import Build
from .outputs import sitemap_xml
from .page import Page
from .publish import MANIFEST, Manifest, Staging, checked_names, encoded, load, local, locked
from .rewrite import rewritten
from .sections import sectioned
from .settings import Settings, rules_of
from .tally import Tally
from .tree import Grower

Watch = Callable[[str, Iterable[Page]], Iterable[Page]]
"""Sees the pages after each step: gets the step's name, and gives the same pages back."""


NEEDED = {"base_url": "--base-url https://example.com/", "output": "--output FOLDER"}
"""What a build cannot do without, as the command line has it."""


class Terms(Struct, frozen=True, kw_only=True):
    """What a caller settles, besides the settings."""

    flat: bool = False
    """Keep the first file under the set's own name (see `urlset.publish.Names`)."""
    owned: bool = False
    """The folder is the caller's, with the set's two usual names in it: nobody else builds there."""
    memory: str = ""
    """Where an owner that does not empty its folder keeps the manifest, which else stands beside the set."""
    git: bool = True
    dry_run: bool = False
    """Do all but publish."""
    elsewhere: Mapping[str, Collection[str]] = {}
    """Pages of the other languages' builds, as in `urlset.languages.linked`."""
    settle: Callable[[Iterable[Page]], Iterable[Page]] = iter
    """One more step, after which dates are final."""
    watch: Watch = lambda _, pages: pages


DEFAULT = Terms()


class Site(Struct, frozen=True):
    """Where the pages lie, and where the set."""

    base_url: str
    scope: str
    """Public address of the set's folder; every page lies below it."""


def build(pages: Iterable[Page], settings: Settings, terms: Terms = DEFAULT) -> Build:
    """Write the sitemaps of ``pages`` into ``settings.output``, and their index where one file is not enough.

    Raises a UrlsetError; then nothing was written and an earlier set stands.
    """
    return build_from((pages,), settings, Tally(), terms)


def build_from(
    streams: Iterable[Iterable[Page]], settings: Settings, tally: Tally, terms: Terms = DEFAULT
) -> Build:
    """As `build`, from several sources: of what they say of one address, the first wins, field by field.

    ``tally`` is the one in which the sources count what they leave out.
    """
    pages = listed(streams, settings, tally, terms)
    folder = local(_needed(settings.output, "output"), "output")
    return _published(pages, settings, folder, tally, terms)


def listed(
    streams: Iterable[Iterable[Page]], settings: Settings, tally: Tally, terms: Terms = DEFAULT
) -> Iterable[Page]:
    """The pages that a sitemap of the sources holds, in its order, as they will be written."""
    site = site_of(settings)
    # Each source by itself: pages that wait for git must not pass behind those of a later source.
    timed = (_timed(stream, settings, site, tally, terms) for stream in streams)
    once = terms.watch("merged", arranged(chain.from_iterable(timed), tally))
    staying = kept(once, exclude=settings.exclude, base_url=site.base_url, tally=tally)
    told = terms.settle(_linked(staying, settings, tally, terms))
    return terms.watch("kept", counted(_hinted(told, settings), tally))


def site_of(settings: Settings) -> Site:
    """Where the pages lie. Raises SettingsError."""
    base_url = loc.base(_needed(settings.base_url, "base_url"))
    scope = loc.base(settings.sitemap_base_url, "sitemap_base_url") if settings.sitemap_base_url else base_url
    return Site(base_url, scope)


def _timed(
    pages: Iterable[Page], settings: Settings, site: Site, tally: Tally, terms: Terms
) -> Iterable[Page]:
    """The pages of one source in their one form, after the rules, and dated."""
    here = {"base_url": site.base_url, "scope": site.scope}
    others = tuple(base for base in _bases(settings).values() if not base.startswith(site.scope))
    timezone = lastmod.zone_of(settings.timezone)
    checked = terms.watch("read", canonical(pages, **here, zone=timezone, tally=tally, abroad=others))
    ruled = rewritten(checked, rules_of(settings), **here, tally=tally)
    ask_git = _asking_git(settings) if terms.git else None
    return terms.watch(
        "dated", dated(ruled, mode=settings.lastmod, ask_git=ask_git, now=clock.now(), tally=tally)
    )


def _linked(pages: Iterable[Page], settings: Settings, tally: Tally, terms: Terms) -> Iterable[Page]:
    return linked(
        pages,
        languages=_bases(settings),
        elsewhere=terms.elsewhere,
        x_default=settings.x_default,
        tally=tally,
    )


def _bases(settings: Settings) -> dict[str, str]:
    return {tag: loc.base(base, f"languages.{tag}") for tag, base in settings.languages.items()}


def _published(pages: Iterable[Page], settings: Settings, folder: str, tally: Tally, terms: Terms) -> Build:
    """The files of ``pages``, staged, guarded and put into place together."""
    site = site_of(settings)
    people, pages = _for_people(pages, settings, site.base_url, tally)
    names = checked_names(settings.filename, terms.flat and settings.sections == "none")
    foreign = addresses(settings.foreign_sitemaps, folder=folder, scope=site.scope)
    limits = {"max_entries": settings.max_entries, "max_bytes": settings.max_bytes}
    alone = not (terms.owned or terms.dry_run)
    lock = locked(folder) if alone else nullcontext()
    with lock, Staging(folder, alone=alone, dry=terms.dry_run) as staging:
        usual = {settings.filename, f"{settings.filename}.gz"} if terms.owned else set()
        memory = terms.memory if terms.owned else os.path.join(folder, MANIFEST)
        earlier = load(memory)
        files = FileSet(staging, names, site.scope, settings.gzip, settings.text, foreign)
        for section, members in sectioned(pages, settings.sections, site.base_url):
            for file in sitemap_xml.files(members, scope=site.scope, **limits, drop=tally.drop):
                tally.take(file.entries, file.oldest, file.newest)
                files.take(file, section)
        files.close()
        _draw(people, files, settings)
        _guard(tally, settings, 0 if terms.owned or settings.allow_shrink else earlier.addresses)
        if terms.git and settings.lastmod != "off":
            tally.note(guard.undated(tally))
        tally.note(guard.elsewhere(tally))
        # What only the environment calls the future is no fault of the pages.
        advice = clock.advice()
        (tally.note if advice else tally.warn)(guard.ahead(tally, advice))
        _retire(staging, files, usual, earlier, memory)
        staging.publish()
    return files.outcome(folder, tally)


def _guard(tally: Tally, settings: Settings, earlier: int) -> None:
    guard.check(
        tally,
        folder=settings.output,
        earlier=earlier,
        shrink_limit=settings.shrink_limit,
        lastmod_required=settings.lastmod_required,
    )


def _for_people(
    pages: Iterable[Page], settings: Settings, base_url: str, tally: Tally
) -> tuple[Grower | None, Iterable[Page]]:
    """The tree that grows while ``pages`` pass, where a site map for people is wanted."""
    if not settings.html_map:
        return None, pages
    people = Grower(base_url, tally.outline, settings.rows_shown)
    return people, people.watched(pages)


def _draw(people: Grower | None, files: FileSet, settings: Settings) -> None:
    """The site map for people."""
    if people is None:
        return
    from .outputs.html_map import html_map

    most = next((lang for lang, count in people.langs.items() if count * 2 > people.langs.total()), "en")
    root, fragment = people.root(), settings.html_map == "fragment"
    content = html_map(
        root,
        base_url=people.base_url,
        lang=settings.language or most,
        fragment=fragment,
        template=settings.html_map_template,
    )
    stem = settings.filename.removesuffix(".xml")
    files.companion(f"{stem}-nav.html" if fragment else f"{stem}.html", content, root.count)


def _retire(staging: Staging, files: FileSet, usual: set[str], earlier: Manifest, memory: str) -> None:
    """Remove what only an earlier build wrote, and remember in ``memory`` what this one did.

    The ``usual`` names are ours without having been remembered.
    """
    for name in sorted({*earlier.files, *usual} - {*files.files}):
        staging.unwanted(name)
    names = {*earlier.files, *files.files}
    if not memory or names <= usual:
        return
    # First all names, old and new: a build that is killed half-way must not leave files that nobody owns.
    both = Manifest(addresses=earlier.addresses, files=tuple(sorted(names)))
    addresses = sum(sitemap.entries for sitemap in files.sitemaps)
    now = Manifest(addresses=addresses, files=tuple(sorted(files.files)))
    staging.remember(memory, encoded(both), encoded(now))


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


def _asking_git(settings: Settings) -> Callable[[Iterable[str]], Known]:
    """Git, asked as the settings want it. Imported only when a page has files: starting it costs time."""

    def ask(paths: Iterable[str]) -> Known:
        from .git_dates import GitOptions, git_dates

        options = GitOptions(
            date=settings.git_date,
            when=settings.git_when,
            follow=settings.follow_moves,
            ignore=settings.ignore_commits,
            cache=settings.cache,
        )
        return git_dates(paths, options)

    return ask


def _needed(value: str, name: str) -> str:
    if not value:
        raise SettingsError(
            name, "is needed", f"Give it by {NEEDED[name]}, or as {name} in urlset.toml", "SET04"
        )
    return value
