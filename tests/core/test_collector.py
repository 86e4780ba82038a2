"""What an adapter may rely on: pages of all passes in one set, names remembered, one warning for what is wrong."""

from __future__ import annotations

import gzip
import json
import logging
from pathlib import Path
from typing import Any

import pytest

from support import entries, lay
from urlset import Collector, Page, PageError, Settings, Sitemap, UrlsetError

BASE = "https://ex.com/"
DEBUG, INFO, WARNING = logging.DEBUG, logging.INFO, logging.WARNING


class Said:
    """What a host was told, by level."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []

    def __call__(self, level: int, line: str) -> None:
        self.lines.append((level, line))

    def at(self, level: int) -> list[str]:
        return [line for one, line in self.lines if one == level]


def collector(*pages: str, base: str = BASE, **options: Any) -> Collector:
    made = Collector(Settings(**options), base_url=base, base_setting="SITEURL")
    for page in pages:
        made.add(Page(BASE + page))
    return made


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def listed(folder: Path, name: str = "sitemap.xml") -> list[str]:
    return [address.removeprefix(BASE) for address in entries(folder / name)]


def test_each_finish_writes_the_pages_of_all_passes(tmp_path: Path) -> None:
    # A host builds a language after the other; the last word on an address counts.
    made = collector("a")
    made.finish(str(tmp_path))
    made.add(Page(BASE + "de/a"))
    made.add(Page(BASE + "a", lastmod="2024-05-01"))
    done = made.finish(str(tmp_path))
    assert entries(tmp_path / "sitemap.xml") == {BASE + "a": "2024-05-01", BASE + "de/a": None}
    assert (done.read, done.written, dict(done.dropped)) == (2, 2, {})


def test_two_collectors_of_one_process_share_nothing(tmp_path: Path) -> None:
    one, two = collector("a"), collector("b")
    one.finish(str(tmp_path / "one"))
    two.finish(str(tmp_path / "two"))
    assert (listed(tmp_path / "one"), listed(tmp_path / "two")) == (["a"], ["b"])
    # A later build of the same folder, with a new collector, is not the sum of the two.
    collector("c").finish(str(tmp_path / "one"))
    assert listed(tmp_path / "one") == ["c"]


def test_a_failed_finish_leaves_the_earlier_set_and_can_be_repeated(tmp_path: Path) -> None:
    collector("a").finish(str(tmp_path))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    made = collector("b")
    made.add(Page(BASE + "c", lastmod="yesterday"))
    with pytest.raises(PageError, match="lastmod"):
        made.finish(str(tmp_path))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    made.add(Page(BASE + "c", lastmod="2024-05-01"))
    made.finish(str(tmp_path))
    assert listed(tmp_path) == ["b", "c"]


def test_the_first_wrong_word_of_a_page_is_told_once_all_are_there(tmp_path: Path) -> None:
    made, said = collector("a"), Said()
    made.add(Page(BASE + "b"), own={"prority": 1}, where="b.md")
    made.add(Page(BASE + "c"), own={"nothing": 1}, where="c.md")
    assert made.publish(str(tmp_path), said) is None
    assert said.lines == [
        (
            WARNING,
            "warning[PAG03]: b.md: sitemap: unknown word 'prority'. Use lastmod, changefreq, priority, exclude.",
        )
    ]
    assert names(tmp_path) == []


class TestNames:
    """The names of a set, remembered where the host does not empty its output."""

    def build(self, folder: Path, *pages: str, **options: Any) -> list[str]:
        state = str(folder.parent / "cache" / "names.json")
        collector(*pages, gzip=options.pop("gzip", False), **options).finish(str(folder), state)
        return names(folder)

    def test_a_larger_set_is_remembered_outside_the_site(self, tmp_path: Path) -> None:
        site = tmp_path / "site"
        assert self.build(site, "a", "b", "c", max_entries=1) == [
            "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml", "sitemap.xml",
        ]  # fmt: skip
        kept = json.loads((tmp_path / "cache" / "names.json").read_text())
        assert kept["files"] == names(site)
        assert BASE not in (tmp_path / "cache" / "names.json").read_text()
        assert self.build(site, "a", "b", max_entries=1) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap.xml"]
        assert self.build(site, "a") == ["sitemap.xml"]

    def test_a_small_set_needs_no_memory(self, tmp_path: Path) -> None:
        self.build(tmp_path / "site", "a", gzip=True)
        assert not (tmp_path / "cache").exists()

    @pytest.mark.parametrize(
        ("form", "left"),
        [(False, ["sitemap.xml"]), ("only", ["sitemap.xml.gz"]), (True, ["sitemap.xml", "sitemap.xml.gz"])],
    )
    def test_no_other_form_of_the_set_stays(self, tmp_path: Path, form: Any, left: list[str]) -> None:
        # PPC-27: also where the host itself wrote one.
        lay(tmp_path / "site", "--- sitemap.xml\n<own/>\n--- sitemap.xml.gz\nold\n")
        assert self.build(tmp_path / "site", "a", gzip=form) == left

    def test_a_text_list_that_is_no_longer_wanted_goes(self, tmp_path: Path) -> None:
        assert "sitemap.txt" in self.build(tmp_path / "site", "a", text=True)
        assert self.build(tmp_path / "site", "a") == ["sitemap.xml"]

    @pytest.mark.parametrize("kept", ["", "[]", '{"files": ["../own.xml"]}', '{"files": ["/own.xml"]}', "\0"])
    def test_a_memory_that_cannot_be_trusted_removes_nothing(self, tmp_path: Path, kept: str) -> None:
        lay(tmp_path, f"--- cache/names.json\n{kept}\n--- own.xml\n<own/>\n--- site/sitemap-2.xml\n<own/>\n")
        assert self.build(tmp_path / "site", "a") == ["sitemap-2.xml", "sitemap.xml"]
        assert (tmp_path / "own.xml").exists()

    def test_a_build_that_fails_forgets_nothing(self, tmp_path: Path) -> None:
        self.build(tmp_path / "site", "a", "b", max_entries=1)
        with pytest.raises(UrlsetError):
            self.build(tmp_path / "site", "a", exclude=("*",))
        assert "sitemap-2.xml" in names(tmp_path / "site")
        assert self.build(tmp_path / "site", "a") == ["sitemap.xml"]

    def test_a_site_that_shrinks_is_no_matter_of_the_host(self, tmp_path: Path) -> None:
        self.build(tmp_path / "site", *map(str, range(40)), max_entries=10)
        assert self.build(tmp_path / "site", "1") == ["sitemap.xml"]


class TestTold:
    """`Collector.publish`: lines for the host's own log, each with its level."""

    def test_a_good_build(self, tmp_path: Path) -> None:
        said = Said()
        done = collector("a").publish(str(tmp_path), said, prefix="urlset: ")
        assert done is not None
        assert done.sitemaps[0] == Sitemap(
            "sitemap.xml", BASE + "sitemap.xml", 1, done.sitemaps[0].bytes, True
        )
        assert said.at(WARNING) == []
        assert len(said.at(INFO)) == 1
        assert said.at(INFO)[0].startswith("urlset: 1 of 1 pages has no lastmod.")
        assert said.at(DEBUG)[0].startswith("urlset: sitemap.xml: 1 entries")

    @pytest.mark.parametrize("base", ["", "/", ".", "../..", "ex.com"])
    def test_no_address(self, tmp_path: Path, base: str) -> None:
        said = Said()
        assert collector("a", base=base).publish(str(tmp_path), said) is None
        assert said.lines == [(INFO, "no sitemap written: set SITEURL, the site's public address")]
        assert names(tmp_path) == []

    def test_off(self, tmp_path: Path) -> None:
        said = Said()
        assert collector("a", enabled=False).publish(str(tmp_path), said, others={"x": "sitemap.xml"}) is None
        assert said.lines == []
        assert names(tmp_path) == []

    def test_the_setting_goes_before_the_host(self, tmp_path: Path) -> None:
        made = collector("a", base="https://other.com/", base_url=BASE)
        made.publish(str(tmp_path), Said())
        assert listed(tmp_path) == ["a"]

    @pytest.mark.parametrize(
        ("other", "options", "shared"),
        [
            ("sitemap.xml", {}, True),
            ("sitemap.xml.gz", {}, True),
            ("sitemap.txt", {}, False),
            ("sitemap.txt", {"text": True}, True),
            ("sitemap.xml", {"filename": "map.xml"}, False),
            ("map.xml", {"filename": "map.xml"}, True),
        ],
    )
    @pytest.mark.parametrize("last", [True, False])
    def test_another_plugin(
        self, tmp_path: Path, other: str, options: dict[str, Any], shared: bool, last: bool
    ) -> None:
        said = Said()
        done = collector("a", **options).publish(str(tmp_path), said, others={"peer": other}, last=last)
        told = [line for _, line in said.lines if "peer" in line]
        assert len(told) == shared
        assert all("set another filename" in line.lower() for line in told)
        assert (done is None) == (shared and not last) == any("OUT03" in line for line in told)

    def test_what_another_plugin_has_is_not_contradicted(self, tmp_path: Path) -> None:
        lay(tmp_path, "--- sitemap.xml\n<peer/>\n")
        (tmp_path / "sitemap.xml.gz").write_bytes(gzip.compress(b"<ours/>"))
        collector("a").publish(str(tmp_path), Said(), others={"peer": "sitemap.xml"}, last=False)
        assert names(tmp_path) == ["sitemap.xml"]
        assert (tmp_path / "sitemap.xml").read_text() == "<peer/>\n"


