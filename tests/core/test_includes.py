"""Which files a Markdown text includes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from support import lay
from urlset import included

FILES = (
    "--- one.md\nOne\n--- sub/two.md\nTwo\n--- deep.md\n--8<-- 'sub/two.md'\n--- loop.md\n--8<-- 'loop.md'\n"
    "--- docs/inner.md\nInner\n"
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('--8<-- "one.md"', ["one.md"]),
        ("  ---8<--- 'sub/two.md'  ", ["sub/two.md"]),
        ('--8<-- "one.md:2:3"\n--8<-- "sub/two.md:part"', ["one.md", "sub/two.md"]),
        ("--8<--\none.md\n; sub/two.md\n\n--8<--", ["one.md"]),
        ('{% include-markdown "one.md" start="x" %} {%- include "sub/two.md" %}', ["one.md", "sub/two.md"]),
        ('{% include "s*/*.md" %}{% include "./[on]*.md" %}', ["one.md", "sub/two.md"]),
        ('{% include-markdown "inner.md" %}', ["docs/inner.md"]),
        ('{% include-markdown "./inner.md" %}', []),
        ('{% include "docs/**/*.md" %}', ["docs/inner.md"]),
        ('--8<-- "deep.md"', ["deep.md", "sub/two.md"]),
        ('--8<-- "loop.md"', ["loop.md"]),
        ('--8<-- "nowhere.md"\n--8<-- "https://e.com/x.md"\n{% include "sub" %}', []),
        ('text --8<-- "one.md"\n;--8<-- "one.md"', []),
    ],
)
def test_marks(tmp_path: Path, text: str, names: list[str]) -> None:
    lay(tmp_path, FILES)
    found = included(text, str(tmp_path / "page.md"), [str(tmp_path)], str(tmp_path / "docs"))
    assert [os.path.relpath(path, tmp_path) for path in found] == names
