"""The command line: what it prints, how it ends, and that it is derived from the settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import entries
from urlset.cli import VERBS
from urlset.options import declared
from urlset.settings import Settings

HERE = ("build", "--base-url", "https://e.com", "--output", "o")
UNKNOWN_IN_IMAGE = '{"loc": "/a", "images": [{"loc": "/i", "capton": ""}]}'


def run(*arguments: str | Path, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "urlset", *map(str, arguments)]
    return subprocess.run(
        command, input=stdin, capture_output=True, encoding="utf-8", env=os.environ | environment, check=False
    )


def build(folder: Path, records: str, *more: str) -> subprocess.CompletedProcess[str]:
    return run("build", "--base-url", "https://e.com/", "--output", folder, *more, "-", stdin=records)


def test_help_and_version() -> None:
    shown = run("--help")
    assert shown.returncode == 0
    assert all(verb in shown.stdout for verb in VERBS)
    assert run("--version").stdout == "urlset 0.1.0\n"


def test_every_verb_helps() -> None:
    for verb in VERBS:
        assert run(verb, "--help").stdout.startswith(f"Usage: urlset {verb}")


def test_every_setting_is_a_flag() -> None:
    shown = run("build", "--help").stdout
    for option in declared(Settings):
        spoken = option.only in {"", "cli"} and option.name != "rules"  # a list of tables, for urlset.toml
        assert (f"--{option.name.replace('_', '-')}" in shown) == spoken, option.name


def test_records_from_a_file_or_standard_input(tmp_path: Path) -> None:
    records = '{"loc": "/a", "lastmod": "2024-05-01"}\n\n{"loc": "b", "priority": 0}\n'
    (tmp_path / "pages.jsonl").write_text(records)
    done = run("build", "--base-url", "https://e.com/", "--output", tmp_path / "1", tmp_path / "pages.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 of 2 pages written" in done.stdout
    assert "1 dated (1 by page), from 2024-05-01 to 2024-05-01" in done.stdout
    assert build(tmp_path / "2", records).returncode == 0
    assert (tmp_path / "1" / "sitemap.xml").read_bytes() == (tmp_path / "2" / "sitemap.xml").read_bytes()
    assert entries(tmp_path / "1" / "sitemap.xml") == {
        "https://e.com/a": "2024-05-01",
        "https://e.com/b": None,
    }


def test_every_field_of_a_record(tmp_path: Path) -> None:
    record = {
        "loc": "/a", "lastmod": "2024-05-01", "changefreq": "daily", "priority": 0.5,
        "alternates": [{"lang": "de", "href": "/de/a"}], "images": [{"loc": "/i.png", "caption": "R&D"}],
        "videos": [{
            "thumbnail_loc": "/t.jpg", "title": "T", "description": "D", "content_loc": "/v.mp4",
            "publication_date": "2024-05-01T10:00:00Z", "tags": ["x"],
        }],
        "news": {"name": "N", "language": "en", "publication_date": "2024-05-01", "title": "T"},
        "title": "A", "description": "About A", "section": "blog", "lang": "en", "group": "a",
    }  # fmt: skip
    done = build(tmp_path, json.dumps(record))
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "sitemap.xml").read_text("utf-8")
    for part in (
        'href="https://e.com/de/a"',
        "R&amp;D",
        "<video:tag>x</video:tag>",
        "<news:name>N</news:name>",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ('{"loc": "/a"}\n{"loc": "/b", "lastmd": ""}\n', "standard input:2: unknown field 'lastmd'. The"),
        ('{"loc": "/a"}\nnot json\n', "standard input:2: JSON is malformed"),
        ('{"loc": 3}\n', "standard input:1: Expected 'str', got 'int' in loc."),
        ('{"lastmod": "2024-05-01"}\n', "standard input:1: Object missing required field 'loc'"),
        ('\n\n["a"]\n', "standard input:3: Expected 'object', got 'array'"),
        (UNKNOWN_IN_IMAGE, "standard input:1: unknown field 'capton' in images[0]"),
        ('{"loc": "/a", "lastmod": "soon"}\n', "/a: lastmod: expected a date like 2024-05-01"),
        ('{"loc": "/a", "changefreq": "often"}\n', ":1: Invalid enum value 'often' in changefreq"),
    ],
)  # fmt: skip
def test_a_wrong_record_is_named_with_its_line(tmp_path: Path, records: str, message: str) -> None:
    done = build(tmp_path / "out", records)
    assert done.returncode == 3
    assert message in done.stderr
    assert done.stderr.startswith("urlset: error[")
    assert done.stderr.count("\n") == 1
    assert not list((tmp_path / "out").glob("[!.]*"))


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["build", "-"], 2, "base_url: is needed. Give it by --base-url https://example.com/, or as base_url in urlset.toml."),
        (["build", "--base-url", "x", "--output", "o", "-"], 2, "base_url: expected an address like"),
        ([*HERE, "--priority", "2", "-"], 2, "priority: expected a number from 0 to 1, got 2.0"),
        (["build", "--basurl", "x", "-"], 2, "error[CLI01]: command line: No such option"),
        (["build"], 2, "error[SET04]: sources: none is named, and there is no urlset.toml."),
        (["build", *HERE[1:3], "-"], 2, "output: is needed. Give it by --output FOLDER, or as output in"),
        ([*HERE, "--output", "ftp://host/x", "-"], 2, "error[SET01]: output: expected a path on this machine, got"),
        ([*HERE, "--report", "s3://b/x", "-"], 2, "error[SET01]: --report: expected a path on this machine, got"),
        (["convert", ".", "https://ex.com/s.xml"], 2, "error[SET01]: NEW: expected a path on this machine, got"),
        (["init", "--base-url", "x"], 2, "error[SET01]: base_url: expected an address like"),
        ([*HERE, "--exclude", "[z-a]", "-"], 2, "error[SET01]: exclude[0]: is no pattern: '[z-a]'"),
        ([*HERE, "--html-map", "true", "--html-map-template", "no.html", "-"], 2, "html_map_template: no.html cannot be read: No such"),
        ([*HERE, "--gizp", "only", "-"], 2, "No such option '--gizp'. Did you mean '--gzip'? See urlset build --help."),
        (["biuld"], 2, "error[CLI01]: command line: No such command 'biuld'"),
        ([*HERE, "nowhere.jsonl"], 3, "error[SRC01]: nowhere.jsonl: cannot be opened: No such file"),
        ([*HERE, "ftp://host/x"], 2, "error[SET01]: ftp://host/x: is an address of ftp, and only http and https are fetched."),
        ([*HERE, "sitemap:s3://b/x"], 2, "error[SET01]: s3://b/x: is an address of s3"),
        ([*HERE, "--report", ".", "-"], 4, "error[OUT01]: .: is a folder. Name a file for the report."),
        ([*HERE, "url-list:."], 3, "error[SRC01]: .: cannot be opened: is a folder"),
    ],
)  # fmt: skip
def test_what_goes_wrong_has_its_status_and_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], status: int, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.returncode == status, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = build(tmp_path / "file", '{"loc": "/a"}')
    assert done.returncode == 4
    assert "error[OUT01]" in done.stderr


def test_a_site_with_no_page_left_is_refused(tmp_path: Path) -> None:
    done = build(tmp_path, '{"loc": "/a", "exclude": "draft"}')
    assert (done.returncode, done.stdout) == (1, "")
    assert "error[GRD01]" in done.stderr


def test_a_stranger_cannot_write_lines_of_our_output(tmp_path: Path) -> None:
    # W5: escapes, newlines and commands of CI systems in an address.
    done = build(
        tmp_path, json.dumps({"loc": "/a"}) + "\n" + json.dumps({"loc": "x:\n::error::pwned\x1b[31m"})
    )
    assert done.returncode == 0
    assert "left out, not-http: 1" in done.stdout or "left out, bad-address: 1" in done.stdout
    assert "\x1b" not in done.stdout
    assert not any(line.startswith("::error::") for line in done.stdout.splitlines())


def test_a_terminal_that_knows_no_unicode(tmp_path: Path) -> None:
    done = run(
        "build", "--base-url", "https://e.com/", "--output", tmp_path, "-",
        stdin='{"loc": "https://ö.example/"}\n{"loc": "/a"}', PYTHONIOENCODING="ascii", LC_ALL="C",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "left out, off-site: 1" in done.stdout


def test_quiet(tmp_path: Path) -> None:
    assert build(tmp_path, '{"loc": "/a"}', "--quiet").stdout == ""


def test_a_report_holds_what_is_told(tmp_path: Path) -> None:
    records = '{"loc": "/a"}\n{"loc": "https://other.com/"}\n'
    done = build(tmp_path, records, "--report", str(tmp_path / "report.json"), "--format", "json")
    told, report = json.loads(done.stdout), json.loads((tmp_path / "report.json").read_text())
    assert told == report
    assert (told["read"], told["written"], told["dropped"]) == (2, 1, {"off-site": 1})
    assert told["samples"] == {"off-site": ["https://other.com/"]}


def test_a_dry_run_publishes_nothing(tmp_path: Path) -> None:
    done = build(tmp_path / "out", '{"loc": "/a"}', "--dry-run")
    assert done.stdout.startswith("Nothing was published: a dry run.\nsitemap.xml: 1 entries")
    assert not (tmp_path / "out").exists()


def test_a_configuration_by_name_and_what_each_source_gave(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("https://e.com/a\nhttps://e.com/b\n")
    (tmp_path / "other.toml").write_text(
        'base_url = "https://e.com/"\noutput = "o"\n[[sources]]\npath = "list.txt"\nname = "the list"\n'
    )
    done = run("build", "--config", tmp_path / "other.toml", "-v", "--no-text")
    assert done.stdout.startswith("read the list: 2 pages\nsitemap.xml: 2 entries"), done.stderr
    assert len(entries(tmp_path / "o" / "sitemap.xml")) == 2
    assert run("build", "--config", tmp_path / "none.toml").returncode == 2
