"""``urlset init``: a commented urlset.toml, after looking around or after an old configuration."""

from __future__ import annotations

import os

import click

from .. import loc
from ..errors import OutputError
from ..publish import Staging

NAME = "urlset.toml"


@click.command()
@click.option("--from", "old", metavar="FILE", help="Take over the config.xml of Google's sitemap generator.")
@click.option("--base-url", metavar="ADDRESS", help="Base of the site's addresses.")
@click.option("--force", is_flag=True, help="Replace a urlset.toml that is there.")
def init(old: str | None, base_url: str | None, force: bool) -> None:
    """Write a commented urlset.toml for the project in this folder.

    It looks for an MkDocs, Sphinx, Pelican, Hugo or Jekyll project, for a folder of HTML, a robots.txt and
    access logs. With --from it says the same as the config.xml of the sitemap_gen.py of 2005 to 2009.

    Example: urlset init --base-url https://example.com/
    """
    if old:
        from ..old_config import converted

        files, remarks = converted(old)
    else:
        from ..surroundings import proposed

        files, remarks = proposed(".", loc.base(base_url) if base_url else "")
    for name in files:
        if os.path.lexists(name) and not force:
            raise OutputError(name, "is there already", "Edit it, or use --force")
    with Staging(".") as staging:
        for name, text in files.items():
            staging.put(name, text.encode())
        staging.publish()
    for remark in remarks:
        click.echo(remark)
    click.echo(f"{NAME} is written. Look it over, then run: urlset build --dry-run")
