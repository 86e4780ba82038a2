"""Sphinx' documents and pages, handed to urlset when a build has finished."""

from __future__ import annotations

import fnmatch
import os
from functools import partial
from typing import Any
from urllib.parse import quote

from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util import logging
from sphinx.util.i18n import docname_to_domain

from urlset import Collector, Page, Settings, SettingsError, __version__, declared, read_settings

log = logging.getLogger(__name__)

OPTIONS = [option for option in declared(Settings) if option.only in {"", "hosts", "sphinx"}]
BUILDERS = ("html", "dirhtml")
GENERATED = ("genindex", "genindex-*", "search", "opensearch", "_modules/*", "_modules")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the options, as ``urlset_NAME``, and the two events."""
    for option in OPTIONS:
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        # Sphinx splits what stands behind -D at its commas where the type is a list.
        types = (list, tuple) if isinstance(default, list) else Any
        app.add_config_value(f"urlset_{option.name}", default, "", types=types)
    site = _Site()
    app.connect("config-inited", site.check)
    app.connect("html-page-context", site.see)
    app.connect("build-finished", site.write, priority=900)  # after other extensions
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


class _Site:
    """One application's site: the names of its pages, and its sitemap at the end."""

    def check(self, app: Sphinx, config: Any) -> None:
        """Take the options; a wrong one stops Sphinx."""
        self.seen: set[str] = set()
        raw = {name: value for name, value in config._raw_config.items() if name.startswith("urlset_")}
        given = {name.removeprefix("urlset_"): value for name, value in raw.items()}
        for option in OPTIONS:
            value = getattr(config, f"urlset_{option.name}")
            if value != option.default and (value or option.default):
                given[option.name] = value
        try:
            self.settings = read_settings(given, "sphinx")
        except SettingsError as wrong:
            raise ConfigError(wrong.line()) from wrong

    def see(self, app: Sphinx, pagename: str, *_: Any) -> None:
        # Documents are written by other processes too, which tell nothing; the rest always comes by here.
        self.seen.add(pagename)

    def write(self, app: Sphinx, error: Exception | None) -> None:
        """Write the sitemap, unless the build failed or its format has none."""
        if error is not None or app.builder.name not in BUILDERS:
            return
        base = self.settings.base_url or app.config.html_baseurl or ""
        host: dict[str, Any] = {"base_setting": "html_baseurl in conf.py", "home": str(app.confdir)}
        collector = Collector(self.settings, base_url=base, language=app.config.language or "en", **host)
        for name in sorted({*app.env.found_docs, *self.seen}):
            self._add(app, collector, base.rstrip("/") + "/", name)
        collector.add_files(str(app.outdir), sources=tuple(_extra(app)))
        state = os.path.join(app.doctreedir, f"urlset-{app.builder.name}.json")
        say = partial(log.log, type="urlset")
        collector.publish(str(app.outdir), say, state, _others(app), prefix="urlset: ", wrong=ConfigError)

    def _add(self, app: Sphinx, collector: Collector, base: str, name: str) -> None:
        written = app.builder.get_outfilename(name)  # type: ignore[attr-defined]
        if not os.path.exists(written):
            return
        tail = app.builder.get_target_uri(name)
        # Only the builder html gives what is already an address.
        tail = quote(tail) if app.builder.name == "dirhtml" else tail
        if self.settings.collapse_index and (tail == "index.html" or tail.endswith("/index.html")):
            tail = tail.removesuffix("index.html")
        document = name in app.env.found_docs
        patterns = (*GENERATED, *(index[0] for index in getattr(app.builder, "domain_indices", ())))
        made = not document and any(fnmatch.fnmatch(name, pattern) for pattern in patterns)
        page = Page(
            base + tail,
            title=app.env.titles[name].astext() if document else None,
            lang=(app.config.language or "en").replace("_", "-"),
            sources=_sources(app, name) if document else (),
        )
        own = app.env.metadata[name].get("sitemap") if document else None
        collector.add(page, own=own, where=name, written=str(written), generated=name if made else "")


def _others(app: Sphinx) -> dict[str, str]:
    """Other extensions for sitemaps, and the names of their files."""
    keys = [key for key in ("sitemap_filename", "xml_sitemap_filename") if key in app.config]
    name = getattr(app.config, keys[0]) if keys else "sitemap.xml"
    return {other: name for other in app.extensions if "sitemap" in other}


def _sources(app: Sphinx, name: str) -> tuple[str, ...]:
    """The document, all that it includes, and the message catalogs of a build in another language."""
    catalog = f"{app.config.language}/LC_MESSAGES/{docname_to_domain(name, app.config.gettext_compact)}.po"
    paths = [f"{folder}/{catalog}" for folder in app.config.locale_dirs]
    paths += map(str, app.env.dependencies.get(name, ()))
    # Sphinx names the compiled catalogs, but only of documents that it did not read anew.
    others = (os.path.join(app.srcdir, path) for path in sorted(paths) if not path.endswith(".mo"))
    return (str(app.env.doc2path(name)), *filter(os.path.exists, others))


def _extra(app: Sphinx) -> list[str]:
    paths = (*app.config.html_extra_path, *app.config.html_static_path)
    return [str(app.srcdir), *(os.path.join(app.confdir, path) for path in paths)]
