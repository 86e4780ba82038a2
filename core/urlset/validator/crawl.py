"""The listed pages as their servers give them (LOC013): asked for because it was wanted, some at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ..errors import SourceLost
from .entry import Entry, Node
from .fetched import Hosts
from .finding import Remark
from .listable import by_head, by_headers
from .rules.loc_checks import split

if TYPE_CHECKING:
    from ..readers.apart import Apart
    from ..readers.http import Answer
    from .judge import Judged

AT_ONCE = 4
"""Requests that run at the same time: a visitor, not a load."""

BATCH = 32
HEAD_BYTES = 1 << 20
"""What is read of a page; its head stands in the first thousands of them."""

ANSWER_ITSELF = "List the address at which the server answers with the page itself"


class Asked(NamedTuple):
    """One listed page, and where it is listed."""

    address: str
    at: Node
    judged: Judged


class Crawl:
    """Asks for at most ``most`` of the pages of a run, spread evenly over all."""

    def __init__(self, most: int, hosts: Hosts, apart: Apart, allow_private: bool) -> None:
        self._most, self._hosts, self._private = most, hosts, allow_private
        self._head = apart.head
        self._kept: list[Asked] = []
        self._seen, self._step = 0, 1

    def watch(self, entry: Entry, judged: Judged) -> None:
        """Take one entry; of very many every n-th is kept."""
        if not split(entry.loc).valid:
            return
        if self._seen % self._step == 0:
            at = entry.at or entry.node
            self._kept.append(Asked(entry.loc, Node("loc", line=at.line, column=at.column), judged))
        self._seen += 1
        if len(self._kept) >= 2 * self._most:
            del self._kept[1::2]
            self._step *= 2

    def judge(self) -> int:
        """Ask, and add what is found to the files that list the pages; gives how many were asked for."""
        chosen = list({asked.address: asked for asked in reversed(_spread(self._kept, self._most))}.values())
        for asked, remarks in self._answers(reversed(chosen)):
            asked.judged.notes.add(remarks)
        return len(chosen)

    def _answers(self, chosen: Iterable[Asked]) -> Iterator[tuple[Asked, Iterable[Remark]]]:
        from concurrent.futures import ThreadPoolExecutor

        left = iter(chosen)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            while batch := list(islice(left, BATCH)):
                free = [asked for asked in batch if self._hosts.allows(asked.address)]
                answers = dict(zip((one.address for one in free), pool.map(self._ask, free), strict=True))
                for asked in batch:
                    yield asked, self._remarks(asked, answers.get(asked.address))

    def _ask(self, asked: Asked) -> Answer | SourceLost:
        from ..readers.http import send

        try:
            return send(asked.address, limit=HEAD_BYTES, cut=True, redirects=0, allow_private=self._private)
        except SourceLost as lost:
            return lost

    def _remarks(self, asked: Asked, answer: Answer | SourceLost | None) -> Iterator[Remark]:
        address, at = asked.address, asked.at
        if answer is None:
            yield Remark("LOC013", "robots.txt disallows the page", address, at)
        elif isinstance(answer, SourceLost):
            yield Remark("LOC013", answer.what, address, at, advice=answer.do.rstrip("."))
        elif "location" in answer.headers and 300 <= answer.status < 400:
            problem = f"the server leads on to {answer.headers['location']} (status {answer.status})"
            yield Remark("LOC013", problem, address, at, advice=ANSWER_ITSELF)
        elif answer.status != 200:
            problem = f"the server answers with status {answer.status}"
            yield Remark("LOC013", problem, address, at, advice=ANSWER_ITSELF)
        else:
            yield from by_headers(answer.every("x-robots-tag"), answer.every("link"), address, at)
            if "html" in answer.headers.get("content-type", "html").lower():
                yield from by_head(self._head(answer.content), address, at)


def _spread(kept: list[Asked], most: int) -> list[Asked]:
    """``most`` of ``kept``, evenly spread; all of them where there are no more."""
    if len(kept) <= most:
        return kept
    return [kept[number * len(kept) // most] for number in range(most)]
