"""P14: no statement writes, on any of the three databases, not even for a role that may do everything."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
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
    "INSERT INTO articles SELECT id + 100, title, updated, body FROM articles",
    "UPDATE articles SET id = id + 100",
    "DELETE FROM articles WHERE id IN (SELECT id FROM articles)",
    "/* SELECT */ DELETE FROM articles",
    "(DELETE FROM articles)",
    "ALTER TABLE articles RENAME TO other",
    "ALTER TABLE articles DROP COLUMN body",
    "DROP TABLE IF EXISTS articles",
    "CREATE UNIQUE INDEX y ON articles (id)",
    "VALUES (1); DELETE FROM articles",
    "SELECT ';' ; DROP TABLE articles",
    'SELECT 1 AS "a;" ; DELETE FROM articles',
    "SELECT 1 UNION SELECT 2; UPDATE articles SET title = 'x'",
    "SELECT 1;; DELETE FROM articles",
    "WITH x AS (SELECT 1) UPDATE articles SET title = 'x'",
    "SELECT * FROM (DELETE FROM articles RETURNING id) AS d",
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
    "CREATE VIRTUAL TABLE x USING fts5(a)",
    "DETACH DATABASE main",
    "INSERT OR REPLACE INTO articles VALUES (1, 'x', 'x', 'x')",
    "UPDATE sqlite_master SET sql = ''",
    "SELECT edit('x', 'touch {file}')",
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
Run = Callable[[str, list[str]], None]
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
WHOLE = {
    "sqlite": [
        "SELECT * FROM sqlite_master",
        "PRAGMA user_version",
        "PRAGMA journal_mode",
        "PRAGMA auto_vacuum",
    ],
    "postgresql": [
        "SELECT oid, relname, relkind, relnatts, reltuples > 0 FROM pg_class ORDER BY oid",
        "SELECT oid, proname, prosrc FROM pg_proc ORDER BY oid",
        "SELECT attrelid, attname, atttypid, attisdropped FROM pg_attribute ORDER BY 1, 2",
        "SELECT oid, relacl::text FROM pg_class WHERE relacl IS NOT NULL ORDER BY oid",
        "SELECT oid, rolname, rolsuper FROM pg_roles ORDER BY oid",
        "SELECT oid, datname FROM pg_database ORDER BY oid",
        "SELECT oid FROM pg_largeobject_metadata",
        "SELECT * FROM pg_db_role_setting",
        "SELECT last_value, is_called FROM numbers",
    ],
    "mysql": [
        "SELECT table_schema, table_name, table_type FROM information_schema.tables ORDER BY 1, 2",
        "SELECT table_schema, table_name, column_name, column_type FROM information_schema.columns ORDER BY 1, 2, 3",
        "SELECT table_schema, table_name, index_name, column_name FROM information_schema.statistics ORDER BY 1, 2, 3, 4",
        "SELECT routine_name, routine_definition FROM information_schema.routines ORDER BY 1",
        "SELECT trigger_name FROM information_schema.triggers ORDER BY 1",
        "SELECT user, host, db FROM mysql.db ORDER BY 1, 2, 3",
        "SELECT user, host FROM mysql.user ORDER BY 1, 2",
        "SELECT next_not_cached_value FROM numbers",
    ],
}
"""What tells every change of a database, besides the rows of its tables."""
OUTSIDE = ("pg_terminate", "pg_reload", "lo_export", "lo_import", "COPY", "get_lock")
"""What only our own check stops: functions and commands that no transaction takes back."""


def kind(database: Database) -> str:
    return database.address.partition(":")[0]


@pytest.fixture(scope="module")
def whole(shop: Database, run_sql: Run) -> Iterator[Callable[[], list[Any]]]:
    """Everything that is in the shop, as a connection sees it that has every right."""
    import sqlalchemy

    if kind(shop) in SET_UP:
        run_sql(shop.address, SET_UP[kind(shop)])
    url = shop.address.replace("postgresql:", "postgresql+psycopg:").replace("mysql:", "mysql+pymysql:")
    engine = sqlalchemy.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sqlalchemy.StaticPool)

    def state() -> list[Any]:
        with engine.connect() as connection:
            found: list[Any] = [
                [tuple(row) for row in connection.exec_driver_sql(sql)]
                for sql in ("SELECT * FROM articles ORDER BY id", *WHOLE[kind(shop)])
            ]
        if kind(shop) == "sqlite":
            file = Path(str(engine.url.database))
            found += [file.read_bytes(), sorted(os.listdir(file.parent))]
        return found

    yield state
    engine.dispose()


@pytest.mark.parametrize("first_layer", [True, False], ids=["all layers", "without ours"])
def test_nothing_is_written(
    shop: Database,
    whole: Callable[[], list[Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    first_layer: bool,
) -> None:
    """Each statement by itself leaves everything as it was; and so it is by the database's own layers alone,
    but for functions that no transaction undoes.
    """
    os.chmod(tmp_path, 0o777)
    before, file = whole(), tmp_path / "written"
    assert len(before[0]) == 3
    if not first_layer:
        monkeypatch.setattr(query, "checked", lambda sql, dialect: sql)
    for statement in EVERYWHERE + OWN[kind(shop)]:
        if not first_layer and any(word in statement for word in OUTSIDE):
            continue
        with (
            contextlib.suppress(UrlsetError),
            asked(shop, statement.replace("{file}", str(file)), "map.xml:3") as answer,
        ):
            list(answer.batches)
        assert whole() == before, statement
        assert not file.exists(), statement


@pytest.mark.parametrize(
    "change", ["UPDATE articles SET body = 'z' WHERE id = 3", "CREATE TABLE z (a INTEGER)"]
)
def test_a_change_would_be_seen(
    shop: Database, whole: Callable[[], list[Any]], run_sql: Run, change: str
) -> None:
    before = whole()
    run_sql(shop.address, [change])
    changed = whole()
    run_sql(shop.address, ["UPDATE articles SET body = 'c' WHERE id = 3", "DROP TABLE IF EXISTS z"])
    assert changed != before


@pytest.mark.parametrize("sql", EVERYWHERE)
def test_what_is_no_reading_statement_never_reaches_the_database(sql: str) -> None:
    nowhere = Database("default", "postgresql://nobody@127.0.0.1:9/none")
    with pytest.raises(SourceError, match="Only one reading statement") as caught, asked(nowhere, sql, "m:1"):
        pass
    assert caught.value.code == "SRC05"


@pytest.mark.parametrize("name", list(OWN))
def test_at_least_sixty_statements_are_tried_on_each(name: str) -> None:
    assert len({*EVERYWHERE, *OWN[name]}) >= 60
