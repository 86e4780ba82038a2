"""P16: a secret that somebody planted is in nothing that urlset shows or writes."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

import servers
from urlset import redact
from urlset.cli import main

SECRET = "Pl4nted/s3cr3t words"
"""With characters that an address must encode: each spelling must be found and taken out."""
SPELLED = quote(SECRET, safe="")
MAP = """<pagemap site="www.example.com"><page title="Home" file="/"/>
<page file="/a" type="dynamic"><parameter>id</parameter><idfield>id</idfield>
<sqlselect>SELECT 1 AS id</sqlselect></page></pagemap>"""

FORMS = {
    "build": ["build"],
    "quiet": ["build", "--quiet"],
    "verbose": ["build", "--verbose"],
    "dry run": ["build", "--dry-run"],
    "json and report": ["build", "--format", "json", "--report", "report.json"],
    "site map": ["build", "--html-map", "true", "--text"],
    "explain": ["explain", "/a?id=1"],
    "breadcrumbs": ["breadcrumbs", "/a?id=1"],
}
"""Every verb that asks a database, at every verbosity."""
PLACES = {
    "in the address": f"postgresql://me:{SPELLED}@HOST/shop",
    "in its query": f"postgresql://me@HOST/shop?password={SPELLED}",
    "as another password": f"postgresql://me@HOST/shop?sslpassword={SPELLED}",
    "not encoded": f"mysql://me:{SECRET.replace(' ', '')}@HOST/shop",
    "a wrong scheme": f"oracle://me:{SPELLED}@HOST/shop",
    "a wrong port": f"mariadb://me:{SPELLED}@127.0.0.1:99999/shop",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a pagemap, where nothing is remembered of earlier tests, and every log is kept."""
    monkeypatch.setattr(redact, "_secrets", set())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "2")
    Path("map.xml").write_text(MAP)
    handler = logging.FileHandler("all.log")
    root = logging.getLogger()
    before, root.level = root.level, logging.DEBUG
    root.addHandler(handler)
    yield tmp_path
    root.removeHandler(handler)
    root.setLevel(before)
    handler.close()


