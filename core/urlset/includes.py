"""Files that a Markdown text includes, by the marks of its two common extensions.

``--8<-- "PATH"`` and the block form are those of Markdown's snippets
(https://facelessuser.github.io/pymdown-extensions/extensions/snippets/); ``{% include "PATH" %}`` and
``{% include-markdown "PATH" %}`` those of a plugin of MkDocs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from . import fs

DEPTH = 5
"""How deep files may include others; beyond it nothing is looked for."""

_LIMIT = 4 << 20
_LINE = re.compile(r"""^[ \t]*-{1,}8<-{1,}[ \t]+["']([^"'\n]+)["'][ \t]*$""", re.MULTILINE)
_BLOCK = re.compile(r"^[ \t]*-{1,}8<-{1,}[ \t]*\n(.*?)^[ \t]*-{1,}8<-{1,}[ \t]*$", re.MULTILINE | re.DOTALL)
_PLUGIN = re.compile(r"""\{%-?\s*include(?:-markdown)?\s+["']([^"'\n]+)["']""")


def included(text: str, page: str, folders: Sequence[str]) -> tuple[str, ...]:
    """Paths of the files that ``text`` includes, and what they include, sorted.

    ``page`` is the file of the text, to which the plugin's paths are relative; ``folders`` are those in which
    snippets are looked for. What is not there, or no file, is left out; addresses are never fetched.
    """
    found: set[str] = set()
    _collect(text, page, folders, found, DEPTH)
    return tuple(sorted(found))


def _collect(text: str, page: str, folders: Sequence[str], found: set[str], depth: int) -> None:
    for path in _files(text, page, folders):
        if path in found:
            continue
        found.add(path)
        if depth > 1:
            _collect(_read(path), path, folders, found, depth - 1)


def _files(text: str, page: str, folders: Sequence[str]) -> Iterator[str]:
    snippets = _LINE.findall(text)
    for block in _BLOCK.findall(text):
        snippets += [line.strip() for line in block.splitlines() if line.strip() and not line.startswith(";")]
    for name in snippets:
        # What follows a colon is a section or a range of lines.
        plain = re.sub(r"(?::-?\d*){1,2}$|:[\w-]+$", "", name)
        yield from _first(os.path.join(folder, one) for folder in folders for one in (name, plain))
    for name in _PLUGIN.findall(text):
        yield from _first([os.path.normpath(os.path.join(os.path.dirname(page), name))])


def _first(paths: Iterator[str] | list[str]) -> Iterator[str]:
    path = next((path for path in paths if os.path.isfile(path)), None)
    if path is not None:
        yield os.path.normpath(path)


def _read(path: str) -> str:
    try:
        return fs.read(path, _LIMIT)[:_LIMIT].decode("utf-8", "replace")
    except OSError:
        return ""
