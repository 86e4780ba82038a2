"""Q4 and Q6: the types of real servers as ids and dates, in one answer each, which goes on to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from urlset.sources.pagemap.address import Database
from urlset.sources.pagemap.source import source
from urlset.tally import Tally

POSTGRESQL = [
    ("17::numeric", "timestamptz '2024-05-01 10:30:00+05:30'", "17", "2024-05-01 05:00:00+00:00"),
    ("17.50::numeric", "date '2024-05-02'", "17.50", "2024-05-02"),
    ("18.0::float8", "timestamp '2024-05-03 10:30:00'", "18", "2024-05-03 10:30:00+00:00"),
    ("true", "timestamp 'infinity'", "true", None),
    (
        "'12345678-1234-5678-1234-567812345678'::uuid",
        "date '10000-01-01'",
        "12345678-1234-5678-1234-567812345678",
        None,
    ),
    ("9223372036854775807", "date '0044-03-15 BC'", "9223372036854775807", None),
    ("date '2024-05-01'", "NULL::date", "2024-05-01", None),
    ("'a'", "time '10:30'", "a", None),
    ("'b'", "interval '1 day'", "b", None),
    ("'c'", "1714521600", "c", "2024-05-01 00:00:00+00:00"),
    ("NULL::text", "date '2024-05-01'", "no-id", None),
    ("'x'::bytea", "date '2024-05-01'", "bad-id", None),
    ("ARRAY[1, 2]", "date '2024-05-01'", "bad-id", None),
    ("'{\"a\": 1}'::json", "date '2024-05-01'", "bad-id", None),
    ("'NaN'::numeric", "date '2024-05-01'", "bad-id", None),
    ("chr(1)", "date '2024-05-01'", "bad-text", None),
]
"""An id, a date, and the id as written or the reason for which the row is left out, and the date."""
MARIADB = [
    ("CAST(17 AS DECIMAL)", "CAST('2024-05-01 10:30:00' AS DATETIME)", "17", "2024-05-01 10:30:00+00:00"),
    ("CAST(17.5 AS DECIMAL(5, 2))", "CAST('2024-05-02' AS DATE)", "17.50", "2024-05-02"),
    ("18e0", "CAST('0000-00-00' AS DATE)", "18", None),
    ("18446744073709551615", "CAST('10:30:00' AS TIME)", "18446744073709551615", None),
    ("'a'", "from_unixtime(1714521600)", "a", "2024-05-01 00:00:00+00:00"),
    ("NULL", "CAST('2024-05-01' AS DATE)", "no-id", None),
    ("CAST('x' AS BINARY)", "NULL", "bad-id", None),
    ("char(1 USING utf8mb4)", "NULL", "bad-text", None),
]
SQLITE = [
    ("17.0", "'2024-05-01'", "17", "2024-05-01"),
    ("x'17'", "NULL", "bad-id", None),
    ("9e999", "NULL", "bad-id", None),
    ("CAST(x'ff' AS TEXT)", "NULL", "bad-text", None),
    ("char(1)", "NULL", "bad-text", None),
    ("''", "NULL", "no-id", None),
]
ROWS = {"postgresql": POSTGRESQL, "mysql": MARIADB, "sqlite": SQLITE}


def asked_one(folder: Path, database: Database, sql: str) -> tuple[str, str | None]:
    """The id, or the reason for which there is none, and the date of the one row of a query."""
    (folder / "map.xml").write_text(
        f'<pagemap site="e.com"><page type="dynamic" file="/a"><sqlselect><![CDATA[{sql}]]></sqlselect>'
        "<parameter>id</parameter><idfield>id</idfield><datefield>day</datefield></page></pagemap>"
    )
    tally = Tally()
    pages = list(source(str(folder / "map.xml"), databases={"default": database.address}).pages(tally))
    if not pages:
        return next(iter(tally.dropped)), None
    day = pages[0].lastmod
    return pages[0].loc.removeprefix("https://e.com/a?id="), None if day is None else str(day)


def test_each_type_becomes_text_or_has_its_reason(shop: Database, tmp_path: Path) -> None:
    for number, day, text, date in ROWS[shop.address.partition(":")[0]]:
        sql = f"SELECT {number} AS id, {day} AS day"
        assert asked_one(tmp_path, shop, sql) == (text, date), sql


@pytest.mark.parametrize("shop", ["postgresql"], indirect=True)
def test_a_date_that_no_python_date_can_be_ends_no_answer(shop: Database, tmp_path: Path) -> None:
    """psycopg would end the whole answer at the first one, in the middle."""
    days = (
        "SELECT n AS id, CASE WHEN n % 2 = 0 THEN timestamp 'infinity' ELSE timestamp '2024-05-01' END AS day"
    )
    (tmp_path / "map.xml").write_text(
        f'<pagemap site="e.com"><page type="dynamic" file="/a"><sqlselect>{days} FROM generate_series(1, 3000) n'
        "</sqlselect><parameter>id</parameter><idfield>id</idfield><datefield>day</datefield></page></pagemap>"
    )
    tally = Tally()
    pages = list(source(str(tmp_path / "map.xml"), databases={"default": shop.address}).pages(tally))
    assert len(pages) == 3_000
    assert sum(page.lastmod is None for page in pages) == 1_500
    assert tally.notes == [f"{tmp_path}/map.xml:1: 1,500 rows without a date"]
