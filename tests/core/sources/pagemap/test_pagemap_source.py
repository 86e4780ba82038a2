"""Pages of tables: addresses, dates, hints, languages; on each of the three databases where it matters."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import pytest

from urlset.errors import SettingsError, SourceError
from urlset.page import Page
from urlset.sources.pagemap.address import Database
from urlset.sources.pagemap.source import PagemapSource, source
from urlset.tally import Tally


def table(folder: Path, columns: str, rows: Iterable[tuple[object, ...]]) -> dict[str, str]:
    path = folder / "site.db"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"CREATE TABLE t ({columns})")
        marks = ", ".join("?" * len(columns.split(",")))
        connection.executemany(f"INSERT INTO t VALUES ({marks})", list(rows))
    return {"default": f"sqlite:///{path}"}


def mapped(folder: Path, attributes: str, fields: str = "", sql: str = "SELECT * FROM t") -> str:
    path = folder / "map.xml"
    element = f'<page type="dynamic" {attributes}>\n<sqlselect><![CDATA[{sql}]]></sqlselect>{fields}</page>'
    path.write_text(f'<pagemap site="www.example.com">\n{element}\n</pagemap>')
    return str(path)


def pages(path: str, databases: dict[str, str], tally: Tally | None = None) -> list[Page]:
    return list(source(path, databases=databases).pages(tally))


def tails(found: list[Page]) -> list[str]:
    return [page.loc.removeprefix("https://www.example.com/") for page in found]


ID = "<parameter>id</parameter><idfield>id</idfield>"


def test_one_page_a_row_with_title_date_and_address(shop: Database, tmp_path: Path) -> None:
    path = mapped(
        tmp_path,
        'file="/blog/article.php"',
        "<parameter>id</parameter><idfield>ID</idfield><titlefield>TITLE</titlefield><datefield>UPDATED</datefield>",
        "SELECT * FROM articles ORDER BY id",
    )
    found = pages(path, {"default": shop.address})
    assert tails(found) == [f"blog/article.php?id={number}" for number in (1, 2, 3)]
    assert [page.title for page in found] == ["One", "Two & more", "Three"]
    assert [str(page.lastmod) for page in found] == ["2024-05-01", "2024-05-02", "None"]


def test_hints_of_the_element_and_of_the_row(tmp_path: Path) -> None:
    rows = [(1, "daily", 0.9), (2, None, None), (3, "often", "0,3"), (4, "NEVER", "7")]
    fields = f"{ID}<changefreqfield>f</changefreqfield><priorityfield>p</priorityfield>"
    path = mapped(tmp_path, 'file="/a" changefreq="monthly" priority="0.2"', fields)
    tally = Tally()
    found = pages(path, table(tmp_path, "id, f, p", rows), tally)
    hints = [(page.changefreq, page.priority) for page in found]
    assert hints == [("daily", 0.9), ("monthly", 0.2), ("monthly", 0.3), ("never", 0.2)]
    assert tally.warnings == [f"{path}:2: 2 rows with a changefreq or priority that is none"]


def test_placeholders_are_encoded_for_their_place(tmp_path: Path) -> None:
    rows = [(2024, "a b/c?d#e%f&g+h", "x y&z"), (2025, "é漢", "ü")]
    path = mapped(tmp_path, 'file="/{year}/{slug}/?q={q}"')
    assert tails(pages(path, table(tmp_path, "year, slug, q", rows))) == [
        "2024/a%20b%2Fc%3Fd%23e%25f%26g%2Bh/?q=x%20y%26z",
        "2025/%C3%A9%E6%BC%A2/?q=%C3%BC",
    ]


def test_a_path_placeholder_keeps_its_slashes(tmp_path: Path) -> None:
    path = mapped(tmp_path, 'file="/w/{p:path}"')
    tally = Tally()
    rows = [("a/b c",), ("../x",), ("a//b",), ("/a",)]
    assert tails(pages(path, table(tmp_path, "p", rows), tally)) == ["w/a/b%20c"]
    assert tally.dropped == {"bad-id": 3}


def test_several_pairs_in_order(tmp_path: Path) -> None:
    fields = "<parameter>lang</parameter><parameter>id</parameter><idfield>l</idfield><idfield>i</idfield>"
    path = mapped(tmp_path, 'file="/a.php"', fields)
    assert tails(pages(path, table(tmp_path, "i, l", [(17, "de")]))) == ["a.php?lang=de&id=17"]


def test_a_parameter_joins_a_query_that_is_there(tmp_path: Path) -> None:
    path = mapped(tmp_path, 'file="/a.php?view=full"', ID)
    assert tails(pages(path, table(tmp_path, "id", [(1,)]))) == ["a.php?view=full&id=1"]


def test_a_group_makes_language_versions(tmp_path: Path) -> None:
    fields = f"{ID}<langfield>l</langfield><groupfield>g</groupfield>"
    rows = [(1, "en", 7), (2, "de", 7), (3, "en", 8), (4, None, 8), (5, "de", None)]
    found = pages(mapped(tmp_path, 'file="/a"', fields), table(tmp_path, "id, l, g", rows))
    assert [page.lang for page in found] == ["en", "de", "en", None, "de"]
    assert found[0].group == found[1].group != found[2].group
    assert [page.group for page in found[3:]] == [None, None]


@pytest.mark.parametrize(("wanted", "taken"), [("Id", "Id"), ("ID", "ID")])
def test_a_column_is_matched_exactly_first(tmp_path: Path, wanted: str, taken: str) -> None:
    sql = 'SELECT 1 AS "Id", 2 AS "ID"'
    path = mapped(tmp_path, 'file="/a"', f"<parameter>p</parameter><idfield>{wanted}</idfield>", sql)
    databases = table(tmp_path, "x", [])
    assert tails(pages(path, databases)) == [f"a?p={1 if taken == 'Id' else 2}"]


def test_columns_that_differ_only_in_case_are_an_error_that_names_both(tmp_path: Path) -> None:
    path = mapped(tmp_path, 'file="/a"', ID, 'SELECT 1 AS "Id", 2 AS "ID"')
    with pytest.raises(SourceError, match=r"map\.xml:3: the column id could be Id and ID"):
        pages(path, table(tmp_path, "x", []))


def test_an_unknown_column_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    path = mapped(tmp_path, 'file="/{slug}/"')
    with pytest.raises(SourceError, match=r"map\.xml:3: the query has no column slug\. It has: id, name"):
        pages(path, table(tmp_path, "id, name", []))


def test_a_row_without_an_id_is_left_out_and_counted_once_per_element(tmp_path: Path) -> None:
    path = mapped(tmp_path, 'file="/a"', ID)
    tally = Tally()
    found = pages(path, table(tmp_path, "id", [(1,), (None,), ("",), (b"x",), ("a\nb",)]), tally)
    assert tails(found) == ["a?id=1"]
    assert tally.dropped == {"no-id": 2, "bad-id": 1, "bad-text": 1}
    assert tally.read == 4
    assert tally.warnings == [f"{path}:2: 4 rows left out, without a usable id"]
    assert tally.samples["no-id"][0] == f"{path}:2 row 2"


def test_text_that_is_not_utf_8_is_a_counted_drop_and_the_query_goes_on(tmp_path: Path) -> None:
    path = mapped(
        tmp_path,
        'file="/a"',
        f"{ID}<titlefield>t</titlefield>",
        "SELECT CAST(id AS TEXT) id, CAST(t AS TEXT) t FROM t",
    )
    tally = Tally()
    found = pages(path, table(tmp_path, "id, t", [(b"\xff", "x"), (b"ok", b"caf\xe9")]), tally)
    assert tally.dropped == {"bad-text": 1}
    assert [page.title for page in found] == ["caf\ufffd"]


def test_dates_that_are_none_are_counted(tmp_path: Path) -> None:
    path = mapped(tmp_path, 'file="/a"', f"{ID}<datefield>d</datefield>")
    rows = [(1, "2024-05-01"), (2, None), (3, "0000-00-00"), (4, "soon"), (5, 1714521600)]
    tally = Tally()
    found = pages(path, table(tmp_path, "id, d", rows), tally)
    assert [str(page.lastmod) for page in found] == [
        "2024-05-01",
        "None",
        "None",
        "None",
        "2024-05-01 00:00:00+00:00",
    ]
    assert tally.notes == [f"{path}:2: 3 rows without a date"]


def test_the_connection_is_named_by_the_page(tmp_path: Path) -> None:
    databases = table(tmp_path, "id", [(1,)])
    path = mapped(tmp_path, 'file="/a" database="shop"', ID)
    assert tails(pages(path, {"shop": databases["default"]})) == ["a?id=1"]
    with pytest.raises(SettingsError, match=r"databases\.shop: .*map\.xml:2 needs this connection") as caught:
        pages(path, databases)
    assert caught.value.code == "SET04"


def test_the_source_never_shows_an_address_of_a_database() -> None:
    database = Database("default", "postgresql://me:hunter2secret@db.example/shop")
    shown = repr(database) + str(database) + f"{database}"
    assert "hunter2secret" not in shown
    assert "postgresql on db.example, shop" in shown
    assert PagemapSource.__struct_config__.frozen
