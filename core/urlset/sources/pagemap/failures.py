"""What databases and their drivers say when something fails, as one sentence and what to do about it.

Drivers are recognised by their codes (SQLSTATE, numbers of MariaDB, names of SQLite) and, where there is no
connection yet and so no code, by their words; what is not known is told in the driver's own words.
"""

from __future__ import annotations

import os
import re
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ... import redact
from ...errors import printable

AGAIN = "Nothing was published; try again later"


class Failure(Struct, frozen=True):
    """One kind of failure, without final stops."""

    what: str
    do: str
    lost: bool = False
    """Whether it tells of the server or the connection, not of the statement."""


_HOST = Failure("its host is not known", "Correct the host in its address", lost=True)
_SERVER = Failure("no server answers there", "Start it, or correct host and port", lost=True)
_SILENT = Failure("the server does not answer", AGAIN, lost=True)
_UNREADY = Failure("the server is not ready", AGAIN, lost=True)
_LOGIN = Failure("the login is refused", "Correct user and password in its address", lost=True)
_NAME = Failure("there is no such database", "Correct the name at the end of its address", lost=True)
_FULL = Failure("the server takes no more connections", AGAIN, lost=True)
_BROKEN = Failure("the connection broke", AGAIN, lost=True)
_SLOW = Failure(
    "the server gave the statement up", "Make it faster, or wait for what it waits for", lost=True
)
_LOCKED = Failure(
    "another program has locked it", "Try again when that has finished; nothing was published", lost=True
)
_TABLE = Failure("the statement names a table that is not there", "Correct the statement")
_COLUMN = Failure("the statement names a column that is not there", "Correct the statement")
_FUNCTION = Failure("the statement calls a function that is not there", "Correct the statement")
_SYNTAX = Failure("the statement is not understood", "Correct the statement")
_DENIED = Failure("its role may not read that", "Grant it SELECT on what the statement names")
_FORBIDDEN = Failure("the statement does more than read", "Give one SELECT, WITH … SELECT or VALUES")
_NO_DATABASE = Failure("its file is no SQLite database", "Correct the path in its address")
_DAMAGED = Failure("its file is damaged", "Put a sound copy in its place")
_LARGE = Failure("a value is larger than 16 MiB", "Select less of it")
_ABSENT = Failure("its file is not there", "Correct the path in its address")
_UNREADABLE = Failure("its file cannot be read", "Correct the path in its address, or the permissions")
_WAL = Failure(
    "its file is in WAL mode, in a folder where nothing can be written",
    "Write ?immutable=1 after the file's name, but only if no program changes it",
)
_UNKNOWN = Failure("an error", "Correct the statement")

_BY_CODE: dict[str, Failure] = {
    **dict.fromkeys(("28P01", "28000", "1045", "1698"), _LOGIN),
    **dict.fromkeys(("3D000", "1049"), _NAME),
    **dict.fromkeys(("53300", "1040", "1203"), _FULL),
    **dict.fromkeys(("57014", "55P03", "1205", "1969", "3024", "1317"), _SLOW),
    **dict.fromkeys(("42P01", "1146"), _TABLE),
    **dict.fromkeys(("42703", "1054"), _COLUMN),
    **dict.fromkeys(("42883", "1305", "1630"), _FUNCTION),
    **dict.fromkeys(("42601", "1064"), _SYNTAX),
    **dict.fromkeys(("42501", "1044", "1142", "1143", "1370"), _DENIED),
    **dict.fromkeys(("25006", "1792", "SQLITE_AUTH", "SQLITE_READONLY"), _FORBIDDEN),
    **dict.fromkeys(("1053", "1927", "2006", "2013", "2014", "2055"), _BROKEN),
    **dict.fromkeys(("SQLITE_BUSY", "SQLITE_LOCKED"), _LOCKED),
    **dict.fromkeys(("SQLITE_NOTADB",), _NO_DATABASE),
    **dict.fromkeys(("SQLITE_CORRUPT",), _DAMAGED),
    **dict.fromkeys(("SQLITE_TOOBIG",), _LARGE),
}
_BY_WORDS: tuple[tuple[str, Failure], ...] = (
    ("connection refused|no route to host|network is unreachable|no such file or directory", _SERVER),
    ("resolve host|translate host name|name or service|nodename nor servname|name resolution", _HOST),
    ("starting up|shutting down|recovery mode", _UNREADY),
    ("timeout expired|timed out|connection timeout", _SILENT),
    ("password authentication failed|no password supplied|role .* does not exist|pg_hba", _LOGIN),
    ("database .* does not exist", _NAME),
    ("too many clients|too many connections|connection slots", _FULL),
    (
        "closed the connection|connection .*closed|lost connection|gone away|reset by peer|broken pipe",
        _BROKEN,
    ),
    ("no such table", _TABLE),
    ("no such column", _COLUMN),
    ("no such function", _FUNCTION),
    ("syntax error", _SYNTAX),
)
_FRAMES = {
    r".*\[Errno -?\d+\] ([^)]*)\)?": r"\1",
    r".*port \d+ failed: (?:FATAL: +)?(.*)": r"\1",
    r"connection failed: (.*)": r"\1",
    r"(.*)\. Check the '.*": r"\1",
    r".*right syntax to use near '(.*?)(?:' at line \d+)?": r"near '\1'",
}
"""What stands around the part of a message that says something, and what is kept of it."""
_LOST_STATES = frozenset({"08", "53", "57", "58"})


