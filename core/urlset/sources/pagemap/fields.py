"""Attributes and texts of a pagemap's elements, checked one by one."""

from __future__ import annotations

import re

from ... import loc
from ...errors import SourceError
from ...readers.xml_tree import Element
from .values import weight

PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


def where(path: str, element: Element) -> str:
    """``FILE:LINE`` of an element."""
    return f"{path}:{element.line}"


def error(path: str, element: Element, problem: str, do: str = "", code: str = "SRC02") -> SourceError:
    """An error that names the element's file and line."""
    return SourceError(where(path, element), problem, do, code)


def attributes(path: str, element: Element, known: set[str]) -> dict[str, str]:
    """The attributes of an element, none of them unknown."""
    for name in element.attributes:
        if name not in known:
            raise error(
                path,
                element,
                f"unknown attribute {name} of {element.tag}",
                f"Known are: {', '.join(sorted(known))}",
            )
    return element.attributes


def no_text(path: str, element: Element) -> None:
    """Refuse text where only elements have a meaning."""
    if text := " ".join(element.text.split()):
        raise error(path, element, f"text without a meaning in {element.tag}: {text[:40]!r}", "Remove it")


def of_choice(path: str, element: Element, given: dict[str, str], name: str, choice: tuple[str, ...]) -> str:
    """The attribute ``name``, one of ``choice``; the first of them where it is absent."""
    value = given.get(name, choice[0])
    if value not in choice:
        raise error(path, element, f"{name}: expected {' or '.join(choice)}, got {value!r}")
    return value


def priority(path: str, element: Element, given: dict[str, str]) -> tuple[float | None, bool]:
    """The attribute ``priority``, and whether it has a decimal comma."""
    try:
        return weight(given.get("priority"))
    except ValueError as wrong:
        raise error(path, element, f"priority: {wrong}, got {given['priority']!r}") from None


def check_file(path: str, element: Element, file: str, dynamic: bool) -> None:
    """Refuse a ``file`` that is no path of the site, or whose braces are no placeholders."""
    plain = PLACEHOLDER.sub("x", file) if dynamic else file
    if dynamic and re.search("[{}]", plain):
        raise error(
            path, element, f"file {file!r} has a brace that is no {{column}}", "Close it or write %7B"
        )
    if re.match(r"[A-Za-z][A-Za-z0-9+.\-]*:|//|\\|\s*\Z", plain):
        raise error(path, element, f"file {file!r} is no path of the site", 'Write it like file="/about/"')
    try:
        loc.absolute(plain, "https://site/")
    except loc.Refused as refused:
        raise error(path, element, f"file {file!r} cannot be an address ({refused.reason})") from None
