"""gzip from strangers: what is read as one, what is refused, and that the name of a file decides nothing."""

from __future__ import annotations

import gzip
import io
import os
import zlib

import pytest

from urlset.errors import SourceError
from urlset.readers.inflate import Pieces
from urlset.readers.refused import Refused

TEXT = b"https://example.com/\n" * 500


def test_plain_bytes_streams_and_files_pass_through(tmp_path):
    path = tmp_path / "plain.xml.gz"
    path.write_bytes(TEXT)
    for source in (TEXT, io.BytesIO(TEXT), str(path), path):
        pieces = Pieces(source)
        assert b"".join(pieces) == TEXT
        assert not pieces.gzipped
        assert pieces.total == len(TEXT)


def test_gzip_is_known_by_its_bytes(tmp_path):
    path = tmp_path / "packed.xml"
    path.write_bytes(gzip.compress(TEXT))
    pieces = Pieces(path)
    assert b"".join(pieces) == TEXT
    assert pieces.gzipped


@pytest.mark.parametrize("content", [b"", b"x", b"\x1f"])
def test_short_input_is_plain(content):
    assert b"".join(Pieces(content)) == content


def test_a_stream_that_gives_single_bytes():
    class Drip(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(1)

    packed = gzip.compress(TEXT) + b"\0\0" + gzip.compress(b"more")
    assert b"".join(Pieces(Drip(packed))) == TEXT + b"more"


def test_members_are_one_document_and_zeros_after_them_are_silent():
    packed = gzip.compress(TEXT) + gzip.compress(b"") + gzip.compress(b"end") + b"\0" * 1000
    pieces = Pieces(packed)
    assert b"".join(pieces) == TEXT + b"end"
    assert pieces.trailing == 0


@pytest.mark.parametrize("tail", [b"<!-- cached -->", b"\0\0x", b"\x1f"])
def test_bytes_after_the_end_are_refused_or_counted(tail):
    packed = gzip.compress(TEXT) + tail
    with pytest.raises(Refused, match="bytes after the gzip data") as caught:
        list(Pieces(packed))
    assert caught.value.reason == "gzip-tail"
    pieces = Pieces(packed, lenient=True)
    assert b"".join(pieces) == TEXT
    assert pieces.trailing == len(tail.lstrip(b"\0"))


def test_cut_at_every_byte_never_passes_for_whole():
    packed = gzip.compress(os.urandom(900))
    for length in range(2, len(packed)):
        with pytest.raises(Refused, match="cut off"):
            list(Pieces(packed[:length]))


@pytest.mark.parametrize("place", [-1, -5, 12])
def test_damage_is_found(place):
    packed = bytearray(gzip.compress(TEXT))
    packed[place] ^= 0x5A
    with pytest.raises(Refused, match=r"damaged|cut off") as caught:
        list(Pieces(bytes(packed)))
    assert not caught.value.is_limit


def test_one_layer_only():
    with pytest.raises(Refused, match="gzip inside gzip"):
        list(Pieces(gzip.compress(gzip.compress(TEXT))))


def test_the_limit_to_the_byte():
    content = b"x" * 200_000
    for source in (content, gzip.compress(content)):
        assert sum(map(len, Pieces(source, limit=200_000))) == 200_000
        with pytest.raises(Refused) as caught:
            list(Pieces(source, limit=199_999))
        assert caught.value.is_limit
        assert caught.value.at("f").code == "SRC03"


def test_a_bomb_stops_at_the_limit():
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(80)) + packer.flush()
    with pytest.raises(Refused, match="expands over 64 MiB"):
        for _ in Pieces(bomb):
            pass


def test_a_long_file_name_in_the_header_is_skipped():
    body = gzip.compress(TEXT, mtime=0)
    packed = body[:3] + b"\x08" + body[4:10] + b"n" * 5_000_000 + b"\0" + body[10:]
    assert b"".join(Pieces(packed)) == TEXT


def test_what_cannot_be_opened_is_an_error_of_the_input(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for name in ("missing", ".", "pipe"):
        with pytest.raises(SourceError) as caught:
            list(Pieces(tmp_path / name))
        assert caught.value.code == "SRC01"


def test_a_growing_file_is_read_to_its_end_at_opening(tmp_path):
    path = tmp_path / "access.log"
    path.write_bytes(b"a" * 100_000)
    pieces = Pieces(path, limit=None)
    read = len(next(pieces))
    with path.open("ab") as file:
        file.write(b"b" * 100_000)
    assert read + sum(map(len, pieces)) == 100_000
