"""One XML file: its root decides what it is, then each entry goes through the rules of that kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..protocol import NS_SITEMAP
from ..readers.refused import Refused
from . import rules
from .across import MOST_ENTRIES, InFile
from .entry import Context, Entry, Node
from .finding import ERROR, INFO, Remark
from .maps import MapFile
from .plain import Plain
from .rules import legacy, urlset
from .rules.text import ATOM_03
from .walk import Walk

if TYPE_CHECKING:
    from .judge import Judged, Run

ATOM = "http://www.w3.org/2005/Atom"
ENTRY_NAME = {
    "urlset": "url",
    "sitemapindex": "sitemap",
    "rss": "item",
    "atom": "entry",
    "pagemap": "page",
}
CHECKS = {
    "urlset": rules.CORE_CHECKS,
    "sitemapindex": rules.CHILD_CHECKS,
    "rss": rules.ITEM_CHECKS,
    "atom": rules.ITEM_CHECKS,
}


class XmlFile:
    """The listener to the walk through one file."""

    def __init__(self, judged: Judged, run: Run, own: InFile) -> None:
        self._judged, self._clusters, self._own = judged, run.clusters, own
        self._map = MapFile(judged.context, run.map_files)
        self._notes, self._context = judged.notes, judged.context
        self._checks: tuple[rules.Check, ...] = ()
        self._name = ""
        self._others = 0
        """Children of the root that are no entries."""
        self._locs: set[str] = set()

    def read(self, pieces: Iterable[bytes]) -> None:
        """Judge the whole file. Raises Refused where it is broken."""
        if self._judged.watch is None:
            pieces = Plain(pieces, self._context, self._judged.numbers, self._own)
        reading = self._judged.reader(pieces, Walk(self), lenient=True)
        if self._judged.kind == "pagemap":
            self._notes.add(self._map.end())
            self._judged.numbers.entries += self._map.pages
            self._judged.includes = self._map.includes
        if reading.marked:
            self._notes.add([Remark("FIL002", "a byte order mark", severity=INFO)])
        if reading.blank:
            self._notes.add(
                [Remark("FIL002", "blanks before the XML declaration")], Node("", line=1, column=1)
            )
        if reading.encoding not in ("utf-8", "ascii") and self._judged.kind != "pagemap":
            self._notes.add([Remark("FIL001", f"the file is {reading.encoding}", reading.declared)])

    def root(self, root: Node, declared: frozenset[str]) -> int:
        """Decide the kind. Raises Refused for a root that no consumer knows."""
        self._context.ns, self._context.declared = root.ns, declared | {root.ns}
        kind = self._judged.kind = _kind(root)
        self._name = ENTRY_NAME.get(kind, "")
        self._checks = CHECKS.get(kind, ())
        if kind == "urlset":
            self._notes.add(urlset.check_root(root, self._context), root)
            self._notes.add(legacy.check_root(root, self._context), root)
        elif kind == "sitemapindex":
            self._notes.add(_index_root(root, self._context), root)
            self._notes.add(legacy.check_root(root, self._context), root)
        elif kind == "pagemap":
            self._notes.add(self._map.root(root), root)
        elif kind == "rss" and root.attrs.get("version") != "2.0":
            self._notes.add(
                [Remark("FED002", "RSS that is not 2.0", root.attrs.get("version", ""), severity="warning")],
                root,
            )
        return 2 if kind == "rss" else 1

    def stray(self, text: str) -> None:
        """Text directly in the root."""
        if self._judged.kind in ("urlset", "sitemapindex"):
            self._notes.add([Remark("SET011", f"text directly in {self._judged.kind}", text.strip())])

    def counted(self, name: str) -> None:
        """One more entry of a file that has too many to judge."""
        self._judged.numbers.entries += name == self._name

    def child(self, node: Node) -> bool:
        """One child of the root, or of the channel of RSS; False once there are too many to judge."""
        if self._judged.kind == "pagemap":
            self._notes.add(self._map.child(node), node)
            return self._map.children < MOST_ENTRIES
        if node.name != self._name or node.ns != self._context.ns:
            self._other(node)
        else:
            self._entry(node)
        return self._judged.numbers.entries + self._others < MOST_ENTRIES

    def _entry(self, node: Node) -> None:
        entry = Entry(node if self._judged.kind in ("urlset", "sitemapindex") else _item(node))
        self._judged.numbers.see(entry)
        for check in self._checks:
            self._notes.add(check(entry, self._context), node)
        if self._name == "url" and any([child.name not in urlset.CORE for child in node.children]):
            for check in rules.EXTENSION_CHECKS:
                self._notes.add(check(entry, self._context), node)
        if self._judged.kind == "sitemapindex":
            self._child_of_index(entry)
        else:
            self._notes.add(self._own.see(entry), node)
            self._clusters.see(self._judged.number, entry)
            self._judged.watched(entry)

    def _other(self, node: Node) -> None:
        self._others += 1
        if self._judged.kind not in ("urlset", "sitemapindex"):
            return
        if node.ns == self._context.ns:
            self._notes.add(
                [
                    Remark(
                        "SET009" if self._name == "url" else "IDX003",
                        f"unknown element {node.name} in the root",
                        at=node,
                    )
                ]
            )
        elif node.ns == NS_SITEMAP and node.name == self._name:
            self._notes.add(
                [Remark("SET001", f"{node.name} is not in the namespace of its root", node.ns, node)]
            )
        else:
            late = self._judged.numbers.entries > 0
            text = f"foreign element {node.name} in the root{' behind the first entry' * late}"
            strict = ERROR if late and self._context.profile == "xsd" else None
            self._notes.add([Remark("SET008", text, node.ns, node, strict)])

    def _child_of_index(self, entry: Entry) -> None:
        at = entry.at or entry.node
        if entry.loc and entry.loc in self._locs:
            self._notes.add([Remark("IDX008", "the child is listed twice", entry.loc, at, "warning")])
        elif entry.loc:
            self._locs.add(entry.loc)
            self._judged.children.append((entry.loc, at.line, at.column))


def _kind(root: Node) -> str:
    if root.name in ("urlset", "sitemapindex"):
        return root.name
    if root.name == "rss" and not root.ns:
        return "rss"
    if root.name == "feed" and root.ns in (ATOM, ATOM_03):
        return "atom"
    if root.name == "pagemap" and not root.ns:
        return "pagemap"
    if root.name == "html":
        raise Refused("html", "is HTML", "Publish the sitemap itself at this address", line=root.line or 0)
    raise Refused("root", f"has the root {root.name[:60]!r}, which no consumer reads", line=root.line or 0)


def _index_root(root: Node, context: Context) -> Iterator[Remark]:
    for remark in urlset.check_root(root, context):
        yield remark._replace(rule="IDX001") if remark.rule == "SET001" else remark


def _item(node: Node) -> Node:
    """An item of a feed in the form of an entry, so that one set of rules judges both."""
    item = Node(node.name, line=node.line, column=node.column)
    for child in node.children:
        if child.name == "link" and child.ns == node.ns:
            href = child.attrs.get("href") if child.attrs.get("rel", "alternate") == "alternate" else ""
            text = child.text if not node.ns else href or ""
            if text.strip() and not item.children:
                item.children.insert(0, Node("loc", text, line=child.line, column=child.column))
        elif child.ns == node.ns and child.name in ("pubDate", "updated", "modified"):
            item.children.append(Node(child.name, child.text, line=child.line, column=child.column))
    item.children.sort(key=lambda child: child.name != "loc")
    return item
