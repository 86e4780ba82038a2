"""Lines are the same however their bytes come, and none is ever longer than 64 KiB."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from urlset.readers.refused import Refused
from urlset.sources.lines import MAX_LINE, lines

TEXT = b"one\r\ntwo\n\nthree\rfour\n\r\nlast"
LINES = [b"one", b"two", b"", b"three", b"four", b"", b"last"]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_any_end_of_line_in_any_pieces(size):
    assert list(lines(TEXT[at : at + size] for at in range(0, len(TEXT), size))) == LINES


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_a_line_that_is_too_long_is_none_and_the_next_is_read(size):
    for length, kept in ((MAX_LINE, True), (MAX_LINE + 1, False), (3 * MAX_LINE, False)):
        text = b"a\n" + b"x" * length + b"\nb"
        found = list(lines(text[at : at + size] for at in range(0, len(text), size)))
        assert found == [b"a", b"x" * length if kept else None, b"b"]


def test_an_endless_last_line():
    assert list(lines(iter([b"a\n", *[b"x" * 50_000] * 3]))) == [b"a", None]


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_byte_order_marks(codec):
    mark = "" if codec in ("utf-8-sig", "utf-16") else "\ufeff"
    assert list(lines([(mark + "é\nb").encode(codec)])) == ["é".encode(), b"b"]


def test_other_encodings_by_name():
    assert list(lines([b"caf\xe9\n"], "iso-8859-1")) == ["café".encode()]
    with pytest.raises(Refused, match="utf-7"):
        list(lines([b"x"], "utf-7"))
    with pytest.raises(Refused, match="UTF-32"):
        list(lines(["x".encode("utf-32")]))


def test_random_bytes():
    chance = random.Random(1)
    assert sum(1 for _ in lines(chance.randbytes(65_536) for _ in range(40))) > 1_000


def test_a_line_of_a_gigabyte_costs_little():
    program = (
        "import resource; from itertools import repeat, chain; from urlset.sources.lines import lines;"
        "list(lines([b'x']));before = resource.getrusage(resource.RUSAGE_SELF);"
        "end, long = bytes([10]), repeat(b'x' * 65536, 16384);"
        "found = list(lines(chain([b'a' + end], long, [end + b'b'])));"
        "after = resource.getrusage(resource.RUSAGE_SELF); print(found, after.ru_maxrss - before.ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    found, _, kilobytes = done.stdout.strip().rpartition(" ")
    assert found == "[b'a', None, b'b']"
    assert int(kilobytes) < 3 * 32 * 1024
