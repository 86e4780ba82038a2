"""Documents made of lines: text sitemaps, robots.txt, page records."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..errors import SourceError
from . import rules
from .across import MOST_ENTRIES, InFile
from .entry import Entry, Node
from .finding import WARNING, Remark
from .rules import dates, hints, robots
from .rules.text import check_line

if TYPE_CHECKING:
    from ..page import Page
    from .judge import Judged

MOST_LINE = 64 * 1024
MARK = b"\xef\xbb\xbf"


def read(kind: str, pieces: Iterable[bytes], judged: Judged, own: InFile) -> None:
    """Judge a document of lines of the kind that was found."""
    judged.kind = kind
    if kind == "text":
        _text(pieces, judged, own)
    elif kind == "robots":
        _robots(pieces, judged)
    else:
        _records(pieces, judged)


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Lines without their ends, each at most 64 KiB of it. LF ends a line; a CR before it is left on."""
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        yield from (line[:MOST_LINE] for line in whole)
        rest = rest[: MOST_LINE + 1]
    if rest:
        yield rest[:MOST_LINE]


def _text(pieces: Iterable[bytes], judged: Judged, own: InFile) -> None:
    notes, numbers = judged.notes, judged.numbers
    for number, raw in enumerate(_lines(pieces), 1):
        line = raw
        if number == 1 and raw.startswith(MARK):
            line = raw.removeprefix(MARK)
            notes.add([Remark("TXT002", "a byte order mark", severity=WARNING)], Node("", line=1, column=1))
        if not line.strip():
            continue
        if numbers.entries >= MOST_ENTRIES:
            numbers.entries += 1
            continue
        node = Node("line", line=number, column=1)
        try:
            text = line.removesuffix(b"\r").decode()
        except UnicodeDecodeError:
            notes.add([Remark("TXT002", "bytes that are not UTF-8", repr(line[:60]))], node)
            numbers.entries += 1
            continue
        node.children.append(Node("loc", text, line=number, column=1))
        _line(Entry(node), judged, own)


def _line(entry: Entry, judged: Judged, own: InFile) -> None:
    judged.numbers.see(entry)
    said = list(check_line(entry, judged.context))
    judged.notes.add(said, entry.node)
    if any(remark.rule == "TXT001" for remark in said):
        return
    for check in rules.PLACE_CHECKS:
        judged.notes.add(check(entry, judged.context), entry.node)
    judged.notes.add(own.see(entry), entry.node)
    judged.watched(entry)


def _robots(pieces: Iterable[bytes], judged: Judged) -> None:
    from ..readers.robots import Robots

    data = b"".join(pieces)
    try:
        text = data.removeprefix(MARK).decode()
    except UnicodeDecodeError:
        judged.notes.add([Remark("ROB004", "the file is not UTF-8")])
        text = data.decode("utf-8", "replace")
    known = Robots([data])
    judged.links = list(known.sitemaps)
    judged.numbers.entries = len(judged.links)
    judged.notes.add(robots.check_robots(text, len(data), judged.context, known.allows))


def _records(pieces: Iterable[bytes], judged: Judged) -> None:
    """Page records: each line as the reader of a build sees it, then the rules of its values."""
    from ..sources.page_records import PageRecords

    data = b"".join(pieces)
    lines = (number for number, line in enumerate(data.split(b"\n"), 1) if line.strip())
    try:
        for page in PageRecords(judged.context.file, io.BytesIO(data)).pages():
            _record(page, next(lines, None), judged)
    except SourceError as wrong:
        line = wrong.where.rpartition(":")[2]
        judged.notes.add([Remark("REC001", wrong.what)], Node("", line=int(line) if line.isdigit() else None))


def _record(page: Page, line: int | None, judged: Judged) -> None:
    """The values of one record as an entry; a path below the base of a build is not judged as an address."""
    node = Node("url", line=line)
    absolute = "://" in page.loc[:12]
    values = {
        "loc": page.loc if absolute else "",
        "lastmod": page.lastmod,
        "changefreq": page.changefreq,
        "priority": page.priority,
    }
    node.children = [
        Node(name, str(value), line=line) for name, value in values.items() if value not in (None, "")
    ]
    entry = Entry(node)
    judged.numbers.see(entry)
    for check in (*dates.CHECKS, *hints.CHECKS, *(rules.PLACE_CHECKS if absolute else ())):
        judged.notes.add(check(entry, judged.context), node)
    if absolute:
        judged.watched(entry)
