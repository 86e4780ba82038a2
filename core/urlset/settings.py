"""Every option of urlset, declared once: hosts, command line, ``urlset.toml`` and manual loop over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from . import loc, protocol
from .lastmod import zone_of
from .options import read
from .page import Changefreq
from .patterns import matcher
from .publish import checked_names
from .rewrite import Rule, applied


def _says(description: str, only: str = "", **bounds: Any) -> Meta:
    return Meta(description=description, extra={"only": only}, **bounds)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wanted of a build. Made by `urlset.options.read`, which checks every value."""

    enabled: Annotated[bool, _says("Off: nothing is done.", "hosts")] = True
    base_url: Annotated[
        str,
        _says(
            "Base of every page's address; a directory, whatever its last character. "
            "The hosts' own setting stands in: `site_url`, `html_baseurl`, `SITEURL`."
        ),
    ] = ""
    output: Annotated[str, _says("Folder where the set is written; in the hosts, the site's own.")] = ""
    sitemap_base_url: Annotated[
        str,
        _says("Public address of the output folder; every page must lie below it. Without it, `base_url`."),
    ] = ""
    filename: Annotated[str, _says("Name of the set; the other names are made from it.")] = "sitemap.xml"
    exclude: Annotated[
        tuple[str, ...],
        _says(
            "Patterns as in .gitignore, on page paths: what they match is left out; "
            "the last that matches decides."
        ),
    ] = ()
    include: Annotated[
        tuple[str, ...],
        _says(
            "Patterns as in .gitignore: files of the output that are no pages are listed too.",
            "hosts",
        ),
    ] = ()
    generated_pages: Annotated[
        tuple[str, ...],
        _says(
            "Generated pages to let in, by name, as `genindex`, `search`, `_modules/**` or `404`.", "hosts"
        ),
    ] = ()
    listings: Annotated[
        Literal["all", "first", "none"],
        _says("Tag, category, archive and paginated pages; `first` drops page 2 and later.", "hosts"),
    ] = "all"
    nav_only: Annotated[bool, _says("Only the pages of the navigation.", "mkdocs")] = False
    lastmod: Annotated[
        Literal["newest", "git", "page", "content", "off"],
        _says(
            "Where dates come from: git, the page's own metadata, or the later of the two; `content` moves "
            "only when the rendered main text changes (in the plugins); `off` writes none. "
            "A date that is not known is never written."
        ),
    ] = "newest"
    lastmod_required: Annotated[bool, _says("A page without a date is an error.")] = False
    git_date: Annotated[Literal["committer", "author"], _says("Which of a commit's two times counts.")] = (
        "committer"
    )
    git_when: Annotated[
        Literal["commit", "merged"],
        _says("A change dates from its commit, or from the merge that brought it to the published branch."),
    ] = "commit"
    follow_moves: Annotated[bool, _says("Look through moves of a file that change no byte.")] = True
    ignore_commits: Annotated[
        tuple[str, ...],
        _says(
            "Full ids of commits that make no page new, such as formatting sweeps; "
            "`.git-blame-ignore-revs` at the top of a repository is read besides."
        ),
    ] = ()
    cache: Annotated[
        bool,
        _says(
            "Keep git's dates in the user's cache folder: never in a repository, never of a shallow clone."
        ),
    ] = False
    timezone: Annotated[
        str,
        _says("Zone of times that carry none, by its IANA name; the host's own where it has one, else UTC."),
    ] = ""
    dependencies: Annotated[bool, _says("Files that a page includes count for its date.", "hosts")] = True
    languages: Annotated[
        dict[str, str],
        _says("Language builds of the same pages: tag and base address of each, this build's own too."),
    ] = field(default_factory=dict)
    x_default: Annotated[str, _says("Tag of the language that is the fallback for all others.")] = ""
    list_fallbacks: Annotated[
        bool,
        _says("List untranslated copies of pages under the other language's address.", "hosts"),
    ] = False
    collapse_index: Annotated[
        bool, _says("`…/index.html` becomes `…/`, for servers that answer so; done before the rules.")
    ] = False
    changefreq: Annotated[
        Changefreq | None,
        _says("For every page that has none of its own. Google and Bing ignore it."),
    ] = None
    priority: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        _says("For every page that has none of its own. Google and Bing ignore it."),
    ] = None
    max_entries: Annotated[
        int,
        _says(
            "Most pages in one file; the protocol's limit may only be lowered.", ge=1, le=protocol.MAX_ENTRIES
        ),
    ] = protocol.MAX_ENTRIES
    max_bytes: Annotated[
        int,
        _says(
            "Most bytes of one file; the protocol's limit may only be lowered.",
            ge=1_000,
            le=protocol.MAX_BYTES,
        ),
    ] = protocol.MAX_BYTES
    rules: Annotated[
        tuple[Rule, ...],
        _says(
            "Rules on paths, applied in their order: hints, section and exclusion for the pages that match, "
            "and addresses rewritten."
        ),
    ] = ()
    sections: Annotated[
        Literal["none", "path", "lang", "source"],
        _says("Each section gets files of its own, named after it: by first folder, language or source."),
    ] = "none"
    foreign_sitemaps: Annotated[
        tuple[str, ...],
        _says(
            "Sitemaps of others that the index lists: addresses, or names of files in the output folder.",
            "cli",
        ),
    ] = ()
    html_map: Annotated[
        bool | Literal["fragment"],
        _says("Write a site map for people beside the set; `fragment` writes the bare list, for a theme."),
    ] = False
    html_map_template: Annotated[
        str, _says("A Jinja2 template for that site map in the place of ours, which it may extend.")
    ] = ""
    rows_shown: Annotated[
        int,
        _says("Most pages shown under one heading there; the number of the rest is named.", ge=1, le=50_000),
    ] = 200
    language: Annotated[
        str,
        _says(
            "Language of that site map; without it, the host's own, else the one of most pages that state "
            "theirs, else English."
        ),
    ] = ""
    text: Annotated[bool, _says("Write a text sitemap, one address a line, beside each file.")] = False
    allow_shrink: Annotated[bool, _says("Publish although many pages are gone.", "cli")] = False
    shrink_limit: Annotated[
        float,
        _says(
            "Which part of the last build's pages may be gone; beyond it nothing is published.",
            "cli",
            ge=0,
            le=1,
        ),
    ] = 0.5
    gzip: Annotated[
        bool | Literal["only"],
        _says("Write a compressed copy beside each file; `only` writes nothing but these."),
    ] = True


def rules_of(settings: Settings) -> tuple[Rule, ...]:
    """All rules on paths, those that other settings stand for first."""
    return (Rule(index=True), *settings.rules) if settings.collapse_index else settings.rules


def read_settings(given: Mapping[str, Any], place: str) -> Settings:
    """Settings from what a user wrote, every value checked; ``place`` is ``cli`` or the host's name.

    Raises SettingsError naming the option, what was expected and, for an unknown name, the nearest known one.
    """
    settings = read(Settings, given, place)
    if settings.enabled:
        _check(settings)
    return settings


def _check(settings: Settings) -> None:
    """What types do not say, before anything is built. Raises SettingsError."""
    bases = {"base_url": settings.base_url, "sitemap_base_url": settings.sitemap_base_url}
    bases |= {f"languages.{tag}": address for tag, address in settings.languages.items()}
    for key, address in bases.items():
        if address or key.startswith("languages"):
            loc.base(address, key)
    checked_names(settings.filename, flat=False)
    zone_of(settings.timezone)
    for key in ("exclude", "include", "generated_pages"):
        if patterns := getattr(settings, key):
            matcher(patterns, key)
    applied(settings.rules, settings.base_url)
