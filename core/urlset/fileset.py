"""The files of one set while they are staged: their names, compressed copies, text lists, and the index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from . import lastmod
from .errors import SettingsError
from .outcome import Build, Sitemap
from .outputs import gzip_copy, sitemap_xml, text_list
from .outputs.sitemap_xml import SitemapFile
from .publish import Names, Same, Staging
from .tally import Tally


class FileSet:
    """Takes finished files in their order; the name of the first depends on whether it stays alone.

    ``scope`` is the public address of the folder, with its slash; ``foreign`` are addresses of sitemaps that
    the index lists after ours.
    """

    def __init__(
        self,
        staging: Staging,
        names: Names,
        scope: str,
        gzip: bool | Literal["only"],
        text: bool,
        foreign: Sequence[str] = (),
    ) -> None:
        self.foreign = foreign
        self.staging, self.names, self.scope, self.gzip, self.text = staging, names, scope, gzip, text
        self.sitemaps: list[Sitemap] = []
        self.companions: list[Sitemap] = []
        self.index: Sitemap | None = None
        self.files: list[str] = []
        """Names of all files of the set, in the order in which they are published."""
        self._taken: set[str] = set()
        self._waiting: SitemapFile | None = None
        self._counts: dict[str, int] = {}

    def take(self, file: SitemapFile, section: str = "") -> None:
        """Stage a file."""
        if section:
            self._add(file, section)
        elif self._waiting is None and not self.sitemaps:
            self._waiting = file
        else:
            self._release(alone=False)
            self._add(file)

    def close(self) -> None:
        """Stage what waited, and the index where one file is not enough."""
        self._release(alone=not self.foreign)
        if len(self.sitemaps) > 1 or any(self._counts) or self.foreign:
            listed = [(sitemap.address, sitemap.newest) for sitemap in self.sitemaps]
            own = {address for address, _ in listed}
            listed += [(address, None) for address in dict.fromkeys(self.foreign) if address not in own]
            self.index = self._stage(self.names.index, sitemap_xml.index(listed), len(listed))

    def outcome(self, folder: str, tally: Tally) -> Build:
        """The finished build."""
        return outcome(tally, folder, self.sitemaps, self.index, self.companions, self.files)

    def _release(self, alone: bool) -> None:
        if self._waiting is not None:
            file, self._waiting = self._waiting, None
            self._add(file, alone=alone)

    def _add(self, file: SitemapFile, section: str = "", alone: bool = False) -> None:
        number = self._counts[section] = self._counts.get(section, 0) + 1
        name = self.names.file(number, alone, section)
        self.sitemaps.append(self._stage(name, file.content, file.entries, file.newest))
        if self.text:
            listed = text_list.text_name(name)
            content = text_list.text_list(file.content)
            changed = self._put(listed, content)
            self.companions.append(Sitemap(listed, self.scope + listed, file.entries, len(content), changed))

    def companion(self, name: str, content: bytes, entries: int) -> None:
        """Stage a file that is no sitemap."""
        changed = self._put(name, content)
        self.companions.append(Sitemap(name, self.scope + name, entries, len(content), changed))

    def _stage(self, name: str, content: bytes, entries: int, newest: str | None = None) -> Sitemap:
        changed = self._put(name, content) if self.gzip != "only" else False
        if self.gzip:
            copy = gzip_copy.compress(content)
            changed |= self._put(
                f"{name}.gz", copy, same=lambda found, _: gzip_copy.same_content(found, content)
            )
        listed = f"{name}.gz" if self.gzip == "only" else name
        return Sitemap(listed, self.scope + listed, entries, len(content), changed, newest)

    def _put(self, name: str, content: bytes, same: Same = bytes.__eq__) -> bool:
        """Stage one file. Raises SettingsError where the set has one of that name, on any file system."""
        if name.casefold() in self._taken:
            # Section "blog" has a second file, and there is a section "blog-2".
            problem = f"two files of the set would be called {name}"
            advice = "Give the section whose name ends in a number another one, by a rule with a section"
            raise SettingsError("sections", problem, advice, code="OUT02")
        self._taken.add(name.casefold())
        self.files.append(name)
        return self.staging.put(name, content, same)


def outcome(
    tally: Tally,
    folder: str,
    sitemaps: Sequence[Sitemap],
    index: Sitemap | None = None,
    companions: Sequence[Sitemap] = (),
    files: Sequence[str] = (),
) -> Build:
    """What came out, with all that was counted on the way."""
    oldest, newest = lastmod.extremes(tuple(tally.dates)) or (None, None)
    return Build(
        folder=folder,
        sitemaps=tuple(sitemaps),
        index=index,
        companions=tuple(companions),
        files=tuple(files),
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
