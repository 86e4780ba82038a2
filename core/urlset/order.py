"""Duplicates merged field by field, and one fixed order: by address.

The record that came first wins, field by field; what it does not say, a later one may. A page's own no
(`Page.exclude`) vetoes its address, whichever record brings it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from msgspec.structs import fields, replace

from .page import Page
from .tally import Tally

_ADDRESS = attrgetter("loc")
_FIELDS = tuple(field.name for field in fields(Page) if field.name != "loc")


def arranged(pages: Iterable[Page], tally: Tally) -> Iterator[Page]:
    """``pages`` sorted by address, each address once."""
    # Sorting is stable, so records of one address stand in the order in which their sources were named.
    waiting: Page | None = None
    for page in sorted(pages, key=_ADDRESS):
        if waiting is None or page.loc != waiting.loc:
            if waiting is not None:
                yield waiting
            waiting = page
        else:
            tally.drop(page.loc, "duplicate")
            waiting = merged(waiting, page)
    if waiting is not None:
        yield waiting


def merged(first: Page, second: Page) -> Page:
    """One record of two for the same address: each field from the first that has it."""
    missing: dict[str, Any] = {
        name: value
        for name in _FIELDS
        if getattr(first, name) in (None, ()) and (value := getattr(second, name)) not in (None, ())
    }
    return replace(first, **missing) if missing else first
