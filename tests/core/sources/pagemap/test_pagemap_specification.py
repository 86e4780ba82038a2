"""The specification from end to end, through the command line: the sentences that only a whole build shows.

The others are held by the tests of the parts beside this one.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import pytest
from lxml import etree, html

from support import assert_valid, entries
from urlset.cli import main

EXAMPLE = """<?xml version="1.0" encoding="iso-8859-1"?>
<pagemap site="www.example.com">
  <page title="Café" file="/index.php" type="static" changefreq="weekly" priority="1.0">
    <page title="Articles" file="/blog/index.php" type="static">
      <page file="/blog/article.php" type="dynamic">
        <parameter>id</parameter>
        <sqlselect><![CDATA[SELECT * FROM articles ORDER BY updated DESC]]></sqlselect>
        <idfield>ID</idfield>
        <titlefield>TITLE</titlefield>
        <datefield>UPDATED</datefield>
      </page>
    </page>
    <page title="Imprint" file="/imprint.php" type="static" priority="0.1"/>
  </page>
</pagemap>"""
SITE = "https://www.example.com"
ROWS = [(17, "Über Straßen", "2024-05-01"), (18, "Two", "2024-05-03"), (19, "Three", None)]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    filled("id INTEGER, title TEXT, updated TEXT", ROWS)
    return tmp_path


def filled(columns: str, rows: Iterable[tuple[object, ...]]) -> None:
    Path("shop.db").unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect("shop.db")) as connection, connection:
        connection.execute(f"CREATE TABLE articles ({columns})")
        marks = ", ".join("?" * len(columns.split(",")))
        connection.executemany(f"INSERT INTO articles VALUES ({marks})", rows)


def built(document: str, *more: str, encoding: str = "utf-8", status: int = 0) -> None:
    Path("map.xml").write_bytes(document.encode(encoding))
    arguments = ["map.xml", "--database", "default=sqlite:///shop.db", "--output", "out", *more]
    with pytest.raises(SystemExit) as end:
        main(["build", *arguments])
    assert end.value.code == status


def written(name: str = "sitemap.xml") -> dict[str, str | None]:
    return {address.removeprefix(SITE): date for address, date in entries(Path("out", name)).items()}


def page_map() -> html.HtmlElement:
    return html.fromstring(Path("out/sitemap.html").read_bytes())


def dynamic(
    fields: str, file: str = "/a", sql: str = "SELECT * FROM articles ORDER BY id", **more: str
) -> str:
    attributes = "".join(f' {name}="{value}"' for name, value in more.items())
    return (
        f'<pagemap site="www.example.com"><page type="dynamic" file="{file}"{attributes}>'
        f"<sqlselect><![CDATA[{sql}]]></sqlselect>{fields}</page></pagemap>"
    )


ID = "<parameter>id</parameter><idfield>id</idfield>"


def test_the_complete_example() -> None:
    built(EXAMPLE, "--html-map", "true", encoding="iso-8859-1")
    assert written() == {
        "/blog/article.php?id=17": "2024-05-01",
        "/blog/article.php?id=18": "2024-05-03",
        "/blog/article.php?id=19": None,
        "/blog/index.php": None,
        "/imprint.php": None,
        "/index.php": None,
    }
    content = Path("out/sitemap.xml").read_bytes()
    assert_valid(content)
    assert content.startswith(b'<?xml version="1.0" encoding="UTF-8"?>')
    assert b"index.php</loc><changefreq>weekly</changefreq><priority>1.0</priority>" in content
    assert b"imprint.php</loc><priority>0.1</priority>" in content
    assert {"Café", "Über Straßen"} <= set(page_map().xpath("//bdi/text()"))


def test_pages_nest_to_any_depth() -> None:
    # 64 elements is what any document of ours may nest.
    opened = "".join(f'<page title="P{n}" file="/{n}">' for n in range(60))
    built(f'<pagemap site="www.example.com">{opened}{"</page>" * 60}</pagemap>', "--html-map", "true")
    assert len(written()) == 60
    assert len(page_map().xpath("//bdi[text()='P59']/ancestor::ul")) == 59


def test_the_statement_needs_no_cdata() -> None:
    document = dynamic(ID, sql="X").replace("<![CDATA[X]]>", "SELECT id FROM articles WHERE id &lt; 18")
    built(document)
    assert list(written()) == ["/a?id=17"]


@pytest.mark.parametrize("word", ["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"])
def test_hints_of_a_dynamic_page_are_those_of_every_row(word: str) -> None:
    built(dynamic(ID, changefreq=word, priority="0.0"))
    content = Path("out/sitemap.xml").read_text()
    assert content.count(f"<changefreq>{word}</changefreq><priority>0.0</priority>") == len(ROWS)


def test_a_dynamic_page_needs_no_title_and_a_static_one_is_warned_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    built(dynamic(ID))
    assert "title" not in "".join(capsys.readouterr())
    built('<pagemap site="www.example.com"><page file="/a"/></pagemap>', "--allow-shrink")
    assert "map.xml:1: /a has no title" in "".join(capsys.readouterr())


def test_rows_of_a_group_become_each_others_alternates() -> None:
    filled("id, lang, pair", [(1, "en", 7), (2, "de", 7), (3, "en", 8)])
    built(dynamic(f"{ID}<langfield>lang</langfield><groupfield>pair</groupfield>"))
    urls = etree.parse("out/sitemap.xml").getroot()
    links = [
        [(link.get("hreflang"), link.get("href")[-4:]) for link in url if "link" in link.tag] for url in urls
    ]
    assert links == [[("de", "id=2"), ("en", "id=1")]] * 2 + [[]]


def test_headings_and_hidden_pages() -> None:
    """A heading is for people alone, a hidden page for engines alone, with all below it."""
    body = '<page title="Shop"><page title="A" file="/a"/></page>'
    body += '<page title="Secret" file="/s" hidden="yes"><page title="Deeper" file="/d"/></page>'
    built(
        f'<pagemap site="www.example.com">{body}<page title="B" file="/b"/></pagemap>', "--html-map", "true"
    )
    assert list(written()) == ["/a", "/b", "/d", "/s"]
    titles = page_map().xpath("//main//bdi/text()")
    assert titles == ["Shop", "A", "B"]
    assert page_map().xpath("//main//a/bdi/text()") == ["A", "B"]


def test_a_time_without_a_zone_is_in_the_zone_of_the_setting() -> None:
    filled("id, day", [(1, "2024-05-01 10:30:00"), (2, "2024-05-01T10:30:00Z"), (3, 1714521600)])
    document = dynamic(f"{ID}<datefield>day</datefield>")
    built(document)
    assert list(written().values()) == [
        "2024-05-01T10:30:00+00:00",
        "2024-05-01T10:30:00+00:00",
        "2024-05-01T00:00:00+00:00",
    ]
    built(document, "--timezone", "Europe/Berlin")
    assert written()["/a?id=1"] == "2024-05-01T10:30:00+02:00"


def test_rows_with_the_same_address_are_counted_and_the_first_stays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    filled(
        "id, title, updated", [(1, "First", "2024-01-01"), (1, "Second", "2024-02-02"), (2, "Other", None)]
    )
    built(dynamic(f"{ID}<titlefield>title</titlefield><datefield>updated</datefield>"), "--html-map", "true")
    assert written() == {"/a?id=1": "2024-01-01", "/a?id=2": None}
    assert page_map().xpath("//main//a/bdi/text()") == ["First", "Other"]
    assert "duplicate" in "".join(capsys.readouterr())


FAILURES = [
    ("<pagemap", 3, "map.xml:1"),
    (dynamic(ID, colour="red"), 3, "map.xml:1: unknown attribute colour"),
    (dynamic(ID, sql="SELECT * FROM nothere"), 3, "map.xml:1: database 'default': "),
    (dynamic(ID, sql="DELETE FROM articles"), 3, "map.xml:1: the statement is no SELECT"),
    (dynamic("<parameter>id</parameter><idfield>x</idfield>"), 3, "map.xml:1: the query has no column x"),
    (dynamic(ID, database="other"), 2, "databases.other: map.xml:1 needs this connection"),
    (dynamic(ID, database="postgresql://me:pw@e.com/x"), 3, "map.xml:1: database is no name of a connection"),
    # After rows have come already, in the middle of the answer.
    (dynamic(ID, sql="SELECT id, abs(-9223372036854775807 - (id = 2000)) FROM many"), 3, "after 1,000 rows"),
    (dynamic(ID, sql="SELECT id FROM articles WHERE id > 99"), 1, "no page is left"),
]


@pytest.mark.parametrize(("document", "status", "message"), FAILURES)
def test_whatever_fails_names_its_place_and_leaves_the_earlier_output(
    capsys: pytest.CaptureFixture[str], document: str, status: int, message: str
) -> None:
    with contextlib.closing(sqlite3.connect("shop.db")) as connection, connection:
        many = "WITH RECURSIVE c(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM c WHERE id < 3000)"
        connection.execute(f"CREATE TABLE many AS {many} SELECT id FROM c")
    built(EXAMPLE, "--html-map", "true")
    before = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    capsys.readouterr()
    built(document, "--html-map", "true", status=status)
    said = capsys.readouterr().err
    assert said.startswith("urlset: error[")
    assert message in said
    assert said.count("\n") == 1
    assert "me:pw" not in said
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == before


def test_the_site_map_for_people_is_the_same_tree() -> None:
    """Nested lists, headings, titles as link text, rows up to the setting and the rest named, dates."""
    built(EXAMPLE, "--html-map", "true", "--rows-shown", "2", encoding="iso-8859-1")
    page = page_map()
    assert [len(link.xpath("ancestor::ul")) for link in page.xpath("//main//a")] == [1, 1, 2, 2, 1]
    assert page.xpath("//main//a/bdi/text()") == ["Café", "Articles", "Two", "Über Straßen", "Imprint"]
    assert page.xpath("//main//time/@datetime") == ["2024-05-03", "2024-05-01"]
    assert page.xpath("//p[@class='rest']/text()") == ["and 1 more"]


def test_it_is_one_self_contained_file_with_landmarks() -> None:
    built(EXAMPLE, "--html-map", "true", encoding="iso-8859-1")
    page = page_map()
    assert not page.xpath("//link | //img | //*[@src] | //iframe | //base")
    assert not re.search(r"url\(|@import", "".join(page.xpath("//style/text()")))
    assert page.xpath("//main/nav/@aria-label") == ["Site map"]
    assert len(page.xpath("//nav[@class='crumbs']//li")) == 2
    # Without JavaScript all is there but the filter, which is hidden until a script shows it.
    assert page.xpath("//div[@class='filter']/@hidden") == [""]
    assert not page.xpath("//main//li[@hidden]")
