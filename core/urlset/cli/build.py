"""``urlset build``: sources in, sitemaps out."""

from __future__ import annotations

import os
from typing import Any

import click
import msgspec

from ..errors import OutputError, SettingsError
from ..outcome import Build
from ..publish import Staging, local
from ..settings import Settings
from .flags import flags, given, reading
from .run import chosen, run


@click.command()
@reading
@flags(Settings)
@click.option("-n", "--dry-run", is_flag=True, help="Do all but publish, and say what would change.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of what is told."
)
@click.option("--report", metavar="FILE", help="Write what is told into FILE too, as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@click.option("-v", "--verbose", is_flag=True, help="Tell what each source gave.")
def build(
    sources: tuple[str, ...],
    file: str | None,
    databases: tuple[str, ...],
    dry_run: bool,
    form: str,
    report: str | None,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Write the sitemaps of the sources in urlset.toml, or of each SOURCE: file, folder, - for standard
    input.

    What a SOURCE is, is told from its content; KIND:PATH states it.

    Example: urlset build --base-url https://example.com/ --output site pages.jsonl access.log
    """
    wanted = chosen(sources, file, given(options), databases)
    if wanted.settings.lastmod == "content":
        problem = "content needs the pages as a host builds them"
        raise SettingsError("lastmod", problem, "It works in MkDocs, Pelican and Sphinx", "SET03")
    if os.path.isdir(local(report or "", "--report")):
        raise OutputError(report or "", "is a folder", "Name a file for the report")
    done, counts = run(wanted, dry_run=dry_run, progress=not quiet and form == "text")
    if report:
        write_report(report, done)
    if form == "json":
        click.echo(msgspec.json.encode(done))
    elif not quiet:
        begin = ["Nothing was published: a dry run."] if dry_run else []
        told = [f"read {name}: {count:,} pages" for name, count in counts] if verbose else []
        click.echo("\n".join([*begin, *told, *done.summary()]))


def write_report(path: str, done: Build) -> None:
    """Write a build as JSON. Raises OutputError."""
    folder, name = os.path.split(os.path.abspath(path))
    with Staging(folder) as staging:
        staging.put(name, msgspec.json.format(msgspec.json.encode(done), indent=1) + b"\n")
        staging.publish()
