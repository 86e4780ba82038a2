"""Run by test_hostile_files.py: writes one file made to hurt, judges it, tells verdict, CPU and memory."""

from __future__ import annotations

import json
import resource
import sys
import zlib
from collections.abc import Callable, Iterator
from itertools import count, repeat
from pathlib import Path

from urlset.validator import validate

MIB = 1024 * 1024
URLSET = (
    b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml">'
)
LINK = b'<x:link rel="alternate" hreflang="en" href="https://e.example/%d"/>'
SIZE = int(sys.argv[3]) * MIB


def filled(begin: bytes, parts: Iterator[bytes], end: bytes) -> Iterator[bytes]:
    """``begin``, parts up to the size that was asked for, ``end``."""
    size = len(begin)
    yield begin
    for part in parts:
        yield part
        size += len(part)
        if size > SIZE:
            break
    yield end


def entries(text: bytes) -> Iterator[bytes]:
    return (b"<url><loc>%s%d</loc></url>" % (text, n) for n in count())


def bomb() -> Iterator[bytes]:
    packer = zlib.compressobj(9, wbits=31)
    yield packer.compress(URLSET) + packer.flush(zlib.Z_FULL_FLUSH)
    comments = b"<!--%s-->" % (b" " * 60_000) * 140
    packer.compress(comments)
    packer.flush(zlib.Z_FULL_FLUSH)
    yield from repeat(packer.compress(comments) + packer.flush(zlib.Z_FULL_FLUSH), 1_250)


FILES: dict[str, Callable[[], Iterator[bytes]]] = {
    "plain": lambda: filled(URLSET, entries(b"https://e.example/"), b"</urlset>"),
    "wrong": lambda: filled(URLSET, entries(b"/"), b"</urlset>"),
    "far-and-wide": lambda: filled(URLSET, entries(b"http://"), b"</urlset>"),
    "one-entry": lambda: filled(URLSET + b"<url>", repeat(b"<a>b</a>"), b"</url></urlset>"),
    "languages": lambda: filled(
        URLSET,
        (b"<url><loc>https://e.example/%d</loc>%s</url>" % (n, LINK % n) for n in count()),
        b"</urlset>",
    ),
    "long-dates": lambda: filled(
        URLSET,
        (
            b"<url><loc>https://e.example/%d</loc><lastmod>%s%d</lastmod></url>" % (n, b"9" * 60_000, n)
            for n in count()
        ),
        b"</urlset>",
    ),
    "lines": lambda: filled(b"https://e.example/\n", repeat(b"a\n" * 1000), b""),
    "one-line": lambda: filled(b"https://e.example/", repeat(b"a" * 65_536), b""),
    "children": lambda: filled(
        URLSET.replace(b"urlset", b"sitemapindex"),
        (b"<sitemap><loc>https://e.example/%d</loc></sitemap>" % n for n in count()),
        b"</sitemapindex>",
    ),
    "bomb": bomb,
}


def main() -> None:
    name, path = sys.argv[1], Path(sys.argv[2])
    with path.open("wb") as file:
        file.writelines(FILES[name]())
    tiny = path.with_suffix(".tiny")
    tiny.write_bytes(URLSET + LINK % 1 + next(entries(b"/")) + b"</urlset>")
    validate(tiny)
    before = resource.getrusage(resource.RUSAGE_SELF)
    report = validate(path)
    after = resource.getrusage(resource.RUSAGE_SELF)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    memory = (after.ru_maxrss - before.ru_maxrss) / 1024
    rules = sorted(group.rule for group in report.groups if group.severity == "error")
    sys.stdout.write(json.dumps({"rules": rules, "cpu": cpu, "mib": memory}))


if __name__ == "__main__":
    main()
