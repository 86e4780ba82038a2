"""The records: one page, and what the extensions of the protocol say of it.

Records are frozen. Nothing is checked when one is made, which is what makes them cheap: a build checks every
field of every record (`urlset.canonical`) before it uses one.

Where a field is a date (`Date`), it takes a ``date``, an aware ``datetime``, or text in the forms
``YYYY-MM-DD`` and ``YYYY-MM-DDThh:mm[:ss]`` with ``Z`` or ``±hh:mm``.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Literal

from msgspec import Struct

Date = date | str
"""A date or a time with its zone; ``datetime`` is a ``date``."""

Changefreq = Literal["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"]


_COUNTRY = re.compile(r"[A-Z]{2}")


class Alternate(Struct, frozen=True, forbid_unknown_fields=True):
    """The same page in another language (``xhtml:link``)."""

    lang: str
    """``en``, ``pt-BR``, ``zh-Hans``, or ``x-default``."""
    href: str
    """Address of that version, absolute or relative to the base address; another host is allowed."""


class Image(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture on the page (``image:image``). All but ``loc`` has had no effect at Google since 2022."""

    loc: str
    caption: str | None = None
    geo_location: str | None = None
    title: str | None = None
    license: str | None = None


class Video(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A video on the page (``video:video``); one of ``content_loc`` and ``player_loc`` is needed."""

    thumbnail_loc: str
    title: str
    """At most 100 characters."""
    description: str
    """At most 2,048 characters."""
    content_loc: str | None = None
    player_loc: str | None = None
    duration: int | None = None
    """Whole seconds, at most 28,800."""
    expiration_date: Date | None = None
    rating: float | None = None
    """0.0 to 5.0."""
    view_count: int | None = None
    publication_date: Date | None = None
    tags: tuple[str, ...] = ()
    """At most 32."""
    category: str | None = None
    family_friendly: bool | None = None
    restriction: tuple[str, ...] = ()
    """Upper-case country codes of two letters, with ``restriction_relationship``."""
    restriction_relationship: Literal["allow", "deny"] = "allow"
    platform: tuple[Literal["web", "mobile", "tv"], ...] = ()
    platform_relationship: Literal["allow", "deny"] = "allow"
    requires_subscription: bool | None = None
    uploader: str | None = None
    """At most 255 characters."""
    uploader_info: str | None = None
    live: bool | None = None


def fault(video: Video) -> str:
    """What is out of bounds in ``video``, or "": nobody would take it for one.

    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps.
    """
    sides = ("allow", "deny")
    promises = {
        "content_loc or player_loc is needed": video.content_loc or video.player_loc,
        "title and description are needed": video.title and video.description,
        "description: at most 2,048 characters": len(video.description) <= 2_048,
        "duration: expected seconds, at most 28,800": 0 <= (video.duration or 0) <= 28_800,
        "rating: expected a number from 0 to 5": 0 <= (video.rating or 0) <= 5,
        "view_count: expected no negative number": (video.view_count or 0) >= 0,
        "tags: at most 32": len(video.tags) <= 32,
        "category: at most 256 characters": len(video.category or "") <= 256,
        "uploader: at most 255 characters": len(video.uploader or "") <= 255,
        "restriction: expected codes like DE": all(map(_COUNTRY.fullmatch, video.restriction)),
        "restriction_relationship: expected allow or deny": video.restriction_relationship in sides,
        "platform: expected web, mobile or tv": {*video.platform} <= {"web", "mobile", "tv"},
        "platform_relationship: expected allow or deny": video.platform_relationship in sides,
    }
    return next((problem for problem, kept in promises.items() if not kept), "")


class News(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What makes the page a news article (``news:news``)."""

    name: str
    """Name of the publication."""
    language: str
    """Two or three lower-case letters, or ``zh-cn``, ``zh-tw``."""
    publication_date: Date
    title: str


class Page(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One page of a site, as whoever knows it describes it."""

    loc: str
    """Address: absolute, or a path below the base address of the build."""
    lastmod: Date | None = None
    """Time of the last significant change; None where it is not known."""
    changefreq: Changefreq | None = None
    priority: float | None = None
    """0.0 to 1.0."""
    alternates: tuple[Alternate, ...] = ()
    images: tuple[Image, ...] = ()
    """At most 1,000."""
    videos: tuple[Video, ...] = ()
    news: News | None = None
    title: str | None = None
    description: str | None = None
    section: str | None = None
    """Name of the section that the page belongs to."""
    lang: str | None = None
    """Language of the page's text."""
    group: str | None = None
    """Pages that share a group are one page in several languages."""
    sources: tuple[str, ...] = ()
    """Files that the page is made from, its own first; the newest of their dates in git is the page's."""
    place: tuple[int, ...] = ()
    """Place in the site's own tree: numbers of the children on the way to it; empty where the path tells."""
    exclude: str | None = None
    """Why the page must stay out of the sitemap (``noindex``, ``draft`` …); None lets it in."""


class VideoRecord(Video, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A video whose dates are text."""

    expiration_date: str | None = None
    publication_date: str | None = None


class NewsRecord(News, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """News whose date is text."""

    publication_date: str


class PageRecord(Page, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A page as JSON and our temporary files have it: its dates are text, which is all that differs."""

    lastmod: str | None = None
    videos: tuple[VideoRecord, ...] = ()
    news: NewsRecord | None = None
