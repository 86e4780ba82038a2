"""What a built page says of itself in its ``<head>``.

`read_head` stops where the head ends; `hints` tells from the bytes alone that there is nothing to find.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from .html_feed import MAX_BYTES, Enough, feed

ENGINES = ("robots", "googlebot", "bingbot")
"""Names of ``<meta>`` whose directives count: for everyone, for Google, for Bing."""

MAX_LINKS = 1_000
"""Alternates kept of one page; more than languages there are."""

_VALUED = ("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview")
"""Directives with a value, which no crawler is called."""

_HINT = re.compile(rb"(?i)noindex|none|&#")
_NAMES = re.compile(rb"(?i)robots|googlebot|bingbot|&#")
_LEADS = re.compile(rb"(?i)refresh|&#")
_CANONICAL = re.compile(rb"(?i)canonical|&#")
_TAGS = re.compile(rb"(?i)<(meta|link)\b")
# Possessive: with plain repeats, the regular expression keeps a state for each byte of an endless tag.
_TAG = re.compile(rb"""(?:[^>"']++|"[^"]{0,2048}"|'[^']{0,2048}')*+""")
_REFRESH = re.compile(
    r"\s*(\d{1,9})?(?:\.\d*)?\s*[;,]?\s*(?:url\s*=)?\s*(['\"]?)(.*)", re.DOTALL | re.IGNORECASE
)


class Refresh(Struct, frozen=True):
    """``<meta http-equiv="refresh">``."""

    seconds: int
    url: str
    """As written; "" reloads the page itself."""


class Head(Struct, frozen=True):
    """What a head says; addresses as written, text with its blanks put together."""

    title: str = ""
    description: str = ""
    lang: str = ""
    generator: str = ""
    base: str = ""
    """``<base href>``, against which the other addresses are resolved."""
    canonicals: tuple[str, ...] = ()
    """Different addresses given as canonical, in order; more than one is a contradiction."""
    robots: tuple[tuple[str, str], ...] = ()
    """(name, directive), both in lower case: ``("robots", "noindex")``."""
    alternates: tuple[tuple[str, str], ...] = ()
    """(hreflang, address)."""
    refresh: Refresh | None = None
    charset: str = "utf-8"
    finished: bool = True
    """Whether the end of the head was reached; if not, what it says is not known."""
    whole: bool = True
    """Whether the page was read to its end, or to the end of the head where nothing more was wanted."""

    @property
    def noindex(self) -> bool:
        """Whether a directive keeps the page out of search engines (``none`` is noindex and nofollow)."""
        return any(directive in ("noindex", "none") for _, directive in self.robots)

    @property
    def canonical(self) -> str:
        """The one canonical address as written, "" where there is none or more than one."""
        return self.canonicals[0] if len(self.canonicals) == 1 else ""


def read_head(pieces: Iterable[bytes], *, max_bytes: int = MAX_BYTES) -> Head:
    """The head of one page. Never raises for what a page holds: see `Head.finished`."""
    target = HeadTarget()
    fed = feed(pieces, _Alone(target), max_bytes=max_bytes)
    return target.head(fed.charset, fed.whole)


def hints(content: bytes, address: str) -> bool:
    """Whether the head of the page at ``address`` is worth reading for what keeps it out; False is certain.

    That is ``noindex``, a redirect, or a canonical address that is written otherwise than ``address``.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    own = re.compile(rb"""(?i:href)\s*=\s*(["']?)%s\1(?=[\s/]|\Z)""" % re.escape(address.encode()))
    # The tags are found first: their begin is rare, while the words stand in many texts about programs.
    for number, match in enumerate(_TAGS.finditer(content)):
        tag = _TAG.match(content, match.end())
        inside, after = (tag[0], content[tag.end() : tag.end() + 1]) if tag else (b"", b"")
        if number > 1_000 or after != b">" or _is_hint(match[1].lower(), inside, own):
            return True
    return False


def _is_hint(name: bytes, tag: bytes, own: re.Pattern[bytes]) -> bool:
    if name == b"link":
        return _CANONICAL.search(tag) is not None and not own.search(tag)
    return bool((_HINT.search(tag) and _NAMES.search(tag)) or _LEADS.search(tag))


class HeadTarget:
    """Collects a `Head` from the parser's events, and stands still once the head is over."""

    def __init__(self) -> None:
        self.over = False
        self._texts: dict[str, str] = {}
        self._title: list[str] | None = None
        self._canonicals: dict[str, None] = {}
        self._robots: list[tuple[str, str]] = []
        self._alternates: list[tuple[str, str]] = []
        self._refresh: Refresh | None = None

    def head(self, charset: str, whole: bool) -> Head:
        """What was found; ``whole`` as the parser ended."""
        return Head(
            **self._texts,
            canonicals=tuple(self._canonicals),
            robots=tuple(self._robots),
            alternates=tuple(self._alternates),
            refresh=self._refresh,
            charset=charset,
            finished=self.over or whole,
            whole=whole,
        )

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "body":
            self.over = True
        elif tag == "html" and not self.over:
            self._texts.setdefault("lang", attributes.get("lang", attributes.get("xml:lang", "")).strip())
        elif not self.over and (reader := _READERS.get(tag)):
            reader(self, attributes)

    def data(self, data: str) -> None:
        if self._title is not None and sum(map(len, self._title)) < 10_000:
            self._title.append(data)

    def end(self, tag: str) -> None:
        if tag == "title" and self._title is not None:
            self._texts.setdefault("title", _plain("".join(self._title)))
            self._title = None
        elif tag in ("head", "html"):
            self.over = True

    def read_title(self, _: Mapping[str, str]) -> None:
        if "title" not in self._texts:
            self._title = []

    def read_base(self, attributes: Mapping[str, str]) -> None:
        if "href" in attributes:
            self._texts.setdefault("base", attributes["href"].strip())

    def read_meta(self, attributes: Mapping[str, str]) -> None:
        name, content = attributes.get("name", "").strip().lower(), attributes.get("content", "")
        if name in ENGINES:
            self._robots.extend((name, word) for word in directives(content)[:100])
        elif name in ("description", "generator"):
            self._texts.setdefault(name, _plain(content))
        elif attributes.get("http-equiv", "").strip().lower() == "refresh" and self._refresh is None:
            self._refresh = refresh(content)

    def read_link(self, attributes: Mapping[str, str]) -> None:
        relations, href = attributes.get("rel", "").lower().split(), attributes.get("href", "").strip()
        if "canonical" in relations and href and len(self._canonicals) < MAX_LINKS:
            self._canonicals[href] = None
        language = attributes.get("hreflang", "").strip()
        if "alternate" in relations and language and href and len(self._alternates) < MAX_LINKS:
            self._alternates.append((language, href))


_READERS = {
    "title": HeadTarget.read_title,
    "base": HeadTarget.read_base,
    "meta": HeadTarget.read_meta,
    "link": HeadTarget.read_link,
}


class _Alone:
    """Ends the reading with the head."""

    def __init__(self, target: HeadTarget) -> None:
        self._target, self.data = target, target.data

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._target.start(tag, attributes)
        if self._target.over:
            raise Enough

    def end(self, tag: str) -> None:
        self._target.end(tag)
        if self._target.over:
            raise Enough


def directives(content: str) -> list[str]:
    """The words of a robots directive, in lower case."""
    return [word for word in re.split(r"[,\s;]+", content.lower()) if word]


def tag_says_noindex(lines: Iterable[str]) -> bool:
    """Whether ``X-Robots-Tag`` lines keep a page out of the engines in `ENGINES`.

    A name in front (``otherbot: noindex``) speaks to that crawler, for the rest of its line
    (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#xrobotstag).
    """
    return any(
        directive in ("noindex", "none")
        for line in lines
        for name, text in _spoken_to(line)
        for directive in directives(text)
        if name in ENGINES
    )


def _spoken_to(line: str) -> Iterator[tuple[str, str]]:
    name = "robots"
    for part in line.lower().split(","):
        before, colon, after = part.partition(":")
        named = colon and before.strip() not in _VALUED
        name = before.strip() if named else name
        yield name, after if named else part


def refresh(content: str) -> Refresh | None:
    """``5; url=other.html``, in the forms that browsers take."""
    found = _REFRESH.match(content)
    if found is None or found[1] is None:
        return None
    url = found[3].partition(found[2])[0] if found[2] else found[3]
    return Refresh(int(found[1]), url.strip())


def _plain(text: str) -> str:
    return " ".join(text.split())[:2_000]