@pytest.mark.parametrize("stated", ["yesterday", "", "2024-13-01"])
def test_a_date_of_the_host_that_cannot_be_written_is_none(tmp_path: Path, stated: Any) -> None:
    made = collector()
    made.add(Page(BASE + "a"), stated=stated)
    made.add(Page(BASE + "b"), stated="2024-05-01")
    made.finish(str(tmp_path))
    assert entries(tmp_path / "sitemap.xml") == {BASE + "a": None, BASE + "b": "2024-05-01"}


def test_what_a_page_is_keeps_it_out(tmp_path: Path) -> None:
    lay(tmp_path, "--- page.html\n<head><meta name=robots content=noindex></head>\n")
    made = collector("a", listings="first", generated_pages=("search",))
    made.add(Page(BASE + "genindex"), generated="genindex")
    made.add(Page(BASE + "search"), generated="search")
    made.add(Page(BASE + "tag"), listing=1)
    made.add(Page(BASE + "tag2"), listing=2)
    made.add(Page(BASE + "copy"), fallback=True)
    made.add(Page(BASE + "page"), written=str(tmp_path / "page.html"))
    made.add(Page(BASE + "own"), own=False)
    done = made.finish(str(tmp_path / "site"))
    assert listed(tmp_path / "site") == ["a", "search", "tag"]
    assert done.read == done.written + sum(done.dropped.values()) == 8
    assert {"generated": 1, "listing": 1, "fallback": 1}.items() <= done.dropped.items()


