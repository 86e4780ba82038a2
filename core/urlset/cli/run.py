"""Run a configuration: open its sources, build, and show how far it is on a terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from .. import config, loc, redact
from ..config import Config, NamedSource
from ..errors import SettingsError
from ..flow import Terms, Watch, build_from
from ..outcome import Build
from ..page import Page
from ..settings import read_settings
from ..sources.directory import Directory
from ..streams import batched
from ..tally import Tally

STEP = 5_000
"""Pages between two looks at the progress."""


def run(
    wanted: Config,
    *,
    tally: Tally | None = None,
    dry_run: bool = False,
    progress: bool = False,
    watch: Watch | None = None,
) -> tuple[Build, list[tuple[str, int]]]:
    """The finished build, and how many pages each source gave. Raises a UrlsetError."""
    _check_sections(wanted)
    tally = tally or Tally()
    counts: list[tuple[str, int]] = []
    with _told(progress and sys.stderr.isatty()) as tell:
        pages = zip(wanted.sources, opened(wanted, tally), strict=True)
        streams = (_counted(stream, named.name, counts, tell) for named, stream in pages)
        terms = Terms(dry_run=dry_run, watch=watch) if watch else Terms(dry_run=dry_run)
        done = build_from(streams, wanted.settings, tally, terms)
    return done, counts


def opened(wanted: Config, tally: Tally) -> Iterator[Iterator[Page]]:
    """The pages of each source, in the order of the sources; each is opened when its turn comes."""
    base_url = loc.base(wanted.settings.base_url) if wanted.settings.base_url else ""
    return (_pages(named, wanted, base_url, tally) for named in wanted.sources)


def _section(named: NamedSource) -> str:
    # Never a whole path: it would stand in a public file's name.
    return os.path.splitext(os.path.basename(named.name.rstrip("/")))[0]


def _check_sections(wanted: Config) -> None:
    """Where each source is a section, no two have one name. Raises SettingsError."""
    called: dict[str, str] = {}
    for named in wanted.sources:
        if wanted.settings.sections == "source" and not getattr(named.source, "section", ""):
            first = called.setdefault(_section(named), named.name)
            if first != named.name:
                problem = f"{first} and {named.name} are sections of one name ({_section(named)})"
                advice = "Give each a name, or both a section, under [[sources]] in urlset.toml"
                raise SettingsError("sections", problem, advice, code="OUT02")


def _pages(named: NamedSource, wanted: Config, base_url: str, tally: Tally) -> Iterator[Page]:
    pages = named.source.pages(tally, base_url)
    if wanted.settings.sections != "source":
        return pages
    section = _section(named)
    return (replace(page, section=section) if page.section is None else page for page in pages)


def _counted(
    pages: Iterable[Page], name: str, counts: list[tuple[str, int]], tell: Callable[[str], None]
) -> Iterator[Page]:
    number = 0
    for batch in batched(pages, STEP):
        yield from batch
        number += len(batch)
        tell(f"{name}: {number:,} pages")
    counts.append((name, number))


@contextmanager
def _told(on_terminal: bool) -> Iterator[Callable[[str], None]]:
    if not on_terminal:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("reading") as status:
        yield lambda text: status.update(escape(text))


def chosen(
    sources: tuple[str, ...], file: str | None, flags: dict[str, Any], databases: tuple[str, ...] = ()
) -> Config:
    """What the command line and the configuration want; ``databases`` are of the form ``NAME=ADDRESS``.

    Raises SettingsError.
    """
    stated = dict(_database(text) for text in databases)
    path = file or ("" if sources else config.find())
    if path and not sources:
        found = config.load(path, flags, databases=stated)
    else:
        settings = config.load(path, flags).settings if path else read_settings(flags, "cli")
        found = config.connected(Config(settings, config.of_paths(sources)), stated)
    if not found.sources:
        advice = "Name files or folders, or run: urlset init"
        raise SettingsError("sources", "none is named, and there is no urlset.toml", advice, "SET04")
    return _beside(found)


def _database(text: str) -> tuple[str, str]:
    name, equals, address = text.partition("=")
    redact.remember(address)
    if not equals or not re.fullmatch(r"[\w.-]+", name):
        # The text may hold a password: it is not shown.
        raise SettingsError("--database", "expected NAME=ADDRESS")
    return name, address


def _beside(found: Config) -> Config:
    """A set of one folder's pages is written into that folder, where nothing else is said."""
    first = found.sources[0].source
    if found.settings.output or len(found.sources) > 1 or not isinstance(first, Directory):
        return found
    return replace(found, settings=replace(found.settings, output=os.path.abspath(first.path)))
