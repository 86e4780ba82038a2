"""A pagemap over one table: the real command beside a bare SELECT loop that writes with xml-sitemap-writer.

    python benchmarks/pagemap.py [ROWS ...] [--database sqlite|postgresql|mariadb] [--rounds 3]

One million rows by default; several numbers give a line each, which shows that memory does not grow. Servers
are private ones, started from Debian's packages and gone afterwards. Every run is a process of its own:
seconds, the share of them that was spent waiting for the database, the most memory, and how many times the
peer's seconds that is; medians of the rounds, in which the two take turns. Both read the same rows through
the same driver with a server-side cursor and write files with their compressed copies; the peer neither
sorts, checks nor merges anything. Needs xml-sitemap-writer.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

MAP = """<pagemap site="www.example.com"><page title="Home" file="/"/>
<page file="/blog/article.php" type="dynamic"><parameter>id</parameter><idfield>id</idfield>
<sqlselect>SELECT id, title, updated FROM articles</sqlselect>
<titlefield>title</titlefield><datefield>updated</datefield></page></pagemap>"""
ROW = "{0} AS id, {1} AS title, {2} AS updated FROM {3}"
RUN = """
import json, sys, time
from urlset.cli import main
from urlset.sources.pagemap import query
class Seen(query.Watchdog):
    made = []
    def __init__(self, *limits):
        super().__init__(*limits)
        self.made.append(self)
query.Watchdog = Seen
begun = time.perf_counter()
try:
    main(sys.argv[1:])
except SystemExit as end:
    assert not end.code, end.code
seconds, waited = time.perf_counter() - begun, sum(dog.waited for dog in Seen.made)
"""
PEER = """
import json, sys, time
from sqlalchemy import create_engine, text
from xml_sitemap_writer import XMLSitemap
begun = time.perf_counter()
waited = 0.0
engine = create_engine(sys.argv[1])
with engine.connect() as connection, XMLSitemap(sys.argv[2], "https://www.example.com") as sitemap:
    sql = text("SELECT id, title, updated FROM articles")
    rows = connection.execution_options(stream_results=True, yield_per=1000).execute(sql)
    while True:
        before = time.perf_counter()
        batch = rows.fetchmany(1000)
        waited += time.perf_counter() - before
        if not batch:
            break
        for row in batch:
            lastmod = str(row.updated)[:19].replace(" ", "T") + "+00:00"
            sitemap.add_url(f"/blog/article.php?id={row.id}", lastmod=lastmod)
seconds = time.perf_counter() - begun
"""
TOLD = """
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps({"seconds": seconds, "waited": waited, "peak": peak / 1024}))
"""
MOMENT = "1500000000 + ({0} * 7919 * 61) % 250000000"


def measured(code: str, *arguments: str, folder: Path) -> dict[str, float]:
    command = [sys.executable, "-c", code + TOLD, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


@contextlib.contextmanager
def sqlite(folder: Path, rows: int) -> Iterator[tuple[str, str]]:
    """The address of a database with a table of articles, for us and for the peer."""
    path = folder / "shop.db"
    numbers = f"WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {rows}) SELECT"
    row = ROW.format("n", "'Article number ' || n", f"datetime({MOMENT.format('n')}, 'unixepoch')", "c")
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"CREATE TABLE articles AS {numbers} {row}")
    yield f"sqlite:///{path}", f"sqlite:///{path}"
    path.unlink()


@contextlib.contextmanager
def server(kind: str, rows: int) -> Iterator[tuple[str, str]]:
    """As `sqlite`, on a server of our own."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    import sqlalchemy

    import servers

    first = {"postgresql": "postgres", "mariadb": "mysql"}[kind]
    driver = {"postgresql": "postgresql+psycopg", "mariadb": "mysql+pymysql"}[kind]
    row = ROW.format(
        "n",
        "'Article number ' || n",
        f"to_timestamp({MOMENT.format('n::bigint')})",
        f"generate_series(1, {rows}) n",
    )
    if kind == "mariadb":
        title, moment = "concat('Article number ', seq)", f"from_unixtime({MOMENT.format('seq')})"
        row = ROW.format("seq", title, moment, f"seq_1_to_{rows}")
    with getattr(servers, kind)() as address:
        whole = address.replace(address.partition(":")[0], driver, 1)
        for database, statement in (
            (first, "CREATE DATABASE shop"),
            ("shop", f"CREATE TABLE articles AS SELECT {row}"),
        ):
            engine = sqlalchemy.create_engine(f"{whole}/{database}", isolation_level="AUTOCOMMIT")
            with engine.connect() as connection:
                connection.exec_driver_sql(statement.replace("%", "%%"))
            engine.dispose()
        yield f"{address}/shop", f"{whole}/shop"


def line(name: str, rows: int, runs: list[dict[str, float]], ratios: list[float]) -> None:
    """Medians of all rounds; of the memory the most."""
    seconds = statistics.median(run["seconds"] for run in runs)
    share = statistics.median(100 * run["waited"] / run["seconds"] for run in runs)
    peak = max(run["peak"] for run in runs)
    print(
        f"{rows:>12,}  {name:<22}{seconds:9.1f} s{share:11.0f} %{peak:10.0f} MiB{rows / seconds:12,.0f}"
        f"{statistics.median(ratios):14.2f}",
        flush=True,
    )


def compared(kind: str, rows: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "map.xml").write_text(MAP)
        (folder / "peer").mkdir()
        with sqlite(folder, rows) if kind == "sqlite" else server(kind, rows) as (address, whole):
            arguments = ["map.xml", "--database", f"default={address}", "--output", "out", "--quiet"]
            runs = []
            for _ in range(rounds):
                shutil.rmtree(folder / "out", ignore_errors=True)
                peer = measured(PEER, whole, "peer", folder=folder)
                runs.append((measured(RUN, "build", *arguments, folder=folder), peer))
    line(
        "urlset build",
        rows,
        [ours for ours, _ in runs],
        [ours["seconds"] / peer["seconds"] for ours, peer in runs],
    )
    line("SELECT loop and peer", rows, [peer for _, peer in runs], [1.0])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="*", type=int, default=[1_000_000])
    parser.add_argument("--database", choices=["sqlite", "postgresql", "mariadb"], default="sqlite")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    print(f"{asked.database}, Python {sys.version.split()[0]}")
    print(f"{'rows':>12}  {'':<22}{'time':>11}{'database':>13}{'peak':>14}{'rows/s':>12}{'times peer':>14}")
    for rows in asked.rows:
        compared(asked.database, rows, asked.rounds)


if __name__ == "__main__":
    main()
