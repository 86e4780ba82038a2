"""Which section each page belongs to, where each section has files of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal

from . import loc
from .errors import SettingsError
from .order import in_order
from .page import Page
from .tags import language_tag

Mode = Literal["none", "path", "lang", "source"]
REST = "pages"
"""The section of pages that belong to no other."""

_ADVICE = (
    "Names of files keep letters and digits of ASCII alone: give one of the two another name, or both the "
    "same, by rules with a section"
)


def sectioned(pages: Iterable[Page], mode: Mode, base_url: str) -> Iterator[tuple[str, Iterator[Page]]]:
    """``pages``, which are in order, section by section; each section keeps the order.

    Without sections there is one, without a name. A page's own ``section`` wins, however it came to it; else
    ``path`` takes the first folder below the base, ``lang`` the page's language. Raises SettingsError where
    two sections, called differently, want files of one name.
    """
    if mode == "none":
        yield "", iter(pages)
        return

    called: dict[str, str] = {}

    def section(page: Page) -> str:
        text = page.section or _by(page, mode, base_url) or REST
        found = name(text)
        if called.setdefault(found, text) != text:
            both = " and ".join(repr(one) for one in sorted((called[found], text)))
            problem = f"the sections {both} want files of one name ({found})"
            raise SettingsError("sections", problem, _ADVICE, code="OUT02")
        return found

    # A name has neither a space nor anything below it, so this is the order of (section, address).
    in_sections = in_order(pages, lambda page: f"{section(page)} {page.loc}")
    yield from groupby(in_sections, key=section)


def name(text: str) -> str:
    """``text`` as it can stand in the name of a file."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-").lower()[:60] or REST


def _by(page: Page, mode: Mode, base_url: str) -> str:
    if mode == "lang":
        return language_tag(page.lang or "").lower()
    return loc.path_below(page.loc, base_url).rpartition("/")[0].partition("/")[0] if mode == "path" else ""
