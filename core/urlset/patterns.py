"""Patterns on the paths of pages, as in .gitignore (https://git-scm.com/docs/gitignore)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from .errors import SettingsError


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


def _compiled(patterns: Sequence[str], key: str) -> list[tuple[bool, Callable[[str], bool]]]:
    from pathspec.patterns.gitignore.basic import GitIgnoreBasicPattern

    compiled = []
    for place, text in enumerate(patterns):
        try:
            pattern = GitIgnoreBasicPattern(_meant(text))
        except (ValueError, re.error) as wrong:  # a range like [z-a]
            raise SettingsError(
                f"{key}[{place}]", f"is no pattern: {text!r}", "Write it as in .gitignore"
            ) from wrong
        if pattern.include is not None and pattern.regex is not None:
            compiled.append((pattern.include, _matching(pattern)))
    return compiled


def _meant(text: str) -> str:
    """A pattern whose last word is ``index``, which is a page's name and its folder's.

    Alone it is the home page, since every page that is written as a folder has an ``index.html``; behind a
    slash it is a folder's document, as Sphinx calls it (``sub/index``).
    """
    bare = text.removeprefix("!")
    if bare in {"index", "index.html"}:
        return text.replace("index", "/index", 1)
    return f"{text}.html" if text.endswith("/index") else text


def _matching(pattern: Any) -> Callable[[str], bool]:
    return lambda path: pattern.match_file(path) is not None
