"""What an adapter fills: pages in, `Collector.finish` at the end.

A host may build a site in several passes (a pass a language, say); a collector keeps the pages of all of
them, and each `finish` writes the whole set anew.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from . import lastmod
from .filters import own_word
from .flow import build
from .outcome import Build
from .page import Date, Page
from .settings import Settings


class Collector:
    """The pages of one site while its host builds it.

    ``base_url`` is the host's own and gives way to the setting; ``flat`` is as in `urlset.flow.build`;
    ``serving`` is for a development server: git is not asked, and no second file is written.
    """

    def __init__(
        self, settings: Settings, *, base_url: str = "", flat: bool = False, serving: bool = False
    ) -> None:
        self.settings = settings if settings.base_url else replace(settings, base_url=base_url)
        self.flat, self.serving = flat, serving
        self.pages: dict[str, Page] = {}

    def add(self, page: Page, *, own: Any = None, stated: Date | None = None, where: str = "") -> None:
        """Take a page; one that was taken before under the same address is replaced.

        ``own`` is what the page's metadata says under ``sitemap``; ``stated`` is a date that the host has for
        it, used if it can be written as it is. ``where`` names the page in messages (its source file).
        Raises PageError where ``own`` cannot be understood.
        """
        if page.lastmod is None and stated is not None:
            page = replace(page, lastmod=_writable(stated))
        self.pages[page.loc] = own_word(page, own, where or page.loc)

    def finish(self, folder: str) -> Build:
        """Write the set of all pages taken so far into ``folder``. Raises a UrlsetError."""
        settings = replace(self.settings, output=self.settings.output or folder)
        return build(self.pages.values(), settings, flat=self.flat, owned=True, git=not self.serving)


def _writable(value: Date) -> Date | None:
    try:
        return lastmod.canonical(value)
    except ValueError:
        return None
