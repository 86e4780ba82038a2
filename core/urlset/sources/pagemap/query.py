"""Rows of one statement, streamed: read-only, in a transaction that is rolled back, within a time limit."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from ... import redact
from ...errors import SourceError, SourceLost
from .address import Database, dialect, parsed
from .engines import Connected, connect
from .failures import failure, is_driver, number
from .statement import Refused, checked
from .watchdog import Watchdog

BATCH = 1_000
"""Rows that are fetched together."""

_DUPLICATE_COLUMN = 1060


class Answer:
    """What a database answered: the names of its columns, and its rows in batches, once."""

    def __init__(self, columns: tuple[str, ...], batches: Iterator[Sequence[Sequence[Any]]]) -> None:
        self.columns, self.batches = columns, batches
        self.warnings: list[str] = []


@contextlib.contextmanager
def asked(database: Database, sql: str, where: str) -> Iterator[Answer]:
    """The answer to ``sql``; ``where`` is ``FILE:LINE`` for messages.

    Raises SourceError (exit 3) for a statement that is refused or that the database does not understand, and
    SourceLost (exit 6) where the database cannot be reached, stops answering or takes too long.
    """
    try:
        statement = checked(sql, dialect(database))
    except Refused as refused:
        raise SourceError(
            where,
            f"the statement {refused}",
            "Only one reading statement is allowed: SELECT, WITH … SELECT or VALUES",
            code="SRC05",
        ) from None
    question = _Question(database, statement, where)
    with question.connected() as connected, question.watchdog.guarding(connected.cut):
        try:
            yield question.ask(connected)
        finally:
            question.leave(connected)


class _Question:
    """One statement on its way, and how far it got."""

    def __init__(self, database: Database, statement: str, where: str) -> None:
        self.database, self.statement, self.where = database, statement, where
        # A server's own limit may strike first: it ends the statement there too. SQLite has none.
        grace = 0.0 if dialect(database) == "sqlite" else 1.0
        self.watchdog = Watchdog(database.timeout + grace, database.total)
        self.rows = 0
        self.result: Any = None
        self.done = False

    @contextlib.contextmanager
    def connected(self) -> Iterator[Connected]:
        try:
            with self.watchdog.waiting():
                connected = connect(self.database, self.watchdog)
        except Exception as error:
            if not is_driver(error):
                raise
            raise self._no_connection(error) from None
        try:
            yield connected
        finally:
            connected.close()

    def leave(self, connected: Connected) -> None:
        """Close the answer; rows that nobody wants are not read to the end, as PyMySQL would do."""
        if not self.done and connected.wire and dialect(self.database) == "mysql":
            connected.leave_unread()
        if self.result is not None:
            with contextlib.suppress(Exception):
                self.result.close()

    def ask(self, connected: Connected) -> Answer:
        with self._explained(), self.watchdog.waiting():
            warnings = _too_mighty(connected.connection, dialect(self.database))
            if dialect(self.database) == "mysql":
                self._try_as_table(connected.connection)
            self.result = connected.connection.exec_driver_sql(
                self._verbatim(), execution_options={"stream_results": True, "yield_per": BATCH}
            )
            answer = Answer(tuple(self.result.keys()), self._batches())
        answer.warnings += [f"database {self.database.name!r}: {text}" for text in warnings]
        return answer

    def _batches(self) -> Iterator[Sequence[Sequence[Any]]]:
        while True:
            with self._explained(), self.watchdog.waiting():
                batch = self.result.fetchmany(BATCH)
            if not batch:
                self.done = True
                return
            self.rows += len(batch)
            yield batch

    def _verbatim(self) -> str:
        """The statement as drivers that fill in ``%s`` must be given it, so that it arrives unchanged."""
        return self.statement if dialect(self.database) == "sqlite" else self.statement.replace("%", "%%")

    def _try_as_table(self, connection: Any) -> None:
        """Let the server's own parser say that the statement is nothing but a table; LIMIT 0 runs nothing.

        The statement itself is not run as a derived table: MariaDB would not keep its order.
        """
        from sqlalchemy.exc import DBAPIError

        try:
            as_table = f"SELECT * FROM (\n{self._verbatim()}\n) AS urlset_q LIMIT 0"  # noqa: S608 - it is SQL by trade
            connection.exec_driver_sql(as_table).close()
        except DBAPIError as error:
            if number(error.orig) != _DUPLICATE_COLUMN:
                raise

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            if self.watchdog.expired:
                raise self._too_late() from None
            if not is_driver(error):
                raise
            raise self._failed(error) from None

    def _too_late(self) -> SourceLost:
        name, seconds = self.database.name, self.database.timeout
        if self.watchdog.waited > self.database.timeout + 1 and self.watchdog.waited >= self.database.total:
            seconds = self.database.total
        return SourceLost(
            self.where,
            f"database {name!r}: no answer within {seconds:g} seconds, after {self._reached()}",
            "Nothing was published; make the query faster, or try again later",
        )

    def _failed(self, error: Exception) -> SourceError:
        found = failure(error, dialect(self.database), self._file())
        what = f"database {self.database.name!r}: {found.what}"
        if found.lost:
            return SourceLost(self.where, f"{what}, after {self._reached()}", found.do)
        reached = f", after {self._reached()}" if self.rows else ""
        return SourceError(self.where, what + reached, found.do, code="SRC02")

    def _no_connection(self, error: Exception) -> SourceError:
        kind, place = dialect(self.database), redact.location(self.database.address)
        found = failure(error, kind, self._file())
        what = f"database {self.database.name!r} ({place}): {found.what}"
        if kind == "sqlite" and not found.lost:
            return SourceError(self.where, what, found.do)
        return SourceLost(self.where, what, found.do)

    def _file(self) -> str:
        """The path of an SQLite database."""
        return parsed(self.database).database if dialect(self.database) == "sqlite" else ""

    def _reached(self) -> str:
        return f"{self.rows:,} row{'' if self.rows == 1 else 's'}"


def _too_mighty(connection: Any, kind: str) -> list[str]:
    """A warning where the role may do more than read, which no transaction can take from it."""
    advice = "Use a role that may only SELECT (see the manual, Pagemap)"
    if kind == "postgresql" and connection.exec_driver_sql("SHOW is_superuser").scalar() == "on":
        return [f"its role is a superuser. {advice}"]
    if kind == "mysql":
        grants = " ".join(str(row[0]) for row in connection.exec_driver_sql("SHOW GRANTS"))
        if " ON *.*" in grants and any(word in grants for word in ("ALL PRIVILEGES ON *.*", "FILE", "SUPER")):
            return [f"its role may write files (FILE) or more. {advice}"]
    return []
