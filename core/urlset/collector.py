"""What an adapter fills: pages in, `Collector.finish` at the end.

A host may build a site in several passes (a pass a language, say); a collector keeps the pages of all of
them, and each `finish` writes the whole set anew.
"""

from __future__ import annotations

import contextlib
import html
import logging
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from msgspec.structs import replace

from . import content_dates, fs, lastmod, loc
from .content_dates import ContentDates, encoded
from .errors import OutputError, SettingsError, UrlsetError
from .filters import own_word
from .flow import Terms, build
from .outcome import Build
from .outputs.text_list import text_list, text_name
from .page import Date, Page
from .patterns import matcher
from .publish import local
from .settings import Settings
from .written import verdict

_LIMIT = 64 << 20
_MARKUP = re.compile(r"<[^>]*>")


Say = Callable[[int, str], object]
"""How a host is told something: a level of `logging` and a line."""


class Collector:
    """The pages of one site while its host builds it.

    ``base_url``, ``timezone`` and ``language`` are the host's own and give way to the settings;
    ``base_setting`` names where the host takes its base address from. ``flat`` is as in `urlset.flow.build`;
    ``serving`` is for a development server: git is not asked. ``home`` is the folder of the host's
    configuration, where `urlset.content_dates` keeps its state.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        base_url: str = "",
        base_setting: str = "base_url",
        timezone: str = "",
        language: str = "",
        flat: bool = False,
        serving: bool = False,
        home: str = ".",
    ) -> None:
        own = {"base_url": settings.base_url or base_url, "timezone": settings.timezone or timezone}
        own["language"] = settings.language or language.replace("_", "-")
        self.settings = replace(settings, **own)
        self.base_setting, self.flat, self.serving = base_setting, flat, serving
        self.home = home
        self.pages: dict[str, Page] = {}
        self.written: dict[str, str] = {}
        self._stated = settings.base_url
        self._problem: UrlsetError | None = None
        self._dates: ContentDates | None = None

    def add(
        self,
        page: Page,
        *,
        title: str | None = None,
        own: Any = None,
        stated: Date | None = None,
        where: str = "",
        written: str = "",
        generated: str = "",
        listing: int = 0,
        fallback: bool = False,
        lists: bool = False,
    ) -> None:
        """Take a page; one that was taken before under the same address is replaced.

        ``title`` is the page's own as templates have it: HTML. ``own`` is what its metadata says under
        ``sitemap``; ``stated`` is a date that the host has for it, used if it can be written as it is.
        ``where`` names the page in messages (its source file).
        ``written`` is its HTML file: what its head says counts. ``generated`` is the name of a page that the
        host makes by itself (error pages are told by their address), ``listing`` the number (from 1) of a
        page that lists others, ``fallback`` says that it is a copy in another language than its own.
        ``lists`` says that its sources are those of the pages that it lists; else all but the first are files
        that it includes. What is wrong with a page is told by `publish`.
        """
        try:
            page = own_word(page, own, where or page.loc)
        except UrlsetError as problem:
            self._problem = self._problem or problem

        if title:
            page = replace(page, title=html.unescape(_MARKUP.sub("", title)))
        if page.lastmod is None and stated is not None:
            page = replace(page, lastmod=_writable(stated))
        reason = (
            page.exclude
            or self._reason(generated or self._error_page(page.loc), listing, fallback)
            or (written and verdict(written, page.loc))
        )
        if not (self.settings.dependencies or lists):
            page = replace(page, sources=page.sources[:1])
        self.pages[page.loc] = replace(page, exclude=reason) if reason else page
        self.written[page.loc] = written

    def add_files(self, folder: str, sources: tuple[str, ...] = ()) -> None:
        """Take the files below ``folder`` that the setting ``include`` names.

        ``sources`` are folders where the file may come from, for its date in git.
        """
        if not (self.settings.enabled and self.settings.include and self._has_base()):
            return
        wanted, base = matcher(self.settings.include, "include"), loc.base(self.settings.base_url)
        for path in fs.walk(folder):
            name = os.path.relpath(path, folder).replace(os.sep, "/")
            if wanted(name):
                origins = [os.path.join(source, name) for source in sources]
                found = tuple(origin for origin in origins if os.path.isfile(origin))[:1]
                self.add(Page(base + loc.quoted(name), sources=found))

    def _has_base(self) -> bool:
        """Whether there is a base address; a wrong one counts where the settings state it: it is an error."""
        return bool(self._stated) or self.settings.base_url.startswith(("http://", "https://"))

    def publish(
        self,
        folder: str,
        say: Say,
        state: str = "",
        others: Mapping[str, str] | None = None,
        last: bool = True,
        prefix: str = "",
        wrong: Callable[[str], Exception] = RuntimeError,
    ) -> Build | None:
        """`finish`, with everything told in lines as hosts have it: what goes wrong is one warning.

        Raises ``wrong``, the host's own error, for a setting that proves wrong only now.

        ``others`` are plugins that care for a sitemap too, each with its file; ``last`` says that all of them
        have done their work. Each line begins with ``prefix``. None where nothing was written: switched off,
        no base address (one information), or a warning.
        """
        if not self.settings.enabled:
            return None

        def tell(level: int, *lines: str) -> None:
            for line in lines:
                say(level, prefix + line)

        if not self._has_base():
            tell(logging.INFO, f"no sitemap written: set {self.base_setting}, the site's public address")
            return None
        try:
            for plugin, name in (others or {}).items():
                tell(logging.INFO, *self._shared(folder, plugin, name, last))
            done = self.finish(folder, state)
        except SettingsError as problem:
            raise wrong(problem.line()) from problem
        except UrlsetError as problem:
            tell(logging.WARNING, problem.line("warning").removeprefix("urlset: "))
            return None
        tell(logging.DEBUG, *done.summary())
        tell(logging.INFO, *done.notes)
        tell(logging.WARNING, *done.warnings)
        return done

    def _shared(self, folder: str, plugin: str, name: str, last: bool) -> tuple[str, ...]:
        """What to say where another plugin has the same file: the one that comes later keeps it.

        Raises OutputError where nobody knows which one that is.
        """
        own, way_out = self.settings.filename, "remove one of the two plugins, or set another filename"
        if name not in {own, f"{own}.gz", text_name(own) if self.settings.text else own}:
            return ()
        if last:
            return (f"{name} stands as urlset writes it, whatever {plugin} does; {way_out}",)
        # A compressed copy of an earlier run would disagree with the file of the other plugin.
        fs.remove(os.path.join(self.settings.output or folder, f"{own}.gz"))
        what = f"writes {name} too, in no settled order, so urlset wrote nothing"
        raise OutputError(plugin, what, way_out.capitalize(), "OUT03")

    def finish(self, folder: str, state: str = "") -> Build:
        """Write the set of all pages taken so far into ``folder``. Raises a UrlsetError.

        ``state`` is a file outside the site in which the names of the set are kept, so that the next build
        removes those that it no longer needs; for hosts that do not empty their output.
        """
        if self._problem:
            raise self._problem
        settings = self._located(folder)
        beside = _elsewhere(settings)
        terms = Terms(flat=self.flat, owned=True, memory=state, git=not self.serving, elsewhere=beside)
        if settings.lastmod == "content" and not self.serving:
            terms = replace(terms, settle=self._settle)
        done = build(self.pages.values(), settings, terms)
        if self._dates is not None:
            fs.write_changed(os.path.join(self.home, content_dates.NAME), encoded(self._dates.entries))
        return done

    def _located(self, folder: str) -> Settings:
        """The settings, with the paths that they name taken from the folder of the configuration."""
        named = local(self.settings.output, "output")
        template = self.settings.html_map_template
        return replace(
            self.settings,
            output=os.path.join(self.home, named) if named else folder,
            html_map_template=os.path.join(self.home, template) if template else "",
        )

    def _settle(self, pages: Iterable[Page]) -> Iterable[Page]:
        from .readers.body import read_page
        from .readers.inflate import Pieces

        base = loc.base(self.settings.base_url)
        self._dates = content_dates.load(os.path.join(self.home, content_dates.NAME))
        fingerprints = {}
        for address, path in self.written.items():
            with contextlib.suppress(loc.Refused):  # an address that no sitemap can hold: the flow counts it
                if path:
                    own = read_page(Pieces(path, limit=None))[1]
                    fingerprints[loc.absolute(address, base)] = own.fingerprint
        return self._dates.settled(pages, fingerprints, base)

    def _let_in(self, name: str) -> bool:
        patterns = self.settings.generated_pages
        return bool(patterns) and matcher(patterns, "generated_pages")(name)

    def _error_page(self, address: str) -> str:
        base = self.settings.base_url
        name = loc.error_page(address.removeprefix(base).removeprefix("/")) if base else ""
        # A document of that name speaks of the subject, as likely as not.
        return "" if name == "offline" else name

    def _reason(self, generated: str, listing: int, fallback: bool) -> str:
        if generated and not self._let_in(generated):
            return "generated"
        if listing and (
            self.settings.listings == "none" or (self.settings.listings == "first" and listing > 1)
        ):
            return "listing"
        return "fallback" if fallback and not self.settings.list_fallbacks else ""


def _writable(value: Date) -> Date | None:
    try:
        return lastmod.canonical(value)
    except ValueError:
        return None


def _elsewhere(settings: Settings) -> dict[str, Collection[str]]:
    """What follows the base in the addresses of the other languages' builds that lie beside this one.

    Where the bases say ``…/en/`` and ``…/de/``, the other build's output is ``../de`` from here.
    """
    found: dict[str, Collection[str]] = {}
    here = loc.base(settings.base_url)
    for tag, address in settings.languages.items():
        base = loc.base(address, f"languages.{tag}")
        if base == here or urlsplit(base).netloc != urlsplit(here).netloc:
            continue
        way = os.path.relpath(urlsplit(base).path, urlsplit(here).path)
        path = os.path.join(settings.output, way, settings.filename)
        try:
            content = fs.read(path, _LIMIT)
        except OSError:
            continue
        lines = text_list(content).decode("utf-8", "replace").splitlines()
        found[tag] = frozenset(line.removeprefix(base) for line in lines if line.startswith(base))
    return found
