"""The flow with a tap on one address: who named it, what each source said, what became of it and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from msgspec.structs import fields

from . import lastmod, loc
from .flow import Watch, site_of
from .outcome import Build
from .page import Page
from .patterns import matcher
from .publish.names import checked_names
from .rewrite import rewritten
from .sections import sectioned
from .settings import Settings, rules_of
from .tally import REASONS, Tally

_SHOWN = tuple(field.name for field in fields(Page) if field.name not in ("loc", "exclude"))


class Tap:
    """Give `tally` and `watch` to a build, then ask for the `story`.

    ``address`` is absolute, or a path below the base; ``sources`` are names, in the build's order. Raises
    loc.Refused where it can be no address.
    """

    def __init__(self, settings: Settings, sources: Sequence[str], address: str) -> None:
        site = site_of(settings)
        self.base_url = site.base_url
        self.address = loc.absolute(address, self.base_url)
        self._scope = site.scope
        self.final = after_rules(settings, self.address)
        self.tally = Listening({self.address, self.final})
        self._settings, self._sources = settings, sources
        self._source = -1
        self._records: list[tuple[str, Page]] = []
        self._kept: Page | None = None
        self._place: tuple[str, int] = ("", 0)

    @property
    def watch(self) -> Watch:
        """To be given to the build."""
        return self._watch

    def _watch(self, step: str, pages: Iterable[Page]) -> Iterable[Page]:
        if step == "read":
            self._source += 1
        return {"dated": self._dated, "kept": self._final}.get(step, iter)(pages)

    def _dated(self, pages: Iterable[Page]) -> Iterator[Page]:
        name = self._sources[self._source]
        for page in pages:
            if page.loc in (self.address, self.final):
                self._records.append((name, page))
            yield page

    def _final(self, pages: Iterable[Page]) -> Iterator[Page]:
        before: Counter[str] = Counter()
        for page in pages:
            section = self._section(page)
            if page.loc == self.final:
                self._kept, self._place = page, (section, before[section])
            before[section] += 1
            yield page

    def _section(self, page: Page) -> str:
        if self._settings.sections == "none":
            return ""
        return next(name for name, _ in sectioned([page], self._settings.sections, self.base_url))

    def story(self, done: Build | None) -> list[str]:
        """What happened, a line each, in its order; ``done`` is None where a guard refused."""
        lines = [self.address]
        if self.final != self.address:
            lines.append(
                f"the rules make {self.final} of it" if self.final else "the rules take it off the site"
            )
        lines += [f"{name} says: {_said(page)}" for name, page in self._records]
        if len(self._records) > 1:
            lines.append(f"merged: {_merged(self._records)}")
        if self.final in self.tally.by_git:
            lines.append("its date is the one of the last commit that changed its files")
        lines += [f"left out, {reason}: {self._meaning(reason)}" for reason in self._reasons()]
        if self._kept is not None and done is not None and "too-big" not in self._reasons():
            lines.append(f"written to {self._file(done)}")
        elif not self._records and not self.tally.reasons_heard:
            lines.append("no source names it")
        return lines

    def _meaning(self, reason: str) -> str:
        known = REASONS.get(reason, "its own metadata says so")
        return f"{known} ({self._excluded_by()})" if reason == "excluded" else known

    def _excluded_by(self) -> str:
        """Which pattern or rule keeps the address out."""
        path = loc.path_below(self.final, self.base_url)
        for pattern in reversed(self._settings.exclude):
            if matcher((pattern,), "exclude")(path):
                return f"exclude: {pattern}"
        for number, rule in enumerate(self._settings.rules):
            alone = rewritten(
                [Page(self.address)], (rule,), base_url=self.base_url, scope=self._scope, tally=Tally()
            )
            if any(page.exclude for page in alone):
                return f"rules[{number}]"
        return "a rule"

    def _reasons(self) -> list[str]:
        return [reason for reason in self.tally.reasons_heard if reason != "duplicate"]

    def _file(self, done: Build) -> str:
        section, position = self._place
        files = {file.name.removesuffix(".gz"): file for file in done.sitemaps}
        names = checked_names(self._settings.filename, flat=False)
        alone = len(files) == 1 and not self._settings.foreign_sitemaps
        for number in range(1, len(files) + 1):
            file = files.get(names.file(number, alone, section))
            if file is None:
                break
            if position < file.entries:
                return file.name
            position -= file.entries
        return "a file of the set"


def after_rules(settings: Settings, address: str) -> str:
    """What the rules make of an address of the site; "" where they take it off the site."""
    site, rules = site_of(settings), rules_of(settings)
    made = rewritten([Page(address)], rules, base_url=site.base_url, scope=site.scope, tally=Tally())
    return next((page.loc for page in made), "")


class Listening(Tally):
    """Keeps the reasons for which some addresses were dropped."""

    def __init__(self, addresses: set[str]) -> None:
        super().__init__()
        self._addresses = addresses
        self.reasons_heard: dict[str, None] = {}

    def drop(self, loc: str, reason: str) -> None:
        """As `Tally.drop`."""
        super().drop(loc, reason)
        if loc in self._addresses:
            self.reasons_heard[reason] = None


def _said(page: Page) -> str:
    said = [
        f"{name} {_shown(getattr(page, name))}" for name in _SHOWN if getattr(page, name) not in (None, ())
    ]
    if page.exclude:
        said.append(f"leave it out ({page.exclude})")
    return ", ".join(said) or "it exists"


def _merged(records: Sequence[tuple[str, Page]]) -> str:
    found = []
    for name in (*_SHOWN, "exclude"):
        source = next((source for source, page in records if getattr(page, name) not in (None, ())), None)
        if source is not None:
            found.append(f"{name} from {source}")
    return ", ".join(found) or "no source says more than that it exists"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return f"({len(value)})" if value and not isinstance(value[0], str) else " ".join(map(str, value))
    return lastmod.texts([value])[0] if isinstance(value, date) else str(value)
