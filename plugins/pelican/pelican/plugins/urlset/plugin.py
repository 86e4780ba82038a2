"""Pelican's contents and pages, handed to urlset when a site has been written."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any

from pelican import signals
from pelican.contents import Content
from pelican.log import logging

from urlset import Collector, Page, read_settings

log = logging.getLogger(__name__)

LISTINGS = ("tag", "category", "author", "period", "page_name")  # what the templates of listings know

sites: dict[str, Site] = {}  # by output folder; an outer site collects the pages of those inside it


def register() -> None:
    """Connect the signals; Pelican calls this for every site and subsite."""
    signals.all_generators_finalized.connect(begin)
    signals.content_written.connect(see)
    signals.finalized.connect(end)


def begin(generators: list[Any]) -> None:
    folder = os.path.realpath(generators[0].output_path)
    for left in [path for path in sites if path.startswith(folder + os.sep)]:
        del sites[left]  # by an earlier run that was broken off
    sites[folder] = Site(generators[0].settings, folder)


def see(path: str, context: dict[str, Any]) -> None:
    path = os.path.realpath(path)
    if inside := [folder for folder in sites if path.startswith(folder + os.sep)]:
        sites[max(inside, key=len)].add(path, context)


def end(pelican: Any) -> None:
    site = sites.pop(os.path.realpath(pelican.output_path))
    if site.collector is site.own:
        site.own.add_files(site.folder, sources=(site.settings["PATH"],))
        state = os.path.join(site.settings["CACHE_PATH"], "urlset.json")
        names = [name for name in site.settings["PLUGINS"] if name.endswith("sitemap")]
        others = {name: f"sitemap.{site.settings.get('SITEMAP', {}).get('format', 'xml')}" for name in names}
        site.own.publish(site.folder, log.log, state, others, last=False, prefix="urlset: ")


class Site:
    """One site while it is written; a site inside another one hands its pages to the outer."""

    def __init__(self, settings: dict[str, Any], folder: str) -> None:
        self.settings, self.folder = settings, folder
        self.base = settings.get("SITEURL", "").rstrip("/") + "/"
        host = {"base_url": self.base, "base_setting": "SITEURL"}
        host |= {"timezone": settings["TIMEZONE"], "language": settings["DEFAULT_LANG"]}
        self.own = Collector(read_settings(settings.get("URLSET", {}), "pelican"), **host)
        outer = [site for path, site in sites.items() if folder.startswith(path + os.sep)]
        self.collector = min(outer, key=lambda site: len(site.folder)).own if outer else self.own

    def add(self, path: str, context: dict[str, Any]) -> None:
        """Take the page in the file ``path``, with what its template knew."""
        tail = os.path.relpath(path, self.folder).replace(os.sep, "/")
        found = [context[name] for name in ("article", "page") if isinstance(context.get(name), Content)]
        content, paged = (found[0] if found else None), context.get("articles_page")
        lists = not found and any(name in context for name in LISTINGS)
        members = found or (paged.object_list if paged else context.get("articles", ()) if lists else ())
        number = paged.number if paged else 1
        name = tail.removesuffix("/index.html").removesuffix(".html").rpartition("/")[2]
        page = Page(
            self._address(tail, content, context),
            lastmod=max(filter(None, map(_day, members)), default=None),
            lang=content.lang if content else None,
            group=self._group(content) if content else None,
            sources=tuple(str(member.source_path) for member in members),
            exclude=_exclude(content) if content else None,
        )
        own, where = (content.metadata.get("sitemap"), content.source_path) if content else (None, tail)
        listing = 0 if not lists or (number == 1 and context.get("page_name") == "index") else number
        made = name if name == "search" and not content else ""
        about = {"own": own, "where": str(where), "written": path, "generated": made, "listing": listing}
        self.collector.add(page, **about, title=content and content.title, lists=not content)

    def _address(self, tail: str, content: Any, context: dict[str, Any]) -> str:
        """The address that the owner configured for the file; else its path, without a final index.html."""
        known = [content, *(context.get(name) for name in LISTINGS[:3]), context.get("articles_page")]
        urls = [str(one.url) for one in known if getattr(one, "save_as", None) == tail and _goes_with(one)]
        url = urls[0] if urls else str(self.settings.get(f"{context.get('page_name')}_URL".upper()) or tail)
        if f"/{url}".endswith("/index.html") and not (content and urls):
            url = url.removesuffix("index.html")
        return url if "://" in url else self.base + url.removeprefix("/")

    def _group(self, content: Any) -> str | None:
        kind = type(content).__name__
        ids = self.settings.get(f"{kind.upper()}_TRANSLATION_ID") or ()
        names = [getattr(content, name, "") for name in ((ids,) if isinstance(ids, str) else ids)]
        return " ".join([kind, *map(str, names)]) if names else None


def _goes_with(one: Any) -> bool:
    """Whether the address is that of the file: not where metadata, or other code, moved only one of them."""
    url, moved = str(one.url), {hasattr(one, "override_url"), hasattr(one, "override_save_as")}
    files = [url.removeprefix("/") + rest for rest in ("", ".html", "index.html", "/index.html")]
    return (len(moved) == 1 or one.save_as in files or "://" in url) and not url.startswith("../")


def _day(content: Any) -> datetime | None:
    days = (getattr(content, name, None) for name in ("date", "modified"))
    return max((day for day in days if day and day.year < 9999), default=None)


def _exclude(content: Any) -> str | None:
    private = str(content.metadata.get("private")).strip().lower() in ("true", "yes", "on", "1")
    return "private" if private else None if content.status == "published" else str(content.status)
