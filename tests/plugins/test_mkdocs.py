"""The MkDocs plugin, in real builds of real small sites."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mkdocs.exceptions import Abort

from support import MkDocs, Repository, entries, lay

BASE = "https://ex.com/docs/"
SITE = """\
--- mkdocs.yml
site_name: Small
site_url: https://ex.com/docs/
plugins: [urlset]
--- docs/index.md
# Home
--- docs/a.md
# A
--- docs/sub/index.md
# Sub
"""
INFO, WARNING = logging.INFO, logging.WARNING


def configure(repository: Repository, options: str) -> None:
    lay(
        repository.folder,
        f"--- mkdocs.yml\nsite_name: Small\nsite_url: {BASE}\nplugins:\n- urlset:\n{options}",
    )


def test_two_builds_are_byte_identical(mkdocs: MkDocs, repository: Repository) -> None:
    # PPC-26
    repository.commit("2024-03-10T02:30:00Z", SITE)
    first = {name: (mkdocs.build() / name).read_bytes() for name in ("sitemap.xml", "sitemap.xml.gz")}
    assert {name: (mkdocs.build() / name).read_bytes() for name in first} == first


def test_nothing_but_the_sitemap_differs(mkdocs: MkDocs, repository: Repository, tmp_path: Path) -> None:
    # PPC-13's question, asked of MkDocs.
    repository.commit("2024-03-10T02:30:00Z", SITE)
    with_us = contents(mkdocs.build(site_dir=str(tmp_path / "with")))
    without = contents(mkdocs.build(site_dir=str(tmp_path / "without"), plugins=[]))
    assert with_us.keys() == without.keys()
    assert {name for name in without if without[name] != with_us[name]} == {"sitemap.xml", "sitemap.xml.gz"}


def contents(site: Path) -> dict[str, bytes]:
    found = {str(path.relative_to(site)): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    # MkDocs writes the time of the build into the home page of its themes.
    return {name: b"" if name == "index.html" else content for name, content in found.items()}


def test_no_site_url_is_no_error(mkdocs: MkDocs, repository: Repository) -> None:
    # PPC-22: one information, nothing of ours, and --strict passes.
    lay(repository.folder, SITE)
    lay(repository.folder, "--- mkdocs.yml\nsite_name: Small\nplugins: [urlset]\n")
    site = mkdocs.build(strict=True)
    assert mkdocs.said(INFO) == ["no sitemap written: set site_url in mkdocs.yml, the site's public address"]
    assert b"<url>" not in (site / "sitemap.xml").read_bytes()


def test_serving_uses_the_address_of_the_server_and_asks_git_nothing(
    mkdocs: MkDocs, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    # PPC-23: themes change scheme and host in the browser, but not the port.
    repository.commit("2024-03-10T02:30:00Z", SITE)
    monkeypatch.setenv("PATH", "/nowhere")
    site = mkdocs.build(command="serve", site_url="http://127.0.0.1:8766/docs/")
    assert entries(site / "sitemap.xml")["http://127.0.0.1:8766/docs/a/"] is None
    assert mkdocs.said(INFO) == mkdocs.said(WARNING) == []


NAV = """\
--- mkdocs.yml
site_name: Small
site_url: https://ex.com/docs/
nav:
- index.md
- Elsewhere: https://elsewhere.example/
not_in_nav: hidden.md
draft_docs: draft.md
exclude_docs: excl.md
plugins:
- urlset:
    nav_only: {nav_only}
