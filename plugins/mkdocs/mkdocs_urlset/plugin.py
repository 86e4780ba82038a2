"""MkDocs' pages, handed to urlset when all of them are final."""

from __future__ import annotations

import os
from typing import Any, Literal

from mkdocs.config.base import Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.utils import get_build_date, meta

from urlset import Collector, Page, SettingsError, included, read_settings

log = get_plugin_logger("urlset")


class Options(Config):
    """Empty: the options are those of urlset's settings, and are checked there."""


class UrlsetPlugin(BasePlugin[Options]):
    """Overwrites MkDocs' own ``sitemap.xml`` and ``sitemap.xml.gz`` at the end of each build."""

    serving = dirty = False
    site: MkDocsConfig = MkDocsConfig()
    files: Files

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[ConfigErrors, ConfigWarnings]:
        """Take the options of ``mkdocs.yml``; a wrong one stops the build with its name."""
        try:
            self.settings = read_settings(options, "mkdocs")
        except SettingsError as wrong:
            return [(wrong.key, ValidationError(wrong.line()))], []
        return [], []

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        self.serving, self.dirty = command == "serve", dirty

    def on_config(self, config: MkDocsConfig) -> None:
        # Plugins for several languages build once a language, with one and the same config object.
        if config is not self.site:
            self.site = config
            self.collector = Collector(
                self.settings,
                base_url=config.site_url or "",
                base_setting="site_url in mkdocs.yml",
                language=str(config.theme.get("language") or config.theme.get("locale") or ""),
                flat=True,
                serving=self.serving,
                home=os.path.dirname(config.config_file_path),
            )

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        self.in_nav = {page.file.src_uri for page in nav.pages}

    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> None:
        # Not earlier: blogs add their pages while the navigation is made.
        self.files = files

    @event_priority(-50)  # after other plugins that touch sitemap.xml
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        own = self.files.get_file_from_path(self.settings.filename)
        if own is not None and own.src_dir not in config.theme.dirs and self.settings.enabled:
            log.info("%s of the docs folder is replaced; rename it to keep it", own.src_uri)
        for file in self.files.documentation_pages():
            self._add(file)
        self.collector.add_files(config.site_dir, sources=(config.docs_dir,))
        others = {name: "sitemap.xml" for name in config.plugins if "sitemap" in name}
        self.collector.publish(config.site_dir, log.log, others=others, wrong=PluginError)

    def _add(self, file: File) -> None:
        page = file.page
        if page is None or not page.canonical_url or not os.path.exists(file.abs_dest_path):
            return
        if self.settings.nav_only and file.src_uri not in self.in_nav:
            return
        # What the plugin for several languages says of a file: its text's language, and whose page it is.
        lang, built_for = getattr(file, "locale", None), getattr(file, "locale_alternate_of", None)
        fallback = bool(lang and built_for and lang != built_for)
        generated = file.generated_by or not file.abs_src_path
        self.collector.add(
            Page(
                page.canonical_url,
                lang=lang,
                group=None if fallback else getattr(file, "norm_src_uri", None),
                sources=() if generated else (str(file.abs_src_path), *self._included(file)),
            ),
            title=page.title,
            own=self._metadata(file, page.meta).get("sitemap"),
            # MkDocs itself states the build day, which is no date of the page; another plugin may know one.
            stated=page.update_date if page.update_date != get_build_date() else None,
            where=file.src_uri,
            written=file.abs_dest_path,
            fallback=fallback,
        )

    def _included(self, file: File) -> tuple[str, ...]:
        folders = []
        if "pymdownx.snippets" in self.site.markdown_extensions:
            paths = self.site.mdx_configs.get("pymdownx.snippets", {}).get("base_path", ["."])
            folders = [str(path) for path in (paths if isinstance(paths, list) else [paths])]
        docs = self.site.docs_dir if "include-markdown" in self.site.plugins else ""
        page = str(file.abs_src_path)
        return included(file.content_string, page, folders, docs) if folders or docs else ()

    def _metadata(self, file: File, known: Any) -> Any:
        # A dirty build does not read the pages that did not change.
        return meta.get_data(file.content_string)[1] if self.dirty and not known else known
