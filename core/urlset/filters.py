"""Which pages stay: patterns on their paths, and what they say of themselves."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from . import loc
from .errors import PageError
from .page import Page
from .patterns import matcher
from .tally import ABROAD, Tally

OWN_FIELDS = ("lastmod", "changefreq", "priority", "exclude")
"""What a page may say in its metadata, under ``sitemap``."""

_NO = frozenset({"false", "no", "off", "0", "none", "exclude"})
_YES = frozenset({"", "true", "yes", "on", "1"})


def kept(pages: Iterable[Page], *, exclude: Sequence[str], base_url: str, tally: Tally) -> Iterator[Page]:
    """``pages`` without those that say no themselves and those whose path a pattern of ``exclude`` matches.

    Pages that are `ABROAD` pass: their sets want them. Raises SettingsError where a pattern cannot be read.
    """
    excluded = matcher(exclude, "exclude") if exclude else None
    for page in pages:
        if page.exclude == ABROAD:
            yield page
        elif page.exclude:
            tally.drop(page.loc, page.exclude)
        elif excluded and excluded(loc.path_below(page.loc, base_url)):
            tally.drop(page.loc, "excluded")
        else:
            yield page


def own_word(page: Page, word: Any, where: str) -> Page:
    """``page`` with what its metadata says under ``sitemap``: a truth value, a mapping, or text of either.

    ``false`` keeps the page out. Raises PageError, naming ``where``, for a word that is not known.
    """
    if word is None or word is True:
        return page
    if word is False:
        return replace(page, exclude=page.exclude or "opted-out")
    if isinstance(word, str):
        return _own_text(page, word, where)
    if not isinstance(word, Mapping):
        raise PageError(where, f"sitemap: expected true, false or a mapping, got {word!r}", code="PAG03")
    return _own_mapping(page, word, where)


def _own_text(page: Page, text: str, where: str) -> Page:
    if text.lstrip().startswith("{"):
        # A mapping of Markdown's front matter comes through Sphinx as JSON.
        with contextlib.suppress(ValueError):
            return own_word(page, json.loads(text), where)
    plain = text.strip().lower()
    if plain in _NO or plain in _YES:
        return own_word(page, plain in _YES, where)
    pairs = dict(part.partition("=")[::2] for part in text.split())
    return _own_mapping(page, {name.lower(): value for name, value in pairs.items()}, where)


def _own_mapping(page: Page, given: Mapping[str, Any], where: str) -> Page:
    for name in given:
        if name not in OWN_FIELDS:
            raise PageError(
                where, f"sitemap: unknown word {name!r}", f"Use {', '.join(OWN_FIELDS)}", code="PAG03"
            )
    changed = {name: given[name] for name in ("lastmod", "changefreq") if given.get(name) is not None}
    if given.get("priority") is not None:
        changed["priority"] = _priority(given["priority"], where)
    excluded = given.get("exclude")
    if excluded and str(excluded).lower() not in _NO:
        changed["exclude"] = page.exclude or "opted-out"
    return replace(page, **changed)


def _priority(value: Any, where: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise PageError(
            where, f"sitemap: priority: expected a number from 0 to 1, got {value!r}", code="PAG03"
        ) from None
