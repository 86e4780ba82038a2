"""XML that strangers wrote, read piece by piece, within limits, with nothing opened, fetched or expanded.

`read` calls a target for each start tag, text and end tag; `document` gives a small tree. Both refuse a
DOCTYPE (and with it every entity but the five of XML), markup too deep, too long, too many; see `Limits`.
**Nothing that a target was told may be used before `read` has returned**: an error in the last line spoils
the whole document.

lxml's own safety settings stop short of three things that matter here, which is why a target stands in
between: a file name is unpacked without bound, one huge piece of markup is kept whole in memory, and text is
silently cut at an entity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from msgspec import Struct

from .refused import Refused
from .xml_errors import explained
from .xml_places import Places
from .xml_text import XmlText


class Limits(Struct, frozen=True):
    """What one document may hold; the protocol's documents stay far below."""

    depth: int = 64
    text: int = 64 * 1024
    """Characters of text directly in one element."""
    root_text: int = 1024 * 1024
    """The same directly under the root."""
    attributes: int = 64
    elements: int = 3_000_000
    """Elements, comments and instructions together."""
    names: int = 1_000
    """Different names, each of elements, attributes and instructions: libxml2 never frees one while it
    parses.
    """
    name: int = 256
    """Characters of one name with its namespace, and of the namespace where one is declared: lxml writes the
    whole of it anew for each of the many elements that can bear it.
    """
    piece: int = 1024 * 1024
    """Bytes of one piece of markup (a tag, a comment …)."""


LIMITS = Limits()


