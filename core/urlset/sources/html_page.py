"""One built page: its head turned into what a page record wants."""

from __future__ import annotations

import re
from urllib.parse import unquote, urljoin

from msgspec import Struct

from ..page import Alternate, Image
from ..readers.body import read_page
from ..readers.head import Head, Refresh, read_head
from ..readers.inflate import Pieces

LIMIT = 10 * 1024 * 1024
REDIRECT_SECONDS = 10
"""A page that leads on within that time is none of its own."""

_INDEX = re.compile(r"(?:(?<=/)index)?\.(?:x?s?html?|php|aspx?|jsp)\Z|(?<=/)index\Z|/\Z")
# Templates put an ending on a document's name ("{{ pagename }}/"); no server has a page there.
_BARE_INDEX = re.compile(r"/index/?\Z")


class Built(Struct, frozen=True):
    """What a built page says of itself."""

    address: str = ""
    """Its canonical address, where that is another spelling of its own; else ""."""
    title: str = ""
    description: str = ""
    lang: str = ""
    alternates: tuple[Alternate, ...] = ()
    images: tuple[Image, ...] = ()
    exclude: str = ""
    remarks: tuple[str, ...] = ()


def read_built(path: bytes, address: str, *, images: bool = False) -> Built:
    """The page in the file ``path``, served at ``address``. Raises OSError."""
    import os

    from .. import fs

    with fs.open_regular(os.fsdecode(path)) as file:
        pieces = Pieces(file, limit=None)
        if not images:
            return _built(read_head(pieces), address, ())
        head, body = read_page(pieces)
    base = _base(head, address)
    found = (_web_join(base, source) for source in body.images)
    return _built(head, address, tuple(Image(source) for source in dict.fromkeys(found) if source))


def _built(head: Head, address: str, images: tuple[Image, ...]) -> Built:
    base = _base(head, address)
    exclude, canonical = _judged(head, address, base)
    found = ((language, _web_join(base, href)) for language, href in head.alternates)
    return Built(
        address=canonical,
        title=head.title,
        description=head.description,
        lang=head.lang,
        alternates=tuple(Alternate(language, href) for language, href in found if href),
        images=images,
        exclude=exclude,
        remarks=_remarks(head),
    )


def left_out(head: Head, address: str) -> str:
    """Why the page at ``address``, whose head is ``head``, must stay out; "" if nothing says so."""
    return _judged(head, address, _base(head, address))[0]


def _base(head: Head, address: str) -> str:
    return _web_join(address, head.base) or address


def _judged(head: Head, address: str, base: str) -> tuple[str, str]:
    """Why the page must stay out, or ""; and its canonical address where that spells its own otherwise."""
    if head.noindex:
        return "noindex", ""
    if not head.finished:
        return "head-unread", ""
    if _leads_on(head.refresh, address, base):
        return "redirect", ""
    canonical = _web_join(base, head.canonical) if head.canonical else ""
    # Hosts write odd names as they are (``/100%/``, ``/x#y/``), which by the letter are other addresses.
    plain, own = unquote(canonical), unquote(address)
    if not canonical or plain == own:
        return "", ""
    if not same_page(plain, own):
        return "canonical", ""
    return "", "" if _BARE_INDEX.search(canonical) else canonical


def _leads_on(refresh: Refresh | None, address: str, base: str) -> bool:
    """Whether a page at ``address`` (links resolved against ``base``) is a mere step to another."""
    if refresh is None or not refresh.url or refresh.seconds > REDIRECT_SECONDS:
        return False
    return not same_page(_web_join(base, refresh.url), address)


def same_page(first: str, second: str) -> bool:
    """Whether two addresses differ only in how they spell a folder's page.

    That is ``/a``, ``/a/``, ``/a.html``, ``/a/index/`` …
    """
    return _spelled(first) == _spelled(second)


def _spelled(address: str) -> str:
    plain = address.partition("#")[0]
    while (shorter := _INDEX.sub("", plain)) != plain:
        plain = shorter
    return plain


def _web_join(base: str, href: str) -> str:
    """``href`` as an absolute web address; "" for one of another kind (``javascript:`` …) or a broken one."""
    if not href or any(char < " " or char == "\\" for char in href):
        return ""
    try:
        joined = urljoin(base, href)
    except ValueError:
        return ""
    return joined if joined.startswith(("http://", "https://")) else ""


def _remarks(head: Head) -> tuple[str, ...]:
    remarks = []
    if len(head.canonicals) > 1:
        remarks.append(f"{len(head.canonicals)} different canonical addresses; none of them counts")
    if not head.whole:
        remarks.append("was not read to its end (too long, too deep, or an endless tag)")
    return tuple(remarks)
