"""The same three articles on each of the three databases."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator

import pytest

import servers
from urlset.sources.pagemap.address import Database


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server as its superuser ``postgres``, without a database."""
    with servers.postgresql() as address:
        yield address


@pytest.fixture(scope="session")
def mariadb() -> Iterator[str]:
    """The address of a MariaDB server as a user with every right, without a database."""
    with servers.mariadb() as address:
        yield address


Run = Callable[[str, list[str]], None]


@pytest.fixture(scope="session")
def run_sql() -> Run:
    """Run statements of a test's own making, with every right."""

    def run(address: str, statements: list[str]) -> None:
        import sqlalchemy

        url = address.replace("postgresql:", "postgresql+psycopg:").replace("mysql:", "mysql+pymysql:")
        engine = sqlalchemy.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sqlalchemy.NullPool)
        with engine.connect() as connection:
            for statement in statements:
                # Two of the drivers fill in %s.
                plain = url.startswith("sqlite")
                connection.exec_driver_sql(statement if plain else statement.replace("%", "%%"))
        engine.dispose()

    return run


ROWS = "(1, 'One', '2024-05-01', 'a'), (2, 'Two & more', '2024-05-02', 'b'), (3, 'Three', NULL, 'c')"
COLUMNS = "id INTEGER PRIMARY KEY, title VARCHAR(200), updated VARCHAR(40), body VARCHAR(20)"
SCHEMA = [f"CREATE TABLE articles ({COLUMNS})", f"INSERT INTO articles VALUES {ROWS}"]


@pytest.fixture(scope="session", params=["sqlite", "postgresql", "mariadb"])
def shop(request: pytest.FixtureRequest, run_sql: Run, tmp_path_factory: pytest.TempPathFactory) -> Database:
    """A database with three articles, on each of the three systems."""
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("sqlite") / "shop.db"
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            for statement in SCHEMA:
                connection.execute(statement)
        return Database("default", f"sqlite:///{path}", timeout=20)
    server = request.getfixturevalue(request.param)
    default = "postgres" if request.param == "postgresql" else "mysql"
    run_sql(f"{server}/{default}", ["CREATE DATABASE shop"])
    run_sql(f"{server}/shop", SCHEMA)
    return Database("default", f"{server}/shop", timeout=20)


@pytest.fixture(scope="session")
def poor(shop: Database, run_sql: Run) -> Database:
    """The shop as a role that may read ``articles`` and nothing else; not for SQLite, which has no roles."""
    host = shop.address.rpartition("@")[2]
    if shop.address.startswith("postgresql"):
        make = ["CREATE ROLE poor LOGIN PASSWORD 'poor-words'", "GRANT SELECT ON articles TO poor"]
    else:
        make = ["CREATE USER poor@'127.0.0.1' IDENTIFIED BY 'poor-words'"]
        make += ["GRANT SELECT ON shop.articles TO poor@'127.0.0.1'"]
    run_sql(shop.address, ["CREATE TABLE hidden (id INTEGER)", *make])
    return Database("default", f"{shop.address.partition(':')[0]}://poor:poor-words@{host}", timeout=20)
