"""What kind of site lies in a folder, and the urlset.toml that fits it."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from . import fs

_HEAD = 64 * 1024
PLACEHOLDER = "https://example.com/"
_UNKNOWN = "No site is recognised here: give the folder of the built pages as path and output."


class Site(NamedTuple):
    """A kind of project, and what was found out about it."""

    kind: str
    output: str
    """Folder of the built pages, relative to the project."""
    base_url: str
    advice: str = ""
    sources: tuple[str, ...] = ()
    """Where the text of a page may lie, as the option ``sources`` of a folder takes it."""


def proposed(folder: str, base_url: str = "") -> tuple[dict[str, str], list[str]]:
    """The files to write for ``folder`` (name → text), and what a person should know."""
    site = found(folder)
    address = base_url or site.base_url or PLACEHOLDER
    remarks = [f"This is {site.kind}."] if site.kind else [_UNKNOWN]
    if site.advice:
        remarks.append(site.advice)
    if not os.path.isdir(os.path.join(folder, site.output)):
        remarks.append(f"The folder {site.output} is not there yet: build the site first.")
    if address == PLACEHOLDER:
        remarks.append(f"base_url is not known: write the site's address in place of {PLACEHOLDER}")
    logs = _logs(folder)
    lines = [
        "# Sources and settings of the sitemap. All settings: see the manual, or urlset build --help.",
        "",
        "# Base of every page's address.",
        f'base_url = "{_escaped(address)}"',
        "# Where the sitemap is written.",
        f'output = "{_escaped(site.output)}"',
        "# Patterns as in .gitignore, on page paths, for what is left out:",
        '# exclude = ["drafts/"]',
        "",
        "# The built pages. Their heads are read: noindex, canonical, languages and titles count.",
        "[[sources]]",
        'kind = "directory"',
        f'path = "{_escaped(site.output)}"',
    ]
    if os.path.isfile(os.path.join(folder, site.output, "robots.txt")):
        lines.append("# robots = false  # list what robots.txt forbids, too")
        remarks.append("What robots.txt forbids is left out.")
    if site.sources and _in_git(folder):
        places = ", ".join(f'"{_escaped(place)}"' for place in site.sources)
        lines += ["# Where the text of a page lies, for its date in git:", f"sources = [{places}]"]
    lines += _log_source(logs)
    return {"urlset.toml": "\n".join(lines) + "\n"}, remarks


def found(folder: str) -> Site:
    """What kind of site ``folder`` holds."""
    for look in (_mkdocs, _sphinx, _pelican, _hugo, _jekyll):
        site = look(folder)
        if site is not None:
            return site
    for name in ("public", "_site", "dist", "build", "out", "site", "html", "htdocs", "www"):
        if os.path.isfile(os.path.join(folder, name, "index.html")):
            return Site(f"a folder of HTML in {name}", name, _cname(folder, name))
    plain = "a folder of HTML" if os.path.isfile(os.path.join(folder, "index.html")) else ""
    return Site(plain, ".", _cname(folder, "."))


def _mkdocs(folder: str) -> Site | None:
    text = _text(folder, "mkdocs.yml") or _text(folder, "mkdocs.yaml")
    advice = "The MkDocs plugin knows more than the built pages do: plugins: [search, urlset]"
    if not text:
        return None
    docs = _value(text, "docs_dir") or "docs"
    places = (f"{docs}/{{path}}.md", f"{docs}/{{path}}/index.md", f"{docs}/{{path}}/README.md")
    output = _value(text, "site_dir") or "site"
    return Site("an MkDocs project", output, _value(text, "site_url"), advice, places)


def _sphinx(folder: str) -> Site | None:
    for place in (".", "docs", "doc", "docs/source", "source", *_folders(folder)):
        text = _text(folder, place, "conf.py")
        if text and re.search(r"(?m)^(?:project|extensions|html_theme)\s*=", text):
            advice = 'The Sphinx extension knows more than the built pages do: extensions = ["sphinx_urlset"]'
            above = place.removesuffix("source")
            outputs = [os.path.normpath(os.path.join(above, name)) for name in ("_build/html", "build/html")]
            there = (name for name in outputs if os.path.isdir(os.path.join(folder, name)))
            texts = [os.path.normpath(f"{place}/{{path}}{end}") for end in (".rst", "/index.rst", ".md")]
            address = _value(text, "html_baseurl")
            return Site("a Sphinx project", next(there, outputs[0]), address, advice, tuple(texts))
    return None


def _pelican(folder: str) -> Site | None:
    text = _text(folder, "pelicanconf.py")
    published = _text(folder, "publishconf.py")
    address = _value(published, "SITEURL") or _value(text, "SITEURL")
    advice = 'The Pelican plugin knows more than the built pages do: PLUGINS = ["urlset"]'
    if not text:
        return None
    return Site("a Pelican project", _value(text, "OUTPUT_PATH") or "output", address, advice)


def _hugo(folder: str) -> Site | None:
    names = ("hugo.toml", "hugo.yaml", "hugo.yml", "config.toml", "config.yaml")
    text = next((text for name in names if (text := _text(folder, name)) and "baseurl" in text.lower()), "")
    places = tuple(f"content/{{path}}{end}" for end in (".md", "/index.md", "/_index.md"))
    return Site("a Hugo project", "public", _value(text, "baseURL"), "", places) if text else None


def _jekyll(folder: str) -> Site | None:
    text = _text(folder, "_config.yml")
    return Site("a Jekyll project", "_site", _value(text, "url")) if text else None


def _value(text: str, name: str) -> str:
    """The plain text that a line of YAML, TOML or Python gives to ``name``."""
    match = re.search(rf"""(?im)^\s*{name}\s*[:=]\s*["']?([^"'\s#]+)""", text)
    return match[1] if match else ""


def _folders(folder: str) -> list[str]:
    return [
        entry.name for entry in sorted(os.scandir(folder), key=lambda entry: entry.name) if entry.is_dir()
    ]


def _in_git(folder: str) -> bool:
    """Whether a folder, or one above it, is a git work tree."""
    place = os.path.abspath(folder)
    while not os.path.lexists(os.path.join(place, ".git")):
        place, before = os.path.dirname(place), place
        if place == before:
            return False
    return True


def _cname(folder: str, output: str) -> str:
    host = (_text(folder, output, "CNAME") or _text(folder, "CNAME")).strip()
    return f"https://{host}/" if re.fullmatch(r"[A-Za-z0-9.-]{4,200}", host) else ""


def _text(folder: str, *name: str) -> str:
    try:
        return fs.read(os.path.join(folder, *name), _HEAD)[:_HEAD].decode("utf-8", "replace")
    except OSError:
        return ""


def _logs(folder: str) -> list[str]:
    return [
        name for name in sorted(os.listdir(folder)) if re.fullmatch(r".*access.*log(?:\.\d+)?(?:\.gz)?", name)
    ]


def _log_source(logs: list[str]) -> list[str]:
    lines = ["", "# Pages that visitors found, for sites that are not built from files:"]
    if not logs:
        return [*lines, "# [[sources]]", '# kind = "access-log"', '# path = "/var/log/nginx/access.log"']
    for log in logs:
        lines += ["[[sources]]", 'kind = "access-log"', f'path = "{_escaped(log)}"', ""]
    return lines


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
