"""Whole builds from a folder: a site of another generator, in place, twice, and with addresses that are
none.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from support import Repository, entries
from urlset.cli.build import build

BASE = "https://e.com/"
CONFIG = f"""
base_url = "{BASE}"
output = "site"
[[sources]]
kind = "directory"
path = "site"
sources = ["docs/{{path}}.md", "docs/{{path}}/index.md"]
"""


def run(*arguments: str) -> str:
    done = CliRunner().invoke(build, list(arguments), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def laid(folder: Path, *names: str, text: str = "<p>x") -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_a_site_of_another_generator_is_dated_by_its_sources(tmp_path, monkeypatch):
    # PPC-40: the navigation of the generator lists index.md only; both pages exist.
    repository = Repository(tmp_path)
    monkeypatch.chdir(tmp_path)
    laid(tmp_path, "docs/index.md", "docs/a/b/index.md")
    repository.commit("2024-01-01T00:00:00Z")
    laid(tmp_path, "docs/hidden.md", "urlset.toml", text=CONFIG)
    repository.commit("2024-02-02T00:00:00Z")
    laid(tmp_path, "site/index.html", "site/hidden/index.html", "site/a/b/index.html", "site/new.html")
    run()
    assert entries(tmp_path / "site" / "sitemap.xml") == {
        BASE: "2024-01-01T00:00:00+00:00",
        f"{BASE}a/b/": "2024-01-01T00:00:00+00:00",
        f"{BASE}hidden/": "2024-02-02T00:00:00+00:00",
        f"{BASE}new.html": None,
    }


def test_a_second_build_in_place_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    laid(tmp_path, "index.html", "404.html", "google0123456789abcdef.html", "a/index.html", ".x/b.html")
    first = run("--base-url", BASE, "--text", ".")
    state = {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    second = run("--base-url", BASE, "--text", ".")
    assert list(entries(tmp_path / "sitemap.xml")) == [BASE, f"{BASE}a/"]
    assert "unchanged" in second
    assert "unchanged" not in first
    assert {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in tmp_path.iterdir()} == state


FATES = {
    "https://e.com/ok": "",
    "/ok2": "",
    "HTTPS://E.com:443/ok3": "",
    "https://e.com./x": "off-site",
    "https://e.com:8443/x": "off-site",
    "http://e.com/x": "off-site",
    "https://www.e.com/x": "off-site",
    "https://evil.com/e.com/": "off-site",
    "https://e.com.evil.com/": "off-site",
    "//evil.com/x": "off-site",
    "https://e.com\\@evil.com/": "bad-address",
    "https://user:pw@e.com/": "user-info",
    "https://user@e.com/": "user-info",
    "https://e.com:99999/": "bad-address",
    "https://e.com:x/": "bad-address",
    "https:///path": "bad-address",
    "https://": "bad-address",
    "https://[::1/": "bad-address",
    "https://e.com/\x01": "bad-address",
    "https://e.com/\x00x": "bad-address",
    "https://e.com/\x7f": "bad-address",
    "javascript://e.com/%0aalert(1)": "not-http",
    "ftp://e.com/x": "not-http",
    "file:///etc/passwd": "not-http",
    "https://e.com/" + "x" * 2_100: "too-long",
    "no-slash": "bad-address",
    "www.e.com": "bad-address",
}


@pytest.mark.parametrize(("address", "fate"), FATES.items(), ids=range(len(FATES)))
def test_addresses_are_judged_and_never_repaired(tmp_path, monkeypatch, address, fate):
    monkeypatch.chdir(tmp_path)
    Path("list.txt").write_bytes(f"{BASE}first\n{address}\n".encode())
    told = run("--base-url", BASE, "--output", "o", "list.txt")
    assert (f"left out, {fate}: 1" in told) == bool(fate), told
    assert len(entries(tmp_path / "o" / "sitemap.xml")) == (1 if fate else 2)


def test_a_template_that_names_the_front_page_on_every_page_is_told_of(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    head = f'<link rel="canonical" href="{BASE}">'
    laid(tmp_path, "index.html", "a/index.html", "b/index.html", "c/index.html", text=head)
    told = run("--base-url", BASE, ".")
    assert entries(tmp_path / "sitemap.xml").keys() == {BASE}
    assert "3 pages name another page as their canonical address, like https://e.com/a/" in told
