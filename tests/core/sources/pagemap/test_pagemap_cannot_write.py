"""P14: no statement writes, on any of the three databases, not even for a role that may do everything."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import pytest

from urlset.errors import SourceError, UrlsetError
from urlset.sources.pagemap import query
from urlset.sources.pagemap.address import Database
from urlset.sources.pagemap.query import asked

EVERYWHERE = [
    "INSERT INTO articles VALUES (9, 'x', 'x', 'x')",
    "UPDATE articles SET title = 'x'",
    "DELETE FROM articles",
    "DROP TABLE articles",
    "ALTER TABLE articles ADD COLUMN x INTEGER",
    "CREATE TABLE x (a INTEGER)",
    "CREATE TABLE x AS SELECT * FROM articles",
    "CREATE VIEW x AS SELECT 1",
    "CREATE INDEX x ON articles (title)",
    "TRUNCATE TABLE articles",
    "COMMIT",
    "ROLLBACK",
    "BEGIN",
    "SAVEPOINT x",
    "SELECT 1; DELETE FROM articles",
    "SELECT 1; COMMIT; DELETE FROM articles; COMMIT",
    "SELECT 1 /* ; */ ; DROP TABLE articles -- ",
    "SELECT 1) AS a; DELETE FROM articles; SELECT * FROM (SELECT 1",
    "WITH x AS (SELECT 1) DELETE FROM articles",
    "WITH x AS (SELECT 1) INSERT INTO articles SELECT 9, 'x', 'x', 'x'",
    "WITH x AS (DELETE FROM articles RETURNING *) SELECT * FROM x",
    "WITH x AS (INSERT INTO articles VALUES (9, 'x', 'x', 'x') RETURNING *) SELECT * FROM x",
    "SELECT * INTO x FROM articles",
    "SELECT * FROM articles FOR UPDATE",
    "SELECT * FROM articles FOR SHARE",
    "EXPLAIN ANALYZE DELETE FROM articles",
    "GRANT ALL ON articles TO PUBLIC",
    "",
    "-- nothing",
]
SQLITE = [
    "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = ON",
    "PRAGMA user_version = 7",
    "PRAGMA journal_mode = WAL",
    "ATTACH DATABASE '{file}' AS other",
    "VACUUM",
    "VACUUM INTO '{file}'",
    "REINDEX",
    "ANALYZE",
    "REPLACE INTO articles VALUES (1, 'x', 'x', 'x')",
    "SELECT load_extension('{file}')",
    "SELECT writefile('{file}', 'x')",
    "SELECT * FROM pragma_user_version",
    "CREATE TEMP TABLE x (a)",
    "CREATE TRIGGER x AFTER INSERT ON articles BEGIN DELETE FROM articles; END",
]
POSTGRESQL = [
    "COPY articles TO '{file}'",
    "COPY articles TO PROGRAM 'touch {file}'",
    "SELECT lo_import('/etc/hostname')",
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT \"lo_export\"(1, '{file}')",
    "SELECT nextval('numbers')",
    "SELECT setval('numbers', 99)",
    "SELECT writer()",
    "SELECT set_config('transaction_read_only', 'off', false), writer()",
    "SELECT query_to_xml('DELETE FROM articles', true, true, '')",
    "SELECT pg_reload_conf()",
    "SELECT pg_terminate_backend(pg_backend_pid())",
    "DO $$ BEGIN DELETE FROM articles; END $$",
    "SET transaction_read_only = off",
    "SELECT $$;$$ ; DELETE FROM articles",
    "CALL anything()",
    "LOCK TABLE articles",
    "NOTIFY x",
    "TABLE articles; DELETE FROM articles",
    "MERGE INTO articles a USING articles b ON a.id = b.id WHEN MATCHED THEN DELETE",
]
MARIADB = [
    "SELECT * FROM articles INTO OUTFILE '{file}'",
    "SELECT 'x' INTO DUMPFILE '{file}'",
    "SELECT 1 /*! INTO OUTFILE '{file}' */",
    "SELECT 5--1 INTO OUTFILE '{file}'",
    "SELECT '\\' INTO OUTFILE \\'{file}' -- '",
    "SELECT 1 INTO @x",
    "SET @x = 1",
    "HANDLER articles OPEN",
    "SELECT get_lock('x', 1)",
    "SELECT NEXT VALUE FOR numbers",
    "SELECT nextval(numbers)",
    "SELECT writer()",
    "LOAD DATA INFILE '/etc/hostname' INTO TABLE articles",
    "REPLACE INTO articles VALUES (1, 'x', 'x', 'x')",
    "LOCK TABLES articles WRITE",
    "SELECT * FROM articles LOCK IN SHARE MODE",
    "CALL anything()",
    "SHOW TABLES",
    "DO sleep(0)",
    "RENAME TABLE articles TO x",
]
OWN = {"sqlite": SQLITE, "postgresql": POSTGRESQL, "mysql": MARIADB}
WRITER = "CREATE OR REPLACE FUNCTION writer() RETURNS int"
SET_UP = {
    "postgresql": [
        "CREATE SEQUENCE IF NOT EXISTS numbers",
        f"{WRITER} LANGUAGE sql AS $$ DELETE FROM articles; SELECT 1 $$",
    ],
    "mysql": [
        "CREATE SEQUENCE IF NOT EXISTS numbers",
        f"{WRITER} MODIFIES SQL DATA BEGIN DELETE FROM articles; RETURN 1; END",
    ],
}
CATALOG = {
    "sqlite": "SELECT count(*) FROM sqlite_master",
    "postgresql": "SELECT count(*), (SELECT last_value FROM numbers), "
    "(SELECT count(*) FROM pg_largeobject_metadata) FROM pg_class",
    "mysql": "SELECT count(*), (SELECT next_not_cached_value FROM numbers) FROM information_schema.tables",
}


def kind(database: Database) -> str:
    return database.address.partition(":")[0]


def state(database: Database) -> list[Any]:
    found = []
    for sql in ("SELECT * FROM articles ORDER BY id", CATALOG[kind(database)]):
        with asked(database, sql, "map.xml:3") as answer:
            found += [tuple(row) for batch in answer.batches for row in batch]
    return found


@pytest.mark.parametrize("first_layer", [True, False], ids=["all layers", "without ours"])
def test_nothing_is_written(
    shop: Database, run_sql: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first_layer: bool
) -> None:
    """Each database's own layers hold by themselves, but for functions that no transaction undoes."""
    if kind(shop) in SET_UP:
        run_sql(shop.address, SET_UP[kind(shop)])
    os.chmod(tmp_path, 0o777)
    before, file = state(shop), tmp_path / "written"
    if not first_layer:
        monkeypatch.setattr(query, "checked", lambda sql, dialect: sql)
    outside = ("pg_terminate", "pg_reload", "lo_export", "lo_import", "COPY", "get_lock")
    statements = [
        sql for sql in EVERYWHERE + OWN[kind(shop)] if first_layer or not any(o in sql for o in outside)
    ]
    for statement in statements:
        with (
            contextlib.suppress(UrlsetError),
            asked(shop, statement.replace("{file}", str(file)), "map.xml:3") as answer,
        ):
            list(answer.batches)
    monkeypatch.undo()
    assert state(shop) == before
    assert not file.exists()


@pytest.mark.parametrize("sql", EVERYWHERE)
def test_what_is_no_reading_statement_never_reaches_the_database(sql: str) -> None:
    nowhere = Database("default", "postgresql://nobody@127.0.0.1:9/none")
    with pytest.raises(SourceError, match="Only one reading statement") as caught, asked(nowhere, sql, "m:1"):
        pass
    assert caught.value.code == "SRC05"


def test_at_least_sixty_statements_are_tried_on_each() -> None:
    total = sum(len(EVERYWHERE) + len(own) for own in OWN.values())
    assert total >= 60
    assert all(len(EVERYWHERE) + len(own) >= 40 for own in OWN.values())
