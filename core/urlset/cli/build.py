"""``urlset build``: page records in, sitemaps out."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..flow import build as run_flow
from ..settings import Settings, read_settings
from ..sources.page_records import PageRecords
from .flags import flags, given


@click.command()
@click.argument("records", metavar="RECORDS")
@flags(Settings)
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
def build(records: str, quiet: bool, **options: Any) -> None:
    """Write the sitemaps of RECORDS, a file of page records in JSON lines (- for standard input).

    Example: urlset build --base-url https://example.com/ --output site pages.jsonl
    """
    settings = read_settings(given(options), "cli")
    source = PageRecords("standard input", sys.stdin.buffer) if records == "-" else PageRecords(records)
    done = run_flow(source.pages(), settings)
    if not quiet:
        for line in done.summary():
            click.echo(line)
