"""A document at an address, fetched because it was asked for, and what its answer shows (FIL009, FIL010)."""

from __future__ import annotations

from .finding import Remark
from .rules.loc_checks import split

MEDIA_TYPES = ("xml", "text/plain", "gzip", "octet-stream")


class Hosts:
    """The robots.txt of each host, fetched once."""

    def __init__(self, allow_private: bool) -> None:
        self._private = allow_private
        self._known: dict[str, bytes] = {}

    def allows(self, address: str) -> bool:
        """Whether robots.txt lets a crawler have ``address``; one that cannot be had forbids nothing."""
        from ..readers.robots import Robots

        origin = split(address).origin
        if origin not in self._known:
            self._known[origin] = self._robots(origin)
        return Robots([self._known[origin]]).allows(address)

    def _robots(self, origin: str) -> bytes:
        from ..errors import SourceLost
        from ..readers.http import send
        from ..readers.robots import LIMIT

        try:
            answer = send(origin + "/robots.txt", limit=LIMIT + 1, cut=True, allow_private=self._private)
        except SourceLost:
            return b""
        return answer.content if answer.status == 200 else b""


def fetched(address: str, hosts: Hosts, allow_private: bool) -> tuple[bytes, tuple[Remark, ...]]:
    """The body of ``address``, and remarks on the answer. Raises SourceLost where there is none."""
    from ..readers.http import send

    answer = send(address, allow_private=allow_private)
    remarks = []
    if answer.status != 200:
        remarks.append(Remark("FIL009", f"the answer has status {answer.status}", address))
    elif not answer.content:
        remarks.append(Remark("FIL009", "the answer has no body", address))
    elif not hosts.allows(address):
        remarks.append(Remark("FIL009", "robots.txt disallows the file", address))
    media = answer.headers.get("content-type", "")
    if not any(word in media for word in MEDIA_TYPES):
        remarks.append(Remark("FIL010", "the media type does not say what the file is", media or "none"))
    return answer.content, tuple(remarks)
