"""Database addresses: one form, one driver for each kind of database, and no secret in any message."""

from __future__ import annotations

import os
from typing import Any

from msgspec import Struct

from ... import redact
from ...errors import MissingExtra, SettingsError

_DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
    "mysql": "mysql+pymysql",
    "mysql+pymysql": "mysql+pymysql",
    "mariadb": "mysql+pymysql",
    "mariadb+pymysql": "mysql+pymysql",
}
_FORMS = "sqlite:///FILE, postgresql+psycopg://USER@HOST/DATABASE or mariadb+pymysql://USER@HOST/DATABASE"


class Database(Struct, frozen=True):
    """A connection that the configuration names. Its text form never shows the address."""

    name: str
    address: str
    """As SQLAlchemy writes it; secrets in it are `redact`-ed everywhere."""
    timeout: float = 60.0
    """Most seconds to wait for an answer, each time."""
    total: float = 3600.0
    """Most seconds to wait for the answers of one query, together."""

    def __repr__(self) -> str:
        return f"Database({self.name!r}, {redact.location(self.address)!r})"

    __str__ = __repr__


def dialect(database: Database) -> str:
    """``sqlite``, ``postgresql`` or ``mysql``. Raises SettingsError for any other address."""
    redact.remember(database.address)
    scheme = database.address.strip().partition("://")[0].lower()
    if scheme == "postgres":
        raise _wrong(
            database, "postgres:// is no address that SQLAlchemy knows", "Write postgresql+psycopg://"
        )
    if scheme not in _DRIVERS:
        raise _wrong(database, "is not the address of a database that urlset reads", f"Write {_FORMS}")
    return _DRIVERS[scheme].partition("+")[0]


def parsed(database: Database) -> Any:
    """The address as a ``sqlalchemy.URL`` with our driver. Raises SettingsError and MissingExtra."""
    kind = dialect(database)
    try:
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError
    except ImportError:
        raise MissingExtra("sql", "databases are read with SQLAlchemy, which is not installed") from None
    try:
        url = make_url(database.address.strip())
        port = url.port or 0
    except (ArgumentError, ValueError):
        raise _wrong(database, "cannot be read as an address", f"Write {_FORMS}") from None
    if not 0 <= port <= 65_535:
        raise _wrong(database, f"has the port {port}", "Give a port from 1 to 65535")
    if kind != "sqlite" and not url.database:
        raise _wrong(database, "names no database", f"Write {_FORMS}")
    return url.set(drivername=next(form for form in _DRIVERS.values() if form.startswith(kind)))


def sqlite_file(database: Database, url: Any) -> str:
    """The ``file:`` address that opens an SQLite file for reading only. Raises SettingsError."""
    from urllib.parse import quote

    if not url.database or url.database == ":memory:":
        raise _wrong(database, "names no file", "Write sqlite:///shop.db, or sqlite:////srv/shop.db")
    if set(url.query) - {"immutable"}:
        raise _wrong(database, "has options after the file's name", "Only ?immutable=1 has a meaning here")
    still = "&immutable=1" if url.query.get("immutable") in {"1", "true"} else ""
    return f"file:{quote(os.path.abspath(url.database))}?mode=ro{still}"


def _wrong(database: Database, problem: str, do: str) -> SettingsError:
    return SettingsError(f"databases.{database.name}", problem, do)
