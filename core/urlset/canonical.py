"""The first step of a build: every field of every record checked, every address in its one form.

A record whose *address* cannot stand in the sitemap is a counted drop; a record with any other wrong value is
an error that stops the build, since whoever made it has a bug to mend.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from datetime import tzinfo
from typing import Any

from msgspec.structs import replace

from . import lastmod, loc
from .errors import PageError
from .page import Alternate, Date, Image, News, Page, Video, fault
from .protocol import CHANGEFREQ, MAX_IMAGES
from .streams import batched
from .tags import language_tag
from .tally import ABROAD, Tally

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def canonical(
    pages: Iterable[Page],
    *,
    base_url: str,
    scope: str,
    zone: tzinfo | None,
    tally: Tally,
    abroad: tuple[str, ...] = (),
) -> Iterator[Page]:
    """``pages`` with absolute addresses below ``scope``, dates that can be written and hints within bounds.

    Language versions that lie elsewhere come too, marked with `ABROAD`: those of an explicit group, and those
    below a base address of ``abroad``.
    ``zone`` is the one of times that carry none. Raises PageError for a record that is wrong.
    """
    for batch in batched(pages):
        tally.read += len(batch)
        tally.grouped += len(batch) - [page.group for page in batch].count(None)
        good = _good_fields(batch)
        if good and loc.clean([page.loc for page in batch], scope):
            yield from batch
            continue
        for page in batch:
            if good and loc.is_clean(page.loc, scope):
                yield page
                continue
            try:
                yield _page(page, base_url, scope, zone)
            except loc.Refused as refused:
                version = _version(page, base_url, abroad) if refused.reason == "off-site" else None
                if version is None:
                    tally.drop(page.loc, refused.reason)
                else:
                    yield version


def _version(page: Page, base_url: str, abroad: tuple[str, ...]) -> Page | None:
    """What a set of languages needs of a page that stands in another site's sitemap."""
    try:
        address = loc.absolute(page.loc, base_url)
    except loc.Refused:
        return None
    if not (page.group and page.lang) and not address.startswith(abroad):
        return None
    return Page(address, lang=page.lang, group=page.group, exclude=page.exclude or ABROAD)


def plain(page: Page) -> bool:
    """Whether a page has no extension: nothing but the four core elements is written for it."""
    return not (page.alternates or page.images or page.videos or page.news)


def _good_fields(batch: list[Page]) -> bool:
    """Whether all but the addresses is right as it stands."""
    return (
        not any([page.images or page.videos or page.news for page in batch])
        and _good_links([link for page in batch for link in page.alternates])
        and {page.changefreq for page in batch} <= {None, *CHANGEFREQ}
        and all(_good_priority(value) for value in {page.priority for page in batch})
        and lastmod.all_canonical([page.lastmod for page in batch])
    )


def _good_links(links: list[Alternate]) -> bool:
    return not links or (
        all(tag == language_tag(tag) for tag in {link.lang for link in links})
        and loc.settled([link.href for link in links])
    )


def _good_priority(value: Any) -> bool:
    return value is None or (type(value) in {float, int} and 0 <= value <= 1)


def _page(page: Page, base_url: str, scope: str, zone: tzinfo | None) -> Page:
    address = page.loc
    if not address:
        raise PageError("(no address)", "a page needs a loc")
    if not loc.is_clean(address, scope):
        address = loc.within(loc.absolute(address, base_url), scope)
    if page.changefreq not in {None, *CHANGEFREQ}:
        raise _wrong(page, "changefreq", f"expected one of {', '.join(CHANGEFREQ)}, got {page.changefreq!r}")
    if not _good_priority(page.priority):
        raise _wrong(page, "priority", f"expected a number from 0 to 1, got {page.priority!r}")
    changed: dict[str, Any] = {"loc": address, "lastmod": _date(page, "lastmod", page.lastmod, zone)}
    if not plain(page):
        changed |= _extensions(page, base_url, zone)
    changed = {name: value for name, value in changed.items() if value != getattr(page, name)}
    return replace(page, **changed) if changed else page


def _extensions(page: Page, base_url: str, zone: tzinfo | None) -> dict[str, Any]:
    if len(page.images) > MAX_IMAGES:
        raise _wrong(page, "images", f"at most {MAX_IMAGES:,} are allowed, got {len(page.images):,}")
    return {
        "alternates": tuple(_alternate(page, item, base_url) for item in page.alternates),
        "images": tuple(_image(page, item, base_url) for item in page.images),
        "videos": tuple(_video(page, item, base_url, zone) for item in page.videos),
        "news": _news(page, page.news, zone) if page.news else None,
    }


def _alternate(page: Page, item: Alternate, base_url: str) -> Alternate:
    return Alternate(lang=language_tag(item.lang), href=_address(page, "alternates", item.href, base_url))


def _image(page: Page, item: Image, base_url: str) -> Image:
    return Image(
        loc=_address(page, "images", item.loc, base_url),
        caption=_text(item.caption),
        geo_location=_text(item.geo_location),
        title=_text(item.title),
        license=item.license and _address(page, "images", item.license, base_url),
    )


def _video(page: Page, item: Video, base_url: str, zone: tzinfo | None) -> Video:
    if problem := fault(item):
        raise _wrong(page, "videos", problem)
    locs = {
        name: _address(page, f"videos.{name}", value, base_url)
        for name in ("thumbnail_loc", "content_loc", "player_loc", "uploader_info")
        if (value := getattr(item, name))
    }
    dates = {
        name: _day(page, name, getattr(item, name), zone) for name in ("expiration_date", "publication_date")
    }
    words = {name: _text(getattr(item, name)) for name in ("title", "description", "category", "uploader")}
    return replace(item, **locs, **dates, **words, tags=tuple(_text(tag) or "" for tag in item.tags))


def _news(page: Page, item: News, zone: tzinfo | None) -> News:
    published = _day(page, "news.publication_date", item.publication_date, zone)
    words = {name: _text(getattr(item, name)) for name in ("name", "language", "title")}
    return replace(item, **words, publication_date=published)


def _address(page: Page, field: str, text: str, base_url: str) -> str:
    try:
        return loc.absolute(text, base_url)
    except loc.Refused as refused:
        raise _wrong(page, field, f"{text!r} cannot be a web address ({refused.reason})") from None


def _date(page: Page, field: str, value: Date | None, zone: tzinfo | None) -> Date | None:
    if value is None:
        return None
    try:
        return lastmod.canonical(value, zone)
    except ValueError as wrong:
        raise PageError(page.loc, f"{field}: {wrong}", code="PAG02") from None


def _day(page: Page, field: str, value: Date | None, zone: tzinfo | None) -> str | None:
    """A date of an extension, written; they are few, so that text is cheap enough."""
    return lastmod.texts([_date(page, field, value, zone)])[0] or None


def _text(value: str | None) -> str | None:
    """Text for people: HTML's named characters decoded, and what XML 1.0 forbids removed."""
    if not value:
        return value
    if "&" in value:
        value = _REFERENCE.sub(lambda match: html.unescape(match[0]), value)
    return _FORBIDDEN.sub("", value)


def _wrong(page: Page, field: str, problem: str) -> PageError:
    return PageError(page.loc, f"{field}: {problem}", code="PAG03")