--- docs/index.md
# Home
--- docs/hidden.md
# Hidden
--- docs/loose.md
# Loose
--- docs/draft.md
# Draft
--- docs/excl.md
# Excluded
"""


@pytest.mark.parametrize(
    ("nav_only", "command", "pages"),
    [
        ("false", "build", ["", "hidden/", "loose/"]),
        ("true", "build", [""]),
        ("false", "serve", ["", "hidden/", "loose/"]),
    ],
)
def test_pages_in_and_outside_the_navigation(
    mkdocs: MkDocs, repository: Repository, nav_only: str, command: str, pages: list[str]
) -> None:
    # PPC-24: drafts and excluded pages never, links to elsewhere never.
    lay(repository.folder, NAV.format(nav_only=nav_only))
    site = mkdocs.build(command=command)
    assert [address.split("/", 4)[-1] for address in entries(site / "sitemap.xml")] == pages


def test_pages_that_are_no_pages_are_not_listed(mkdocs: MkDocs, repository: Repository) -> None:
    # PPC-33: a static HTML file is copied, not rendered; and a stub only leads on.
    stub = "- redirects: {redirect_maps: {gone.md: index.md}}\n"
    static = "--- docs/legacy/old.html\n<p>old\n--- docs/legacy/index.html\n<p>old\n"
    repository.commit("2024-03-10T02:30:00Z", SITE.replace("[urlset]", f"\n- urlset\n{stub}") + static)
    site = mkdocs.build()
    assert (site / "gone" / "index.html").exists()
    assert (site / "legacy" / "index.html").exists()
    assert list(entries(site / "sitemap.xml")) == [BASE, BASE + "a/", BASE + "sub/"]


def test_addresses_without_directories(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-03-10T02:30:00Z", SITE)
    site = mkdocs.build(use_directory_urls=False)
    assert list(entries(site / "sitemap.xml")) == [
        BASE + name for name in ("a.html", "index.html", "sub/index.html")
    ]


def test_odd_names_are_the_canonical_addresses(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-03-10T02:30:00Z", SITE + "--- docs/it's é & co.md\n# Odd\n")
    site = mkdocs.build()
    odd = BASE + "it%27s%20%C3%A9%20%26%20co/"
    assert entries(site / "sitemap.xml")[odd] == "2024-03-10T02:30:00+00:00"
    assert f'rel="canonical" href="{odd}"' in (site / "it's é & co" / "index.html").read_text("utf-8")


@pytest.mark.parametrize("dirty", [False, True])
def test_a_page_opts_out_also_when_it_is_not_read_again(
    mkdocs: MkDocs, repository: Repository, dirty: bool
) -> None:
    # PPC-39: a dirty build reads only what changed.
    repository.commit("2024-03-10T02:30:00Z", SITE + "--- docs/b.md\n---\nsitemap: false\n---\n# B\n")
    mkdocs.build()
    assert BASE + "b/" not in entries(mkdocs.build(dirty=dirty) / "sitemap.xml")


def test_a_page_gives_hints_and_a_later_date(mkdocs: MkDocs, repository: Repository) -> None:
    meta = "sitemap:\n  lastmod: 2024-05-01 10:00:00\n  priority: 0.8\n  changefreq: weekly\n"
    repository.commit("2024-03-10T02:30:00Z", SITE + f"--- docs/b.md\n---\n{meta}---\n# B\n")
    text = (mkdocs.build() / "sitemap.xml").read_text("utf-8")
    assert (
        f"<url><loc>{BASE}b/</loc><lastmod>2024-05-01T10:00:00+00:00</lastmod>"
        "<changefreq>weekly</changefreq><priority>0.8</priority></url>"
    ) in text


def test_a_wrong_word_of_a_page_is_a_warning_that_names_it(mkdocs: MkDocs, repository: Repository) -> None:
    lay(repository.folder, SITE + "--- docs/b.md\n---\nsitemap: {prority: 1}\n---\n# B\n")
    mkdocs.build()
    assert mkdocs.said(WARNING) == [
        "warning[PAG03]: b.md: sitemap: unknown word 'prority'. Use lastmod, changefreq, priority, exclude."
    ]


def test_more_files_keep_the_first_a_plain_list(mkdocs: MkDocs, repository: Repository) -> None:
    # Themes read sitemap.xml as a flat list of addresses.
    repository.commit("2024-03-10T02:30:00Z", SITE)
    configure(repository, "    max_entries: 2\n    gzip: false\n")
    site = mkdocs.build()
    assert sorted(name for name in os.listdir(site) if "sitemap" in name) == [
        "sitemap-2.xml",
        "sitemap-index.xml",
        "sitemap.xml",
    ]
    assert list(entries(site / "sitemap.xml")) == [BASE, BASE + "a/"]


def test_a_file_of_the_owner_is_told_once_that_it_is_replaced(mkdocs: MkDocs, repository: Repository) -> None:
    # PPC-27
    repository.commit("2024-03-10T02:30:00Z", SITE + "--- docs/sitemap.xml\n<own/>\n")
    site = mkdocs.build()
    assert mkdocs.said(INFO) == ["sitemap.xml of the docs folder is replaced; rename it to keep it"]
    assert list(entries(site / "sitemap.xml")) == [BASE, BASE + "a/", BASE + "sub/"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("    exlude: [a]\n", "error[SET02]: exlude: unknown setting. Did you mean exclude?"),
        ("    exclude: [a, 3]\n", "error[SET01]: exclude[1]: expected text, got 3."),
        ("    gzip: maybe\n", "error[SET01]: gzip: expected true, false or only, got 'maybe'."),
        ("    allow_shrink: true\n", "error[SET0"),
        ("    filename: map\n", "error[OUT02]: filename: expected a name that ends in .xml, got 'map'."),
        (
            "    timezone: Mars/Base\n",
            "error[SET01]: timezone: expected a name like Europe/Paris, got 'Mars/Base'.",
        ),
        (
            "    languages: {de: /de/}\n",
            "error[SET01]: languages.de: expected an address like https://example.com/",
        ),
    ],
)
def test_a_wrong_option_stops_the_build(
    mkdocs: MkDocs, repository: Repository, options: str, message: str
) -> None:
    lay(repository.folder, SITE)
    configure(repository, options)
    with pytest.raises(Abort):
        mkdocs.build()
    assert message in mkdocs.log.text
    assert not (repository.folder / "site").exists()


def test_a_template_that_cannot_be_read_stops_the_build(mkdocs: MkDocs, repository: Repository) -> None:
    lay(repository.folder, SITE)
    configure(repository, "    html_map: true\n    html_map_template: mine.html\n")
    with pytest.raises(Abort):
        mkdocs.build()
    assert f"error[SET01]: html_map_template: {repository.folder}/mine.html cannot be read" in mkdocs.log.text


def test_off_leaves_the_file_of_mkdocs(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-03-10T02:30:00Z", SITE)
    configure(repository, "    enabled: false\n")
    assert b"    <url>" in (mkdocs.build() / "sitemap.xml").read_bytes()


def test_settings_of_every_kind_are_taken(mkdocs: MkDocs, repository: Repository) -> None:
    repository.commit("2024-03-10T02:30:00Z", SITE)
    options: dict[str, Any] = {"exclude": "[sub]", "lastmod": "off", "priority": "0.3", "filename": "map.xml"}
    configure(repository, "".join(f"    {name}: {value}\n" for name, value in options.items()))
    found = (mkdocs.build() / "map.xml").read_text("utf-8")
    assert f"<url><loc>{BASE}a/</loc><priority>0.3</priority></url>" in found
    assert "sub/" not in found


def test_a_page_whose_output_is_suppressed_is_not_listed(mkdocs: MkDocs, repository: Repository) -> None:
    # PPC-25: helpers of navigation plugins are files of the build, but never become pages.
    hook = (
        "def on_post_page(output, page, config):\n    return '' if page.file.name == 'SUMMARY' else output\n"
    )
    repository.commit("2024-03-10T02:30:00Z", SITE + f"--- docs/SUMMARY.md\n* [A](a.md)\n--- hook.py\n{hook}")
    assert BASE + "SUMMARY/" in entries(mkdocs.build() / "sitemap.xml")
    assert BASE + "SUMMARY/" not in entries(mkdocs.build(hooks=["hook.py"]) / "sitemap.xml")


def test_a_page_that_names_another_as_canonical_is_not_listed(mkdocs: MkDocs, repository: Repository) -> None:
    # OP-58
    hook = (
        "def on_post_page(output, page, config):\n"
        f"    return output.replace('{BASE}a/', '{BASE}') if page.url == 'a/' else output\n"
    )
    repository.commit("2024-03-10T02:30:00Z", SITE + f"--- hook.py\n{hook}")
    assert BASE + "a/" in entries(mkdocs.build() / "sitemap.xml")
    assert BASE + "a/" not in entries(mkdocs.build(hooks=["hook.py"]) / "sitemap.xml")


def test_a_build_loads_nothing_that_it_does_not_need(repository: Repository) -> None:
    hook = (
        "import sys\ndef on_shutdown():\n"
        "    print(sorted({'lxml', 'rich', 'protego', 'ada_url', 'httpx', 'sqlalchemy'} & {*sys.modules}))\n"
    )
    repository.commit("2024-03-10T02:30:00Z", SITE + f"--- hook.py\n{hook}")
    lay(
        repository.folder,
        f"--- mkdocs.yml\nsite_name: x\nsite_url: {BASE}\nplugins: [urlset]\nhooks: [hook.py]\n",
    )
    command = [sys.executable, "-m", "mkdocs", "build", "-q"]
    done = subprocess.run(command, cwd=repository.folder, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert (repository.folder / "site" / "sitemap.xml").exists()
