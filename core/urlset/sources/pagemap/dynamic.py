"""What makes a page dynamic: its statement and the names of its columns."""

from __future__ import annotations

import re

from ...errors import SourceError
from ...readers.xml_tree import Element
from .fields import PLACEHOLDER, error, where
from .model import DEFAULT_DATABASE, Query

_SINGLE = (
    "sqlselect",
    "titlefield",
    "datefield",
    "changefreqfield",
    "priorityfield",
    "langfield",
    "groupfield",
)
CHILDREN = (*_SINGLE, "parameter", "idfield")
"""The elements of a dynamic page, besides the pages below it."""


def query(path: str, element: Element, given: dict[str, str]) -> Query:
    """The query of a dynamic page. Raises SourceError where a part is missing, double or empty."""
    single = {name: _single(path, element, name) for name in _SINGLE}
    statement = single["sqlselect"]
    if statement is None:
        raise error(path, element, "a dynamic page needs a sqlselect", "Add one SELECT statement")
    fields = {name.removesuffix("field"): _text(path, child) for name, child in single.items() if child}
    fields["sql"] = fields.pop("sqlselect")
    if ("lang" in fields) != ("group" in fields):
        raise error(path, element, "langfield and groupfield go together", "Add the other one")
    if not re.fullmatch(r"[\w.-]+", given.get("database", DEFAULT_DATABASE)):
        # It may be an address with a password, so it is not shown.
        raise error(path, element, "database is no name of a connection", "Name it as under [databases]")
    return Query(
        line=statement.line,
        parameters=_parameters(path, element, given),
        database=given.get("database") or DEFAULT_DATABASE,
        **fields,
    )


def _parameters(path: str, element: Element, given: dict[str, str]) -> tuple[tuple[str, str], ...]:
    names = [_text(path, child) for child in element.find("parameter")]
    columns = [_text(path, child) for child in element.find("idfield")]
    if len(names) != len(columns):
        raise error(
            path,
            element,
            f"{len(names)} parameter and {len(columns)} idfield; they go in pairs",
            "Complete the pairs",
        )
    if "file" not in given:
        raise error(path, element, "a dynamic page needs a file", 'Add file="/article.php"')
    if not names and not PLACEHOLDER.search(given["file"]):
        raise error(
            path,
            element,
            "a dynamic page needs a parameter and an idfield, or a file with {column}",
            "Add them",
        )
    return tuple(zip(names, columns, strict=True))


def _single(path: str, element: Element, name: str) -> Element | None:
    found = list(element.find(name))
    if len(found) > 1:
        raise error(path, found[1], f"a second {name} in one page", "Remove one of the two")
    return found[0] if found else None


def _text(path: str, element: Element) -> str:
    if element.children or element.attributes:
        raise error(path, element, f"{element.tag} holds more than text", "Give only its text")
    text = element.text.strip()
    if not text:
        raise SourceError(where(path, element), f"{element.tag} is empty", "Fill it or remove it", "SRC02")
    return text
