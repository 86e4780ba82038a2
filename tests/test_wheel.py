"""The wheel: what is in it, and that it works in a clean environment without this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from support import Repository, entries

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(
    not os.environ.get("URLSET_TEST_WHEEL"), reason="slow: set URLSET_TEST_WHEEL=1 (CI does)"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, ROOT)
    [found] = folder.glob("*.whl")
    return found


def run(*command: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_files(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for top, package in (
        ("core", "urlset"),
        *((f"plugins/{host.name}", "") for host in (ROOT / "plugins").iterdir()),
    ):
        for path in (ROOT / top / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert str(path.relative_to(ROOT / top)) in names
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops <= {"urlset", "mkdocs_urlset", "sphinx_urlset", "pelican"}
    # A file of this name would overwrite Pelican's own.
    assert "pelican/__init__.py" not in names
    assert "pelican/plugins/__init__.py" not in names
    assert {"urlset/py.typed", "urlset/cli/__init__.py"} <= set(names)


def test_a_clean_environment_builds_with_it(wheel: Path, repository: Repository, tmp_path: Path) -> None:
    repository.commit(
        "2024-03-10T02:30:00Z",
        "--- mkdocs.yml\nsite_name: x\nsite_url: https://ex.com/\nplugins: [urlset]\n"
        "--- docs/index.md\n# Home\n",
    )
    venv.create(tmp_path / "env", with_pip=True)
    scripts = tmp_path / "env" / "bin"
    run(scripts / "pip", "install", "-q", f"{wheel}[mkdocs]")
    run(scripts / "mkdocs", "build", "-q", "--strict", folder=repository.folder)
    assert entries(repository.folder / "site" / "sitemap.xml") == {
        "https://ex.com/": "2024-03-10T02:30:00+00:00"
    }
    assert run(scripts / "urlset", "--version").startswith("urlset ")
