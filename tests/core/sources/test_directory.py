"""A folder of built pages: what is listed, under which address, and why the rest is not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from urlset import Settings, build
from urlset.errors import SettingsError, SourceError
from urlset.page import Alternate, Image, Page
from urlset.sources.directory import Directory
from urlset.sources.headers_file import Headers
from urlset.tally import Tally

BASE = "https://e.com/"


def site(folder: Path, **heads: str) -> Path:
    """Pages named with _ for /, each with a head."""
    for name, head in heads.items():
        path = folder / (name.replace("_", "/") + ".html")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"<html lang=en><head>{head}</head><body><main><p>Text<img src='p.png'></main></body></html>"
        )
    return folder


def read(folder: Path, base: str = BASE, **options: object) -> tuple[list[Page], Tally]:
    tally = Tally()
    return list(Directory(path=str(folder), **options).pages(tally, base)), tally  # type: ignore[arg-type]


def locs(folder: Path, base: str = BASE, **options: object) -> list[str]:
    return [page.loc for page in read(folder, base, **options)[0] if not page.exclude]


def test_index_files_are_folders_and_everything_else_is_not_listed(tmp_path):
    site(tmp_path, index="", a="", b_index="", b_c_d="")
    (tmp_path / "style.css").write_text("x")
    assert locs(tmp_path) == [f"{BASE}a.html", BASE, f"{BASE}b/", f"{BASE}b/c/d.html"]
    assert locs(tmp_path, strip=(".html",))[0] == f"{BASE}a"
    assert locs(tmp_path, url="docs")[1] == f"{BASE}docs/"
    assert locs(tmp_path, files=("*.css",)) == [f"{BASE}style.css"]
    listed = locs(tmp_path, folders=True)
    assert listed[:3] == [f"{BASE}a.html", BASE, BASE]
    assert listed[3:] == [f"{BASE}b/", f"{BASE}b/", f"{BASE}b/c/d.html", f"{BASE}b/c/"]


def test_what_a_head_says(tmp_path):
    head = "<title>T</title><meta name=description content=D><link rel=alternate hreflang=de href=/de/>"
    (page,) = read(site(tmp_path, a=head), images=True)[0]
    assert page == Page(
        f"{BASE}a.html",
        title="T",
        description="D",
        lang="en",
        alternates=(Alternate("de", f"{BASE}de/"),),
        images=(Image(f"{BASE}p.png"),),
        sources=(str(tmp_path / "a.html"),),
    )


OUT = {
    "<meta name=ROBOTS content=None>": "noindex",
    '<meta name="googlebot" content="noindex">': "noindex",
    '<link rel=canonical href="https://e.com/other.html">': "canonical",
    '<link rel=canonical href="https://www.other.com/p.html">': "canonical",
    '<link rel=canonical href="other.html">': "canonical",
    '<meta http-equiv=refresh content="0; url=/new/">': "redirect",
    "<!--" + "x" * 1_200_000: "head-unread",
}
IN = {
    '<link rel=canonical href="https://e.com/p.html">': "p.html",
    '<link rel=canonical href="p.html">': "p.html",
    '<link rel=canonical href="/p">': "p",
    '<link rel=canonical href="/p/">': "p/",
    '<link rel=canonical href="/p/index/">': "p.html",
    '<link rel=canonical href="">': "p.html",
    '<link rel=canonical href="javascript:x">': "p.html",
    "<link rel=canonical href=/x><link rel=canonical href=/y>": "p.html",
    '<meta http-equiv=refresh content="300">': "p.html",
    '<meta http-equiv=refresh content="5; url=/p.html">': "p.html",
}


@pytest.mark.parametrize(("head", "reason"), OUT.items(), ids=range(len(OUT)))
def test_pages_that_say_no(tmp_path, head, reason):
    (page,) = read(site(tmp_path, p=head))[0]
    assert page.exclude == reason


@pytest.mark.parametrize(("head", "address"), IN.items())
def test_pages_that_do_not(tmp_path, head, address):
    assert locs(site(tmp_path, p=head)) == [BASE + address]


def test_two_canonical_addresses_are_told(tmp_path):
    _, tally = read(site(tmp_path, p="<link rel=canonical href=/x><link rel=canonical href=/y>"))
    assert "2 different canonical" in tally.warnings[0]


def test_error_pages_and_proofs_of_ownership_are_no_pages(tmp_path):
    names = ["404", "500", "de_404", "pt-BR_404_index", "google0123456789abcdef", "yandex_0a"]
    site(tmp_path, **dict.fromkeys(names, ""), **{"blog_404-tips": "", "docs_old_404": ""})
    (tmp_path / "yandex_0a.html").write_text("x")
    found, tally = read(tmp_path)
    assert [page.loc for page in found] == [
        f"{BASE}blog/404-tips.html",
        f"{BASE}docs/old/404.html",
        f"{BASE}yandex/0a.html",
    ]
    assert dict(tally.dropped) == {"error-page": 4, "verification": 2}


def test_robots_txt_and_headers_of_the_folder(tmp_path):
    site(tmp_path, a="", private_b="", tag_c="", open_d="")
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /private/")
    (tmp_path / "_headers").write_text("/tag/*\n  X-Robots-Tag: noindex\n")
    reasons = {page.loc.removeprefix(BASE): page.exclude for page in read(tmp_path)[0]}
    assert reasons == {
        "a.html": None,
        "private/b.html": "robots",
        "tag/c.html": "noindex",
        "open/d.html": None,
    }
    assert len(locs(tmp_path, robots=False)) == 3
    assert len(locs(tmp_path, "https://e.com/sub/")) == 3


def test_headers_files():
    rules = Headers(
        b"# c\n/a/:x/*\n X-Robots-Tag: googlebot: noindex\n"
        b"https://e.com/b\n\tx-robots-tag:none\n/c\n X-Y: noindex"
    )
    assert [path for path in ("/a/1/2", "/a/1", "/b", "/c", "/a//x") if rules.noindex(path)] == [
        "/a/1/2",
        "/b",
    ]


def test_file_names_become_addresses(tmp_path):
    names = ["a b", "é", "e\u0301", "50%", "a?b", "a#b", "a;b", "-x", "a\nb", "a\\b", "a:b", "A", "a"]
    for name in names:
        (tmp_path / f"{name}.html").write_text("")
    (tmp_path / os.fsdecode(b"caf\xe9.html")).write_text("")
    found, tally = read(tmp_path)
    assert sorted(page.loc.removeprefix(BASE)[:-5] for page in found) == sorted(
        [
            "a%20b",
            "%C3%A9",
            "e%CC%81",
            "50%25",
            "a%3Fb",
            "a%23b",
            "a;b",
            "-x",
            "a%0Ab",
            "a%5Cb",
            "a%3Ab",
            "A",
            "a",
            "caf%E9",
        ]
    )
    assert sum("differ only" in text for text in tally.warnings) == 2


def test_links_pipes_and_hidden_names_are_left_out(tmp_path):
    site(tmp_path / "site", a="", sub_b="")
    inside = tmp_path / "site"
    (tmp_path / "secret.html").write_text("")
    (inside / "leak.html").symlink_to(tmp_path / "secret.html")
    (inside / "loop").symlink_to(inside)
    (inside / "again").symlink_to(inside / "sub")
    (inside / "gone.html").symlink_to("nowhere")
    os.mkfifo(inside / "pipe.html")
    (inside / ".hidden.html").write_text("")
    (inside / ".urlset-tmp-0123").mkdir()
    found, tally = read(inside)
    assert [page.loc for page in found] == [f"{BASE}a.html", f"{BASE}sub/b.html"]
    assert dict(tally.dropped) == {"link": 4, "special-file": 1, "hidden": 1}
    assert tally.read == 6


def test_links_are_followed_inside_and_each_page_is_met_once(tmp_path):
    inside = site(tmp_path / "site", z_page="", z_a_b="")
    (tmp_path / "secret.html").write_text("")
    (inside / ".releases" / "5").mkdir(parents=True)
    (inside / ".releases" / "5" / "r.html").write_text("")
    os.link(inside / "z" / "page.html", inside / "z" / "copy.html")
    (inside / "current").symlink_to(".releases/5")
    (inside / "again").symlink_to("z")
    (inside / "loop").symlink_to(".")
    (inside / "z" / "up").symlink_to("..")
    (inside / "a.html").symlink_to("z/page.html")
    (inside / "leak.html").symlink_to(tmp_path / "secret.html")
    found, tally = read(inside, follow_links=True)
    assert [page.loc for page in found] == [
        f"{BASE}z/copy.html",
        f"{BASE}z/page.html",
        f"{BASE}z/a/b.html",
        f"{BASE}current/r.html",
    ]
    assert dict(tally.dropped) == {"link": 4}


def test_what_cannot_be_read_stops_or_is_counted(tmp_path, monkeypatch):
    site(tmp_path, a="", b="")
    from urlset.sources import html_page

    real = html_page.Pieces

    def vanishing(file: object, **options: object) -> object:
        if (
            str(getattr(file, "name", ""))
            and os.fstat(file.fileno()).st_ino == (tmp_path / "a.html").stat().st_ino
        ):  # type: ignore[attr-defined]
            raise PermissionError(13, "Permission denied")
        return real(file, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(html_page, "Pieces", vanishing)
    with pytest.raises(SourceError, match="keep_going"):
        read(tmp_path)
    found, tally = read(tmp_path, keep_going=True)
    assert [page.loc for page in found] == [f"{BASE}b.html"]
    assert dict(tally.dropped) == {"unreadable": 1}


def test_a_deep_folder_needs_no_recursion(tmp_path):
    deep = tmp_path
    for _ in range(1_200):
        deep = deep / "d"
        deep.mkdir()
    page = deep / "p.html"
    page.write_text("")
    assert locs(tmp_path, head=False) == [BASE + "d/" * 1_200 + "p.html"]
    page.unlink()
    while deep != tmp_path:
        deep.rmdir()
        deep = deep.parent


def test_times_only_when_asked(tmp_path):
    os.utime(site(tmp_path, a="") / "a.html", (0, 1_700_000_000))
    assert read(tmp_path)[0][0].lastmod is None
    assert str(read(tmp_path, mtime=True)[0][0].lastmod) == "2023-11-14 22:13:20+00:00"


@pytest.mark.parametrize("name", ["missing", "a.html"])
def test_a_folder_is_needed(tmp_path, name):
    site(tmp_path, a="")
    with pytest.raises(SourceError):
        read(tmp_path / name)


def test_files_of_an_earlier_build_are_no_pages(tmp_path):
    site(tmp_path, index="", a="")
    everything = Directory(path=str(tmp_path), files=("*",))
    settings = Settings(base_url=BASE, output=str(tmp_path), text=True, html_map=True)
    builds = [build(everything.pages(Tally(), BASE), settings) for _ in range(3)]
    assert [done.written for done in builds] == [2, 2, 2]
    assert not any(file.changed for done in builds[1:] for file in (*done.sitemaps, *done.companions))
    assert not read(tmp_path, files=("*",))[1].dropped


def test_stars_of_a_headers_file_take_no_time():
    rules = Headers(b"/" + b"*a" * 40 + b"\n X-Robots-Tag: noindex\n/*b/:x*/c\n X-Robots-Tag: noindex\n")
    paths = ("/" + "a" * 1_000 + ".html", "/" + "xa" * 40, "/b/b/1/2/c", "/b/c", "/*/b/1/c/d")
    assert [rules.noindex(path) for path in paths] == [False, True, True, False, False]


def test_an_address_of_a_folder_must_be_one(tmp_path):
    with pytest.raises(SettingsError, match=r"url: expected an address like https://example\.com/"):
        read(site(tmp_path, a=""), url="http://[x")
