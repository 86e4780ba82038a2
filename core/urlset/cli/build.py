"""``urlset build``: page records in, sitemaps out."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..flow import build as run_flow
from ..outcome import Build
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
        for line in summary(done):
            click.echo(line)


def summary(build: Build) -> list[str]:
    """What a person wants to see of a build: files, pages, dates, and what was left out."""
    files = [*build.sitemaps, *([build.index] if build.index else [])]
    lines = [
        f"{file.name}: {file.entries:,} entries, {file.bytes:,} bytes{'' if file.changed else ', unchanged'}"
        for file in files
    ]
    lines.append(f"{build.written:,} of {build.read:,} pages written to {build.folder}")
    dated = ", ".join(f"{count:,} by {who}" for who, count in sorted(build.dated.items()))
    lines.append(f"{sum(build.dated.values()):,} dated{f' ({dated})' if dated else ''}{_span(build)}")
    for reason, count in sorted(build.dropped.items()):
        lines.append(
            f"left out, {reason}: {count:,} ({', '.join(build.samples[reason])}{' …' if count > 3 else ''})"
        )
    return [*lines, *build.notes, *(f"urlset: warning: {text}" for text in build.warnings)]


def _span(build: Build) -> str:
    return f", from {build.oldest} to {build.newest}" if build.oldest else ""
