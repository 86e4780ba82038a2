"""How options are declared, checked and told about, whoever reads them.

A set of options is a `msgspec.Struct`; each field is declared once with its type, its default and an
``Annotated[..., Meta(description=…)]``. The name of a field is the name of the option everywhere.
"""

from __future__ import annotations

import difflib
import re
import types
import typing
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

from .errors import SettingsError

T = TypeVar("T", bound=Struct)

_PLACE = re.compile(r" - at `\$\.?(.*)`$", re.DOTALL)
_STRAY = re.compile(r"Object contains unknown field `(.*?)`")
_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false", type(None): "nothing"}


class Option(NamedTuple):
    """One option, as the command line and the manual want to know it."""

    name: str
    kind: Any
    """Its type, without ``Annotated``."""
    default: Any
    description: str
    only: str
    """``hosts``, ``cli`` or the name of one host where the option has no meaning elsewhere; else empty."""


def declared(options: type[Struct]) -> tuple[Option, ...]:
    """All options of a set, in the order of their declaration."""
    hints = typing.get_type_hints(options, include_extras=True)
    return tuple(
        _option(field.name, hints[field.name], None if field.required else _default(field))
        for field in msgspec.structs.fields(options)
    )


def read(options: type[T], given: object, place: str, prefix: str = "") -> T:
    """The options that the mapping ``given`` holds, checked.

    ``place`` is who asks: ``cli``, ``mkdocs``, ``pelican`` or ``sphinx``; ``prefix`` goes before names in
    messages (``sources[0].``). Raises SettingsError naming the option, what was expected and, for an unknown
    name, the nearest known one.
    """
    if not isinstance(given, Mapping):
        where = prefix.rstrip(".") or "settings"
        raise SettingsError(where, f"expected a mapping from names to values, got {_shown(given)}")
    known = {option.name: option for option in declared(options)}
    for name in given:
        if name not in known:
            raise unknown(f"{prefix}{name}", str(name), known, "setting")
        _check_place(known[name], place, prefix)
    given = {name: _word(known[name], value) for name, value in given.items()}
    try:
        return msgspec.convert(given, options)
    except msgspec.ValidationError as wrong:
        raise _explained(known, given, str(wrong), prefix) from None


def unknown(
    where: str, name: str, known: Mapping[str, Any] | typing.Iterable[str], what: str
) -> SettingsError:
    """The error for a name that nobody knows, with the nearest one that is known."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return SettingsError(where, f"unknown {what}", f"Did you mean {near[0]}?" if near else "", code="SET02")


def expected(kind: Any) -> str:
    """``kind`` in words: ``text``, ``true, false or only``, ``a list of text``."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return _bounded(expected(arguments[0]), arguments[1:])
    if origin is Literal:
        return _either([str(word) for word in arguments])
    if origin in {typing.Union, types.UnionType}:
        return _either([word for part in arguments for word in _alternatives(part)])
    if origin in {tuple, list}:
        item = expected(arguments[0])
        return f"a list of {'tables' if item == 'a table' else item}"
    if origin is dict:
        return f"a mapping from {expected(arguments[0])} to {expected(arguments[1])}"
    return _WORDS.get(kind, "a table")


def _option(name: str, kind: Any, default: Any) -> Option:
    description, only = "", ""
    if typing.get_origin(kind) is Annotated:
        kind, *notes = typing.get_args(kind)
        for note in notes:
            description = getattr(note, "description", None) or description
            only = (getattr(note, "extra", None) or {}).get("only", only)
        bounds = [note for note in notes if getattr(note, "ge", None) is not None]
        kind = Annotated[kind, bounds[0]] if bounds else kind
    return Option(name, kind, default, description, only)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


_WORDS_OF_BOOL = {"true": True, "1": True, "false": False, "0": False}


def _word(option: Option, value: Any) -> Any:
    """``value`` as it was meant, where a host gave it in another form.

    YAML 1.1 reads ``off`` as false (https://yaml.org/type/bool.html); Sphinx hands on what stands behind
    ``-D`` as text.
    """
    if value is False and "off" in typing.get_args(option.kind):
        return "off"
    if isinstance(value, str) and bool in (option.kind, *typing.get_args(option.kind)):
        return _WORDS_OF_BOOL.get(value.lower(), value)
    whole = typing.get_args(option.kind)[:1] == (int,)
    return int(value) if whole and isinstance(value, str) and value.isdecimal() else value


def _check_place(option: Option, place: str, prefix: str) -> None:
    allowed = {"": True, "hosts": place != "cli"}.get(option.only, option.only == place)
    if not allowed:
        owner = {"hosts": "the plugins", "cli": "the command line and urlset.toml"}.get(
            option.only, option.only
        )
        raise SettingsError(
            f"{prefix}{option.name}", "has no meaning here", f"It belongs to {owner}", code="SET03"
        )


def _explained(
    known: Mapping[str, Option], given: Mapping[str, Any], message: str, prefix: str
) -> SettingsError:
    match = _PLACE.search(message)
    if match is None:
        missing = re.search(r"required field `(\w+)`", message)
        name = missing.group(1) if missing else "settings"
        return SettingsError(f"{prefix}{name}", "is needed", code="SET04")
    place = match.group(1)
    steps = re.findall(r"\w+|\[\d+\]|\[\.\.\.\]", place)
    kind, value = known[steps[0]].kind, given[steps[0]]
    where = steps[0]
    for step in steps[1:]:
        kind, value, shown = _inside(kind, value, step)
        where += shown
    stray = _STRAY.match(message)
    if stray and isinstance(kind, type) and issubclass(kind, Struct):
        names = [field.encode_name for field in msgspec.structs.fields(kind)]
        return unknown(f"{prefix}{where}.{stray[1]}", stray[1], names, "setting")
    return SettingsError(prefix + where, f"expected {expected(kind)}, got {_shown(value)}")


def _inside(kind: Any, value: Any, step: str) -> tuple[Any, Any, str]:
    """One step down, at ``[1]`` or ``[...]`` (any value of a mapping): the type, the value, the step."""
    if typing.get_origin(kind) is Annotated:
        kind = typing.get_args(kind)[0]
    arguments = typing.get_args(kind)
    if step == "[...]":
        inner = arguments[-1] if arguments else Any
        key = next((key for key, item in value.items() if not _fits(item, inner)), "")
        return inner, value.get(key), f".{key}"
    if step.startswith("["):
        lists = [one for one in (kind, *arguments) if typing.get_origin(one) in {tuple, list}]
        return (typing.get_args(lists[0])[0] if lists else Any), value[int(step[1:-1])], step
    inner = typing.get_type_hints(kind, include_extras=True).get(step, Any) if isinstance(kind, type) else Any
    return inner, value.get(step) if isinstance(value, Mapping) else value, f".{step}"


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _alternatives(kind: Any) -> list[str]:
    if kind is bool:
        return ["true", "false"]
    if typing.get_origin(kind) is Literal:
        return [str(word) for word in typing.get_args(kind)]
    return [expected(kind)]


def _either(words: list[str]) -> str:
    words = [word for word in words if word != "nothing"]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _bounded(word: str, notes: tuple[Any, ...]) -> str:
    for note in notes:
        if isinstance(note, Meta) and note.ge is not None:
            return (
                f"{word} from {note.ge} to {note.le}" if note.le is not None else f"{word}, {note.ge} or more"
            )
    return word


def _shown(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
