"""Documents that are right are read right, whatever their pieces; those that are wrong are refused with a
place.
"""

from __future__ import annotations

import contextlib
import gc
import weakref
from collections.abc import Mapping

import pytest

from urlset.readers.refused import Refused
from urlset.readers.safe_xml import Limits, Reading, read
from urlset.readers.xml_tree import Element, document


class Told:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.events: list[tuple[object, ...]] = []

    def start(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        self.events.append(("start", tag, dict(attributes), line, column))

    def text(self, text: str) -> None:
        self.events.append(("text", text))

    def end(self, tag: str) -> None:
        self.events.append(("end", tag))


class ToldAll(Told):
    def comment(self, text: str) -> None:
        self.events.append(("comment", text))

    def instruction(self, name: str, text: str) -> None:
        self.events.append(("instruction", name, text))

    def namespaces(self, declared: Mapping[str, str]) -> None:
        self.events.append(("namespaces", dict(declared)))


def cut(content: bytes, size: int) -> list[bytes]:
    return [content[at : at + size] for at in range(0, len(content), size)]


def told(content: bytes, size: int = 65_536, target: Told | None = None) -> list[tuple[object, ...]]:
    target = target or Told()
    read(cut(content, size), target)
    return target.events


def refusal(content: bytes, size: int = 65_536, limits: Limits | None = None) -> Refused:
    with pytest.raises(Refused) as caught:
        read(cut(content, size), Told(), limits=limits or Limits())
    return caught.value


PLAIN = b"""<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="a<b.xsl"?>
<!-- <no> -->
<s xmlns="u:s" xmlns:i="u:i">
  <loc>https://e.com/?a=1&amp;b=2</loc><![CDATA[ <x> ]]>
  <i:loc title="&quot;&#233;">a<!-- < -->b</i:loc>
</s>"""


@pytest.mark.parametrize("size", [1, 2, 7, 65_536])
def test_events_are_the_same_for_any_pieces(size):
    assert told(PLAIN, size, ToldAll()) == [
        ("instruction", "xml-stylesheet", 'href="a<b.xsl"'),
        ("comment", " <no> "),
        ("namespaces", {"": "u:s", "i": "u:i"}),
        ("start", "{u:s}s", {}, 4, 1),
        ("text", "\n  "),
        ("start", "{u:s}loc", {}, 5, 3),
        ("text", "https://e.com/?a=1&b=2"),
        ("end", "{u:s}loc"),
        ("text", " <x> \n  "),
        ("start", "{u:i}loc", {"title": '"é'}, 6, 3),
        ("comment", " < "),
        ("text", "ab"),
        ("end", "{u:i}loc"),
        ("text", "\n"),
        ("end", "{u:s}s"),
    ]


def test_an_empty_cdata_section_is_no_text():
    assert [event[:2] for event in told(b"<a><![CDATA[]]></a>")] == [("start", "a"), ("end", "a")]


BROKEN = [
    (b"<a>\n x & y</a>", "ampersand", 2, 5),
    (b'<a b="x&y=1"/>', "ampersand", 1, 10),
    (b"<a>&nbsp;</a>", "entity", 1, 10),
    (b"<a>\n<b>\n", "cut-off", 3, 1),
    (b"<a", "cut-off", 1, 3),
    (b"<a><!-- ", "cut-off", 1, 9),
    (b"<a><![CDATA[x", "cut-off", 1, 14),
    (b"<a>\n</b>", "syntax", 2, 5),
    (b"<a b=1/>", "syntax", 1, 6),
    (b'<a b="1" b="2"/>', "syntax", 1, 15),
    (b"<a/>\n<?xml version='1.0'?><a/>", "declaration", 2, 6),
    (b"<a/>\n<a/>", "after-root", 2, 1),
    (b"<a/>\n\ntext", "after-root", 3, 1),
    (b"<a>\n<p:b/></a>", "prefix", 2, 0),
    (b"<a>x\x00y</a>", "character", 1, 5),
    (b"<a>\x01</a>", "character", 1, 4),
    (b"<a>\xef\xbf\xbe</a>", "character", 1, 4),
    (b"<a>&#0;</a>", "character", 1, 8),
    (b"<a>&#xD800;</a>", "character", 1, 12),
    (b"<a>\n\xed\xa0\x80</a>", "not-decodable", 2, 0),
    (b"<a>\xc0\xaf</a>", "not-decodable", 1, 0),
    (b"<a>\xe9</a>", "not-decodable", 1, 0),
    (b"", "empty", 0, 0),
    (b" \r\n\t", "empty", 0, 0),
    (b"\n<?xml version='1.0'?><a/>", "blank-before-declaration", 1, 0),
    (b"<!DOCTYPE a><a/>", "doctype", 1, 0),
    (b"<!-- --><!DOCTYPE html><a/>", "doctype", 1, 0),
    (b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "doctype", 1, 0),
    (b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>', "doctype", 1, 0),
    (b"<!doctype HTML><p>", "html", 1, 0),
    (b"\n <html lang='de'>", "html", 1, 0),
    (b'{"urls": []}', "not-xml", 1, 0),
    (b"https://example.com/", "not-xml", 1, 0),
]


@pytest.mark.parametrize(("content", "reason", "line", "column"), BROKEN)
def test_what_is_broken_is_refused_with_its_place(content, reason, line, column):
    for size in (1, 7, 65_536):
        refused = refusal(content, size)
        assert (refused.reason, refused.line, refused.column) == (reason, line, column), refused.problem
        assert not refused.is_limit


def test_messages_say_what_to_do():
    assert str(refusal(b"<a>b & c</a>").at("s.xml")) == (
        "s.xml:1:7: has a bare & in its text or in an attribute. Write &amp;."
    )
    assert "looks like HTML" in refusal(b"<!DOCTYPE html>\n<html>").problem
    assert "looks like JSON" in refusal(b'[{"loc": 1}]').problem


def test_an_error_leaves_no_trace_in_the_next_document():
    refusal(b"<a>&foo;</a>")
    assert refusal(b"<a>\n x & y</a>").reason == "ampersand"
    assert told(b"<a/>") == [("start", "a", {}, 1, 1), ("end", "a")]


@pytest.mark.parametrize("content", [b"<a><b/>text</a>", b"<a><b></a>", b"<!DOCTYPE a><a/>"])
def test_what_was_read_does_not_wait_for_the_garbage_collector(content):
    # A file's pages hang on the target; held until the next collection, those of many files pile up.
    gc.disable()
    try:
        target = Told()
        alive = weakref.ref(target)
        with contextlib.suppress(Refused):
            read(cut(content, 4), target)
        del target
        assert alive() is None
    finally:
        gc.enable()


def test_blanks_before_the_declaration_when_lenient():
    reading = read([b"\n\n<?xml version='1.0'?><a/>"], Told(), lenient=True)
    assert reading.blank


def text_of(content: bytes) -> tuple[str, Reading]:
    target = Told()
    reading = read(cut(content, 3), target)
    return "".join(str(event[1]) for event in target.events if event[0] == "text"), reading


NAMES = "utf-8 us-ascii iso-8859-1 iso-8859-2 iso-8859-15 windows-1251 windows-1252 koi8-r shift_jis euc-jp"
SAMPLES = {"iso-8859-2": "ž", "windows-1251": "Ж", "koi8-r": "Ж", "shift_jis": "日本", "euc-jp": "日本"}
SAMPLES |= {
    "gb18030": "漢字",
    "gbk": "汉字",
    "big5": "漢字",
    "euc-kr": "한국",
    "us-ascii": "e",
    "iso-8859-15": "€",
}


@pytest.mark.parametrize("name", [*NAMES.split(), "euc-kr", "gbk", "gb18030", "big5"])
def test_declared_encodings(name):
    sample = SAMPLES.get(name, "é")
    text, reading = text_of(f'<?xml version="1.0" encoding="{name.upper()}"?><a>{sample}</a>'.encode(name))
    assert text == sample
    assert reading.declared == name.upper()


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-8"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("declaration", ['<?xml version="1.0" encoding="{}"?>', "<?xml version='1.0'?>", ""])
def test_unicode_with_and_without_a_mark(codec, mark, declaration):
    content = mark + declaration.format(codec[:6].rstrip("-")) + "<a>é𝄞</a>"
    text, reading = text_of(content.encode(codec))
    assert text == "é𝄞"
    assert reading.marked is bool(mark)
    assert reading.encoding == codec


@pytest.mark.parametrize(
    "name", ["utf-7", "ebcdic-cp-us", "iso-2022-jp", "hz-gb-2312", "utf-32", "x-unknown"]
)
def test_other_encodings_are_refused_by_name(name):
    refused = refusal(f'<?xml version="1.0" encoding="{name}"?><a/>'.encode())
    assert refused.reason == "encoding"
    assert name in refused.problem
    assert "UTF-8" in refused.advice


def test_utf_16_in_single_bytes_utf_32_and_ebcdic():
    assert refusal(b'<?xml version="1.0" encoding="utf-16"?><a/>').reason == "encoding"
    assert refusal("<a/>".encode("utf-32")).reason == "encoding"
    assert refusal('<?xml version="1.0"?><a/>'.encode("cp500")).reason == "encoding"


LIMITED = [
    (b"<a>" * 65, "depth", Limits()),
    (b"<r><a>" + b"x" * 65_537 + b"</a></r>", "text", Limits()),
    (b"<r><a><![CDATA[" + b"x" * 65_537 + b"]]></a></r>", "text", Limits()),
    (b"<a " + b" ".join(b'a%d=""' % n for n in range(65)) + b"/>", "attributes", Limits()),
    (b"<a " + b" ".join(b'xmlns:a%d="u:a"' % n for n in range(65)) + b"/>", "attributes", Limits()),
    (b"<a>" + b"<b/>" * 10 + b"</a>", "elements", Limits(elements=10)),
    (b"<a>" + b"".join(b"<b%d/>" % n for n in range(1_000)) + b"</a>", "names", Limits()),
    (b"<a>" + b"".join(b"<b a%d=''/>" % n for n in range(1_001)) + b"</a>", "names", Limits()),
    (b"<a>" + b"".join(b"<?p%d?>" % n for n in range(1_001)) + b"</a>", "names", Limits()),
    (b"<a><!--" + b"x" * 1_200_000 + b"--></a>", "piece", Limits()),
    (b"<a><b c='" + b"x" * 1_200_000 + b"'/></a>", "piece", Limits()),
    (b"<a><?p " + b"x" * 1_200_000 + b"?></a>", "piece", Limits()),
]


@pytest.mark.parametrize(("content", "reason", "limits"), LIMITED)
def test_limits(content, reason, limits):
    refused = refusal(content, limits=limits)
    assert refused.reason == reason
    assert refused.is_limit


def test_what_is_just_within_the_limits_is_read():
    read([b"<a>" * 64 + b"</a>" * 64], Told())
    read([b"<r><a>" + b"x" * 65_536 + b"</a></r>"], Told())
    read([b"<a " + b" ".join(b'a%d=""' % n for n in range(64)) + b"/>"], Told())
    read([b"<a>" + b"<b/>" * 9 + b"</a>"], Told(), limits=Limits(elements=10))
    read([b"<a>" + b"".join(b"<b%d/>" % n for n in range(999)) + b"</a>"], Told())


def test_a_document_as_a_tree():
    root = document([b'<r>\n <a x="1">t<b/>u<![CDATA[<v>]]></a>\n <p:a xmlns:p="u:p"/></r>'])
    first, second = root.find("a")
    assert first == Element("a", {"x": "1"}, "tu<v>", 2, 2, (Element("b", {}, "", 2, 12),))
    assert (second.tag, second.name, second.line) == ("{u:p}a", "a", 3)


def test_a_tree_has_bounds():
    with pytest.raises(Refused, match="more than 10 elements"):
        document([b"<a>" + b"<b/>" * 10 + b"</a>"], elements=10)
