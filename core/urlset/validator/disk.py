"""Files on disk: the one that an address stands for, and those of a folder that can be judged."""

from __future__ import annotations

import os
from urllib.parse import unquote

from .. import fs
from ..errors import SourceError
from ..outputs import gzip_copy
from ..outputs.text_list import text_list
from ..readers.inflate import Pieces
from ..readers.refused import Refused
from . import kinds

LIMIT = 64 << 20
ENDINGS = (".xml", ".txt", ".gz", ".rss", ".atom", ".jsonl")
ROOTS = (b"urlset", b"sitemapindex", b"<rss", b"<feed", b"<pagemap")


def on_disk(folder: str, address: str, base_url: str | None) -> str | None:
    """The file that ``address`` stands for, below ``folder``; never one outside it."""
    path = unquote(address.partition("://")[2].partition("/")[2].partition("?")[0])
    if base_url:
        if not address.startswith(base_url):
            return None
        tails = [unquote(address[len(base_url) :].partition("?")[0])]
    else:
        parts = path.split("/")
        tails = ["/".join(parts[start:]) for start in range(len(parts))]
    return next(filter(None, (_inside(folder, tail) for tail in tails)), None)


def _inside(folder: str, tail: str) -> str | None:
    """The regular file at ``tail`` below ``folder``, wherever links lead."""
    if not tail or "\0" in tail:
        return None
    full = os.path.join(folder, tail)
    if not os.path.isfile(full):
        return None
    root = os.path.realpath(folder).rstrip(os.sep) + os.sep
    return full if os.path.realpath(full).startswith(root) else None


def in_folder(folder: str) -> list[str]:
    """Names of the documents of a folder that can be judged, told by their content, indexes first.

    Raises SourceError where there are none.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise SourceError(folder, f"cannot be read ({error.strerror})") from None
    found = [
        name for name in names if name.lower().endswith(ENDINGS) and _is_ours(os.path.join(folder, name))
    ]
    if not found:
        raise SourceError(
            folder, "holds no sitemap", "Give the folder in which the sitemap lies, or the file itself"
        )
    found = [name for name in found if not _is_copy(folder, name, found)]
    return sorted(found, key=lambda name: ("index" not in name, name))


def _is_copy(folder: str, name: str, names: list[str]) -> bool:
    """Whether a file is the compressed copy or the text list of another one, and says nothing of its own."""
    original = name.removesuffix(".gz") if name.endswith(".gz") else f"{name.removesuffix('.txt')}.xml"
    if original == name or original not in names:
        return False
    try:
        copy, content = (fs.read(os.path.join(folder, one), LIMIT) for one in (name, original))
    except OSError:
        return False
    return gzip_copy.same_content(copy, content) if name.endswith(".gz") else copy == text_list(content)


def _is_ours(path: str) -> bool:
    """Whether the first bytes of a file are those of a document that can be judged."""
    try:
        head = next(Pieces(path), b"")[:4096]
    except Refused:
        return True
    except SourceError:
        return False
    kind = kinds.kind(head)
    return any(root in head for root in ROOTS) if kind == "xml" else kind in ("robots", "text", "pages")
