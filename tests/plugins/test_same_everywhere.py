"""The same site, built by three hosts, has the same sitemap: byte for byte."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import Repository

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
DAY = "2024-03-10T02:30:00Z"
BASE = "https://roastery.example/"


@pytest.fixture
def examples(repository: Repository) -> Path:
    """The three example sites in a repository of their own, each file committed on one day."""
    for host in ("mkdocs", "pelican", "sphinx"):
        shutil.copytree(EXAMPLES / host, repository.folder / host)
    repository.commit(DAY)
    return repository.folder


def run(folder: Path, *command: str | Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def by_mkdocs(examples: Path, out: Path) -> bytes:
    run(examples / "mkdocs", "mkdocs", "build", "-q", "--strict", "-d", out)
    return (out / "sitemap.xml").read_bytes()


def by_pelican(examples: Path, out: Path) -> bytes:
    run(examples / "pelican", "pelican", "-s", "pelicanconf.py", "-o", out)
    return (out / "sitemap.xml").read_bytes()


def by_sphinx(examples: Path, out: Path, *languages: str) -> list[bytes]:
    """A build a language; each is run once more, when the others are there to be found."""
    places = {"en": out, "de": out / "de"}
    for _ in languages:
        for tag in languages:
            trees = out.parent / f"trees-{tag}"
            options = ["-q", "-W", "-b", "dirhtml", "-c", "sphinx", "-D", f"language={tag}", "-d", trees]
            run(examples, "sphinx", *options, f"sphinx/{tag}", places[tag])
    return [(places[tag] / "sitemap.xml").read_bytes() for tag in languages]


def urls(content: bytes) -> Iterator[bytes]:
    yield from content.partition(b"\n<url>")[2].removesuffix(b"</urlset>\n").split(b"<url>")


def test_two_languages(examples: Path, tmp_path: Path) -> None:
    # OP-48: whatever builds the site, the same links in the same order.
    golden = by_mkdocs(examples, tmp_path / "mkdocs")
    assert golden.count(b"<url>") == 6
    assert golden.count(b"<lastmod>2024-03-10T02:30:00+00:00</lastmod>") == 6
    assert golden.count(b'hreflang="x-default"') == 6
    assert by_pelican(examples, tmp_path / "pelican") == golden
    of_sphinx = [
        url for content in by_sphinx(examples, tmp_path / "sphinx", "en", "de") for url in urls(content)
    ]
    assert sorted(of_sphinx) == sorted(urls(golden))


def test_one_language(examples: Path, tmp_path: Path) -> None:
    shutil.rmtree(examples / "mkdocs" / "docs" / "de")
    config = examples / "mkdocs" / "mkdocs.yml"
    config.write_text("\n".join(line for line in config.read_text().splitlines() if "de/" not in line))
    for path in (examples / "pelican" / "content" / "pages").glob("*.de.md"):
        path.unlink()
    golden = by_mkdocs(examples, tmp_path / "mkdocs")
    day = "<lastmod>2024-03-10T02:30:00+00:00</lastmod>"
    assert golden.decode().splitlines()[2:-1] == [
        f"<url><loc>{BASE}{page}</loc>{day}</url>" for page in ("", "brewing/", "coffee/")
    ]
    assert by_pelican(examples, tmp_path / "pelican") == golden
    assert by_sphinx(examples, tmp_path / "sphinx", "en") == [golden]
