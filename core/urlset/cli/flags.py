"""Command-line flags made from declared options, so that a setting is written down once."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

import click
from msgspec import Struct

from ..options import Option, declared

Decorator = Callable[[Any], Any]

_DATABASE = "A connection for pagemaps. May be repeated."


def flags(options: type[Struct], place: str = "cli") -> Decorator:
    """A decorator that gives a command one flag for each option that has a meaning at ``place``."""
    chosen = [option for option in declared(options) if option.only in {"", place} and _speakable(option)]

    def decorate(command: Any) -> Any:
        for option in reversed(chosen):
            command = _flag(option)(command)
        return command

    return decorate


def reading(command: Any) -> Any:
    """A decorator for a verb that reads sources: gives what `run.chosen` wants."""
    for add in (
        click.option("--database", "databases", multiple=True, metavar="NAME=ADDRESS", help=_DATABASE),
        click.option("-c", "--config", "file", metavar="FILE", help="Read this in place of urlset.toml."),
        click.argument("sources", nargs=-1, metavar="[SOURCE]..."),
    ):
        command = add(command)
    return command


def given(values: Mapping[str, Any]) -> dict[str, Any]:
    """The options that stand on the command line, in the form in which they are checked."""
    stated = {name: value for name, value in values.items() if value is not None and value != ()}
    return {
        name: {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value
        for name, value in stated.items()
    }


def _flag(option: Option) -> Decorator:
    name = "--" + option.name.replace("_", "-")
    about = f"{option.description}{_default(option.default)}"
    kind = _kinds(option.kind)
    if kind == [bool]:
        return click.option(f"{name}/--no-{name[2:]}", option.name, default=None, help=about)
    if typing.get_origin(kind[0]) is dict:
        return click.option(
            name,
            option.name,
            multiple=True,
            metavar="NAME=VALUE",
            callback=_pairs,
            help=f"{about} May be repeated.",
        )
    if typing.get_origin(kind[0]) is tuple:
        return click.option(
            name, option.name, multiple=True, metavar="TEXT", help=f"{about} May be repeated."
        )
    words = [str(word) for part in kind for word in _words(part)]
    if words:
        return click.option(name, option.name, type=click.Choice(words), default=None, help=about)
    return click.option(name, option.name, type=kind[0], default=None, help=about)


def _pairs(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> Any:
    for value in values:
        if "=" not in value:
            raise click.BadParameter(f"expected NAME=VALUE, got {value!r}", context, parameter)
    return dict(value.split("=", 1) for value in values) or None


def _speakable(option: Option) -> bool:
    """Whether a value can be written on a command line; lists of tables cannot."""
    return all(typing.get_args(kind)[:1] in {(), (str,)} or _words(kind) for kind in _kinds(option.kind))


def _kinds(kind: Any) -> list[Any]:
    """The types that a value may have, without bounds and without None."""
    if typing.get_origin(kind) is Annotated:
        return _kinds(typing.get_args(kind)[0])
    if typing.get_origin(kind) in {typing.Union, types.UnionType}:
        return [one for part in typing.get_args(kind) if part is not type(None) for one in _kinds(part)]
    return [kind]


def _words(kind: Any) -> tuple[Any, ...]:
    if kind is bool:
        return ("true", "false")
    return typing.get_args(kind) if typing.get_origin(kind) is Literal else ()


def _default(value: Any) -> str:
    if value in (None, "", ()):
        return ""
    return f" Default: {str(value).lower() if isinstance(value, bool) else value}."
