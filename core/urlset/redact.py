"""Secrets: remembered when an address or a variable is read, taken out of everything that is shown.

An address is taken apart here, before any library sees it, because a library that fails to read one quotes
it. What is remembered is every spelling of a secret (as it stands, percent-decoded, percent-encoded).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus, unquote, unquote_plus

if TYPE_CHECKING:
    import logging
    from types import TracebackType

MASK = "***"

_ADDRESS = re.compile(r"(?s)\s*(?P<scheme>[A-Za-z][\w+.\-]*)://(?P<rest>.*)")
_SECRET_KEY = re.compile(r"(?i)pass|pwd|secret|token|key|auth|cred|sign")
_QUERY_PAIR = re.compile(r"(?s)[?&;]([^=&;?]*)=([^&;]*)")
_SECRET_VARIABLE = re.compile(r"(?i)pass|pwd|secret|token|api_?key|private|credential")
_USER_INFO = re.compile(r"://([^\s/@:?#]*):([^\s/?#]*)@")
_SHORT = 4
"""Shorter secrets are taken out only where they stand as a password does: ``:abc@``."""

_secrets: set[str] = set()


def remember(address: str) -> None:
    """Keep every secret of a database address, so that `clean` takes it out of any text."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        return
    for secret in _found(match["rest"]):
        _secrets.update(spelling for spelling in _spellings(secret) if spelling)


def remember_passwords(text: str) -> None:
    """Keep the passwords of all addresses, of databases or of the web, in ``text``."""
    for match in _USER_INFO.finditer(text):
        _secrets.update(spelling for spelling in _spellings(match[2]) if spelling)


def remember_variable(name: str, value: str) -> None:
    """Keep the value of a variable of the environment whose name tells of a secret, and passwords in any."""
    remember_passwords(value)
    if _SECRET_VARIABLE.search(name) and len(value) >= _SHORT:
        _secrets.update(_spellings(value))


def without_password(address: str) -> str:
    """An address of the web as it may be shown."""
    return _USER_INFO.sub(rf"://\1:{MASK}@", address)


def clean(text: str) -> str:
    """``text`` without any secret that was remembered."""
    for secret in sorted(_secrets, key=len, reverse=True):
        if len(secret) >= _SHORT:
            text = text.replace(secret, MASK)
        else:
            text = text.replace(f":{secret}@", f":{MASK}@")
    return text


def location(address: str) -> str:
    """Driver, host and database of an address, as it may be shown: ``postgresql on db.example.com, shop``."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        return "an address that cannot be read"
    rest = match["rest"].partition("?")[0].rpartition("@")[2]
    host, _, database = rest.partition("/")
    named = f"{match['scheme']} on {host}" if host else match["scheme"]
    return clean(f"{named}, {database}" if database else named)


@contextmanager
def guarded() -> Iterator[None]:
    """Nothing that the block prints or logs holds a secret, nor does a traceback that leaves it."""
    import logging

    out, err, make = sys.stdout, sys.stderr, logging.getLogRecordFactory()
    sys.stdout, sys.stderr = _Clean(out), _Clean(err)
    logging.setLogRecordFactory(lambda *given, **more: _cleaned(make(*given, **more)))
    try:
        yield
    except Exception:
        sys.excepthook = _show
        raise
    finally:
        sys.stdout, sys.stderr = out, err
        logging.setLogRecordFactory(make)


class _Clean:
    """A stream, text or bytes, that takes secrets out of what is written to it."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, data: Any) -> Any:
        if isinstance(data, str):
            return self._stream.write(clean(data))
        return self._stream.write(
            clean(bytes(data).decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
        )

    @property
    def buffer(self) -> _Clean:
        return _Clean(self._stream.buffer)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _cleaned(record: logging.LogRecord) -> logging.LogRecord:
    """A log record without secrets: its message, its arguments, its traceback."""
    import logging

    record.msg, record.args = clean(record.getMessage()), None
    if record.exc_info:
        record.exc_text = clean(logging.Formatter().formatException(record.exc_info))
    return record


def _show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    import traceback

    sys.stderr.write(clean("".join(traceback.format_exception(kind, error, trace))))


def _found(rest: str) -> list[str]:
    """The secrets of what follows ``://``."""
    before, at, _ = rest.rpartition("@")
    password = before.partition(":")[2] if at else ""
    found = [password] if password else []
    # A password that should have been percent-encoded is cut by a library at one of these; each piece that
    # it then takes for a host or a path is part of the secret.
    found += [piece for piece in re.split(r"[@/:?#]", password) if len(piece) >= _SHORT]
    found += [value for key, value in _QUERY_PAIR.findall(rest) if _SECRET_KEY.search(key)]
    return found


def _spellings(secret: str) -> set[str]:
    plain = {secret, unquote(secret), unquote_plus(secret)}
    encoded = {form(text) for text in plain for form in (quote, quote_plus)}
    strict = {quote(text, safe="") for text in plain}
    return plain | encoded | strict | {repr(text)[1:-1] for text in plain}