def shown(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status of a command, and all that it printed, logged and wrote: whoever reads any of it."""
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    found = ["".join(capfd.readouterr())]
    planted = {"map.xml", "urlset.toml", "pgpass"}
    for folder, _, names in os.walk("."):
        found += [f"{folder}/{name}" for name in names]
        found += [Path(folder, name).read_bytes().decode("latin-1") for name in names if name not in planted]
    assert isinstance(end.value.code, int)
    return end.value.code, "\n".join(found)


def holds_no_secret(text: str) -> None:
    spellings = {SECRET, SPELLED, SECRET.replace(" ", ""), "Pl4nted", "s3cr3t"}
    assert not [spelling for spelling in spellings if re.search(re.escape(spelling), text, re.IGNORECASE)]


@pytest.mark.parametrize("form", list(FORMS))
@pytest.mark.parametrize("place", list(PLACES))
def test_a_database_that_cannot_be_reached(capfd: pytest.CaptureFixture[str], form: str, place: str) -> None:
    address = PLACES[place].replace("HOST", f"127.0.0.1:{servers.free_port()}")
    arguments = [*FORMS[form], "map.xml", "--database", f"default={address}", "--output", "out"]
    status, text = shown(capfd, *arguments)
    assert status == (2 if "wrong" in place else 6)
    assert "urlset: error[S" in text
    holds_no_secret(text)


CONFIGURED = {
    "whole": ('default = "${SITE_DB}"', {"SITE_DB": f"postgresql://me:{SPELLED}@127.0.0.1:9/shop"}),
    "part": ('default = "postgresql://me:${PART}@127.0.0.1:9/shop"', {"PART": SPELLED}),
    "stated": (f'default = "postgresql://me:{SPELLED}@127.0.0.1:9/shop"', {}),
    "wrong table": ('default = ["${DB_PASSWORD}"]', {"DB_PASSWORD": SECRET}),
    "wrong place": ('[settings]\nexclude = "${API_TOKEN}"', {"API_TOKEN": SECRET}),
}


@pytest.mark.parametrize("form", ["build", "verbose", "explain"])
@pytest.mark.parametrize("name", list(CONFIGURED))
def test_a_secret_of_the_configuration_or_the_environment(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, form: str, name: str
) -> None:
    line, variables = CONFIGURED[name]
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    Path("urlset.toml").write_text(f'output = "out"\n[databases]\n{line}\n[[sources]]\npath = "map.xml"\n')
    status, text = shown(capfd, *FORMS[form])
    assert status == (2 if "wrong" in name else 6)
    holds_no_secret(text)


ODD = [
    ["build", "map.xml", "--output", "out", "--database", f"postgresql://me:{SPELLED}@127.0.0.1:9/shop"],
    ["build", "map.xml", "--output", "out", "--database", f"postgresql://me:x={SPELLED}@127.0.0.1:9/shop"],
    ["build", "map.xml", "--base-url", f"https://me:{SPELLED}@e.com/", "--output", "out"],
    ["build", f"https://me:{SPELLED}@127.0.0.1:9/sitemap.xml", "--output", "out"],
    ["validate", f"https://me:{SPELLED}@127.0.0.1:9/sitemap.xml"],
    ["explain", f"https://me:{SPELLED}@e.com/a", "map.xml"],
    ["index", "--output", f"https://me:{SPELLED}@e.com/"],
]


@pytest.mark.parametrize("arguments", ODD, ids=lambda arguments: " ".join(arguments)[:30])
def test_a_password_in_the_wrong_place_of_a_command(
    capfd: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    status, text = shown(capfd, *arguments)
    assert status
    holds_no_secret(text)


def test_a_password_in_an_address_of_a_list_is_counted_without_it(
    capfd: pytest.CaptureFixture[str],
) -> None:
    Path("pgpass").write_text(f"https://me:{SPELLED}@www.example.com/\nhttps://www.example.com/a\n")
    base = ["--base-url", "https://www.example.com/", "--output", "out", "--format", "json"]
    status, text = shown(capfd, "build", "url-list:pgpass", *base, "--report", "report.json")
    assert status == 0
    assert "user-info" in text
    holds_no_secret(text)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Host and port of a real server, where the secret is the password of a role."""
    import sqlalchemy

    with servers.postgresql() as address:
        engine = sqlalchemy.create_engine(f"{address}/postgres".replace("://", "+psycopg://", 1))
        with engine.begin() as connection:
            connection.exec_driver_sql(f"CREATE ROLE me LOGIN PASSWORD '{SECRET}'")
            connection.exec_driver_sql("CREATE ROLE other LOGIN PASSWORD 'other words'")
        engine.dispose()
        yield address.rpartition("@")[2]


@pytest.mark.parametrize("role", ["me", "other"])
@pytest.mark.parametrize("place", ["address", "variable", "file"])
@pytest.mark.parametrize("form", list(FORMS))
def test_a_server_that_takes_the_password_or_refuses_it(
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    server: str,
    form: str,
    place: str,
    role: str,
) -> None:
    login = role
    if place == "address":
        login = f"{role}:{SPELLED}"
    elif place == "variable":
        monkeypatch.setenv("PGPASSWORD", SECRET)
    else:
        Path("pgpass").write_text(f"*:*:*:{role}:{SECRET}\n")
        Path("pgpass").chmod(0o600)
        monkeypatch.setenv("PGPASSFILE", "pgpass")
    address = f"default=postgresql://{login}@{server}/postgres"
    status, text = shown(capfd, *FORMS[form], "map.xml", "--database", address, "--output", "out")
    assert status == (0 if role == "me" else 6)
    holds_no_secret(text)


BUG = """
import logging, sys
from urlset import redact
from urlset.cli import build, main
def broken(*_, **__):
    logging.warning("cannot reach %s", sys.argv[-1])
    print("asked", sys.argv[-1], flush=True)
    try:
        raise ValueError(sys.argv[-1])
    except ValueError as error:
        raise RuntimeError("a bug") from error
build.run = broken
main(sys.argv[1:])
"""


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_log_a_print_and_the_traceback_of_a_bug(encoding: str) -> None:
    """In a process of its own, where nothing but the command line's own guard stands between."""
    address = f"default=postgresql://me:{SPELLED}@127.0.0.1:9/shop"
    command = [sys.executable, "-c", BUG, "build", "map.xml", "--output", "out", "--database", address]
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 1
    assert done.stdout == "asked default=postgresql://me:***@127.0.0.1:9/shop\n"
    assert "WARNING:root:cannot reach default=postgresql://me:***@127.0.0.1:9/shop" in done.stderr
    assert "ValueError: default=postgresql://me:***@127.0.0.1:9/shop" in done.stderr
    assert "RuntimeError: a bug" in done.stderr
    holds_no_secret(done.stdout + done.stderr)


def test_at_least_forty_configurations_are_tried() -> None:
    assert len(FORMS) * (len(PLACES) + 3) + 3 * len(CONFIGURED) + len(ODD) >= 40
