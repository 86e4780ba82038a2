"""The dates of the Sphinx extension: the newest of a document and all that it includes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sphinx_site import BASE, CONF, PAGES, build
from support import Repository, entries, lay

INCLUDING = """\
--- a.rst
A
=

.. include:: x.txt
.. literalinclude:: code.py
--- x.txt
Text.
--- code.py
pass
"""


def dates(folder: Path, *options: str) -> dict[str, str | None]:
    out, _ = build(folder, *options)
    return {address.removeprefix(BASE): date for address, date in entries(out / "sitemap.xml").items()}


def test_included_files_count_unless_they_shall_not(repository: Repository) -> None:
    # PPC-12: and an edit that is not committed does not.
    repository.commit("2020-01-02T03:04:05+02:00", CONF + PAGES + INCLUDING)
    repository.commit("2021-05-06T23:30:00-05:00", "--- x.txt\nOther.\n")
    lay(repository.folder, "--- sub/index.rst\nSub\n===\n\nEdited.\n")
    old, new = "2020-01-02T01:04:05+00:00", "2021-05-07T04:30:00+00:00"
    assert dates(repository.folder) == {"a.html": new, "index.html": old, "sub/index.html": old}
    found = dates(repository.folder, "-D", "urlset_dependencies=0", "-E")
    assert set(found.values()) == {old}


def test_an_autodoc_module_counts_and_one_outside_does_not_void(
    repository: Repository, tmp_path: Path
) -> None:
    module = '--- mod_dated.py\n"""Text."""\n'
    page = "--- a.rst\nA\n=\n\n.. automodule:: mod_dated\n.. automodule:: json.tool\n"
    conf = f'extensions += ["sphinx.ext.autodoc"]\nimport sys; sys.path.insert(0, "{repository.folder}")\n'
    repository.commit("2020-01-02T00:00:00Z", CONF + conf + PAGES + page + module)
    repository.commit("2022-01-02T00:00:00Z", '--- mod_dated.py\n"""Other text."""\n')
    assert dates(repository.folder)["a.html"] == "2022-01-02T00:00:00+00:00"


PO = """\
--- locale/de/LC_MESSAGES/{name}.po
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "A"
msgstr "{text}"
"""


@pytest.mark.parametrize(
    ("compact", "name", "dated"),
    [
        ("False", "sub/index", {"sub/index.html"}),
        ("True", "sub", {"sub/index.html"}),
        ('"all"', "all", {"a.html", "index.html", "sub/index.html"}),
    ],
)
def test_a_translation_counts_for_the_pages_in_its_language(
    repository: Repository, compact: str, name: str, dated: set[str]
) -> None:
    conf = f"locale_dirs = ['locale']\ngettext_compact = {compact}\n"
    repository.commit("2020-01-02T00:00:00Z", CONF + conf + PAGES + PO.format(name=name, text="B"))
    repository.commit("2022-01-02T00:00:00Z", PO.format(name=name, text="C"))

    def new(*options: str) -> set[str]:
        return {page for page, date in dates(repository.folder, *options).items() if date and date > "2021"}

    assert new() == set()
    assert new("-D", "language=de", "-E") == dated
    assert new("-D", "language=de") == dated, "also where no document is read anew"


def test_a_compiled_translation_is_no_source(repository: Repository) -> None:
    conf = "locale_dirs = ['locale']\nlanguage = 'de'\n"
    repository.commit("2020-01-02T00:00:00Z", CONF + conf + PAGES + PO.format(name="a", text="B"))
    first = dates(repository.folder)
    (repository.folder / ".git/info/exclude").write_text("_*\n")
    repository.commit("2022-01-02T00:00:00Z", "")
    assert (repository.folder / "locale/de/LC_MESSAGES/a.mo").exists()
    assert dates(repository.folder) == first


def test_generated_pages_have_no_date(repository: Repository) -> None:
    conf = "urlset_generated_pages = ['genindex']\n"
    repository.commit("2020-01-02T00:00:00Z", CONF + conf + PAGES)
    found = dates(repository.folder)
    assert found["genindex.html"] is None
    assert found["a.html"] == "2020-01-02T00:00:00+00:00"


@pytest.mark.parametrize("what", ["no repository", "no git"])
def test_without_git_there_are_no_dates_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    # PPC-14
    folder = tmp_path / "site"
    if what == "no git":
        Repository(folder).commit("2020-01-02T00:00:00Z", CONF + PAGES)
        monkeypatch.setenv("PATH", str(tmp_path))
    else:
        lay(folder, CONF + PAGES)
    out, said = build(folder, "-W")
    assert set(entries(out / "sitemap.xml").values()) == {None}
    assert said.count("3 of 3 pages have no lastmod") == 1


def test_versions_and_languages_beside_each_other(tmp_path: Path) -> None:
    # PPC-17: a translation is announced only where the other build has the page.
    languages = {"en": "https://ex.com/en/", "zh_CN": "https://ex.com/zh_CN/"}
    for tag, pages in (("en", PAGES), ("zh_CN", PAGES.replace("--- a.rst\nA\n=\n", ""))):
        conf = f'html_baseurl = "{languages[tag]}"\nlanguage = "{tag}"\nurlset_languages = {languages}\n'
        lay(tmp_path / tag, CONF + conf + pages)
    for _ in range(2):
        for tag in languages:
            from sphinx.cmd.build import build_main

            out = tmp_path / "site" / tag
            assert build_main(["-q", "-b", "dirhtml", str(tmp_path / tag), str(out)]) == 0
    text = (tmp_path / "site" / "en" / "sitemap.xml").read_text()
    other = (tmp_path / "site" / "zh_CN" / "sitemap.xml").read_text()
    for links in (text, other):
        assert links.count('hreflang="zh-CN" href="https://ex.com/zh_CN/sub/"') == 1
        assert links.count('hreflang="en" href="https://ex.com/en/sub/"') == 1
    assert "<loc>https://ex.com/en/a/</loc>" in text
    assert "https://ex.com/zh_CN/a/" not in text
    assert os.path.exists(tmp_path / "site" / "en" / "a" / "index.html")
