"""Secrets of database addresses: remembered when an address is read, taken out of everything that is shown.

An address is taken apart here, before any library sees it, because a library that fails to read one quotes
it. What is remembered is every spelling of a secret (as it stands, percent-decoded, percent-encoded).
"""

from __future__ import annotations

import logging
import re
from urllib.parse import quote, quote_plus, unquote, unquote_plus

MASK = "***"

_ADDRESS = re.compile(r"(?s)\s*(?P<scheme>[A-Za-z][\w+.\-]*)://(?P<rest>.*)")
_SECRET_KEY = re.compile(r"(?i)pass|pwd|secret|token|key|auth|cred|sign")
_QUERY_PAIR = re.compile(r"(?s)[?&;]([^=&;?]*)=([^&;]*)")
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


class Filter(logging.Filter):
    """Takes secrets out of log records, their arguments and their tracebacks."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = clean(record.getMessage()), None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = clean(record.exc_text)
        return True


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
