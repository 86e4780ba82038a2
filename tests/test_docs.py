"""The manual tests itself: its commands run, and everything that the code declares has a line in it."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from urlset.cli import VERBS
from urlset.errors import CODES
from urlset.options import declared
from urlset.outputs.html_map import html_map
from urlset.rewrite import Rule
from urlset.settings import Settings
from urlset.sources.kinds import KINDS
from urlset.tally import REASONS
from urlset.tree import Node
from urlset.validator.rules import RULES

DOCS = Path(__file__).parent.parent / "docs"
MANUAL = "\n".join(path.read_text("utf-8") for path in DOCS.glob("*.md"))
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", DOCS / "reference.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def generated() -> dict[str, str]:
    pages: dict[str, str] = reference().pages()
    return pages


def test_every_option_error_and_reason_has_its_line() -> None:
    pages = generated()
    for option in declared(Settings):
        assert f"\n| `{option.name}` |" in pages["settings.md"]
    for code in CODES:
        assert f"\n| `{code}` |" in pages["messages.md"]
    for rule in RULES:
        assert f"\n### {rule}\n" in pages["rules.md"]
    for reason in REASONS:
        assert f"\n| `{reason}` |" in pages["messages.md"]


def test_every_option_of_a_source_or_rule_has_its_line() -> None:
    tables = "".join(reference().option_tables().values())
    for options in (*KINDS.values(), Rule):
        for option in declared(options):
            assert option.only == "programs" or f"\n| `{option.name}` |" in tables
            assert option.only == "programs" or option.description, option.name
    for page, name in (("sources.md", "sources"), ("urlset-toml.md", "rules")):
        assert f"<!-- options: {name} -->\n" in (DOCS / page).read_text("utf-8")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_shown_in_use(verb: str) -> None:
    assert f"urlset {verb}" in MANUAL


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_the_commands_of_the_manual_do_what_it_says(page: Path, tmp_path: Path) -> None:
    """Files are the blocks with a title; a block ``console`` whose command is followed by output is run."""
    for kind, title, text in BLOCK.findall(page.read_text("utf-8")):
        if title and re.fullmatch(r"[\w./-]+\.\w+", title):
            (tmp_path / title).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / title).write_text(text, "utf-8")
        elif kind == "console" and (told := text.partition("\n")[2]) and text.startswith("$ urlset"):
            assert run(text.partition("\n")[0][2:], tmp_path) == told


def test_a_template_of_the_site_map_gets_what_the_manual_says(tmp_path: Path) -> None:
    """The template of the page, and one that needs every name of its table."""
    page = (DOCS / "html-map.md").read_text("utf-8")
    [shown] = (text for _, title, text in BLOCK.findall(page) if title == "my-map.html")
    cells = re.findall(r"^\| (`.+?|a node) \| (.+?) \|$", page, re.MULTILINE)
    names = [name for head, _ in cells for name in re.findall(r"`(\w+)", head)]
    parts = next(re.findall(r"`(\w+)`", what) for head, what in cells if head == "a node")
    assert {"children", "words", "href", "total"} <= set(names)
    assert {"title", "loc", "count"} <= set(parts)
    assert "ltr" not in parts
    asked = "".join(f"{{{{ {name} }}}}" for name in (*names, *(f"children[0].{part}" for part in parts)))
    root = Node(
        None, children=[Node("A <b>", "https://e.com/a"), Node("Below", children=[Node("C", "ftp://e.com/")])]
    )
    for text in (shown, asked):
        (tmp_path / "own.html").write_text(text, "utf-8")
        told = html_map(root, base_url="https://e.com/", template=str(tmp_path / "own.html")).decode()
        assert "A &lt;b&gt;" in told
    (tmp_path / "own.html").write_text(shown, "utf-8")
    told = html_map(root, base_url="https://e.com/", template=str(tmp_path / "own.html")).decode()
    assert '<a href="https://e.com/a">A &lt;b&gt;</a>' in told
    assert "<b>Below</b>" in told
    assert "ftp:" not in told


def run(command: str, folder: Path) -> str:
    words = [sys.executable, "-m", *shlex.split(command)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr
