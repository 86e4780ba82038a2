"""Language versions that name each other: every member of a set lists the whole set, itself included.

A set is made of the pages that are there and stay in the sitemap; a translation that does not exist is never
announced. Source: https://developers.google.com/search/docs/specialty/international/localized-versions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, groupby

from msgspec.structs import replace

from .order import in_order
from .page import Alternate, Page
from .tags import language_tag, unknown
from .tally import ABROAD, Tally

X_DEFAULT = "x-default"


def linked(
    pages: Iterable[Page],
    *,
    languages: Mapping[str, str],
    elsewhere: Mapping[str, Collection[str]],
    x_default: str,
    tally: Tally,
) -> Iterator[Page]:
    """``pages`` in their order, with the alternates of their sets.

    Pages belong together by `Page.group`, or by what follows the base address of their language where
    ``languages`` maps tags to base addresses (with their slashes). ``elsewhere`` has, for the languages that
    other builds make, what follows the base in their addresses. Pages that are `ABROAD` are announced, and
    dropped. ``x_default`` is the tag of the fallback.
    """
    stream = iter(pages)
    # Every page was read before the first comes out of the sorting, so the count is whole by then.
    first = next(stream, None)
    if first is None:
        return
    if not languages and not tally.grouped:
        yield first
        yield from stream
        return
    bases = sorted(languages.items(), key=lambda item: len(item[1]), reverse=True)
    placed = (_placed(page, bases) for page in chain((first,), stream))
    together = in_order(placed, lambda page: page.group or f"\uffff{page.loc}")
    in_sets = (
        page
        for key, members in groupby(together, lambda page: page.group)
        for page in (_set(list(members), key, languages, elsewhere, x_default, tally) if key else members)
    )
    for page in in_order(in_sets, lambda page: page.loc):
        if page.exclude == ABROAD:
            tally.drop(page.loc, "off-site")
        else:
            yield page


def _placed(page: Page, bases: list[tuple[str, str]]) -> Page:
    """A page with its language and its group; in an explicit group it is named apart from paths."""
    if page.alternates:
        return replace(page, group=None)
    if page.group is not None:
        return replace(page, group=f"group {page.group}")
    for tag, base in bases:
        if page.loc.startswith(base):
            return replace(page, lang=tag, group=f"path {page.loc.removeprefix(base)}")
    return page


def _set(
    pages: list[Page],
    key: str,
    languages: Mapping[str, str],
    elsewhere: Mapping[str, Collection[str]],
    x_default: str,
    tally: Tally,
) -> Iterator[Page]:
    members = _members(pages, tally)
    if key.startswith("path "):
        tail = key.removeprefix("path ")
        for tag, tails in elsewhere.items():
            if tail in tails:
                members.setdefault(language_tag(tag), languages[tag] + tail)
    if len(members) < 2:
        yield from pages
        return
    for tag in members:
        if wrong := unknown(tag):
            tally.warn(f"{tag}: {wrong!r} is no code of a language or a country; the tag would be ignored")
    if x_default and language_tag(x_default) in members:
        members[X_DEFAULT] = members[language_tag(x_default)]
    alternates = tuple(Alternate(tag, members[tag]) for tag in sorted(members, key=_x_default_last))
    for page in pages:
        announced = page.lang and members.get(language_tag(page.lang)) == page.loc
        yield replace(page, alternates=alternates) if announced else page


def _members(pages: list[Page], tally: Tally) -> dict[str, str]:
    """The address of each language of a set, by its tag."""
    members: dict[str, str] = {}
    for page in pages:
        if not page.lang:
            continue
        tag = language_tag(page.lang)
        if members.setdefault(tag, page.loc) != page.loc:
            tally.warn(f"{page.loc}: {members[tag]} is the same page in {tag} too; it is not announced twice")
    return members


def _x_default_last(tag: str) -> tuple[bool, str]:
    return tag == X_DEFAULT, tag
