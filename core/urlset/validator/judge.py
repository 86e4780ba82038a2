"""One file: told what it is, read to its end by the guarded reader, judged entry by entry and as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from ..protocol import MAX_BYTES, MAX_ENTRIES
from ..readers.begin import begin
from ..readers.inflate import Pieces, Readable
from ..readers.refused import Refused
from ..readers.safe_xml import Read, read
from . import kinds, lists, numbers
from .across import Across, InFile
from .clusters import Clusters
from .entry import Context, Entry, Node
from .finding import Remark, Summary
from .notes import Notes
from .numbers import Numbers
from .tree import XmlFile

PEEK = 4096
RULE_OF = {
    "doctype": "FIL007",
    "entity": "FIL007",
    "encoding": "FIL001",
    "not-decodable": "FIL001",
    "html": "FIL006",
    "root": "FIL006",
    "not-xml": "FIL006",
    "character": "FIL008",
    "gzip-twice": "GZP001",
    "too-long": "FIL004",
}
"""Which rule a refusal of the readers stands for; the rest is FIL003, for gzip GZP002."""


class Run:
    """What all files of one run share."""

    def __init__(self) -> None:
        self.across = Across()
        self.clusters = Clusters()
        self.map_files: set[str] = set()
        """Addresses of the static pages of a pagemap and what it includes."""


class Judged:
    """What came of one file."""

    def __init__(self, number: int, context: Context, notes: Notes) -> None:
        self.number, self.context, self.notes = number, context, notes
        self.kind = "unknown"
        self.numbers = Numbers()
        self.size = 0
        self.gzip = False
        self.markup = False
        """Whether it begins with ``<``."""
        self.children: list[tuple[str, int | None, int | None]] = []
        """Of an index: address, line and column of each child."""
        self.includes: list[tuple[str, Node]] = []
        """Of a pagemap: path and place of each document that it includes."""
        self.links: list[str] = []
        """Of robots.txt: the sitemaps that it names."""
        self.reader: Read = read
        """Reads XML: here, or in a process of its own where the file was fetched."""
        self.watch: Callable[[Entry, Judged], None] | None = None
        """Is told of each page that the file lists, where the built site is at hand."""

    def watched(self, entry: Entry) -> None:
        """Tell who watches of one page."""
        if self.watch is not None:
            self.watch(entry, self)

    @property
    def summary(self) -> Summary:
        """The file in numbers."""
        days = sorted({text[:10] for text in self.numbers.dates if text[:4].isdigit()})
        return Summary(
            self.context.file,
            self.kind,
            self.numbers.entries,
            self.size,
            self.gzip,
            self.numbers.dated,
            days[0] if days else "",
            days[-1] if days else "",
            tuple(sorted(self.numbers.languages)),
            round(100 * self.numbers.entries / MAX_ENTRIES, 1),
            round(100 * self.size / MAX_BYTES, 1),
        )


def judge(source: Readable, judged: Judged, run: Run) -> None:
    """Read ``source`` and fill ``judged``. Raises SourceError where it cannot be opened or read."""
    pieces = Pieces(source, lenient=True)
    own = run.across.begin(judged.context.url)
    try:
        _read(pieces, judged, run, own)
    except Refused as refused:
        judged.numbers = Numbers()
        judged.children.clear()
        judged.notes.clear()
        run.clusters.forget(judged.number)
        judged.notes.add([_fatal(refused, pieces)], _place(refused), fatal=True)
    else:
        run.across.end(own)
        judged.notes.add(numbers.remarks(judged.kind, judged.numbers, pieces.total, judged.context))
        judged.notes.add(_packing(pieces, judged.context))
    if judged.markup and judged.context.file.lower().endswith((".txt", ".txt.gz")):
        judged.notes.add(
            [Remark("TXT006", "XML under the name of a text sitemap")], Node("", line=1, column=1)
        )
    judged.size, judged.gzip = pieces.total, pieces.gzipped


def _read(pieces: Pieces, judged: Judged, run: Run, own: InFile) -> None:
    head = begin(pieces, PEEK)
    packed, kind = kinds.packed(head), kinds.kind(head)
    stream = chain((head,), pieces)
    if packed:
        raise Refused("gzip-twice", f"is packed with {packed}", "Compress with gzip")
    if kind == "late":
        raise Refused("late", "has something before the XML declaration", line=1)
    if kind == "unknown":
        raise Refused("not-xml", "is neither XML nor a list of addresses", line=1)
    if kind == "xml":
        judged.markup = head.lstrip().startswith(b"<")
        XmlFile(judged, run, own).read(stream)
    else:
        lists.read(kind, stream, judged, own)


def _fatal(refused: Refused, pieces: Pieces) -> Remark:
    rule = RULE_OF.get(refused.reason, "GZP002" if refused.reason.startswith("gzip") else "FIL003")
    if refused.reason in ("late", "declaration"):
        rule = "FIL002"
    if refused.reason == "too-long" and pieces.gzipped:
        rule = "GZP003"
    return Remark(rule, f"the file {refused.problem}", advice=refused.advice)


def _place(refused: Refused) -> Node:
    return Node("", line=refused.line or None, column=refused.column or None)


def _packing(pieces: Pieces, context: Context) -> Iterator[Remark]:
    if pieces.trailing:
        yield Remark("GZP002", f"{pieces.trailing:,} bytes stand after the gzip data")
    if pieces.gzipped and pieces.total > MAX_BYTES:
        yield Remark("GZP003", f"the file unpacks to {pieces.total:,} bytes")
    name = context.file.rsplit("/", 1)[-1].lower()
    if name.endswith(".gz") != pieces.gzipped:
        yield Remark(
            "GZP004",
            "gzip without .gz in the name" if pieces.gzipped else "the name says gzip, the content is not",
            name,
        )
