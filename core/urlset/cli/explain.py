"""``urlset explain``: why an address is in the sitemap or not; or what a code or reason means."""

from __future__ import annotations

from typing import Any

import click

from .. import loc
from ..errors import CODES, GuardRefused, SettingsError, printable
from ..outcome import Build
from ..settings import Settings
from ..tally import REASONS
from .flags import flags, given, reading
from .run import chosen, run


@click.command()
@click.argument("what", metavar="ADDRESS|CODE")
@reading
@flags(Settings)
def explain(
    what: str, sources: tuple[str, ...], file: str | None, databases: tuple[str, ...], **options: Any
) -> int:
    """Say which sources name ADDRESS, what each says of it, and where it went; or what CODE means.

    Sources are those of urlset.toml or of the command line, as for build. Nothing is written.

    Example: urlset explain --base-url https://example.com/ --output site /about/ pages.jsonl
    """
    known = _meaning(what)
    if known:
        click.echo(known)
        return 0
    wanted = chosen(sources, file, given(options), databases)
    from ..explain import Tap

    try:
        tap = Tap(wanted.settings, [named.name for named in wanted.sources], what)
    except loc.Refused as refused:
        raise SettingsError(what, f"can be no address ({refused.reason})") from None
    done: Build | None = None
    guarded: GuardRefused | None = None
    try:
        done, _ = run(wanted, tally=tap.tally, dry_run=True, watch=tap.watch)
    except GuardRefused as guard:
        guarded = guard
    for line in tap.story(done):
        click.echo(printable(line))
    if guarded:
        raise guarded
    return 0


def _meaning(word: str) -> str:
    code = CODES.get(word.upper())
    if code:
        return f"{word.upper()}: {code.meaning} {code.advice}"
    if word in REASONS:
        return f"{word}: {REASONS[word]}"
    from ..validator.rules import RULES

    rule = RULES.get(word.upper())
    return f"{rule.id} ({rule.severity}): {rule.meaning} {rule.advice}." if rule else ""
