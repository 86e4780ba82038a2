"""A pagemap as a source of a build: its kind, its connections, its site."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support import entries
from urlset.cli.build import build
from urlset.cli.explain import explain
from urlset.errors import SettingsError

MAP = """<?xml version="1.0" encoding="UTF-8"?>
<pagemap site="https://www.example.com">
<page file="/index.html" title="Home"/>
<page type="dynamic" file="/article.php">
<sqlselect><![CDATA[SELECT id, day FROM article WHERE shown]]></sqlselect>
<parameter>id</parameter><idfield>id</idfield><datefield>day</datefield></page>
</pagemap>"""
LISTED = {
    "https://www.example.com/article.php?id=1": "2024-01-01",
    "https://www.example.com/article.php?id=3": "2024-03-03",
    "https://www.example.com/index.html": None,
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("sqlalchemy")
    monkeypatch.chdir(tmp_path)
    Path("map.xml").write_text(MAP)
    with contextlib.closing(sqlite3.connect("site.db")) as connection, connection:
        connection.execute("CREATE TABLE article (id, day, shown)")
        rows = [(1, "2024-01-01", 1), (2, "2024-02-02", 0), (3, "2024-03-03", 1)]
        connection.executemany("INSERT INTO article VALUES (?, ?, ?)", rows)
    return tmp_path


def run(*arguments: str, command: object = build) -> Result:
    return CliRunner().invoke(command, list(arguments), catch_exceptions=False)  # type: ignore[call-overload,no-any-return]


def test_on_the_command_line(here):
    done = run("map.xml", "--database", f"default=sqlite:///{here}/site.db", "--output", "out")
    assert done.exit_code == 0, done.output
    assert entries(here / "out" / "sitemap.xml") == LISTED


def test_in_a_configuration_with_a_secret_from_the_environment(here, monkeypatch):
    monkeypatch.setenv("SITE_DB", f"sqlite:///{here}/site.db")
    Path("urlset.toml").write_text(
        'output = "out"\n[databases]\ndefault = "${SITE_DB}"\n[[sources]]\npath = "map.xml"\n'
    )
    run()
    assert entries(here / "out" / "sitemap.xml") == LISTED
    told = run("/article.php?id=3", command=explain).output
    assert "map.xml says: lastmod 2024-03-03" in told
    assert "written to sitemap.xml" in told


@pytest.mark.parametrize("given", [(), ("--database", "other=sqlite:///x.db")])
def test_a_connection_that_is_missing_is_named(here, given):
    with pytest.raises(SettingsError, match=r"databases\.default"):
        run("map.xml", "--output", "out", *given)


def test_a_connection_in_a_wrong_form_is_not_shown(here):
    with pytest.raises(SettingsError) as caught:
        run("map.xml", "--output", "out", "--database", "postgresql://user:s3cret@host/db")
    assert "s3cret" not in str(caught.value)
