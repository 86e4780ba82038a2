"""Both sides of the boundaries that need long or packed documents."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from urlset.protocol import MAX_BYTES
from urlset.validator import tree, validate

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
HEAD = f'<urlset xmlns="{NS}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
HEAD += ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
HEAD += ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">'
SITE = "https://example.com/"


def rules(
    content: str | bytes, folder: Path, name: str = "sitemap.xml", **options: str
) -> set[tuple[str, str]]:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return {(group.rule, group.severity) for group in validate(path, **options).groups}


def entries(count: int, inner: str = "", begin: int = 0) -> str:
    return "".join(f"<url><loc>{SITE}{n}</loc>{inner}</url>\n" for n in range(begin, begin + count))


def padded(size: int, head: str = HEAD, tail: str = "</urlset>", count: int = 3) -> str:
    """A document of exactly ``size`` bytes: entries, then comments without end."""
    body = head + entries(count)
    comment = f"<!--{'.' * 60_000}-->"
    room = size - len(body) - len(tail)
    rest = room % len(comment)
    last = f"<!--{'.' * (rest - 7)}-->" if rest >= 7 else " " * rest
    return body + comment * (room // len(comment)) + last + tail


def address(length: int) -> str:
    return f"{HEAD}<url><loc>{SITE}{'a' * (length - len(SITE))}</loc></url></urlset>"


@pytest.mark.parametrize(
    ("size", "broken"), [(MAX_BYTES, False), (MAX_BYTES + 1, True)], ids=["52428800", "52428801"]
)
def test_bytes(size: int, broken: bool, tmp_path: Path) -> None:
    document = padded(size)
    assert len(document) == size
    assert (("FIL004", "error") in rules(document, tmp_path)) == broken
    packed = gzip.compress(document.encode(), 1)
    assert (("GZP003", "error") in rules(packed, tmp_path, "sitemap.xml.gz")) == broken


@pytest.mark.parametrize(
    ("size", "broken"), [(MAX_BYTES, False), (MAX_BYTES + 1, True)], ids=["52428800", "52428801"]
)
def test_bytes_of_other_forms(size: int, broken: bool, tmp_path: Path) -> None:
    line = f"{SITE}{'a' * (1_100 - len(SITE) - 1)}\n"
    count = size // len(line) - 1
    text = line * count + f"{SITE}{'b' * (size - count * len(line) - len(SITE) - 1)}\n"
    assert len(text) == size
    assert (("TXT003", "error") in rules(text, tmp_path, "sitemap.txt")) == broken
    begin = f'<sitemapindex xmlns="{NS}"><sitemap><loc>{SITE}a.xml</loc></sitemap>'
    document = padded(size, begin, "</sitemapindex>", count=0)
    assert len(document) == size
    assert (("FIL004", "error") in rules(document, tmp_path)) == broken


@pytest.mark.parametrize(("size", "broken"), [(10_485_760, False), (10_485_761, True)])
def test_bytes_of_old_consumers_and_of_2005(size: int, broken: bool, tmp_path: Path) -> None:
    old = padded(size, HEAD.replace(NS, "http://www.google.com/schemas/sitemap/0.84"))
    assert len(old) == size
    assert (("HIS002", "info") in rules(old, tmp_path)) == broken


@pytest.mark.parametrize(("size", "broken"), [(10_485_760, False), (10_485_761, True)])
def test_bytes_of_old_consumers(size: int, broken: bool, tmp_path: Path) -> None:
    assert (("FIL005", "info") in rules(padded(size), tmp_path)) == broken
    assert (("FIL005", "error") in rules(padded(size), tmp_path, profile="baidu")) == broken


@pytest.mark.parametrize("head", [HEAD, HEAD.replace("<urlset", "<!-- one lane --><urlset id='the other'")])
def test_entries(head: str, tmp_path: Path) -> None:
    assert ("SET003", "error") not in rules(head + entries(50_000) + "</urlset>", tmp_path)
    assert ("SET003", "error") in rules(head + entries(50_001) + "</urlset>", tmp_path)


def test_entries_far_over_the_limit_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "sitemap.xml"
    path.write_text(HEAD + entries(120_000) + "</urlset>", "utf-8")
    assert validate(path).files[0].entries == 120_000


def test_lines_of_a_text_sitemap(tmp_path: Path) -> None:
    lines = [f"{SITE}{n}\n" for n in range(50_001)]
    assert ("TXT003", "error") not in rules("".join(lines[:-1]), tmp_path, "sitemap.txt")
    assert ("TXT003", "error") in rules("".join(lines), tmp_path, "sitemap.txt")


def test_children_of_an_index(tmp_path: Path) -> None:
    def index(count: int, ns: str = NS) -> str:
        children = "".join(f"<sitemap><loc>{SITE}{n}.xml</loc></sitemap>" for n in range(count))
        return f'<sitemapindex xmlns="{ns}">{children}</sitemapindex>'

    assert ("IDX002", "error") not in rules(index(50_000), tmp_path)
    assert ("IDX002", "error") in rules(index(50_001), tmp_path)
    old = "http://www.google.com/schemas/sitemap/0.84"
    assert ("HIS002", "info") not in rules(index(1_000, old), tmp_path)
    assert ("HIS002", "info") in rules(index(1_001, old), tmp_path)


@pytest.mark.parametrize(
    ("length", "wanted"),
    [(2047, set()), (2048, {("LOC003", "warning")}), (2049, {("LOC003", "error")})],
)
def test_length_of_an_address(length: int, wanted: set[tuple[str, str]], tmp_path: Path) -> None:
    found = rules(address(length), tmp_path)
    assert {pair for pair in found if pair[0] == "LOC003"} == wanted


@pytest.mark.parametrize(("length", "profile"), [(1024, "yandex"), (256, "baidu")])
def test_length_of_an_address_for_some_engines(length: int, profile: str, tmp_path: Path) -> None:
    assert ("LOC004", "error") not in rules(address(length), tmp_path, profile=profile)
    assert ("LOC004", "error") in rules(address(length + 1), tmp_path, profile=profile)
    assert ("LOC004", "info") in rules(address(length + 1), tmp_path)


def test_bytes_of_an_address_not_characters_count_for_baidu(tmp_path: Path) -> None:
    document = HEAD + f"<url><loc>{SITE}{'%C3%BC' * 10}{'ü' * 89}</loc></url></urlset>"
    assert ("LOC004", "error") in rules(document, tmp_path, profile="baidu")


@pytest.mark.parametrize(
    ("same", "other", "broken"),
    [(19, 1, True), (18, 2, False), (19, 0, False), (20, 0, True), (95, 5, True), (94, 6, False)],
)
def test_one_date_for_all(same: int, other: int, broken: bool, tmp_path: Path) -> None:
    body = entries(same, "<lastmod>2024-05-01</lastmod>")
    body += "".join(
        f"<url><loc>{SITE}b{n}</loc><lastmod>2023-05-{n + 1:02}</lastmod></url>" for n in range(other)
    )
    assert (
        ("DAT005", "warning") in rules(HEAD + body + entries(50, begin=900) + "</urlset>", tmp_path)
    ) == broken


@pytest.mark.parametrize(("digits", "broken"), [(79, False), (80, True)], ids=["100 bytes", "101 bytes"])
def test_bytes_of_a_date(digits: int, broken: bool, tmp_path: Path) -> None:
    date = f"2024-05-01T10:00:00.{'1' * digits}Z"
    document = HEAD + entries(1, f"<lastmod>{date}</lastmod>") + "</urlset>"
    assert len(date) == 21 + digits
    assert (("DAT007", "error") in rules(document, tmp_path, profile="yandex")) == broken
    assert (("DAT007", "info") in rules(document, tmp_path)) == broken


def test_images_of_an_entry(tmp_path: Path) -> None:
    image = "<image:image><image:loc>https://example.com/a.jpg</image:loc></image:image>"
    assert ("IMG001", "error") not in rules(HEAD + entries(1, image * 1000) + "</urlset>", tmp_path)
    assert ("IMG001", "error") in rules(HEAD + entries(1, image * 1001) + "</urlset>", tmp_path)


def test_news_of_a_file(tmp_path: Path) -> None:
    assert ("NWS002", "error") not in rules(HEAD + entries(1000, "<news:news/>") + "</urlset>", tmp_path)
    assert ("NWS002", "error") in rules(HEAD + entries(1001, "<news:news/>") + "</urlset>", tmp_path)


@pytest.mark.parametrize(
    ("rule", "severity", "part", "most"),
    [
        ("VID004", "warning", "<video:title>{}</video:title>", 100),
        ("VID004", "error", "<video:description>{}</video:description>", 2048),
        ("VID004", "error", "<video:category>{}</video:category>", 256),
        ("VID009", "error", "<video:uploader>{}</video:uploader>", 255),
    ],
)
def test_texts_of_a_video(rule: str, severity: str, part: str, most: int, tmp_path: Path) -> None:
    def video(length: int) -> str:
        return HEAD + entries(1, f"<video:video>{part.format('ü' * length)}</video:video>") + "</urlset>"

    assert (rule, severity) not in rules(video(most), tmp_path)
    assert (rule, severity) in rules(video(most + 1), tmp_path)


def test_tags_of_a_video(tmp_path: Path) -> None:
    tag = "<video:tag>a</video:tag>"
    for count, broken in ((32, False), (33, True)):
        document = HEAD + entries(1, f"<video:video>{tag * count}</video:video>") + "</urlset>"
        assert (("VID008", "error") in rules(document, tmp_path)) == broken


def test_bytes_of_robots(tmp_path: Path) -> None:
    text = "Sitemap: https://example.com/sitemap.xml\n"
    for size, broken in ((512_000, False), (512_001, True)):
        content = text + "#" * (size - len(text))
        assert (("ROB005", "warning") in rules(content, tmp_path, "robots.txt")) == broken


def test_index_files_of_a_run(tmp_path: Path) -> None:
    index = f'<sitemapindex xmlns="{NS}"><sitemap><loc>{SITE}none.xml</loc></sitemap></sitemapindex>'
    paths = []
    for number in range(501):
        (tmp_path / f"{number}.xml").write_text(index, "utf-8")
        paths.append(tmp_path / f"{number}.xml")
    assert "IDX010" not in {group.rule for group in validate(paths[:500]).groups}
    assert "IDX010" in {group.rule for group in validate(paths).groups}


@pytest.mark.parametrize("cut", [1, 9, 15, -1, -5, -9])
def test_gzip_that_is_cut_off(cut: int, tmp_path: Path) -> None:
    packed = gzip.compress((HEAD + entries(20) + "</urlset>").encode())
    assert ("GZP002", "error") not in rules(packed, tmp_path, "sitemap.xml.gz")
    found = rules(packed[:cut], tmp_path, "sitemap.xml.gz")
    assert found & {("GZP002", "error"), ("FIL006", "error"), ("FIL003", "error")}


def test_gzip_with_something_behind_it_or_twice(tmp_path: Path) -> None:
    packed = gzip.compress((HEAD + entries(2) + "</urlset>").encode())
    assert ("GZP002", "error") in rules(packed + b"<!-- cached -->", tmp_path, "sitemap.xml.gz")
    assert ("GZP001", "error") in rules(gzip.compress(packed), tmp_path, "sitemap.xml.gz")
    assert ("GZP004", "warning") in rules(packed, tmp_path, "sitemap.xml")
    assert rules(packed, tmp_path, "sitemap.xml.gz") == {("SCP007", "info")}


@pytest.mark.parametrize(
    ("document", "rule", "entries"),
    [
        ("<pagemap>" + "<page/>" * 9 + "</pagemap>", "MAP002", 9),
        ("<pagemap>" + "<page><page/></page>" * 9 + "</pagemap>", "MAP002", 12),
        ("<pagemap>" + "<i/>" * 9 + "</pagemap>", "MAP009", 0),
        (HEAD + "<i/>" * 9 + "</urlset>", "SET009", 0),
        (HEAD + "<i/>" * 5 + entries(4) + "</urlset>", "SET009", 4),
    ],
)
def test_more_children_than_can_be_judged_are_counted(
    document: str, rule: str, entries: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Millions of pages without a title, or of strange elements, took half a minute."""
    monkeypatch.setattr(tree, "MOST_ENTRIES", 5)
    (tmp_path / "some.xml").write_text(document)
    report = validate(tmp_path / "some.xml")
    assert report.files[0].entries == entries
    assert next(group.count for group in report.groups if group.rule == rule) in (5, 6)
