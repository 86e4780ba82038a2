"""Reading in a process of its own: the same as here, but for what would end or fill ours."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Mapping
from itertools import count, repeat
from pathlib import Path

import pytest

from urlset.readers import apart as room
from urlset.readers.apart import Apart
from urlset.readers.head import read_head
from urlset.readers.refused import Refused
from urlset.readers.safe_xml import Limits, read

MIB = 1 << 20


class Told:
    """Writes down all that it is told."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def start(self, tag: str, attributes: Mapping[str, str], line: int, column: int) -> None:
        self.calls.append(("start", tag, dict(attributes), line, column))

    def text(self, text: str) -> None:
        self.calls.append(("text", text))

    def end(self, tag: str) -> None:
        self.calls.append(("end", tag))

    def comment(self, text: str) -> None:
        self.calls.append(("comment", text))

    def instruction(self, name: str, text: str) -> None:
        self.calls.append(("instruction", name, text))

    def namespaces(self, declared: Mapping[str, str]) -> None:
        self.calls.append(("namespaces", dict(declared)))


class Nothing(Told):
    """Keeps nothing."""

    def start(self, *_: object) -> None: ...
    def text(self, _: str) -> None: ...
    def end(self, _: str) -> None: ...


@pytest.fixture
def apart() -> Iterator[Apart]:
    with Apart() as running:
        yield running


ALL = """<?xml version="1.0" encoding="UTF-8"?><?style a="b"?><!-- c --><a xmlns="u:1" b="ü&amp;">
<x:b xmlns:x="u:2" x:c="1">&lt;<![CDATA[<&]]>é</x:b><c xmlns=""/></a>"""
DOCUMENTS = [
    ALL.encode(),
    ALL.encode("utf-16"),
    b"\n" + ALL.encode(),
    ALL.replace("UTF-8", "iso-8859-1").encode("latin-1"),
    b"<a>" + b"<b>c</b>\n" * 5_000 + b"</a>",
    b"<a xmlns='u:" + b"x" * 200 + b"'>" + b"<b/>" * 20_000 + b"</a>",
    b"<a xmlns='u:" + b"x" * 60_000 + b"'>" + b"<b/>" * 200 + b"</a>",
    b"",
    b"<a><b></a>",
    b"<!DOCTYPE a []><a>&b;</a>",
    b"<a>&b;</a>",
    b"<html>",
    b'{"a": 1}',
    b"<a>\xff</a>",
    b"<a>\0</a>",
    b"<a/><a/>",
    b"<a>" * 65,
    b"<a " + b" ".join(b'b%d=""' % number for number in range(65)) + b"/>",
    b"<a>" + b"x" * (MIB + 1) + b"</a>",
    b"<a>" + b"".join(b"<b%d/>" % number for number in range(1_001)) + b"</a>",
]


def outcome(reader: Apart | None, content: bytes, size: int, lenient: bool) -> object:
    target = Told()
    pieces = (content[at : at + size] for at in range(0, len(content), size))
    try:
        reading = (reader.read if reader else read)(pieces, target, lenient=lenient)
    except Refused as no:
        return no.reason, no.problem, no.advice, no.line, no.column, no.is_limit
    return reading, target.calls


@pytest.mark.parametrize("content", DOCUMENTS, ids=lambda content: repr(content[:20]))
def test_it_tells_and_refuses_what_reading_here_does(content: bytes, apart: Apart) -> None:
    for size, lenient in ((7, True), (65_536, False), (len(content) + 1, True)):
        if len(content) < 10_000 or size > 7:
            assert outcome(apart, content, size, lenient) == outcome(None, content, size, lenient)


@pytest.mark.parametrize("page", [b"<title>a</title><meta name=robots content=noindex>", b"", b"\xff\0<p>"])
def test_heads(page: bytes, apart: Apart) -> None:
    assert apart.head(page) == read_head([page])


NO_LIMITS = Limits(text=1 << 40, elements=1 << 40, piece=1 << 40)


def test_what_takes_too_much_memory_ends_and_the_next_is_read() -> None:
    with Apart(memory=96 * MIB) as apart:
        assert apart.read([b"<a/>"], Nothing()).elements == 1
        with pytest.raises(Refused, match="takes more than 96 MiB of memory") as caught:
            apart.read(repeat_text(), Nothing(), limits=NO_LIMITS)
        assert caught.value.is_limit
        assert caught.value.at("a.xml").code == "SRC03"
        assert apart.read([b"<a/>"], Nothing()).elements == 1


def repeat_text() -> Iterator[bytes]:
    yield b"<a><b>"
    yield from repeat(b"x" * 65_536, 4_000)


def test_what_takes_too_long_ends_and_the_next_is_read() -> None:
    # One second is added, for what was begun.
    with Apart(seconds=0) as apart:
        with pytest.raises(Refused, match="takes more than 0 seconds of computing") as caught:
            apart.read(
                (b"<a>" if not number else b"<b/>" * 10_000 for number in count()),
                Nothing(),
                limits=NO_LIMITS,
            )
        assert caught.value.is_limit
        assert apart.read([b"<a/>"], Nothing()).elements == 1


class Killing(Nothing):
    def __init__(self, apart: Apart, number: int) -> None:
        super().__init__()
        self._apart, self._number = apart, number

    def start(self, *_: object) -> None:
        assert self._apart._child is not None
        os.kill(self._apart._child.pid, self._number)


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_a_crash_is_a_refusal_and_the_next_is_read(number: int, apart: Apart) -> None:
    pieces = (b"<a>" if not at else b"<b/>" * 20_000 for at in count())
    with pytest.raises(Refused, match=rf"ended the process that was to read it \(signal {int(number)}\)"):
        apart.read(pieces, Killing(apart, number))
    assert apart.read([b"<a/>"], Nothing()).elements == 1


def test_a_process_that_stands_still_is_given_up(apart: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    assert apart.read([b"<a/>"], Nothing()).elements == 1
    monkeypatch.setattr(room, "PATIENCE", 0.1)
    monkeypatch.setattr(apart, "_seconds", 0)
    with pytest.raises(Refused, match="takes too long"):
        apart.read([b"<a>", b"<b/>" * 1_000], Killing(apart, signal.SIGSTOP))


def test_where_no_process_can_be_started(apart: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    with pytest.raises(Refused, match="no process can be started for it"):
        apart.read([b"<a/>"], Nothing())


def test_the_process_knows_no_secrets_and_ends_with_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DB_PASSWORD", "s3cret")
    with Apart() as apart:
        assert apart._child is None, "none is started for nothing"
        apart.read([b"<a/>"], Nothing())
        child = apart._child
        assert child is not None
        assert b"s3cret" not in Path(f"/proc/{child.pid}/environ").read_bytes()
        apart.read([b"<a/>"], Nothing())
        assert apart._child is child, "one process for many documents"
    assert child.returncode is not None
