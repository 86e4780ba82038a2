"""P15 and P16: a database that cuts, stalls or refuses; and no secret in anything that is shown."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from urlset import redact
from urlset.cli import main
from urlset.errors import SettingsError, SourceLost, UrlsetError
from urlset.sources.pagemap.address import Database, parsed
from urlset.sources.pagemap.query import asked

BYTES = 300_000
MANY = "SELECT t1.id, t1.title FROM " + ", ".join(f"articles t{number}" for number in range(1, 13))


@contextlib.contextmanager
def proxy(port: int, stall: bool) -> Iterator[int]:
    """A proxy on loopback that cuts, or falls silent, after 300,000 bytes of answers."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)

        def serve() -> None:
            while not over.is_set():
                with contextlib.suppress(TimeoutError):
                    client, _ = server.accept()
                    threading.Thread(target=join, args=(client,), daemon=True).start()

        def join(client: socket.socket) -> None:
            with client, socket.create_connection(("127.0.0.1", port)) as behind:
                threading.Thread(target=pump, args=(client, behind, None), daemon=True).start()
                pump(behind, client, BYTES)
                if stall:
                    over.wait(30)
                client.shutdown(socket.SHUT_RDWR)

        def pump(source: socket.socket, target: socket.socket, most: int | None) -> None:
            passed = 0
            with contextlib.suppress(OSError):
                while (most is None or passed < most) and (data := source.recv(16_384)):
                    target.sendall(data)
                    passed += len(data)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            over.set()
            thread.join()


@pytest.mark.filterwarnings("ignore:.*ServerCursor:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("shop", ["postgresql", "mariadb"], indirect=True)
@pytest.mark.parametrize("stall", [False, True], ids=["cut", "stall"])
def test_a_lost_connection_is_told_with_the_row_that_was_reached(shop: Database, stall: bool) -> None:
    url = parsed(shop)
    # Only silence has to be waited for: a cut is seen at once, on a busy machine too.
    limit = 3 if stall else 20
    with proxy(url.port, stall) as port:
        through = Database("default", shop.address.replace(f":{url.port}/", f":{port}/"), timeout=limit)
        begun = time.monotonic()
        rows, error = read_all(through)
    assert rows > 1_000
    assert f"after {rows:,} rows" in str(error)
    assert str(error).startswith("map.xml:3: ")
    assert error.exit_code == 6
    assert time.monotonic() - begun < limit + 5


def read_all(database: Database) -> tuple[int, SourceLost]:
    rows = 0
    try:
        with asked(database, MANY, "map.xml:3") as answer:
            for batch in answer.batches:
                rows += len(batch)
    except SourceLost as lost:
        return rows, lost
    raise AssertionError("the connection held")


@pytest.mark.filterwarnings("ignore:.*ServerCursor:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("shop", ["postgresql", "mariadb"], indirect=True)
def test_a_build_that_loses_its_database_publishes_nothing(
    shop: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    url = parsed(shop)
    fields = "<parameter>id</parameter><idfield>id</idfield>"
    pages = f'<page type="dynamic" file="/a"><sqlselect>SELECT id FROM articles</sqlselect>{fields}</page>'
    Path("map.xml").write_text(f'<pagemap site="e.com">{pages}</pagemap>')
    assert build(shop.address) == 0
    before = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    Path("map.xml").write_text(Path("map.xml").read_text().replace("SELECT id FROM articles", MANY))
    capsys.readouterr()
    with proxy(url.port, stall=False) as port:
        assert build(shop.address.replace(f":{url.port}/", f":{port}/")) == 6
    said = capsys.readouterr().err
    assert re.fullmatch(
        r"urlset: error\[SRC04\]: map\.xml:1: database 'default': the connection broke \(.+\), after [\d,]+ rows\. "
        r"Nothing was published; try again later\.\n",
        said,
    ), said
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == before


def build(address: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(["build", "map.xml", "--database", f"default={address}", "--output", "out"])
    assert isinstance(end.value.code, int)
    return end.value.code


SECRET = "Pl4nted-s3cret"
ADDRESSES = [
    f"{scheme}://me:{secret}@{host}/shop{query}"
    for scheme in ("postgresql", "mysql", "mariadb+pymysql", "postgres", "oracle", "postgresql+psycopg")
    for secret in (SECRET, f"{SECRET}%40x", f"a@{SECRET}", f"a/{SECRET}", f"a:{SECRET}", f"a#{SECRET}?x")
    for host, query in (("127.0.0.1:9", ""), ("127.0.0.1:99999", ""), ("[broken", ""))
] + [
    f"postgresql://127.0.0.1:9/shop?password={SECRET}",
    f"postgresql://127.0.0.1:9/shop?sslpassword={SECRET}&nonsense={SECRET}",
    f"mysql://127.0.0.1:9/shop?ssl_key_password={SECRET}",
    f"sqlite:///absent.db?key={SECRET}",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_secret_is_in_any_message(address: str) -> None:
    database = Database("default", address, timeout=2)
    with pytest.raises(UrlsetError) as caught, asked(database, "SELECT 1", "map.xml:3"):
        pass
    import traceback

    shown = "".join(traceback.format_exception(caught.value)) + repr(database) + redact.location(address)
    assert SECRET not in redact.clean(shown)
    assert SECRET not in caught.value.line() + repr(database)


WRONG = [
    ("postgres://e.com/x", r"Write postgresql\+psycopg://"),
    ("oracle://e.com/x", "is not the address of a database that urlset reads"),
    ("nonsense", "is not the address"),
    ("postgresql://e.com:99999/x", "port"),
    ("postgresql://e.com:port/x", "cannot be read as an address"),
    ("postgresql://e.com/", "names no database"),
    ("sqlite://", "names no file"),
    ("sqlite:///a.db?mode=rwc", "has options after the file's name"),
]


@pytest.mark.parametrize(("address", "message"), WRONG)
def test_a_wrong_address_is_a_wrong_setting(address: str, message: str) -> None:
    with (
        pytest.raises(SettingsError, match=rf"databases\.shop: .*{message}") as caught,
        asked(Database("shop", address), "SELECT 1", "map.xml:3"),
    ):
        pass
    assert caught.value.exit_code == 2
