"""The pages of the manual that are made from the code: settings, messages, and why a page is left out."""

from __future__ import annotations

from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from msgspec import Struct

from urlset.errors import CODES
from urlset.options import declared, expected
from urlset.rewrite import Rule
from urlset.settings import Settings
from urlset.sources.kinds import KINDS
from urlset.tally import REASONS
from urlset.validator.manual import rules_page

PLACES = {
    "": "everywhere",
    "hosts": "the plugins",
    "cli": "command line, `urlset.toml`",
    "mkdocs": "MkDocs",
    "pelican": "Pelican",
    "sphinx": "Sphinx",
}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put the tables of options where a page asks for them."""
    for name, table in option_tables().items():
        markdown = markdown.replace(f"<!-- options: {name} -->\n", table)
    return markdown


def option_tables() -> dict[str, str]:
    """The options of all kinds of sources, and of rules."""
    kinds = [f"### {kind}\n\n{_table(options)}" for kind, options in KINDS.items()]
    return {"sources": "\n".join(kinds), "rules": _table(Rule)}


def _table(options: type[Struct]) -> str:
    lines = ["| name | values | default | what it does |", "|---|---|---|---|"]
    lines += [
        f"| `{option.name}` | {expected(option.kind)} | {_shown(option.default)} | {option.description} |"
        for option in declared(options)
        if option.only != "programs"
    ]
    return "\n".join(lines) + "\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to the site."""
    for name, text in pages().items():
        files.append(File.generated(config, name, content=text))
    return files


def pages() -> dict[str, str]:
    """Name and Markdown of each generated page."""
    return {"settings.md": settings(), "messages.md": messages(), "rules.md": rules_page()}


def settings() -> str:
    """All options, with their values, defaults and places."""
    lines = [
        "# Settings",
        "",
        "One name and one default everywhere. MkDocs: `plugins: - urlset: {NAME: …}`; command line:",
        "`--name-with-dashes`. An unknown name or a value of the wrong kind stops the build and is named.",
        "",
        "| name | values | default | what it does | where |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| `{option.name}` | {expected(option.kind)} | {_shown(option.default)} "
        f"| {option.description} | {PLACES[option.only]} |"
        for option in declared(Settings)
    ]
    return "\n".join(lines) + "\n"


def messages() -> str:
    """Every code of an error, and every reason for which a page is dropped."""
    lines = [
        "# Messages",
        "",
        "Every message has one form, `urlset: error[CODE]: WHERE: WHAT. DO.`, on one line.",
        "",
        "| code | meaning | what to do |",
        "|---|---|---|",
        *(f"| `{code}` | {about.meaning} | {about.advice} |" for code, about in CODES.items()),
        "",
        "## Why a page is left out",
        "",
        "A build counts every page: read = written + left out, each with a reason.",
        "",
        "| reason | meaning |",
        "|---|---|",
        *(f"| `{reason}` | {meaning} |" for reason, meaning in REASONS.items()),
    ]
    return "\n".join(lines) + "\n"


def _shown(value: Any) -> str:
    if value in (None, "", ()):
        return "none"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
