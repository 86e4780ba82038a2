"""``urlset.toml``: settings, and a table for each source. ``${NAME}`` stands for a variable of the
environment.

A project without a file of its own may keep the same under ``[tool.urlset]`` in ``pyproject.toml``. Paths are
relative to the file.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Mapping
from typing import IO, Any

from msgspec import Struct
from msgspec.structs import replace

from . import fs, redact
from .errors import SettingsError
from .lastmod import zone_of
from .options import read, unknown
from .publish import local, scheme_of
from .settings import Settings, read_settings
from .sources.kinds import KINDS, Source, kind_of
from .sources.pagemap.file import PagemapFile
from .sources.remote import is_address

NAMES = ("urlset.toml", "pyproject.toml")
STDIN = "standard input"
_VARIABLE = re.compile(r"\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)\}|(\{))")


class NamedSource(Struct, frozen=True):
    """A source, and what messages and reports call it."""

    name: str
    source: Source


class Config(Struct, frozen=True):
    """What a file, or a command line, wants."""

    settings: Settings
    sources: tuple[NamedSource, ...]


def find(folder: str = ".") -> str:
    """The path of the configuration of a folder, "" where there is none."""
    own, project = (os.path.normpath(os.path.join(folder, name)) for name in NAMES)
    if os.path.isfile(own):
        return own
    return project if os.path.isfile(project) and "urlset" in _tools(project) else ""


def load(
    path: str,
    flags: Mapping[str, Any],
    *,
    environment: Mapping[str, str] | None = None,
    databases: Mapping[str, str] | None = None,
) -> Config:
    """The configuration in ``path``, overridden by what stands on the command line.

    Raises SettingsError naming the file and the option.
    """
    table = _tools(path)["urlset"] if os.path.basename(path) == NAMES[1] else _toml(path)
    given = _expanded(table, os.environ if environment is None else environment, "")
    folder = os.path.dirname(path)
    databases = _databases(given.pop("databases", {})) | dict(databases or {})
    sources = given.pop("sources", [])
    if not isinstance(sources, list) or not all(isinstance(source, dict) for source in sources):
        raise SettingsError("sources", "expected tables of the form [[sources]]")
    for name in ("output", "html_map_template"):
        if isinstance(named := given.get(name), str) and named:
            given[name] = os.path.join(folder, local(named, name))
    settings = read_settings({**given, **flags}, "cli")
    made = tuple(_source(one, number, folder) for number, one in enumerate(sources))
    return connected(Config(settings, made), databases)


def connected(found: Config, databases: Mapping[str, str]) -> Config:
    """The same, pagemaps knowing the connections; the site that one names is used where none is stated."""
    settings, sources = found.settings, []
    for named in found.sources:
        if isinstance(named.source, PagemapFile):
            source = replace(named.source, databases=dict(databases), zone=zone_of(settings.timezone))
            if not settings.base_url:
                settings = replace(settings, base_url=source.site())
            sources.append(replace(named, source=source))
        else:
            sources.append(named)
    return Config(settings, tuple(sources))


def _databases(given: Any) -> dict[str, str]:
    if not isinstance(given, dict) or not all(isinstance(address, str) for address in given.values()):
        raise SettingsError("databases", 'expected NAME = "ADDRESS" for each connection')
    for address in given.values():
        redact.remember(address)
    return given


def of_paths(paths: tuple[str, ...], stdin: IO[bytes] | None = None) -> tuple[NamedSource, ...]:
    """A source for each path of a command line, its kind told from its content; ``KIND:PATH`` states it."""
    return tuple(_of_path(path, stdin) for path in paths)


def _of_path(text: str, stdin: IO[bytes] | None) -> NamedSource:
    kind, colon, path = text.partition(":")
    if not colon or kind not in KINDS:
        kind, path = "", text
    stream = (stdin or sys.stdin.buffer) if path == "-" else None
    _check_scheme(path, path)
    kind = kind or kind_of(path, stream)
    return NamedSource(STDIN if stream else path, _made(kind, {"path": path}, "", stream))


def _source(table: Mapping[str, Any], number: int, folder: str) -> NamedSource:
    prefix = f"sources[{number}]."
    options = {name: value for name, value in table.items() if name not in ("kind", "name")}
    kind = table.get("kind")
    path = options.get("path")
    if not isinstance(path, str) or not path:
        raise SettingsError(f"{prefix}path", "expected the path of a file or folder", code="SET04")
    _check_scheme(path, f"{prefix}path")
    stream = sys.stdin.buffer if path == "-" else None
    if stream is None and not is_address(path):
        options["path"] = os.path.join(folder, path)
    if isinstance(templates := options.get("sources"), list):
        options["sources"] = [os.path.join(folder, one) if isinstance(one, str) else one for one in templates]
    if kind is None:
        kind = kind_of(options["path"], stream)
    if kind not in KINDS:
        raise unknown(f"{prefix}kind", str(kind), KINDS, "kind of source")
    return NamedSource(str(table.get("name") or path), _made(str(kind), options, prefix, stream))


def _check_scheme(path: str, key: str) -> None:
    """Of ``ftp://host/x`` the system would only say that it is no file. Raises SettingsError."""
    if scheme_of(path) not in {"", "http", "https"}:
        problem = f"is an address of {scheme_of(path)}, and only http and https are fetched"
        raise SettingsError(key, problem, "Fetch it by other means, and name the file")


def _made(kind: str, options: Mapping[str, Any], prefix: str, stream: IO[bytes] | None) -> Source:
    source: Any = read(KINDS[kind], options, "cli", prefix)
    if stream is None:
        return source  # type: ignore[no-any-return]
    if not hasattr(source, "stream"):
        raise SettingsError(f"{prefix}path", f"a {kind} cannot come from standard input")
    return replace(source, stream=stream, path=STDIN)  # type: ignore[no-any-return]


def _expanded(value: Any, environment: Mapping[str, str], key: str) -> Any:
    """``value`` with variables of the environment put in; ``$${`` is a plain ``${``."""
    if isinstance(value, dict):
        return {
            name: _expanded(item, environment, f"{key}.{name}".strip(".")) for name, item in value.items()
        }
    if isinstance(value, list):
        return [_expanded(item, environment, f"{key}[{number}]") for number, item in enumerate(value)]
    if not isinstance(value, str):
        return value
    redact.remember_passwords(value)

    def put(match: re.Match[str]) -> str:
        if match[0] == "$$":
            return "$"
        if match[1] is None:
            raise SettingsError(
                key, "a ${ is not closed", "Write ${NAME}, or $${ for the characters themselves"
            )
        if match[1] not in environment:
            raise SettingsError(
                key, f"the environment has no {match[1]}", "Set it, or write the value", "SET04"
            )
        redact.remember_variable(match[1], environment[match[1]])
        return environment[match[1]]

    return _VARIABLE.sub(put, value)


def _tools(path: str) -> dict[str, Any]:
    tool = _toml(path).get("tool", {})
    return tool if isinstance(tool, dict) else {}


def _toml(path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(fs.read(path).decode("utf-8-sig"))
    except OSError as error:
        raise SettingsError(path, f"cannot be read: {error.strerror or error}", "Check the path") from None
    except UnicodeDecodeError:
        raise SettingsError(path, "is not UTF-8", "Save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(path, f"is no TOML: {error}") from None
