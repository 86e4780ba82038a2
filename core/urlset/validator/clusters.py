"""Language versions of one page over all files: do they point back (ALT004), say the same (ALT005), and
exist (ALT006)?

A page and its versions are kept as hashes; a set that all its members share is kept once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .across import normal
from .entry import Entry, Node
from .finding import INFO, Remark
from .rules.alternates import links
from .rules.loc_checks import split

MOST_SETS = 1_000_000
"""Different sets that are kept; further ones are not compared."""


class Cluster(NamedTuple):
    """One set of language versions, as the first entry that had it gives it."""

    file: int
    node: Node
    loc: str
    members: tuple[tuple[int, str, str], ...]
    """Hash of the address, language, address as written."""


class Clusters:
    """The sets of all files of a run."""

    def __init__(self) -> None:
        self.listed: dict[int, int] = {}
        """Hash of a listed page that has alternates → hash of its set."""
        self.sets: dict[int, Cluster] = {}
        self._digests: dict[int, int] = {}
        """Hash of a set as it is written → hash of the same in its normal form."""

    def see(self, file: int, entry: Entry) -> None:
        """Take the alternates of one entry, if it has any."""
        found = links(entry)
        if not found or len(self.sets) >= MOST_SETS:
            return
        written = hash(frozenset([(node.attrs.get("hreflang"), node.attrs.get("href")) for node in found]))
        digest = self._digests.get(written)
        if digest is None:
            known = sorted({self._member(node)[:2] for node in found})
            digest = self._digests[written] = hash(tuple(known))
        self.listed.setdefault(hash(normal(entry.loc).encode()), digest)
        if digest not in self.sets:
            members = tuple(sorted({self._member(node) for node in found}))
            place = Node("link", line=found[0].line, column=found[0].column)
            self.sets[digest] = Cluster(file, place, entry.loc, members)

    def forget(self, file: int) -> None:
        """Drop what a file brought that turned out broken."""
        self.sets = {digest: found for digest, found in self.sets.items() if found.file != file}
        self.listed = {page: digest for page, digest in self.listed.items() if digest in self.sets}

    @staticmethod
    def _member(node: Node) -> tuple[int, str, str]:
        href = node.attrs.get("href", "").strip()
        return hash(normal(href).encode()), node.attrs.get("hreflang", "").lower(), href

    def remarks(self, seen: set[int]) -> Iterator[tuple[int, Remark]]:
        """All remarks, each with its file's number; ``seen`` holds the hashes of all listed pages."""
        owners: dict[int, list[int]] = {}
        for page, digest in self.listed.items():
            owners.setdefault(digest, []).append(page)
        for digest, cluster in self.sets.items():
            for remark in self._of(digest, cluster, owners.get(digest, []), seen):
                yield cluster.file, remark

    def _of(self, digest: int, cluster: Cluster, pages: list[int], seen: set[int]) -> Iterator[Remark]:
        origin = split(cluster.loc).origin
        for page, href in {page: href for page, _, href in cluster.members if page not in pages}.items():
            other = self.listed.get(page)
            if other is None and page not in seen:
                yield Remark(
                    "ALT004",
                    "not in the files checked, so it is not known whether it points back",
                    href,
                    cluster.node,
                    INFO,
                )
                if split(href).origin == origin:
                    yield Remark("ALT006", "the alternate is no entry", href, cluster.node)
            elif other is None or not self._back(other, pages):
                yield Remark("ALT004", "the alternate does not point back", href, cluster.node)
            elif other != digest:
                yield Remark("ALT005", "the alternate has another list", href, cluster.node)

    def _back(self, other: int, pages: list[int]) -> bool:
        found = self.sets.get(other)
        members = {page for page, _, _ in found.members} if found else set()
        return all(page in members for page in pages)
