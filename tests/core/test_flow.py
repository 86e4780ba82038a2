"""The flow as a whole: what it writes, counts, leaves alone and refuses."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support import Repository, entries
from urlset import Build, GuardRefused, OutputError, Page, PageError, Settings, SettingsError, build
from urlset.flow import Terms

BASE = "https://e.com/docs/"


def run(folder: Path, *pages: Page, flat: bool = False, owned: bool = False, **options: Any) -> Build:
    settings = Settings(**({"base_url": BASE, "output": str(folder)} | options))
    return build(pages, settings, Terms(flat=flat, owned=owned))


def names(folder: Path) -> list[str]:
    """The files for the public; the state of the command line begins with a dot."""
    return sorted(name for name in os.listdir(folder) if not name.startswith("."))


def test_one_file_is_enough(tmp_path: Path) -> None:
    done = run(tmp_path, Page("b"), Page("a", "2024-05-01"))
    assert names(tmp_path) == ["sitemap.xml", "sitemap.xml.gz"]
    assert entries(tmp_path / "sitemap.xml") == {BASE + "a": "2024-05-01", BASE + "b": None}
    assert (
        gzip.decompress((tmp_path / "sitemap.xml.gz").read_bytes()) == (tmp_path / "sitemap.xml").read_bytes()
    )
    assert done.index is None
    assert (done.read, done.written, done.dated, done.undated) == (2, 2, {"page": 1}, {"not given": 1})


def test_more_files_have_an_index_that_names_them(tmp_path: Path) -> None:
    # OP-03, OP-66, OP-68: the index names the public address of the very files that were written.
    done = run(tmp_path, *(Page(f"{n}", f"2024-05-0{n}") for n in range(1, 6)), max_entries=2, gzip=False)
    assert names(tmp_path) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml", "sitemap.xml"]
    index = (tmp_path / "sitemap.xml").read_text()
    for number, day in ((1, 2), (2, 4), (3, 5)):
        line = f"<sitemap><loc>{BASE}sitemap-{number}.xml</loc><lastmod>2024-05-0{day}</lastmod></sitemap>"
        assert line in index
    assert done.index is not None
    assert done.index.address == BASE + "sitemap.xml"


def test_flat_names_keep_the_first_file_a_plain_list(tmp_path: Path) -> None:
    run(tmp_path, *(Page(f"{n}") for n in range(5)), max_entries=2, gzip=False, flat=True)
    assert names(tmp_path) == ["sitemap-2.xml", "sitemap-3.xml", "sitemap-index.xml", "sitemap.xml"]
    assert entries(tmp_path / "sitemap.xml") == {BASE + "0": None, BASE + "1": None}


def test_only_compressed_files(tmp_path: Path) -> None:
    # OP-67: name, bytes and index agree.
    run(tmp_path, *(Page(f"{n}") for n in range(3)), max_entries=2, gzip="only")
    assert names(tmp_path) == ["sitemap-1.xml.gz", "sitemap-2.xml.gz", "sitemap.xml.gz"]
    index = gzip.decompress((tmp_path / "sitemap.xml.gz").read_bytes()).decode()
    assert f"<loc>{BASE}sitemap-1.xml.gz</loc>" in index


def test_read_is_written_plus_dropped(tmp_path: Path) -> None:
    pages = [
        Page("a"),
        Page("a"),
        Page("https://other.com/"),
        Page("b", exclude="draft"),
        Page("c"),
        Page("x/y"),
    ]
    done = run(tmp_path, *pages, exclude=("x",))
    assert done.dropped == {"duplicate": 1, "off-site": 1, "draft": 1, "excluded": 1}
    assert done.read == len(pages) == done.written + sum(done.dropped.values())


def test_the_scope_may_be_wider_than_the_base(tmp_path: Path) -> None:
    done = run(tmp_path, Page("https://e.com/blog/"), Page("a"), sitemap_base_url="https://e.com/")
    assert list(entries(tmp_path / "sitemap.xml")) == ["https://e.com/blog/", BASE + "a"]
    assert done.sitemaps[0].address == "https://e.com/sitemap.xml"


def test_an_unchanged_file_keeps_its_time(tmp_path: Path) -> None:
    run(tmp_path, Page("a"))
    old = {name: (tmp_path / name).stat() for name in names(tmp_path)}
    done = run(tmp_path, Page("a"))
    assert {name: (tmp_path / name).stat() for name in names(tmp_path)} == old
    assert not done.sitemaps[0].changed


def test_nothing_is_written_when_a_source_fails(tmp_path: Path) -> None:
    # OP-23, OP-73: not half a file, not half a set, and the earlier one stands.
    run(tmp_path, Page("old"))
    before = (tmp_path / "sitemap.xml").read_bytes()

    def failing() -> Any:
        yield from (Page(f"{n}") for n in range(5_000))
        raise RuntimeError("the database went away")

    with pytest.raises(RuntimeError):
        build(failing(), Settings(base_url=BASE, output=str(tmp_path)))
    with pytest.raises(PageError):
        run(tmp_path, *(Page(f"{n}") for n in range(5_000)), Page("x", "yesterday"))
    assert names(tmp_path) == ["sitemap.xml", "sitemap.xml.gz"]
    assert (tmp_path / "sitemap.xml").read_bytes() == before


def test_no_page_at_all_is_refused(tmp_path: Path) -> None:
    # OP-69: an empty urlset is invalid, and the last good set is worth more.
    run(tmp_path, Page("a"))
    with pytest.raises(
        GuardRefused, match=r"no page is left \(1 read\); 1 left out as noindex, like https://e.com/docs/b"
    ):
        run(tmp_path, Page("b", exclude="noindex"))
    assert list(entries(tmp_path / "sitemap.xml")) == [BASE + "a"]


def test_a_folder_in_the_place_of_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "sitemap.xml.gz").mkdir()
    with pytest.raises(OutputError, match="is there and is no regular file"):
        run(tmp_path, Page("a"))
    assert names(tmp_path) == ["sitemap.xml.gz"]


def test_the_mode_is_what_a_web_server_needs(tmp_path: Path) -> None:
    run(tmp_path, Page("a"))
    assert (tmp_path / "sitemap.xml").stat().st_mode & 0o777 == 0o644
    (tmp_path / "sitemap.xml").chmod(0o640)
    run(tmp_path, Page("b"))
    assert (tmp_path / "sitemap.xml").stat().st_mode & 0o777 == 0o640


def test_dates_of_git(repository: Repository, tmp_path: Path) -> None:
    repository.commit("2024-03-10T02:30:00Z", "--- a.md\nA\n")
    repository.commit("2024-06-10T00:00:00Z", "--- b.md\nB\n")
    a, b = (str(repository.folder / name) for name in ("a.md", "b.md"))
    pages = [Page("a", sources=(a,)), Page("b", "2024-01-01", sources=(b,)), Page("ab", sources=(a, b))]
    done = run(tmp_path, *pages)
    newest = "2024-06-10T00:00:00+00:00"
    assert entries(tmp_path / "sitemap.xml") == {
        BASE + "a": "2024-03-10T02:30:00+00:00",
        BASE + "ab": newest,
        BASE + "b": newest,
    }
    assert done.dated == {"git": 3}
    run(tmp_path, *pages, lastmod="page")
    assert list(entries(tmp_path / "sitemap.xml").values()) == [None, None, "2024-01-01"]
    run(tmp_path, *pages, lastmod="off")
    assert list(entries(tmp_path / "sitemap.xml").values()) == [None, None, None]


def test_a_later_word_of_the_page_counts(repository: Repository, tmp_path: Path) -> None:
    repository.commit("2024-03-10T02:30:00Z", "--- a.md\nA\n")
    page = Page("a", "2024-04-01", sources=(str(repository.folder / "a.md"),))
    assert run(tmp_path, page).dated == {"page": 1}
    assert list(entries(tmp_path / "sitemap.xml").values()) == ["2024-04-01"]
    assert run(tmp_path, page, lastmod="git").dated == {"git": 1}


def test_a_date_in_the_future_is_left_out_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # OP-31: "now" is SOURCE_DATE_EPOCH where it is set; a day of tolerance.
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1714521600")  # 2024-05-01T00:00:00Z
    done = run(tmp_path, Page("a", "2024-05-02"), Page("b", "2024-05-02T00:00:01Z"), Page("c", "2025-01-01"))
    assert list(entries(tmp_path / "sitemap.xml").values()) == ["2024-05-02", None, None]
    assert done.warnings == ()
    assert done.notes[-1] == (
        "2 pages state a date in the future, which is left out: https://e.com/docs/b (2024-05-02T00:00:01Z). "
        "SOURCE_DATE_EPOCH says that it is 2024-05-01: set it to the time of the last commit."
    )


def test_a_date_in_the_future_by_the_clock_is_a_warning(tmp_path: Path) -> None:
    done = run(tmp_path, Page("a", "9999-01-01"), Page("b", "2024-01-01"))
    assert done.warnings == (
        "1 page states a date in the future, which is left out: https://e.com/docs/a (9999-01-01).",
    )


def test_a_date_can_be_required(tmp_path: Path) -> None:
    with pytest.raises(PageError, match="lastmod_required: 1 pages have no date, mostly: not given"):
        run(tmp_path, Page("a"), Page("b", "2024-05-01"), lastmod_required=True)
    assert names(tmp_path) == []


def test_hints_for_pages_that_have_none(tmp_path: Path) -> None:
    run(tmp_path, Page("a"), Page("b", priority=0.0, changefreq="never"), priority=0.5, changefreq="daily")
    text = (tmp_path / "sitemap.xml").read_text()
    assert "a</loc><changefreq>daily</changefreq><priority>0.5</priority>" in text
    assert "b</loc><changefreq>never</changefreq><priority>0.0</priority>" in text


@pytest.mark.parametrize(
    "options", [{"base_url": ""}, {"output": ""}, {"filename": "../x.xml"}, {"timezone": "Nowhere/City"}]
)
def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match=next(iter(options))):
        run(tmp_path, Page("a"), **options)


def test_same_input_same_bytes(tmp_path: Path) -> None:
    # OP-39, OP-74, P22: under another zone, locale and hash seed.
    code = (
        "import sys, datetime as d, urlset as u\n"
        "pages = [u.Page(f'{n}\\xe9', d.datetime(2024, 5, 1, 23, n, tzinfo=d.UTC)) for n in range(9)]\n"
        "u.build({*pages}, u.Settings(base_url='https://e.com/', output=sys.argv[1]))"
    )
    found = set()
    for number, (zone, seed) in enumerate([("UTC", "0"), ("Asia/Tokyo", "1"), ("America/New_York", "2")]):
        folder = tmp_path / str(number)
        environment = {**os.environ, "TZ": zone, "PYTHONHASHSEED": seed, "LC_ALL": "C", "PYTHONUTF8": "0"}
        subprocess.run([sys.executable, "-c", code, folder], env=environment, check=True)
        found.add(((folder / "sitemap.xml").read_bytes(), (folder / "sitemap.xml.gz").read_bytes()))
    assert len(found) == 1


def test_the_index_has_the_newest_date_of_each_file_or_none(tmp_path: Path) -> None:
    # OP-36, OP-37, OP-38: not the first date, not the build's, and no crash where there is none.
    pages = [Page("a", "2024-01-02"), Page("b", "2024-05-01"), Page("c"), Page("d")]
    run(tmp_path, *pages, max_entries=2, gzip=False)
    lines = (tmp_path / "sitemap.xml").read_text().splitlines()
    assert lines[2:4] == [
        f"<sitemap><loc>{BASE}sitemap-1.xml</loc><lastmod>2024-05-01</lastmod></sitemap>",
        f"<sitemap><loc>{BASE}sitemap-2.xml</loc></sitemap>",
    ]


def test_the_declaration_stands_at_the_first_byte(tmp_path: Path) -> None:
    # OP-25
    run(tmp_path, *(Page(f"{n}") for n in range(3)), max_entries=2, gzip=False)
    for name in names(tmp_path):
        assert (tmp_path / name).read_bytes().startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<')


def test_a_changed_date_is_written_although_the_page_was_known(tmp_path: Path) -> None:
    # OP-41
    run(tmp_path, Page("a", "2024-01-01"), Page("b", "2024-01-01"))
    run(tmp_path, Page("a", "2024-02-01"), Page("b", "2024-01-01"))
    assert entries(tmp_path / "sitemap.xml") == {BASE + "a": "2024-02-01", BASE + "b": "2024-01-01"}