class Target(Protocol):
    """What `read` tells of a document.

    It may also have ``comment(text)``, ``instruction(name, text)`` and ``namespaces(declared)``, the last
    called before the `start` of an element that declares some, with a mapping prefix ("" for none) →
    address.
    """

    def start(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        """A start tag, ``{namespace}name``; line and column (in bytes of UTF-8) count from 1."""

    def text(self, text: str) -> None:
        """All text up to the next start or end tag, references and CDATA resolved; never empty."""

    def end(self, tag: str) -> None:
        """An end tag."""


class Reading(Struct, frozen=True):
    """What was found out about a document as a whole."""

    encoding: str
    """Python's name of the encoding."""
    declared: str
    """The encoding that the document names, "" for none."""
    marked: bool
    """Whether it began with a byte order mark."""
    blank: bool
    """Whether blanks before the declaration were skipped (``lenient``)."""
    bytes: int
    elements: int


def read(
    pieces: Iterable[bytes],
    target: Target,
    *,
    limits: Limits = LIMITS,
    encoding: str = "",
    lenient: bool = False,
) -> Reading:
    """Read a document to its end and tell ``target``. Raises `Refused` with line, column and reason.

    ``encoding`` overrides what the document says. ``lenient`` accepts blanks before the XML declaration.
    """
    text = XmlText(pieces, encoding=encoding, lenient=lenient)
    guard = _Guard(target, limits)
    try:
        _feed(_parser(guard), text, guard)
        return Reading(text.encoding, text.declared, text.marked, text.blank, text.total, guard.elements)
    finally:
        # A parser of lxml refers to itself: what the target holds, all pages of a file, would wait with it
        # for the garbage collector.
        vars(guard).clear()


class Read(Protocol):
    """`read`, here or in a process of its own."""

    def __call__(
        self,
        pieces: Iterable[bytes],
        target: Target,
        *,
        limits: Limits = ...,
        encoding: str = ...,
        lenient: bool = ...,
    ) -> Reading: ...


def _parser(guard: Any) -> Any:
    from lxml import etree

    return etree.XMLParser(
        target=guard,
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        recover=False,
        collect_ids=False,
    )


def _feed(parser: Any, text: XmlText, guard: _Guard) -> None:
    from lxml.etree import XMLSyntaxError

    ended, failed = False, ""
    try:
        for piece in text:
            guard.places.add(piece)
            parser.feed(piece)
            guard.check_progress(len(piece))
        ended = True
        parser.close()
    except XMLSyntaxError as error:
        failed = str(error)
    # Not the exception's log, which holds errors of other documents too; and libxml2 only logs a prefix that
    # nobody declared, and goes on.
    for entry in parser.feed_error_log.filter_from_errors():
        raise explained(entry, at_end=ended)
    if failed:
        raise Refused("syntax", f"is not well-formed: {failed}")


class _Guard:
    """Stands between lxml and the target: counts everything, keeps text together, passes on the rest."""

    def __init__(self, target: Target, limits: Limits) -> None:
        self.limits, self.places = limits, Places()
        # Looked up once: these are called for each of millions of elements.
        self._place, self._on_start, self._on_end = self.places.next, target.start, target.end
        self._on_text, self._deepest, self._most = target.text, limits.depth, limits.elements
        self.elements = self._others = self._depth = self._length = self._silent = 0
        self._heard = (0, 0, 0, 0)
        self._declared: dict[str, str] = {}
        self._parts: list[str] = []
        self._tags: set[str] = set()
        self._attributes: set[str] = set()
        self._instructions: set[str] = set()
        self._on_comment = getattr(target, "comment", None)
        self._on_instruction = getattr(target, "instruction", None)
        self._on_namespaces = getattr(target, "namespaces", None)

    def check_progress(self, size: int) -> None:
        """After ``size`` more bytes: a tag or comment that does not end would be kept in memory whole."""
        # Whatever is told of a document changes one of these: it is compared here, not counted at each call.
        heard = (self.elements, self._others, self._depth, self._length)
        self._silent = self._silent + size if heard == self._heard else 0
        self._heard = heard
        if self._silent > self.limits.piece:
            most = self.limits.piece
            raise self._over("piece", f"has one piece of markup longer than {most:,} bytes")

    def start_ns(self, prefix: str, address: str) -> None:
        """A declaration of the element that starts next: the mapping that lxml can give to `start` itself
        is empty in its release 6.2.0.
        """
        self._declared[prefix] = address
        if len(self._declared) > self.limits.attributes:
            raise self._too_many_attributes()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.elements += 1
        self._depth += 1
        line, column = self._place()
        if self._parts:
            self._flush()
        self._length = 0
        if tag not in self._tags:
            self._name(self._tags, tag, "elements")
        if attributes or self._declared:
            self._check_attributes(attributes)
        if self._depth > self._deepest:
            raise self._over("depth", f"is nested deeper than {self.limits.depth} elements")
        if self.elements + self._others > self._most:
            raise self._too_many()
        self._on_start(tag, attributes, line, column)

    def end(self, tag: str) -> None:
        self._depth -= 1
        if self._parts:
            self._flush()
        self._length = 0
        self._on_end(tag)

    def data(self, data: str) -> None:
        self._length += len(data)
        most = self.limits.text if self._depth > 1 else self.limits.root_text
        if self._length > most:
            raise self._over("text", f"has a text longer than {most:,} characters")
        if data:
            self._parts.append(data)
        else:
            # An empty CDATA section is no text, but markup that could stand there millions of times.
            self._other()

    def comment(self, text: str) -> None:
        self._other()
        if self._on_comment is not None:
            self._on_comment(text)

    def pi(self, name: str, text: str | None = None) -> None:
        self._other()
        if name not in self._instructions:
            self._name(self._instructions, name, "processing instructions")
        if self._on_instruction is not None:
            self._on_instruction(name, text or "")

    def doctype(self, *_: object) -> None:
        advice = "Remove it; if this is an HTML page, a list of pages was expected here"
        raise Refused("doctype", "contains a DOCTYPE, and sitemaps have none", advice, line=1)

    def close(self) -> None:
        """lxml asks for it; there is nothing to give back."""

    def _other(self) -> None:
        self._others += 1
        if self.elements + self._others > self._most:
            raise self._too_many()

    def _too_many(self) -> Refused:
        most = self.limits.elements
        return self._over("elements", f"has more than {most:,} elements (or comments, or instructions)")

    def _over(self, reason: str, problem: str) -> Refused:
        line, column = self.places.place
        return Refused(reason, problem, line=line, column=column, is_limit=True)

    def _flush(self) -> None:
        parts, self._parts = self._parts, []
        self._on_text(parts[0] if len(parts) == 1 else "".join(parts))

    def _check_attributes(self, attributes: Mapping[str, str]) -> None:
        if len(attributes) + len(self._declared) > self.limits.attributes:
            raise self._too_many_attributes()
        for name in attributes:
            if name not in self._attributes:
                self._name(self._attributes, name, "attributes")
        if self._declared:
            self._check_namespaces()

    def _check_namespaces(self) -> None:
        declared, self._declared = self._declared, {}
        for prefix, address in declared.items():
            # libxml2 keeps the addresses too.
            if (name := f"xmlns:{prefix}={address}") not in self._attributes:
                self._name(self._attributes, name, "attributes")
        if self._on_namespaces is not None:
            self._on_namespaces(declared)

    def _too_many_attributes(self) -> Refused:
        most = self.limits.attributes
        return self._over("attributes", f"has an element with more than {most} attributes")

    def _name(self, known: set[str], name: str, kind: str) -> None:
        if len(name) > self.limits.name:
            most = self.limits.name
            raise self._over(
                "name", f"has a name of {kind} longer than {most} characters, namespace included"
            )
        known.add(name)
        if len(known) > self.limits.names:
            most = self.limits.names
            raise self._over("names", f"has more than {most:,} different names of {kind}")
