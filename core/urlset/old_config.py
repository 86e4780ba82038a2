"""The config.xml of Google's sitemap generator (sitemap_gen.py, 2005 to 2009), said as urlset.toml.

Each element has its table below. What the old generator did by accident is not taken over: see the remarks.
"""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Iterator

from .errors import SourceError
from .readers.inflate import Pieces
from .readers.refused import Refused
from .readers.xml_tree import Element, document

_LIST = "urls.txt"
_NOTIFY = (
    "Search engines are not told of a new sitemap: the old addresses for that answer no more. "
    "Name it in robots.txt, or in their tools for webmasters."
)


def converted(path: str) -> tuple[dict[str, str], list[str]]:
    """The files to write (name → text), and what a person should know. Raises SourceError."""
    try:
        root = document(Pieces(path), elements=10_000)
    except Refused as refused:
        raise refused.at(path) from None
    if root.tag != "site":
        raise SourceError(
            f"{path}:{root.line}", f"has the root element {root.name}", "site was expected", "SRC02"
        )
    remarks = [*_remarks(root)]
    lines = ["# Taken over from " + os.path.basename(path).replace("\n", " "), *_settings(root)]
    lines += [*_rules(root, remarks), *_sources(root)]
    files = {"urlset.toml": "\n".join(lines) + "\n"}
    if pages := [*root.find("url")]:
        files[_LIST] = "".join(f"{_line(page)}\n" for page in pages)
    return files, remarks


def _settings(root: Element) -> Iterator[str]:
    folder, name = os.path.split(root.attributes.get("store_into", "sitemap.xml.gz"))
    plain = name.removesuffix(".gz")
    yield f"base_url = {_quoted(root.attributes.get('base_url', ''))}"
    yield f"output = {_quoted(folder or '.')}"
    if plain != "sitemap.xml":
        yield f"filename = {_quoted(plain if plain.endswith('.xml') else plain + '.xml')}"
    if not name.endswith(".gz"):
        yield "gzip = false"


def _remarks(root: Element) -> Iterator[str]:
    if root.attributes.get("suppress_search_engine_notify", "0").lower() in ("0", "false"):
        yield _NOTIFY
    if root.attributes.get("sitemap_type", "web") != "web":
        kind = root.attributes["sitemap_type"]
        yield f"sitemap_type {kind} is not taken over: news pages come from page records."
    known = {"url", "urllist", "directory", "accesslog", "sitemap", "filter"}
    for child in root.children:
        if child.name not in known:
            yield f"line {child.line}: the element {child.name} is not known and left out"


def _rules(root: Element, remarks: list[str]) -> Iterator[str]:
    """Filters: the first verdict won there, the last wins here, so they stand in reverse."""
    for child in reversed([*root.find("filter")]):
        pattern = child.attributes.get("pattern", "")
        if child.attributes.get("type", "wildcard").lower() == "wildcard":
            pattern = _wildcard(pattern)
        verdict = "true" if child.attributes.get("action", "drop").lower() == "drop" else "false"
        yield from ("", "[[rules]]", f"regex = {_quoted(_on_paths(pattern, root))}", f"exclude = {verdict}")
    if any(True for _ in root.find("filter")):
        remarks.append("Filters look at path and query now, not at the whole address: check their patterns.")


def _sources(root: Element) -> Iterator[str]:
    if any(True for _ in root.find("url")):
        yield from ("", "[[sources]]", 'kind = "url-list"', f"path = {_quoted(_LIST)}")
    for child in root.children:
        kind = {"urllist": "url-list", "accesslog": "access-log", "sitemap": "sitemap"}.get(child.name)
        path = child.attributes.get("path", "")
        if kind:
            for name in sorted(glob.glob(path)) or [path]:
                yield from ("", "[[sources]]", f"kind = {_quoted(kind)}", f"path = {_quoted(name)}")
                if kind == "url-list" and "encoding" in child.attributes:
                    yield f"encoding = {_quoted(child.attributes['encoding'])}"
        elif child.name == "directory":
            yield from _directory(child)


def _directory(child: Element) -> Iterator[str]:
    yield from (
        "",
        "[[sources]]",
        'kind = "directory"',
        f"path = {_quoted(child.attributes.get('path', ''))}",
    )
    if child.attributes.get("url"):
        yield f"url = {_quoted(child.attributes['url'])}"
    if child.attributes.get("default_file"):
        yield f"indexes = [{_quoted(child.attributes['default_file'])}]"
    yield "# The old generator listed files of every kind, and dated them by the disk:"
    yield 'files = ["*"]'
    yield "mtime = true"
    if child.attributes.get("remove_empty_directories", "").lower() not in ("1", "true"):
        yield "folders = true"


def _line(child: Element) -> str:
    hints = [name for name in ("lastmod", "changefreq", "priority") if name in child.attributes]
    others = (f" {name}={child.attributes[name]}" for name in hints)
    return child.attributes.get("href", "") + "".join(others)


def _wildcard(pattern: str) -> str:
    """A regular expression for the whole address, as the old generator's wildcards were."""
    from fnmatch import translate

    return translate(pattern).removeprefix("(?s:").removesuffix(r")\Z") + "$"


def _on_paths(pattern: str, root: Element) -> str:
    """The pattern without the site's host at its begin."""
    base = root.attributes.get("base_url", "")
    host = "/".join(base.split("/")[:3])
    for begin in (re.escape(host), host):
        if host and pattern.startswith(begin):
            return "^" + pattern[len(begin) :]
    return pattern


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f").replace("$", "$$")
