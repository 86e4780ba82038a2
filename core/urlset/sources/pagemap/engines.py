"""A connection to each kind of database that cannot write, in layers of that database's own.

What each layer stops, and what it does not, was tried out with the statements of
``tests/core/sources/pagemap``; the decision is in the manual (docs/decisions).
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sqlite3
from collections.abc import Callable
from typing import Any

from ...errors import MissingExtra, SettingsError
from .address import Database, dialect, parsed, sqlite_file
from .watchdog import Watchdog

MAX_VALUE = 16 * 1024 * 1024
"""Most bytes of one value or row of SQLite."""

_ALLOWED = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)
_DENIED_FUNCTIONS = frozenset({"load_extension", "writefile", "edit", "fts3_tokenizer"})
_PROGRESS = 10_000
"""Steps of SQLite's machine between two looks at the clock."""


class Wire:
    """The socket of a connection once more, to shut it down from another thread."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=os.dup(descriptor))

    def cut(self) -> None:
        """End the connection now: whoever reads from it gets an error at once."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._socket.close()


class Connected:
    """An open connection: SQLAlchemy's, and its wire (SQLite has none: it asks the watchdog)."""

    def __init__(self, engine: Any, connection: Any, wire: Wire | None) -> None:
        self.engine, self.connection, self.wire = engine, connection, wire
        # SQLAlchemy forgets the driver's connection when it finds it lost.
        self._raw = connection.connection.dbapi_connection

    @property
    def cut(self) -> Callable[[], None] | None:
        """What a watchdog calls."""
        return self.wire.cut if self.wire else None

    def leave_unread(self) -> None:
        """Give up the rest of a MariaDB answer: its cursor would read it to the end to close."""
        if self.wire:
            self.wire.cut()
        with contextlib.suppress(Exception):
            self._raw._result.unbuffered_active = False
        self._raw._result = None

    def close(self) -> None:
        """Roll back and leave, whatever the server thinks of it."""
        for step in (self.connection.rollback, self.connection.close):
            with contextlib.suppress(Exception):
                step()
        if self.wire:
            self.wire.close()
        self.engine.dispose()


def connect(database: Database, watchdog: Watchdog) -> Connected:
    """A read-only connection inside a transaction. Raises SettingsError, MissingExtra, SQLAlchemyError."""
    kind = dialect(database)
    url = parsed(database)
    engine = {"sqlite": _sqlite, "postgresql": _postgresql, "mysql": _mysql}[kind](database, url, watchdog)
    connection = engine.connect()
    try:
        return Connected(engine, connection, _PREPARE[kind](connection, database))
    except BaseException:
        connection.close()
        engine.dispose()
        raise


def _engine(database: Database, url: Any, **options: Any) -> Any:
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    # It logs a cursor that cannot be closed, with a traceback; what went wrong is told by us.
    logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())
    try:
        return create_engine(url, poolclass=NullPool, hide_parameters=True, **options)
    except ImportError:
        raise MissingExtra("sql", f"the driver of the database {database.name!r} is not installed") from None
    except TypeError:
        raise SettingsError(f"databases.{database.name}", "has an option unknown to its driver") from None


def _sqlite(database: Database, url: Any, watchdog: Watchdog) -> Any:
    address = sqlite_file(database, url)

    def opened() -> sqlite3.Connection:
        connection = sqlite3.connect(
            address, uri=True, timeout=min(database.timeout, 5.0), check_same_thread=False
        )
        connection.text_factory = lambda raw: str(raw, "utf-8", "surrogateescape")
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE)
        connection.set_progress_handler(watchdog.past, _PROGRESS)
        return connection

    from sqlalchemy import make_url

    return _engine(database, make_url("sqlite://"), creator=opened)


def _authorize(action: int, first: str | None, second: str | None, *_: object) -> int:
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _DENIED_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    # SQLAlchemy begins with BEGIN and ends with ROLLBACK, which is what we want of it.
    if action == sqlite3.SQLITE_TRANSACTION and first in {"BEGIN", "ROLLBACK"}:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def _ready_sqlite(connection: Any, database: Database) -> None:
    """From here on nothing but reading; SQLAlchemy has asked its own PRAGMAs by now."""
    del database
    connection.connection.dbapi_connection.set_authorizer(_authorize)


def _postgresql(database: Database, url: Any, watchdog: Watchdog) -> Any:
    del watchdog
    seconds = max(2, min(30, int(database.timeout)))
    return _engine(
        database,
        url,
        connect_args={"connect_timeout": seconds, "client_encoding": "utf8", "application_name": "urlset"},
    )


def _ready_postgresql(connection: Any, database: Database) -> Wire:
    from psycopg.types.string import TextLoader

    raw = connection.connection.dbapi_connection
    wire = Wire(raw.fileno())
    raw.read_only = True
    # Dates come as text: 'infinity' and the year 10000 have no place in Python's datetime, and would end the
    # query in the middle.
    for kind in ("date", "timestamp", "timestamptz"):
        raw.adapters.register_loader(kind, TextLoader)
    milliseconds = str(int(database.timeout * 1000))
    settings = {
        "default_transaction_read_only": "on",
        "statement_timeout": milliseconds,
        "lock_timeout": milliseconds,
        "idle_in_transaction_session_timeout": str(int(database.total * 1000)),
        "timezone": "UTC",
        "datestyle": "ISO",
        "standard_conforming_strings": "on",
    }
    for name, value in settings.items():
        connection.exec_driver_sql(f"SET {name} = '{value}'")
    return wire


def _mysql(database: Database, url: Any, watchdog: Watchdog) -> Any:
    del watchdog
    return _engine(
        database,
        url.update_query_dict({"charset": "utf8mb4"}),
        connect_args={
            "connect_timeout": max(2, min(30, int(database.timeout))),
            "read_timeout": max(1, int(database.timeout) + 1),
            "write_timeout": max(1, int(database.timeout) + 1),
            "local_infile": False,
        },
    )


def _ready_mysql(connection: Any, database: Database) -> Wire:
    raw = connection.connection.dbapi_connection
    wire = Wire(raw._sock.fileno())
    maria = "mariadb" in raw.get_server_info().lower()
    limit = ("max_statement_time", database.total) if maria else ("max_execution_time", database.total * 1000)
    for setting in (
        f"{limit[0]} = {limit[1]:.0f}",
        f"lock_wait_timeout = {max(1, int(database.timeout))}",
        # The server's own patience with a reader that is busy writing sitemaps.
        "net_write_timeout = 3600",
        "time_zone = '+00:00'",
        "sql_mode = REPLACE(@@sql_mode, 'NO_BACKSLASH_ESCAPES', '')",
    ):
        connection.exec_driver_sql(f"SET SESSION {setting}")
    connection.exec_driver_sql("START TRANSACTION READ ONLY")
    return wire


_PREPARE: dict[str, Callable[[Any, Database], Wire | None]] = {
    "sqlite": _ready_sqlite,
    "postgresql": _ready_postgresql,
    "mysql": _ready_mysql,
}
