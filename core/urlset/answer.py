"""One sitemap answered on request: for a view of a web framework, where no files are wanted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from . import guard
from .errors import OutputError
from .fileset import outcome
from .flow import listed, site_of
from .outcome import Build, Sitemap
from .outputs import sitemap_xml
from .page import Page
from .settings import Settings
from .tally import Tally


class Stream(Protocol):
    """What takes all bytes that it is given: an open file, ``io.BytesIO``, Django's ``HttpResponse`` …"""

    def write(self, content: bytes, /) -> object: ...


def write(pages: Iterable[Page], stream: Stream, settings: Settings) -> Build:
    """Write the one sitemap of ``pages``, plain XML in UTF-8, to ``stream``.

    All is done as in `urlset.build`, but no file is touched: what names or shapes files (``output``,
    ``gzip``, ``sections``, ``text``, ``html_map`` and the like) has no meaning. The `Build` that comes back
    has one sitemap; its ``newest`` is the latest date of the pages.

    ``stream`` gets either everything or nothing: a response must not have begun when an error comes. Raises
    a UrlsetError, OutputError with the code OUT04 where one file cannot hold the pages.
    """
    tally, site = Tally(), site_of(settings)
    limits = {"max_entries": settings.max_entries, "max_bytes": settings.max_bytes}
    final = listed((pages,), settings, tally)
    made: list[sitemap_xml.SitemapFile] = []
    for file in sitemap_xml.files(final, scope=site.scope, **limits, drop=tally.drop):
        if made:
            raise _too_many(site.base_url, settings)
        tally.take(file.entries, file.oldest, file.newest)
        made.append(file)
    required = settings.lastmod_required
    guard.check(tally, folder=site.base_url, earlier=0, shrink_limit=0, lastmod_required=required)
    stream.write(made[0].content)
    return outcome(tally, "", [_described(made[0], settings.filename, site.scope)])


def _described(file: sitemap_xml.SitemapFile, name: str, scope: str) -> Sitemap:
    return Sitemap(name, scope + name, file.entries, len(file.content), changed=True, newest=file.newest)


def _too_many(base_url: str, settings: Settings) -> OutputError:
    limits = f"{settings.max_entries:,} entries or {settings.max_bytes:,} bytes"
    advice = "Write files with urlset.build, or answer several sitemaps with a part of the pages each"
    return OutputError(base_url, f"the pages do not fit into one sitemap of {limits}", advice, "OUT04")
