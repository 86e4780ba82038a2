"""Which pages stay: patterns on their paths, and what they say of themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from . import loc
from .errors import PageError, SettingsError
from .page import Page
from .tally import Tally

OWN_FIELDS = ("lastmod", "changefreq", "priority", "exclude")
"""What a page may say in its metadata, under ``sitemap``."""

_NO = frozenset({"false", "no", "off", "0", "none", "exclude"})
_YES = frozenset({"", "true", "yes", "on", "1"})


def kept(pages: Iterable[Page], *, exclude: Sequence[str], base_url: str, tally: Tally) -> Iterator[Page]:
    """``pages`` without those that say no themselves and those whose path a pattern of ``exclude`` matches.

    Raises SettingsError where a pattern cannot be read.
    """
    excluded = matcher(exclude, "exclude") if exclude else None
    for page in pages:
        if page.exclude:
            tally.drop(page.loc, page.exclude)
        elif excluded and excluded(loc.path_below(page.loc, base_url)):
            tally.drop(page.loc, "excluded")
        else:
            yield page


def matcher(patterns: Sequence[str], key: str) -> Callable[[str], bool]:
    """A function that tells whether a page's path matches; the last pattern that matches decides.

    Patterns are those of .gitignore (https://git-scm.com/docs/gitignore). A page is matched by what it is,
    not by how its host writes it: ``faq``, ``faq.html``, ``faq/`` and ``faq/index.html`` are one page.
    """
    specs = _compiled(patterns, key)

    def matches(path: str) -> bool:
        forms = spellings(path)
        for includes, match in reversed(specs):
            if any(match(form) for form in forms):
                return includes
        return False

    return matches


def spellings(path: str) -> tuple[str, ...]:
    """The paths under which a pattern may know a page: as a document, a file and a folder's index."""
    name = "" if path == "index.html" else path.removesuffix("/index.html").rstrip("/")
    name = name.removesuffix(".html").removesuffix(".htm")
    if not name:
        return ("index.html", "index")
    if "." in name.rpartition("/")[2] and name == path:
        return (name,)
    return (name, f"{name}.html", f"{name}/index.html")


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


def _compiled(patterns: Sequence[str], key: str) -> list[tuple[bool, Callable[[str], bool]]]:
    from pathspec.patterns.gitignore.basic import GitIgnoreBasicPattern

    compiled = []
    for place, text in enumerate(patterns):
        try:
            pattern = GitIgnoreBasicPattern(text)
        except ValueError as wrong:
            raise SettingsError(
                f"{key}[{place}]", f"is no pattern: {text!r}", "Write it as in .gitignore"
            ) from wrong
        if pattern.include is not None and pattern.regex is not None:
            compiled.append((pattern.include, _matching(pattern)))
    return compiled


def _matching(pattern: Any) -> Callable[[str], bool]:
    return lambda path: pattern.match_file(path) is not None
