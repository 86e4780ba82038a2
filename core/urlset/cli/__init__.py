"""The command line: one module a verb, loaded when the verb is used."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from .. import __version__, redact
from ..errors import UrlsetError

VERBS = {
    "build": "Write the sitemaps of any sources: urlset.toml, files, folders.",
    "init": "Write a urlset.toml after looking around.",
    "explain": "Say why an address is in the sitemap or not.",
    "breadcrumbs": "Print the breadcrumbs of a page, for search engines.",
    "index": "Write an index over the sitemaps below a folder.",
    "validate": "Judge sitemaps and say what to do.",
    "convert": "Write a sitemap of an old dialect anew.",
}
"""Each verb is the command of the same name in the module of the same name."""


class _Verbs(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = getattr(import_module(f".{cmd_name}", __name__), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="urlset", message="%(prog)s %(version)s")
def urlset() -> None:
    """Sitemaps that tell the truth.

    Exit status: 0 done, 1 findings or a guard refused, 2 usage or settings, 3 an input cannot be read,
    4 an output cannot be written, 5 another build is running, 6 something outside failed.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave the process with its exit status."""
    with redact.guarded():
        for word in sys.argv[1:] if arguments is None else arguments:
            redact.remember_passwords(word)
        _run(arguments)


def _run(arguments: list[str] | None) -> NoReturn:
    try:
        status = urlset.main(arguments, prog_name="urlset", standalone_mode=False)
    except UrlsetError as problem:
        _leave(problem.line(), problem.exit_code)
    except click.exceptions.NoArgsIsHelpError as asked:
        _leave(asked.format_message(), 2)
    except click.ClickException as wrong:
        _leave(f"urlset: error[CLI01]: {_usage(wrong)}", 2)
    except (click.Abort, KeyboardInterrupt):
        _leave("urlset: interrupted. Nothing was changed.", 130)
    except BrokenPipeError:
        # Whoever read our output has gone; the interpreter must not complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


def _usage(wrong: click.ClickException) -> str:
    context: Any = getattr(wrong, "ctx", None)
    command = context.command_path if context else "urlset"
    what = wrong.format_message().rstrip(".")
    return f"command line: {what}{'' if what.endswith('?') else '.'} See {command} --help."


def _leave(message: str, status: int) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(status)
