"""``urlset validate``: is a sitemap right, and what to do."""

from __future__ import annotations

import gc

import click

from ..errors import SettingsError
from ..validator import PROFILES, validate as run
from ..validator.show import FORMATS, show


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH…")
@click.option(
    "--profile",
    type=click.Choice(PROFILES),
    default="protocol",
    show_default=True,
    help="Whose reading decides how much a finding weighs.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(tuple(FORMATS)),
    default="text",
    show_default=True,
    help="Form of the output.",
)
@click.option(
    "--fail-on",
    type=click.Choice(("error", "warning")),
    default="error",
    show_default=True,
    help="What makes the exit status 1.",
)
@click.option("--base-url", help="Public address of the folder in which the files lie.")
@click.option(
    "--site", type=click.Path(), metavar="DIR", help="Compare the sitemap with the built site in DIR."
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help="With --site: pages left out on purpose, as in .gitignore. May be repeated.",
)
@click.option("--cross-submission", is_flag=True, help="Addresses of other hosts are wanted.")
@click.option("--fetch", is_flag=True, help="Fetch addresses, and children of an index that are not on disk.")
@click.option(
    "--crawl",
    type=click.IntRange(min=1),
    metavar="N",
    help="Ask the servers for up to N of the listed pages, spread over all of them.",
)
@click.option(
    "--allow-private",
    is_flag=True,
    help="With --fetch and --crawl: also from addresses that are not public.",
)
@click.option("-v", "--verbose", is_flag=True, help="Show what is only worth knowing, too.")
def validate(
    paths: tuple[str, ...],
    profile: str,
    form: str,
    fail_on: str,
    base_url: str | None,
    site: str | None,
    exclude: tuple[str, ...],
    cross_submission: bool,
    fetch: bool,
    crawl: int | None,
    allow_private: bool,
    verbose: bool,
) -> int:
    """Judge sitemaps, indexes with their children, feeds, robots.txt, pagemaps and page records.

    PATH is a file, a folder, or with --fetch an address. What a file is shows in its content.

    Example: urlset validate --base-url https://example.com/ site/sitemap.xml
    """
    if not paths and site is None:
        raise SettingsError("PATH", "nothing to validate", "Name a file, or the built site with --site")
    # Millions of short texts come and go, in no circles; looking for some so often costs a fifth of the time.
    gc.set_threshold(100_000, 20, 20)
    report = run(
        paths,
        profile=profile,
        base_url=base_url,
        fetch=fetch,
        allow_private=allow_private,
        cross_submission=cross_submission,
        site=site,
        exclude=exclude,
        crawl=crawl or 0,
    )
    for line in show(report, form, verbose=verbose):
        click.echo(line)
    return 1 if report.fails(fail_on) else 0
