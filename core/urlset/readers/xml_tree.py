"""A small XML document as a tree of frozen records, within the same limits as `safe_xml.read`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from .safe_xml import Limits, Read, read


class Element(Struct, frozen=True):
    """One element: ``tag`` is ``{namespace}name``, line and column (bytes) count from 1."""

    tag: str
    attributes: dict[str, str]
    text: str
    """All character data directly in it, CDATA sections included, in order and as it stands."""
    line: int
    column: int
    children: tuple[Element, ...] = ()

    @property
    def name(self) -> str:
        """The tag without its namespace."""
        return self.tag.rpartition("}")[2]

    def find(self, *names: str) -> Iterator[Element]:
        """The children with one of these names, whatever their namespace, in order."""
        return (child for child in self.children if child.name in names)


def document(
    pieces: Iterable[bytes],
    *,
    elements: int = 200_000,
    limits: Limits | None = None,
    encoding: str = "",
    read: Read = read,
) -> Element:
    """The root element of a whole document with at most ``elements``. Raises `Refused`.

    ``read`` is `safe_xml.read`, or `urlset.readers.apart.Apart.read` for what came over the network.
    """
    target = _Tree()
    read(pieces, target, limits=limits or Limits(elements=elements, text=1024 * 1024), encoding=encoding)
    return target.root


class _Open:
    """An element that has not ended."""

    __slots__ = ("attributes", "children", "column", "line", "parts", "tag")

    def __init__(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        self.tag, self.attributes, self.line, self.column = tag, dict(attributes), line, column
        self.parts: list[str] = []
        self.children: list[Element] = []


class _Tree:
    root: Element

    def __init__(self) -> None:
        self._open: list[_Open] = []

    def start(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        self._open.append(_Open(tag, attributes, line, column))

    def text(self, text: str) -> None:
        self._open[-1].parts.append(text)

    def end(self, tag: str) -> None:
        done = self._open.pop()
        element = Element(
            tag, done.attributes, "".join(done.parts), done.line, done.column, tuple(done.children)
        )
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
