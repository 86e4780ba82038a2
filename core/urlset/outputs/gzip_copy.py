"""The compressed copy of a file, the same bytes for the same content on every day and machine.

The header (RFC 1952) carries no time and no name; its last byte says "unknown system", whatever the system.
"""

from __future__ import annotations

import struct
import zlib

_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


def compress(content: bytes, level: int = 6) -> bytes:
    """``content`` as a gzip file of one member."""
    deflate = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = deflate.compress(content) + deflate.flush()
    return _HEADER + body + struct.pack("<II", zlib.crc32(content), len(content) & 0xFFFFFFFF)


def same_content(compressed: bytes, content: bytes) -> bool:
    """Whether ``compressed`` is a whole gzip file of ``content``, by whichever zlib it was made."""
    inflate = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        found = inflate.decompress(compressed, len(content) + 1)
    except zlib.error:
        return False
    return inflate.eof and not inflate.unused_data and found == content
