"""A document at an address, fetched because it was asked for, and what its answer shows (FIL009, FIL010)."""

from __future__ import annotations

from .finding import Remark
from .rules.loc_checks import split

MEDIA_TYPES = ("xml", "text/plain", "gzip", "octet-stream")


def fetched(address: str, allow_private: bool) -> tuple[bytes, tuple[Remark, ...]]:
    """The body of ``address``, and remarks on the answer. Raises SourceLost where there is none."""
    from ..readers.http import send

    answer = send(address, allow_private=allow_private)
    remarks = []
    if answer.status != 200:
        remarks.append(Remark("FIL009", f"the answer has status {answer.status}", address))
    elif not answer.content:
        remarks.append(Remark("FIL009", "the answer has no body", address))
    elif not _allowed(address, allow_private):
        remarks.append(Remark("FIL009", "robots.txt disallows the file", address))
    media = answer.headers.get("content-type", "")
    if not any(word in media for word in MEDIA_TYPES):
        remarks.append(Remark("FIL010", "the media type does not say what the file is", media or "none"))
    return answer.content, tuple(remarks)


def _allowed(address: str, allow_private: bool) -> bool:
    from ..errors import SourceLost
    from ..readers.http import send
    from ..readers.robots import Robots

    try:
        answer = send(split(address).origin + "/robots.txt", allow_private=allow_private)
    except SourceLost:
        return True
    return answer.status != 200 or Robots([answer.content]).allows(address)
