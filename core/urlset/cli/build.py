"""``urlset build``: page records in, sitemaps out."""

from __future__ import annotations

import os
import sys
from typing import Any

import click
import msgspec

from ..flow import build as run_flow
from ..outcome import Build
from ..publish import Staging
from ..settings import Settings, read_settings
from ..sources.page_records import PageRecords
from .flags import flags, given


@click.command()
@click.argument("records", metavar="RECORDS")
@flags(Settings)
@click.option("--dry-run", is_flag=True, help="Do all but publish, and say what would change.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of what is told."
)
@click.option("--report", metavar="FILE", help="Write what is told into FILE too, as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
def build(records: str, dry_run: bool, form: str, report: str | None, quiet: bool, **options: Any) -> None:
    """Write the sitemaps of RECORDS, a file of page records in JSON lines (- for standard input).

    Example: urlset build --base-url https://example.com/ --output site pages.jsonl
    """
    settings = read_settings(given(options), "cli")
    source = PageRecords("standard input", sys.stdin.buffer) if records == "-" else PageRecords(records)
    done = run_flow(source.pages(), settings, dry_run=dry_run)
    if report:
        write_report(report, done)
    if form == "json":
        click.echo(msgspec.json.encode(done))
    elif not quiet:
        click.echo("\n".join([*(["Nothing was published: a dry run."] if dry_run else []), *done.summary()]))


def write_report(path: str, done: Build) -> None:
    """Write a build as JSON. Raises OutputError."""
    folder, name = os.path.split(os.path.abspath(path))
    with Staging(folder) as staging:
        staging.put(name, msgspec.json.format(msgspec.json.encode(done), indent=1) + b"\n")
        staging.publish()
