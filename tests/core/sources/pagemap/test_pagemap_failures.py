"""The whole text of what goes wrong with databases: where, what, and what to do; Q11."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import servers
from urlset.errors import MissingExtra, UrlsetError
from urlset.sources.pagemap.address import Database
from urlset.sources.pagemap.query import asked

SERVERS = pytest.mark.parametrize("shop", ["postgresql", "mariadb"], indirect=True)


def told(address: str, sql: str = "SELECT * FROM articles") -> str:
    """The message of a question that fails, with its exit status."""
    database = Database("default", address, timeout=5)
    with pytest.raises(UrlsetError) as caught, asked(database, sql, "map.xml:3") as answer:
        list(answer.batches)
    return f"{caught.value.exit_code} {caught.value.line()}"


def failed(what: str, do: str, place: str = "") -> str:
    """What a message must be, word by word, where the statement is wrong."""
    return f"3 urlset: error[SRC02]: map.xml:3: database 'default'{place}: {what}. {do}."


def lost(what: str, do: str, place: str) -> str:
    """As `failed`, where it is the server that fails."""
    return f"6 urlset: error[SRC04]: map.xml:3: database 'default' ({place}): {what}. {do}."


def kind(database: Database) -> str:
    return database.address.partition(":")[0]


def host(database: Database) -> str:
    return database.address.rpartition("@")[2].partition("/")[0]


@pytest.mark.parametrize("scheme", ["postgresql", "mysql"])
def test_a_server_that_is_down(scheme: str) -> None:
    port = servers.free_port()
    what, do = "no server answers there (Connection refused)", "Start it, or correct host and port"
    place = f"{scheme} on 127.0.0.1:{port}, shop"
    assert told(f"{scheme}://me:words@127.0.0.1:{port}/shop") == lost(what, do, place)


@pytest.mark.parametrize("scheme", ["postgresql", "mysql"])
def test_a_host_that_nobody_knows(scheme: str) -> None:
    message = told(f"{scheme}://me:words@nowhere.invalid/shop")
    assert "6 urlset: error[SRC04]: map.xml:3: database 'default'" in message
    assert f"({scheme} on nowhere.invalid, shop): its host is not known (" in message
    assert message.endswith("). Correct the host in its address.")


@SERVERS
def test_a_wrong_password(shop: Database, poor: Database) -> None:
    says = {
        "postgresql": 'password authentication failed for user "poor"',
        "mysql": "Access denied for user 'poor'@'127.0.0.1' (using password: YES)",
    }
    what = f"the login is refused ({says[kind(shop)]})"
    place = f"{kind(shop)} on {host(shop)}, shop"
    wrong = poor.address.replace("poor-words", "no-words")
    assert told(wrong) == lost(what, "Correct user and password in its address", place)


@SERVERS
def test_an_unknown_database(shop: Database) -> None:
    says = {"postgresql": 'database "none" does not exist', "mysql": "Unknown database 'none'"}
    what, do = f"there is no such database ({says[kind(shop)]})", "Correct the name at the end of its address"
    message = told(shop.address.replace("/shop", "/none"))
    assert message == lost(what, do, f"{kind(shop)} on {host(shop)}, none")


TABLES = {
    "sqlite": "no such table: nothere",
    "postgresql": 'relation "nothere" does not exist',
    "mysql": "Table 'shop.nothere' doesn't exist",
}
COLUMNS = {
    "sqlite": "no such column: none",
    "postgresql": 'column "none" does not exist',
    "mysql": "Unknown column 'none' in 'SELECT'",
}
SYNTAX = {
    "sqlite": 'near "FROM": syntax error',
    "postgresql": 'syntax error at or near "FROM"',
    "mysql": "near 'FROM FROM articles'",
}
FUNCTIONS = {
    "sqlite": "no such function: nofunc",
    "postgresql": "function nofunc(integer) does not exist",
    "mysql": "FUNCTION shop.nofunc does not exist",
}


def test_a_statement_that_is_wrong(shop: Database) -> None:
    for sql, what, says in (
        ("SELECT * FROM nothere", "the statement names a table that is not there", TABLES),
        ("SELECT none FROM articles", "the statement names a column that is not there", COLUMNS),
        ("SELECT FROM FROM articles", "the statement is not understood", SYNTAX),
        ("SELECT nofunc(1)", "the statement calls a function that is not there", FUNCTIONS),
    ):
        words = says[kind(shop)]
        assert told(shop.address, sql) == failed(f"{what} ({words})", "Correct the statement")


@SERVERS
def test_a_table_that_the_role_may_not_read(shop: Database, poor: Database) -> None:
    says = {
        "postgresql": "permission denied for table hidden",
        "mysql": "SELECT command denied to user 'poor'@'127.0.0.1' for table `shop`.`hidden`",
    }
    what = f"its role may not read that ({says[kind(shop)]})"
    do = "Grant it SELECT on what the statement names"
    assert told(poor.address, "SELECT * FROM hidden") == failed(what, do)


def test_what_nobody_foresaw_is_told_in_the_words_of_the_driver(tmp_path: Path) -> None:
    address = f"sqlite:///{made(tmp_path / 'x.db')}"
    assert told(address, "SELECT abs(-9223372036854775807 - 1)") == failed(
        "integer overflow", "Correct the statement"
    )


def made(path: Path, journal: str = "delete") -> Path:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA journal_mode = {journal}")
        connection.execute("CREATE TABLE articles (id)")
        connection.execute("INSERT INTO articles VALUES (1)")
    return path


def test_a_mistyped_file_is_never_made(tmp_path: Path) -> None:
    where = f"map.xml:3: database 'default' (sqlite, {tmp_path}/absent.db)"
    assert told(f"sqlite:///{tmp_path}/absent.db") == (
        f"3 urlset: error[SRC01]: {where}: its file is not there. Correct the path in its address."
    )
    assert not list(tmp_path.iterdir())


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    message = told(f"sqlite:///{tmp_path}")
    assert "its file cannot be read (Is a directory). Correct the path in its address, or the perm" in message


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("this is no database, but long enough to look like one" * 20)
    what = "its file is no SQLite database (file is not a database)"
    assert told(f"sqlite:///{tmp_path}/x.db") == failed(what, "Correct the path in its address")


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    path = made(tmp_path / "x.db")
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 4096)
    what = "its file is damaged (database disk image is malformed)"
    assert told(f"sqlite:///{path}") == failed(what, "Put a sound copy in its place")


def test_a_value_beyond_16_mib_is_told(tmp_path: Path) -> None:
    what = "a value is larger than 16 MiB (string or blob too big)"
    address = f"sqlite:///{made(tmp_path / 'x.db')}"
    assert told(address, "SELECT zeroblob(1000000000)") == failed(what, "Select less of it")


def test_a_locked_database_is_told_after_its_patience(tmp_path: Path) -> None:
    path = made(tmp_path / "x.db")
    with contextlib.closing(sqlite3.connect(path)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        database = Database("default", f"sqlite:///{path}", timeout=1)
        with pytest.raises(UrlsetError) as caught, asked(database, "SELECT * FROM articles", "map.xml:3"):
            pass
    assert caught.value.exit_code == 6
    assert caught.value.line() == (
        "urlset: error[SRC04]: map.xml:3: database 'default': another program has locked it (database is "
        "locked), after 0 rows. Try again when that has finished; nothing was published."
    )


def test_what_another_program_wrote_in_wal_mode_is_read(tmp_path: Path) -> None:
    path = made(tmp_path / "x.db", "wal")
    with contextlib.closing(sqlite3.connect(path)) as writer:
        writer.execute("INSERT INTO articles VALUES (2)")
        writer.commit()
        with asked(
            Database("default", f"sqlite:///{path}"), "SELECT id FROM articles", "map.xml:3"
        ) as answer:
            assert [row[0] for batch in answer.batches for row in batch] == [1, 2]


@pytest.fixture
def sealed() -> Iterator[Path]:
    """A database in WAL mode in a folder where nobody may write, and that everybody may enter."""
    with tempfile.TemporaryDirectory(prefix="urlset-sealed-") as name:
        folder = Path(name)
        made(folder / "x.db", "wal")
        (folder / "x.db").chmod(0o444)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


READ = """
import os, sys
from urlset.errors import UrlsetError
from urlset.sources.pagemap.address import Database
from urlset.sources.pagemap.query import asked
def read(address):
    with asked(Database("default", address), "SELECT id FROM articles", "map.xml:3") as answer:
        print([tuple(row) for batch in answer.batches for row in batch])
