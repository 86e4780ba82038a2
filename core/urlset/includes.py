"""Files that a Markdown text includes, by the marks of its two common extensions.

``--8<-- "PATH"`` and the block form are those of Markdown's snippets
(https://facelessuser.github.io/pymdown-extensions/extensions/snippets/); ``{% include "PATH" %}`` and
``{% include-markdown "PATH" %}`` those of a plugin of MkDocs.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from . import fs

DEPTH = 5
"""How deep files may include others; beyond it nothing is looked for."""

MOST = 1_000
"""How many files one pattern may stand for; the rest is not looked at."""

_LIMIT = 4 << 20
_LINE = re.compile(r"""^[ \t]*-{1,}8<-{1,}[ \t]+["']([^"'\n]+)["'][ \t]*$""", re.MULTILINE)
_BLOCK = re.compile(r"^[ \t]*-{1,}8<-{1,}[ \t]*\n(.*?)^[ \t]*-{1,}8<-{1,}[ \t]*$", re.MULTILINE | re.DOTALL)
_PLUGIN = re.compile(r"""\{%-?\s*include(?:-markdown)?\s+["']([^"'\n]+)["']""")


def included(text: str, page: str, folders: Sequence[str], docs: str = "") -> tuple[str, ...]:
    """Paths of the files that ``text`` includes, and what they include, sorted.

    ``page`` is the file of the text. ``folders`` are those in which snippets are looked for. ``docs`` is the
    folder of the plugin's paths, but for those that begin with a dot, which are relative to the page; ""
    where there is no plugin. What is not there, or no file, is left out; addresses are never fetched.
    """
    found: set[str] = set()
    _collect(text, page, folders, docs, found, DEPTH)
    return tuple(sorted(found))


def _collect(text: str, page: str, folders: Sequence[str], docs: str, found: set[str], depth: int) -> None:
    for path in (*_snippets(text, folders), *_of_plugin(text, os.path.dirname(page), docs)):
        if path in found:
            continue
        found.add(path)
        if depth > 1:
            _collect(_read(path), path, folders, docs, found, depth - 1)


def _snippets(text: str, folders: Sequence[str]) -> Iterator[str]:
    names = _LINE.findall(text)
    for block in _BLOCK.findall(text):
        names += [line.strip() for line in block.splitlines() if line.strip() and not line.startswith(";")]
    for name in names:
        # What follows a colon is a section or a range of lines.
        plain = re.sub(r"(?::-?\d*){1,2}$|:[\w-]+$", "", name)
        yield from _files(os.path.join(folder, one) for folder in folders for one in (name, plain))[:1]


def _of_plugin(text: str, beside: str, docs: str) -> Iterator[str]:
    for name in _PLUGIN.findall(text) if docs else ():
        folders = [beside] if name.startswith(("./", "../")) else [docs, beside]
        plain = _files(os.path.join(folder, name) for folder in folders)[:1]
        # A pattern stands for all its files, in the first folder that has some.
        yield from plain or next(filter(None, (_matched(folder, name) for folder in folders)), [])


def _matched(folder: str, pattern: str) -> list[str]:
    if os.path.isabs(pattern):
        return []
    return _files(islice(glob.iglob(os.path.join(glob.escape(folder), pattern), recursive=True), MOST))


def _files(paths: Iterable[str]) -> list[str]:
    return [os.path.normpath(path) for path in paths if os.path.isfile(path)]


def _read(path: str) -> str:
    try:
        return fs.read(path, _LIMIT)[:_LIMIT].decode("utf-8", "replace")
    except OSError:
        return ""
