"""The elements of the four extensions, in the order of their schemas.

Sources: Google's pages on image, video, news and language extensions, and the schemas at their namespaces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from operator import attrgetter

from .. import lastmod, protocol
from ..page import Alternate, Date, Image, News, Page, Video

NAMESPACES = {
    "xhtml": protocol.NS_XHTML,
    "image": protocol.NS_IMAGE,
    "video": protocol.NS_VIDEO,
    "news": protocol.NS_NEWS,
}
"""Prefix and namespace of each, in the order in which they are declared."""


_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}


def escape(text: str) -> str:
    """``text`` with the five characters of the protocol escaped, for element content and attributes."""
    for character, written in _ESCAPES.items():
        if character in text:  # which costs next to nothing, while a replacement counts first
            text = text.replace(character, written)
    return text


def used(pages: Collection[Page]) -> frozenset[str]:
    """The prefixes that the entries of ``pages`` need."""
    held = {"xhtml": "alternates", "image": "images", "video": "videos", "news": "news"}
    return frozenset(prefix for prefix, name in held.items() if any(map(attrgetter(name), pages)))


def elements(pages: Sequence[Page]) -> list[str]:
    """All extension elements of each page, each on a line of its own; empty where there is none."""
    lines = iter(_links([link for page in pages for link in page.alternates]))
    return [
        "".join(islice(lines, len(page.alternates)))
        + ("".join(_others(page)) if page.images or page.videos or page.news else "")
        for page in pages
    ]


def _links(links: Sequence[Alternate]) -> list[str]:
    # All addresses are escaped together: with many languages that would else be most of a file's time.
    hrefs = [link.href for link in links]
    escaped = escape("\n".join(hrefs)).split("\n")
    if len(escaped) != len(hrefs):  # none at all, or line ends in them
        escaped = list(map(escape, hrefs))
    heads = {
        lang: f'<xhtml:link rel="alternate" hreflang="{escape(lang)}" href="'
        for lang in {link.lang for link in links}
    }
    return [f'{heads[link.lang]}{href}"/>\n' for link, href in zip(links, escaped, strict=True)]


def _others(page: Page) -> Iterator[str]:
    for image in page.images:
        yield f"<image:image>{''.join(_image(image))}</image:image>\n"
    for video in page.videos:
        yield f"<video:video>{''.join(_video(video))}</video:video>\n"
    if page.news:
        yield f"<news:news>{_news(page.news)}</news:news>\n"


def _image(image: Image) -> Iterator[str]:
    yield from _tags("image", loc=image.loc, caption=image.caption, geo_location=image.geo_location)
    yield from _tags("image", title=image.title, license=image.license)


def _video(video: Video) -> Iterator[str]:
    yield from _tags(
        "video",
        thumbnail_loc=video.thumbnail_loc,
        title=video.title,
        description=video.description,
        content_loc=video.content_loc,
        player_loc=video.player_loc,
        duration=video.duration,
        expiration_date=_date(video.expiration_date),
        rating=None if video.rating is None else _decimal(video.rating),
        view_count=video.view_count,
        publication_date=_date(video.publication_date),
    )
    for tag in video.tags:
        yield from _tags("video", tag=tag)
    yield from _tags("video", category=video.category, family_friendly=_answer(video.family_friendly))
    yield from _listed("restriction", video.restriction, video.restriction_relationship)
    yield from _tags("video", requires_subscription=_answer(video.requires_subscription))
    if video.uploader:
        info = f' info="{escape(video.uploader_info)}"' if video.uploader_info else ""
        yield f"<video:uploader{info}>{escape(video.uploader)}</video:uploader>"
    yield from _listed("platform", video.platform, video.platform_relationship)
    yield from _tags("video", live=_answer(video.live))


def _news(news: News) -> str:
    publication = "".join(_tags("news", name=news.name, language=news.language))
    rest = "".join(_tags("news", publication_date=_date(news.publication_date), title=news.title))
    return f"<news:publication>{publication}</news:publication>{rest}"


def _tags(prefix: str, **values: str | int | None) -> Iterator[str]:
    for name, value in values.items():
        if value is not None:
            yield f"<{prefix}:{name}>{escape(str(value))}</{prefix}:{name}>"


def _listed(name: str, words: tuple[str, ...], relationship: str) -> Iterator[str]:
    if words:
        yield f'<video:{name} relationship="{relationship}">{" ".join(words)}</video:{name}>'


def _answer(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"


def _date(value: Date | None) -> str | None:
    return lastmod.texts([value])[0] or None


def _decimal(value: float) -> str:
    return f"{value:.1f}"
