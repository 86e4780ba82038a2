"""The forms of a report, and the verbs ``validate`` and ``convert`` as a person runs them."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from urlset.validator import validate
from urlset.validator.show import show

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
OLD = "http://www.google.com/schemas/sitemap/0.84"


def run(*arguments: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "urlset", *map(str, arguments)]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)


def write(folder: Path, inner: str, ns: str = NS, name: str = "sitemap.xml") -> Path:
    path = folder / name
    path.write_text(f'<urlset xmlns="{ns}">\n{inner}</urlset>\n', "utf-8")
    return path


def entries(*addresses: str) -> str:
    return "".join(f"<url><loc>{address}</loc></url>\n" for address in addresses)


def test_equal_findings_are_one_line_with_samples(tmp_path: Path) -> None:
    path = write(tmp_path, entries(*(f"/{n}" for n in range(50_000))))
    report = validate(path)
    group = next(group for group in report.groups if group.rule == "LOC001")
    assert (group.count, len(group.findings)) == (50_000, 100)
    lines = [line for line in show(report) if "LOC002" not in line]
    assert lines[1].startswith(f"{path}: error[LOC001]: 50,000 times: no absolute")
    assert lines[2:6] == ["    2:6: /0", "    3:6: /1", "    4:6: /2", "    and 49,997 more"]
    assert lines[-1].startswith("50,000 errors, 50,000 warnings")


def test_what_a_file_holds_cannot_forge_a_line(tmp_path: Path) -> None:
    path = write(
        tmp_path, entries("/a\n::error::x", "/b\x1b".replace("\x1b", "&#x85;::set-output"), "/%0A::y")
    )
    for form in ("text", "github"):
        for line in show(validate(path), form):
            assert "\n" not in line
            assert not line.startswith("::") or line.startswith(("::error file=", "::warning file="))
            assert line.isprintable()


def test_json_and_sarif_carry_all_that_is_known(tmp_path: Path) -> None:
    report = validate(write(tmp_path, entries("/a", "https://example.com/b#c")))
    data = json.loads("".join(show(report, "json", verbose=True)))
    assert data["counts"] == {"error": 1, "warning": 2, "info": 1}
    assert [group["rule"] for group in data["groups"]] == ["LOC001", "LOC002", "LOC008", "SCP007"]
    assert data["files"][0]["kind"] == "urlset"
    log = json.loads("".join(show(report, "sarif")))["runs"][0]
    assert {rule["id"] for rule in log["tool"]["driver"]["rules"]} == {"LOC001", "LOC002", "LOC008"}
    first = log["results"][0]
    assert (first["ruleId"], first["level"]) == ("LOC001", "error")
    assert first["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 6}


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("sitemap.xml",), 0, "0 errors, 1 warning"),
        (("sitemap.xml", "--fail-on", "warning"), 1, "0 errors, 1 warning"),
        (("sitemap.xml", "--profile", "bing", "--verbose"), 0, "info[SCP007]"),
        (("sitemap.xml", "--format", "github"), 0, "::warning file=sitemap.xml,line=2,col=6,title=LOC008::"),
        (("bad.xml",), 1, "bad.xml:1:"),
        (("none.xml",), 3, "urlset: error[SRC01]: none.xml: cannot be opened"),
        (("empty",), 3, "urlset: error[SRC01]: empty: holds no sitemap"),
        ((), 2, "urlset: error[SET01]: PATH: nothing to validate"),
        (("https://example.com/",), 2, "Use --fetch"),
        (("sitemap.xml", "--base-url", "nonsense"), 2, "base_url"),
        (("sitemap.xml", "--profile", "nobody"), 2, "error[CLI01]"),
    ],
)
def test_the_verb_ends_as_the_manual_says(
    arguments: tuple[str, ...], status: int, told: str, tmp_path: Path
) -> None:
    write(tmp_path, entries("https://example.com/#a"))
    (tmp_path / "bad.xml").write_text("<urlset><url>", "utf-8")
    (tmp_path / "empty").mkdir()
    done = run("validate", *arguments, folder=tmp_path)
    assert done.returncode == status, done.stderr
    assert told in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_convert_writes_a_sitemap_of_2005_anew(tmp_path: Path) -> None:
    inner = entries("http://e.com/b?x=1&amp;y=2", "http://e.com/a", "http://e.com/ü", "mailto:me")
    old = write(tmp_path, inner.replace("b?", "b?<!-- -->"), OLD)
    assert {group.rule for group in validate(old).groups} >= {"HIS001", "LOC001", "LOC006"}
    new = tmp_path / "new.xml.gz"
    done = run("convert", old, new)
    assert done.returncode == 0, done.stderr
    assert "left out, not-http: 1" in done.stdout
    report = validate(new, base_url="http://e.com/")
    assert not [finding for finding in report.findings if finding.severity != "info"]
    text = gzip.decompress(new.read_bytes()).decode()
    assert [line[10:-12] for line in text.splitlines()[2:-1]] == [
        "http://e.com/b?x=1&amp;y=2",
        "http://e.com/a",
        "http://e.com/%C3%BC",
    ]


def test_convert_tells_what_it_leaves_out(tmp_path: Path) -> None:
    inner = "<url><loc>http://e.com/</loc><changefreq>allways</changefreq><priority>1.5</priority></url>"
    done = run("convert", write(tmp_path, inner, OLD), tmp_path / "new.xml")
    assert "changefreq cannot be 'allways'; left out" in done.stdout
    assert "priority cannot be '1.5'; left out" in done.stdout


def test_convert_writes_an_index_of_2005_anew(tmp_path: Path) -> None:
    child = "<sitemap><loc>http://e.com/1.xml</loc><lastmod>2005-06-04</lastmod></sitemap>"
    (tmp_path / "old.xml").write_text(
        f'<sitemapindex xmlns="{OLD}">{child}{child.replace("2005-06-04", "June")}</sitemapindex>', "utf-8"
    )
    assert run("convert", "old.xml", "new.xml", folder=tmp_path).returncode == 0
    report = validate(tmp_path / "new.xml", base_url="http://e.com/")
    assert {group.rule for group in report.groups if group.severity != "info"} == {"IDX008", "IDX013"}


def test_convert_leaves_what_is_there(tmp_path: Path) -> None:
    old = write(tmp_path, entries("http://e.com/a"), OLD)
    new = tmp_path / "new.xml"
    new.write_text("mine", "utf-8")
    done = run("convert", old, new)
    assert (done.returncode, new.read_text("utf-8")) == (4, "mine")
    assert run("convert", old, new, "--force").returncode == 0
    broken = tmp_path / "broken.xml"
    broken.write_text(old.read_text("utf-8")[:-20], "utf-8")
    before = new.read_bytes()
    assert run("convert", broken, new, "--force").returncode == 3
    assert new.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.xml", "new.xml", "sitemap.xml"]


@pytest.mark.parametrize(
    ("content", "advice"),
    [
        (f"<urlset xmlns='{NS}'><url><loc>https://e.com/?a&b</loc></url></urlset>", "Write &amp;"),
        (f"<urlset xmlns='{NS}'><url>", "Fetch or write it again"),
        ("<!DOCTYPE html><p>x", "The address may answer with an error page"),
    ],
)
def test_the_advice_fits_the_fault(content: str, advice: str, tmp_path: Path) -> None:
    path = tmp_path / "sitemap.xml"
    path.write_text(content, "utf-8")
    assert [finding.advice for finding in validate(path).findings] == [advice]
