"""The elements of sitemaps and their indexes as records, from the events of the guarded XML reader.

Namespaces are not looked at but to tell the extensions apart: files with a wrong one are many, and what they
mean is plain. A value that cannot be right (a date that is none) is left out and counted; an address is
never repaired.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC
from typing import Any

from msgspec import Struct

from .. import lastmod as dates, loc
from ..page import Alternate, Image, News, Page, Video, fault
from ..protocol import CHANGEFREQ, MAX_ENTRIES, MAX_IMAGES
from ..readers.refused import Refused
from ..scratch import Shelf
from ..tally import Tally

Values = dict[str, list[str]]
_EXTENSIONS = ("image", "video", "news")
_ENTRIES = ("url", "sitemap")
_CORE = ("loc", "lastmod", "changefreq", "priority")
_YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}

MOST_PARTS = 10_000
"""Alternates and parts of extensions that are kept of one entry: 1,000 pictures have 6,000 at most."""


class Entries:
    """A target for `urlset.readers.safe_xml.read`. ``pages`` and ``children`` are complete when it has
    ended. With more than ``most`` children it raises Refused.
    """

    def __init__(self, name: str, tally: Tally, section: str | None = None, most: int = MAX_ENTRIES) -> None:
        self.root = ""
        self.pages = Shelf()
        self.children: list[tuple[str, int]] = []
        """Addresses that an index lists, and their lines."""
        self._name, self._tally, self._section, self._most = name, tally, section, most
        self._text = ""
        self._depth = 0
        self._begin(0)

    def _begin(self, line: int) -> None:
        """One more entry."""
        self._line, self._parts = line, 0
        self._values: dict[str, str] = {}
        self._extension: Values | None = None
        self._found: dict[str, list[Values]] = {}
        self._alternates: list[Alternate] = []

    def start(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        self._depth += 1
        self._text = ""
        if self._depth < 3:
            self._outer(_local(tag), line)
            return
        if not attributes and self._depth > 3:
            return
        name = _local(tag)
        if self._depth == 3 and name in _EXTENSIONS:
            self._extension = {}
        elif name == "link" and attributes.get("hreflang") and attributes.get("href") and self._room():
            self._alternate(attributes["hreflang"].strip(), attributes["href"].strip())
        if self._extension is not None:
            for key, value in attributes.items():
                if self._room():
                    self._extension.setdefault(f"{name}.{key}", []).append(value)

    def _outer(self, name: str, line: int) -> None:
        if self._depth == 1:
            self.root = name
        elif name in _ENTRIES:
            self._begin(line)

    def text(self, text: str) -> None:
        self._text += text

    def end(self, tag: str) -> None:
        depth, self._depth = self._depth, self._depth - 1
        text = self._text.strip()
        self._text = ""
        if depth == 2:
            self._entry(_local(tag))
        elif depth == 3 and self._extension is not None and _local(tag) in _EXTENSIONS:
            if self._room():
                self._found.setdefault(_local(tag), []).append(self._extension)
            self._extension = None
        elif depth > 2 and text:
            self._value(_local(tag), text)

    def _value(self, name: str, text: str) -> None:
        if self._extension is None:
            if name in _CORE:
                self._values.setdefault(name, text)
        elif self._room():
            self._extension.setdefault(name, []).append(text)

    def _room(self) -> bool:
        """Whether one more part of the entry is kept."""
        self._parts += 1
        if self._parts == MOST_PARTS + 1:
            what = f"what comes after {MOST_PARTS:,} alternates and parts of extensions is left out"
            self._tally.warn(f"{self._name}:{self._line}: {what}")
        return self._parts <= MOST_PARTS

    def _alternate(self, lang: str, href: str) -> None:
        try:
            self._alternates.append(Alternate(lang, _address(href)))
        except ValueError:
            self._tally.warn(f"{self._name}:{self._line}: {href[:80]!r} is no address; the link is left out")

    def _entry(self, name: str) -> None:
        if name not in _ENTRIES:
            return
        address = self._values.get("loc", "")
        if name == "sitemap" and address:
            self._child(address)
        elif address:
            self.pages.put(self._page(address), 3 + self._parts)
        else:
            self._tally.skip(f"{self._name}:{self._line}", "no-address")

    def _child(self, address: str) -> None:
        if len(self.children) >= self._most:
            raise Refused("files", f"lists more than {self._most:,} files", line=self._line, is_limit=True)
        self.children.append((address, self._line))

    def _page(self, address: str) -> Page:
        known: dict[str, Any] = {
            name: value
            for name in ("lastmod", "changefreq", "priority")
            if (value := self._hint(name)) is not None
        }
        if self._found:
            known |= self._extensions()
        return Page(address, alternates=tuple(self._alternates), section=self._section, **known)

    def _hint(self, name: str) -> Any:
        text = self._values.get(name, "")
        if not text:
            return None
        try:
            return _HINTS[name](text)
        except ValueError:
            self._tally.warn(f"{self._name}:{self._line}: {name} cannot be {text[:40]!r}; left out")
            return None

    def _extensions(self) -> dict[str, Any]:
        images = [found for values in self._found.get("image", ()) if (found := self._record(Image, values))]
        videos = [found for values in self._found.get("video", ()) if (found := self._record(Video, values))]
        news = [found for values in self._found.get("news", ()) if (found := self._record(News, values))]
        if len(images) > MAX_IMAGES:
            what = f"pictures after the first {MAX_IMAGES:,} are left out"
            self._tally.warn(f"{self._name}:{self._line}: {what}")
            del images[MAX_IMAGES:]
        return {
            "images": tuple(images),
            "videos": tuple(videos),
            "news": news[0] if news else None,
        }

    def _record(self, kind: type[Struct], values: Values) -> Any:
        """An extension's record, or None, with a warning, where what it needs is missing or wrong."""
        row: dict[str, Any] = {name: texts[0] for name, texts in values.items() if "." not in name}
        if kind is Video:
            row = _video(row, values)
        try:
            known = {
                name: _VALUES.get(name, _same)(row[name]) for name in kind.__struct_fields__ if name in row
            }
            return _within_bounds(kind(**known))
        except (ValueError, TypeError) as wrong:
            what = f"{kind.__name__.lower()} left out: {str(wrong)[:100]}"
            self._tally.warn(f"{self._name}:{self._line}: {what}")
            return None