def failure(error: Exception, kind: str, file: str = "") -> Failure:
    """What went wrong in a database of ``kind``; ``file`` is the path of SQLite's.

    ``what`` ends with the driver's words, without secrets, where they add something.
    """
    origin = getattr(error, "orig", None) or error
    code, words = _code(origin), _words(origin)
    found = _BY_CODE.get(code)
    if code in {"SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_READONLY_DIRECTORY", "SQLITE_READONLY_CANTINIT"}:
        return _not_opened(file, words)
    if found is None:
        found = next((known for form, known in _BY_WORDS if re.search(f"(?i){form}", words)), None)
    if found is None:
        return (
            Failure(words, AGAIN, lost=True)
            if _is_lost(origin, code, kind)
            else replace(_UNKNOWN, what=words)
        )
    return replace(found, what=f"{found.what} ({words})")


def is_driver(error: Exception) -> bool:
    """Whether an exception comes from SQLAlchemy or a driver, or from reading the connection."""
    roots = {kind.__module__.partition(".")[0] for kind in type(error).__mro__}
    return bool(roots & {"sqlalchemy", "psycopg", "pymysql", "sqlite3"}) or isinstance(error, OSError)


def number(origin: Any) -> int:
    """MariaDB's number of an error, 0 for none."""
    arguments = getattr(origin, "args", ())
    return arguments[0] if arguments and isinstance(arguments[0], int) else 0


def _code(origin: Any) -> str:
    name: str = getattr(origin, "sqlite_errorname", "")
    if name:
        # SQLITE_BUSY_SNAPSHOT is a kind of SQLITE_BUSY; those of READONLY tell of different things.
        return name if name.startswith("SQLITE_READONLY") else "_".join(name.split("_")[:2])
    return str(number(origin) or "") or getattr(origin, "sqlstate", None) or ""


def _words(origin: Any) -> str:
    """The first line of what the driver says, without what only frames it, and without secrets."""
    arguments: tuple[Any, ...] = getattr(origin, "args", ())
    text = str(arguments[1]) if len(arguments) > 1 and number(origin) else str(origin)
    line = next(iter(text.strip().splitlines()), "") or type(origin).__name__
    for frame, kept in _FRAMES.items():
        line = re.sub(f"^{frame}$", kept, line)
    return printable(redact.clean(" ".join(line.split())))[:400].rstrip(" .:")


def _is_lost(origin: Any, code: str, kind: str) -> bool:
    if isinstance(origin, OSError):
        return True
    if kind == "mysql":
        return number(origin) >= 2_000 or "Interface" in type(origin).__name__
    if kind == "sqlite":
        return False
    kinds = {base.__name__ for base in type(origin).__mro__}
    return code[:2] in _LOST_STATES or (not code and "OperationalError" in kinds)


def _not_opened(file: str, words: str) -> Failure:
    """Why SQLite cannot open ``file``; it says the same of all these."""
    try:
        with open(file, "rb") as opened:
            header = opened.read(20)
    except FileNotFoundError:
        return _ABSENT
    except OSError as refused:
        words, header = os.strerror(refused.errno or 0), b""
    # The bytes 18 and 19 of a database say which journal it keeps: https://www.sqlite.org/fileformat.html
    return (
        _WAL if header[18:20] == b"\x02\x02" else replace(_UNREADABLE, what=f"{_UNREADABLE.what} ({words})")
    )
