"""The public face: what it offers, and how little it loads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import urlset

HEAVY = {
    "lxml",
    "click",
    "rich",
    "jinja2",
    "httpx",
    "sqlalchemy",
    "ada_url",
    "pathspec",
    "protego",
    "subprocess",
}


def loaded_by(code: str) -> set[str]:
    """The top-level modules that are loaded after ``code`` ran in a fresh interpreter."""
    command = [sys.executable, "-c", f"{code}\nimport json, sys; print(json.dumps(sorted(sys.modules)))"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


def test_import_loads_msgspec_and_nothing_heavier() -> None:
    loaded = loaded_by("import urlset; urlset.Page, urlset.Settings, urlset.build, urlset.Collector")
    assert "msgspec" in loaded
    assert not loaded & HEAVY


def test_a_build_of_plain_pages_loads_nothing_heavier(tmp_path: Path) -> None:
    code = (
        "import urlset; urlset.build([urlset.Page('a', '2024-05-01')],"
        f" urlset.Settings(base_url='https://example.com/', output={str(tmp_path)!r}))"
    )
    assert not loaded_by(code) & HEAVY
    assert (tmp_path / "sitemap.xml").exists()


def test_every_name_of_the_face_can_be_had() -> None:
    for name in urlset.__all__:
        assert getattr(urlset, name) is not None
    assert set(urlset.__all__) <= set(dir(urlset))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_of_ours"):
        _ = urlset.nothing_of_ours