@pytest.mark.parametrize("base", [BASE, BASE.rstrip("/"), BASE + "docs/"])
def test_error_pages_stay_out_whoever_wrote_them(tmp_path: Path, base: str) -> None:
    # As from a folder: themes have them among the pages of a site, and owners write 404.rst.
    made = Collector(Settings(generated_pages=("500",)), base_url=base)
    stay = ("a404.html", "errors/404.html", "offline.html", "404", "de/500.html")
    for path in ("404.html", "404/", "de/404.html", "pt-BR/404/", "50x.html", "403.html", *stay):
        made.add(Page(base.rstrip("/") + "/" + path))
    done = made.finish(str(tmp_path))
    assert {
        address.removeprefix(base).removeprefix("/") for address in entries(tmp_path / "sitemap.xml")
    } == {*stay}
    assert dict(done.dropped) == {"generated": 6}


def test_a_setting_that_proves_wrong_at_the_end_stops_the_host_by_an_error_of_its_own(tmp_path: Path) -> None:
    made, said = collector("a", html_map=True, html_map_template="mine.html"), Said()
    with pytest.raises(
        LookupError, match=r"urlset: error\[SET01\]: html_map_template: .*mine\.html cannot be"
    ):
        made.publish(str(tmp_path), said, wrong=LookupError)
    assert (said.at(WARNING), names(tmp_path)) == ([], [])


def test_paths_in_settings_are_taken_from_the_folder_of_the_configuration(tmp_path: Path) -> None:
    lay(tmp_path, "--- conf/mine.html\nmine\n")
    options = {"output": "out", "html_map": True, "html_map_template": "mine.html"}
    made = Collector(Settings(**options), base_url=BASE, home=str(tmp_path / "conf"))
    made.add(Page(BASE + "a"))
    assert made.publish(str(tmp_path / "site"), Said()) is not None
    assert (tmp_path / "conf" / "out" / "sitemap.html").read_text() == "mine\n"


@pytest.mark.parametrize("options", [{"base": ""}, {"enabled": False, "base_url": "x"}])
def test_files_named_by_include_wait_for_a_base_address(tmp_path: Path, options: dict[str, Any]) -> None:
    lay(tmp_path, "--- a.pdf\nx\n")
    made, said = collector(include=("*.pdf",), **options), Said()
    made.add_files(str(tmp_path))
    assert made.publish(str(tmp_path), said) is None
    assert said.at(WARNING) == []
    assert names(tmp_path) == ["a.pdf"]


def test_the_sitemap_of_another_language_may_hold_any_bytes(tmp_path: Path) -> None:
    languages = {"en": BASE + "en/", "de": BASE + "de/"}
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "sitemap.xml").write_bytes(b"<url><loc>https://ex.com/de/\xe4</loc></url>\n" * 2)
    made = Collector(Settings(languages=languages), base_url=BASE + "en/")
    made.add(Page(BASE + "en/a"))
    assert made.finish(str(tmp_path / "en")).written == 1


def test_dates_of_texts_pass_over_an_address_that_cannot_be_one(tmp_path: Path) -> None:
    lay(tmp_path, "--- a.html\n<main>A</main>\n--- b.html\n<main>B</main>\n")
    made = Collector(Settings(lastmod="content"), base_url=BASE, home=str(tmp_path))
    made.add(Page(BASE + "a"), written=str(tmp_path / "a.html"))
    made.add(Page("mailto:b@ex.com"), written=str(tmp_path / "b.html"))
    done = made.finish(str(tmp_path / "out"))
    assert (done.written, dict(done.dropped)) == (1, {"not-http": 1})
    assert list(json.loads((tmp_path / "urlset.dates.json").read_text("utf-8"))) == ["a"]
