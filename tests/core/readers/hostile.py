"""Run by test_hostile.py: makes one hostile document in pieces, reads it, tells fate, CPU seconds and
memory.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from itertools import count, repeat

from urlset.readers.body import read_page
from urlset.readers.head import hints
from urlset.readers.inflate import Pieces
from urlset.readers.refused import Refused
from urlset.readers.safe_xml import read

MIB = 1024 * 1024
Make = Callable[[], Iterator[bytes]]


class Nothing:
    def start(self, tag: str, attributes: Mapping[str, str], *_: int) -> None: ...
    def text(self, text: str) -> None: ...
    def end(self, tag: str) -> None: ...
    def data(self, data: str) -> None: ...


def filled(begin: bytes, parts: Iterator[bytes], end: bytes, size: int = 63 * MIB) -> Iterator[bytes]:
    """``begin``, then parts up to ``size`` bytes, then ``end``; in pieces of about 64 KiB."""
    piece, total = [begin], len(begin)
    held = 0
    for part in parts:
        piece.append(part)
        held += len(part)
        total += len(part)
        if held >= 65_536:
            yield b"".join(piece)
            piece, held = [], 0
        if total >= size:
            break
    yield b"".join(piece) + end


FULL = 63 * MIB if os.environ.get("URLSET_TEST_FAULTS") else 24 * MIB
"""The slowest documents have their full size where the slow tests run."""
NESTS = b"".join(b'<a%d xmlns:p%d="u:%d">' % (n, n, n) for n in range(60))
UNNESTS = b"".join(b"</a%d>" % n for n in reversed(range(60)))
LAUGHS = b"<!DOCTYPE a [" + b"".join(
    b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 10) for n in range(1, 10)
)
X = b"x" * 65_536
XML: dict[str, Make] = {
    "attributes": lambda: filled(b"<a ", (b'a%d="" ' % n for n in count()), b"/>"),
    "namespaces": lambda: filled(b"<a ", (b'xmlns:a%d="u:a" ' % n for n in count()), b"/>"),
    "names": lambda: filled(b"<a>", (b"<b%d/>" % n for n in count()), b"</a>"),
    "attribute-names": lambda: filled(b"<a>", (b"<b a%d=''/>" % n for n in count()), b"</a>"),
    "instruction-names": lambda: filled(b"<a>", (b"<?p%d?>" % n for n in count()), b"</a>"),
    "namespace-addresses": lambda: filled(b"<a>", (b'<b xmlns:c="u:%d"/>' % n for n in count()), b"</a>"),
    "long-namespace": lambda: filled(b"<a xmlns='u:" + X[:60_000] + b"'>", repeat(b"<i/>" * 10_000), b"</a>"),
    "long-unused-namespaces": lambda: filled(b"<a>", repeat(b"<b xmlns:c='u:" + X + b"'/>"), b"</a>"),
    "deep": lambda: filled(b"", repeat(b"<a>" * 1_000), b""),
    "long-text": lambda: filled(b"<a><b>", repeat(X), b"</b></a>"),
    "long-cdata": lambda: filled(b"<a><b><![CDATA[", repeat(X), b"]]></b></a>"),
    "long-comment": lambda: filled(b"<a><!--", repeat(X), b"--></a>"),
    "long-attribute": lambda: filled(b"<a b='", repeat(X), b"'/>"),
    "references": lambda: filled(b"<a>", repeat(b"&amp;" * 10_000), b"</a>"),
    "small-instructions": lambda: filled(b"<a>", repeat(b"<?p?>" * 10_000), b"</a>"),
    "small-comments": lambda: filled(b"<a>", repeat(b"<!---->" * 10_000), b"</a>"),
    "empty-elements": lambda: filled(b"<a>", repeat(b"<i/>" * 10_000), b"</a>"),
    "small-elements": lambda: filled(b"<a>", repeat(b"<i>a</i>" * 10_000), b"</a>"),
    "namespace-nests": lambda: filled(b"<a>", repeat(NESTS + UNNESTS), b"</a>", FULL),
    "empty-cdata": lambda: filled(b"<a>", repeat(b"<![CDATA[]]>" * 10_000), b"</a>"),
    "laughs": lambda: filled(LAUGHS, repeat(b'<!ENTITY f "&e9;">', 9), b"]><a>&e9;</a>"),
    "tiny": lambda: filled(b"<a>", repeat(b"<i/>", 9), b"</a>"),
    "honest": lambda: filled(b"<urlset xmlns='u:s'>", map(entry, range(50_000)), b"</urlset>"),
}
HTML: dict[str, Make] = {
    "paragraphs": lambda: filled(b"<main>", repeat(b"<p>" * 10_000), b"", 9 * MIB),
    "attributes": lambda: filled(b"<a ", (b"a%d=1 " % n for n in count()), b">", 9 * MIB),
    "comment": lambda: filled(b"<!--", repeat(X), b"", 9 * MIB),
    "script": lambda: filled(b"<script>", repeat(X), b"", 9 * MIB),
    "random": lambda: filled(b"<p>", iter(lambda: random.randbytes(65_536), b""), b"", 9 * MIB),
    "links": lambda: filled(b"", repeat(b"<a href=x>y</a> " * 1_000), b"", 9 * MIB),
    "deep": lambda: filled(b"", repeat(b"<div>" * 1_000), b"", 9 * MIB),
    "metas": lambda: filled(b"", repeat(b"<meta name=x noindex " * 1_000), b"", 9 * MIB),
    "tiny": lambda: filled(b"<main>", repeat(b"<p>x", 9), b""),
}


def entry(number: int) -> bytes:
    return b"<url><loc>https://example.com/%d/%s</loc><lastmod>2024-01-01</lastmod></url>\n" % (
        number,
        b"x" * 900,
    )


def bomb() -> Iterator[bytes]:
    packer, zeros = zlib.compressobj(9, wbits=31), bytes(8 * MIB)
    begin = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    yield begin
    yield from repeat(block, 1_300)


CANARIES = {
    "entity-file": '<!DOCTYPE a [<!ENTITY x SYSTEM "{}">]><a>&x;</a>',
    "entity-http": '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:9/canary">]><a>&x;</a>',
    "parameter": '<!DOCTYPE a [<!ENTITY % p SYSTEM "{}"> %p;]><a/>',
    "external-dtd": '<!DOCTYPE a SYSTEM "{}"><a/>',
    "xinclude": '<a xmlns:i="http://www.w3.org/2001/XInclude"><i:include parse="text" href="{}"/></a>',
    "stylesheet": '<?xml-stylesheet type="text/xsl" href="{0}"?><a xml:base="{0}"/>',
}


def fate(kind: str, name: str, *more: str) -> str:
    try:
        if kind == "html":
            content = b"".join(HTML[name]())
            hints(content, "https://e.com/")
            return "whole" if read_page([content])[0].whole else "cut"
        if kind == "canary" and name == "all":
            return " ".join(fate("canary", one, *more) for one in CANARIES)
        if kind == "canary":
            read([CANARIES[name].format(*more).encode()], Nothing())
        elif kind == "bomb":
            return f"read {sum(map(len, Pieces(bomb())))}"
        else:
            read(Pieces(XML[name]()), Nothing())
    except Refused as refused:
        return refused.reason
    return "read"


def main() -> None:
    kind, name, *more = sys.argv[1:]
    if kind != "canary":
        fate("html" if kind == "html" else "xml", "tiny")
    before = resource.getrusage(resource.RUSAGE_SELF)
    found = fate(kind, name, *more)
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    sys.stdout.write(
        json.dumps({"fate": found, "cpu": cpu, "rss": (after.ru_maxrss - before.ru_maxrss) * 1024})
    )


if __name__ == "__main__":
    main()