def _within_bounds(record: Struct) -> Struct:
    if isinstance(record, Video) and (problem := fault(record)):
        raise ValueError(problem)
    return record


def _video(row: dict[str, Any], values: Values) -> dict[str, Any]:
    row["tags"] = tuple(values.get("tag", ()))
    for name in ("family_friendly", "requires_subscription", "live"):
        if name in row:
            row[name] = _YES.get(str(row[name]).lower())
    for name in ("restriction", "platform"):
        if name in row:
            row[name] = tuple(str(row[name]).split())
            row[f"{name}_relationship"] = values.get(f"{name}.relationship", ["allow"])[0]
    if info := values.get("uploader.info"):
        row["uploader_info"] = info[0]
    return row


def _changefreq(text: str) -> str:
    if text.lower() not in CHANGEFREQ:
        raise ValueError(text)
    return text.lower()


def _priority(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError(text)
    return value


_HINTS: dict[str, Callable[[str], Any]] = {
    "lastmod": lambda text: dates.canonical(text, UTC),
    "changefreq": _changefreq,
    "priority": _priority,
}


def _address(text: str) -> str:
    """``text``, if a site could make an address of it: what becomes of it is settled later."""
    loc.absolute(text, "https://site/")
    return text


_VALUES: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("loc", "license", "thumbnail_loc", "content_loc", "player_loc"), _address),
    "duration": int,
    "view_count": int,
    "rating": float,
    "publication_date": _HINTS["lastmod"],
    "expiration_date": _HINTS["lastmod"],
}


def _same(value: Any) -> Any:
    return value


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]
