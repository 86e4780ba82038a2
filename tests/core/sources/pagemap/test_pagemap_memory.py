"""P12: the number of rows costs time, never memory."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from urlset import order

MIB = 1024
"""In the unit of /proc: kB."""
CHILD = """
import sys
from urlset import order
from urlset.cli import main
order.RUN = int(sys.argv[1])
try:
    main(sys.argv[2:])
except SystemExit as end:
    assert end.code == 0
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
MAP = """<pagemap site="www.example.com"><page title="Home" file="/"/>
<page file="/article.php" type="dynamic"><parameter>id</parameter><sqlselect>SELECT * FROM articles</sqlselect>
<idfield>id</idfield><titlefield>title</titlefield><datefield>updated</datefield>{}</page></pagemap>"""
GROUPED = "<langfield>lang</langfield><groupfield>pair</groupfield>"
ROWS = """SELECT n AS id, 'Article number ' || n AS title, '2024-05-0' || (n % 9 + 1) AS updated,
CASE n % 2 WHEN 0 THEN 'de' ELSE 'en' END AS lang, n / 2 AS pair FROM"""

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")


def sqlite(folder: Path, rows: int) -> str:
    path = folder / f"{rows}.db"
    numbers = f"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {rows})"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"CREATE TABLE articles AS {numbers} {ROWS} c")
    return f"sqlite:///{path}"


def peak(folder: Path, address: str, fields: str = "", run: int = order.RUN) -> int:
    """Most memory of a build in a process of its own, in kB."""
    (folder / "map.xml").write_text(MAP.format(fields))
    arguments = ["build", "map.xml", "--database", f"default={address}", "--output", "out", "--quiet"]
    limit = min(run, 50_000)
    arguments += ["--html-map", "true", "--gzip", "false", "--max-entries", str(limit)]
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(run), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr
    return int(done.stdout)


@pytest.mark.parametrize("fields", ["", GROUPED], ids=["plain", "languages"])
def test_eight_times_the_rows_need_the_same_memory(tmp_path: Path, fields: str) -> None:
    """In small, with runs of 5,000 pages: kept pages would be 45 MB more, a text for each row still 8."""
    little, much = (peak(tmp_path, sqlite(tmp_path, rows), fields, run=5_000) for rows in (10_000, 80_000))
    assert much < little + 4 * MIB


@pytest.mark.skipif(
    not os.environ.get("URLSET_TEST_FAULTS"), reason="slow: set URLSET_TEST_FAULTS=1 (CI does)"
)
@pytest.mark.parametrize("kind", ["sqlite", "postgresql", "mariadb"])
def test_a_million_rows_need_the_memory_of_some(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str, run_sql: object
) -> None:
    addresses = [table(request, tmp_path, kind, rows) for rows in (200_000, 1_000_000)]
    little, much = (peak(tmp_path, address) for address in addresses)
    assert much < 1.1 * little
    assert much < 256 * MIB


def table(request: pytest.FixtureRequest, folder: Path, kind: str, rows: int) -> str:
    if kind == "sqlite":
        return sqlite(folder, rows)
    server, run_sql = request.getfixturevalue(kind), request.getfixturevalue("run_sql")
    first, numbers = "postgres", f"generate_series(1, {rows}) n"
    columns = ROWS
    if kind == "mariadb":
        first, numbers = "mysql", f"seq_1_to_{rows}"
        columns = "SELECT seq AS id, concat('Article number ', seq) AS title, '2024-05-01' AS updated FROM"
    run_sql(f"{server}/{first}", [f"CREATE DATABASE rows{rows}"])
    run_sql(f"{server}/rows{rows}", [f"CREATE TABLE articles AS {columns} {numbers}"])
    return f"{server}/rows{rows}"
