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
from ..protocol import CHANGEFREQ, MAX_IMAGES
from ..tally import Tally

Values = dict[str, list[str]]
_EXTENSIONS = ("image", "video", "news")
_YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


class Entries:
    """A target for `urlset.readers.safe_xml.read`. ``pages`` and ``children`` are complete when it has
    ended.
    """

    def __init__(self, name: str, tally: Tally, section: str | None = None) -> None:
        self.root = ""
        self.pages: list[Page] = []
        self.children: list[tuple[str, int]] = []
        """Addresses that an index lists, and their lines."""
        self._name, self._tally, self._section = name, tally, section
        self._values: Values = {}
        self._extension: Values | None = None
        self._found: dict[str, list[Values]] = {}
        self._alternates: list[Alternate] = []
        self._text = ""
        self._depth = self._line = 0

    def start(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        self._depth += 1
        self._text = ""
        name = _local(tag)
        if self._depth == 1:
            self.root = name
        elif self._depth == 2:
            self._values, self._found, self._alternates, self._line = {}, {}, [], line
        elif self._depth == 3 and name in _EXTENSIONS:
            self._extension = {}
        elif name == "link" and attributes.get("hreflang") and attributes.get("href"):
            self._alternate(attributes["hreflang"].strip(), attributes["href"].strip())
        if self._extension is not None and attributes:
            for key, value in attributes.items():
                self._extension.setdefault(f"{name}.{key}", []).append(value)

    def text(self, text: str) -> None:
        self._text += text

    def end(self, tag: str) -> None:
        name, text = _local(tag), self._text.strip()
        self._text = ""
        if self._depth == 3 and self._extension is not None and name in _EXTENSIONS:
            self._found.setdefault(name, []).append(self._extension)
            self._extension = None
        elif self._depth > 2 and text:
            where = self._values if self._extension is None else self._extension
            where.setdefault(name, []).append(text)
        elif self._depth == 2:
            self._entry(name)
        self._depth -= 1

    def _alternate(self, lang: str, href: str) -> None:
        try:
            self._alternates.append(Alternate(lang, _address(href)))
        except ValueError:
            self._tally.warn(f"{self._name}:{self._line}: {href[:80]!r} is no address; the link is left out")

    def _entry(self, name: str) -> None:
        address = next(iter(self._values.get("loc", ())), "")
        if name == "sitemap" and address:
            self.children.append((address, self._line))
        elif name == "url" and address:
            self.pages.append(self._page(address))
        elif name in ("url", "sitemap"):
            self._tally.skip(f"{self._name}:{self._line}", "no-address")

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
        text = next(iter(self._values.get(name, ())), "")
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
