"""``urlset breadcrumbs``: the way from the root of the site to one page, as search engines read it."""

from __future__ import annotations

from typing import Any, NoReturn

import click

from .. import loc
from ..errors import SettingsError
from ..explain import Listening, after_rules
from ..flow import Terms, listed, site_of
from ..outputs.breadcrumbs import breadcrumbs as listing, script
from ..settings import Settings
from ..trail import Trail
from .flags import flags, given, reading
from .run import chosen, opened


@click.command()
@click.argument("address", metavar="ADDRESS")
@reading
@flags(Settings)
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "json"]),
    default="html",
    help="A script element for the page's head, or the bare JSON. Default: html.",
)
def breadcrumbs(
    address: str,
    sources: tuple[str, ...],
    file: str | None,
    databases: tuple[str, ...],
    form: str,
    **options: Any,
) -> None:
    """Print the breadcrumbs of the page at ADDRESS as a BreadcrumbList (JSON-LD).

    Sources are those of urlset.toml or of the command line, as for build. A pagemap gives its own tree; for
    other sources the folders of the address tell. Nothing is written.

    Example: urlset breadcrumbs /articles/17/ site.pagemap.xml --database default=sqlite:///shop.db
    """
    wanted = chosen(sources, file, given(options), databases)
    settings, base_url = wanted.settings, site_of(wanted.settings).base_url
    try:
        meant = loc.absolute(address, base_url)
    except loc.Refused as refused:
        raise SettingsError(address, f"can be no address ({refused.reason})") from None
    final = after_rules(settings, meant)
    tally = Listening({meant, final})
    trail = Trail(final, base_url, tally.outline)
    trail.read(listed(opened(wanted, tally), settings, tally, Terms(git=False)))
    if trail.target is None:
        _nowhere(meant, trail, tally)
    content = listing(trail.nodes())
    if not content:
        note = "nothing is above it: engines want two breadcrumbs at least, so it needs none"
        click.echo(f"urlset: note: {final}: {note}.", err=True)
    else:
        click.echo(script(content) if form == "html" else content)


def _nowhere(address: str, trail: Trail, tally: Listening) -> NoReturn:
    reasons = [reason for reason in tally.reasons_heard if reason != "duplicate"]
    if reasons:
        left_out = f"is left out ({', '.join(reasons)})"
        raise SettingsError(address, left_out, f"To see why, run: urlset explain {address}", "CLI02")
    near = trail.nearest()
    raise SettingsError(address, "no page has this address", f"Did you mean {near}?" if near else "", "CLI02")
