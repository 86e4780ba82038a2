"""Which encoding bytes are in, and whether we read it.

Only encodings in which ASCII markup cannot hide are read: UTF-32, UTF-7, EBCDIC, HZ and the ISO 2022 family
are refused by name. UTF-8 is what every document should be in.
"""

from __future__ import annotations

import codecs

from .refused import Refused

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ISO = {f"iso-8859-{part}": f"iso8859-{part}" for part in range(1, 17) if part != 12}
_WINDOWS = {f"windows-{page}": f"cp{page}" for page in (874, *range(1250, 1259))}
_OTHERS = """
utf-8=utf-8 utf8=utf-8 us-ascii=ascii ascii=ascii utf-16=utf-16 utf-16le=utf-16-le utf-16be=utf-16-be
latin1=iso8859-1 iso_8859-1=iso8859-1 koi8-r=koi8-r koi8-u=koi8-u shift_jis=cp932 shift-jis=cp932
windows-31j=cp932 euc-jp=euc_jp euc-kr=cp949 gbk=gbk gb2312=gbk gb18030=gb18030 big5=big5
"""
ACCEPTED: dict[str, str] = {**_ISO, **_WINDOWS, **dict(pair.split("=") for pair in _OTHERS.split())}
"""Names as documents write them, in lower case, and Python's name for the same."""


def by_mark(head: bytes) -> tuple[str, int]:
    """The encoding that a byte order mark at the start of ``head`` tells, and the mark's length; ("", 0)
    without.
    """
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name, len(mark)
    return "", 0


def codec(name: str) -> str:
    """Python's name of the encoding ``name``. Raises `Refused` for one that is not read."""
    try:
        return ACCEPTED[name.strip().lower()]
    except KeyError:
        raise Refused("encoding", f"the encoding {name[:40]} is not accepted", "Save it as UTF-8") from None