read(sys.argv[1])
# To root nothing is read-only.
if os.geteuid() == 0:
    os.setuid(65534)
for address in sys.argv[2:]:
    try:
        read(address)
    except UrlsetError as error:
        print(error.exit_code, error.line())
"""


def test_a_wal_database_in_a_read_only_folder_is_told_and_can_be_read(tmp_path: Path, sealed: Path) -> None:
    usual, address = f"sqlite:///{made(tmp_path / 'x.db')}", f"sqlite:///{sealed}/x.db"
    done = subprocess.run(
        [sys.executable, "-c", READ, usual, address, f"{address}?immutable=1"],
        capture_output=True,
        text=True,
        check=True,
    )
    what = "its file is in WAL mode, in a folder where nothing can be written"
    do = "Write ?immutable=1 after the file's name, but only if no program changes it"
    assert done.stdout.splitlines() == ["[(1,)]", failed(what, do), "[(1,)]"]
    assert os.listdir(sealed) == ["x.db"]


def test_a_driver_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra) as caught, asked(DATABASE, "SELECT 1", "map.xml:3"):
        pass
    assert caught.value.exit_code == 2
    assert caught.value.line() == (
        "urlset: error[EXT01]: sql: the driver of the database 'default' is not installed. "
        'Run: pip install "urlset[sql]".'
    )


def test_sqlalchemy_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "sqlalchemy"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    with pytest.raises(MissingExtra) as caught, asked(DATABASE, "SELECT 1", "map.xml:3"):
        pass
    assert caught.value.line() == (
        "urlset: error[EXT01]: sql: databases are read with SQLAlchemy, which is not installed. "
        'Run: pip install "urlset[sql]".'
    )


DATABASE = Database("default", "postgresql://me:words@127.0.0.1:9/shop")
