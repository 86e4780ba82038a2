"""One statement on each database: streamed, verbatim, and its failures told."""

from __future__ import annotations

from typing import Any

import pytest

from urlset.errors import SourceError, SourceLost
from urlset.sources.pagemap.address import Database
from urlset.sources.pagemap.query import asked


def rows(database: Database, sql: str) -> list[tuple[Any, ...]]:
    with asked(database, sql, "map.xml:3") as answer:
        return [tuple(row) for batch in answer.batches for row in batch]


def test_rows_come_in_the_order_of_the_statement(shop: Database) -> None:
    assert [row[0] for row in rows(shop, "SELECT id, title FROM articles ORDER BY id DESC;")] == [3, 2, 1]


LITERALS = [
    "http://e/:id",
    "a%b",
    "%s %(x)s",
    "%%",
    "{x}",
    "?",
    "$1",
    "a:b:c",
    "::int",
    "it''s",
    ":a:b :c",
    "-- no comment",
    "/* nor this */",
    ";",
    "é ∂ 漢",
    'a `tick` "quote"',
]


@pytest.mark.parametrize("literal", LITERALS)
def test_a_text_in_the_statement_arrives_unchanged(shop: Database, literal: str) -> None:
    assert rows(shop, f"SELECT '{literal}' AS x FROM articles WHERE id = 1") == [
        (literal.replace("''", "'"),)
    ]


def test_columns_are_named_as_the_database_reports_them(shop: Database) -> None:
    with asked(shop, "SELECT id AS number, title FROM articles", "map.xml:3") as answer:
        assert answer.columns == ("number", "title")


def test_an_unknown_table_is_told_with_line_and_connection(shop: Database) -> None:
    with pytest.raises(SourceError, match=r"map\.xml:3: database 'default': .*nothere") as caught:
        rows(shop, "SELECT * FROM nothere")
    assert caught.value.exit_code == 3


def test_a_long_answer_can_be_left_early(shop: Database) -> None:
    many = "SELECT t1.id FROM " + ", ".join(f"articles t{number}" for number in range(1, 9))
    with asked(shop, many, "map.xml:3") as answer:
        assert len(next(answer.batches)) == 1_000


def test_an_endless_query_ends_at_the_time_limit(shop: Database) -> None:
    hurried = Database("default", shop.address, timeout=1)
    endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c"
    if shop.address.startswith("mysql"):
        wide = ", ".join(f"information_schema.collations t{number}" for number in range(6))
        endless = f"SELECT count(*) FROM {wide}"
    with pytest.raises(SourceLost, match=r"map\.xml:3: .*'default'.*0 rows") as caught:
        rows(hurried, endless)
    assert caught.value.exit_code == 6


READING = [
    "SELECT id FROM articles WHERE id = 2",
    "WITH x AS (SELECT id FROM articles) SELECT * FROM x WHERE id = 2",
    "VALUES (2)",
    "SELECT id FROM articles WHERE id = 2; -- and no more",
    "/* first */ SELECT id -- the id\nFROM articles WHERE id = 2 ;\n",
]


@pytest.mark.parametrize("sql", READING)
def test_one_statement_that_reads_is_taken(shop: Database, sql: str) -> None:
    assert rows(shop, sql) == [(2,)]


@pytest.mark.parametrize("shop", ["postgresql", "mariadb"], indirect=True)
def test_parentheses_around_a_statement_are_taken_where_the_server_knows_them(shop: Database) -> None:
    assert rows(shop, "(SELECT id FROM articles WHERE id = 2)") == [(2,)]
