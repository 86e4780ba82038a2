"""The pagemap document: each sentence of the specification that needs no database."""

from __future__ import annotations

from pathlib import Path

import pytest

from urlset.errors import SourceError
from urlset.sources.pagemap.model import Node, Pagemap
from urlset.sources.pagemap.parse import pagemap
from urlset.sources.pagemap.source import source

DYNAMIC = (
    '<page file="/a.php" type="dynamic"><parameter>id</parameter><sqlselect>SELECT 1</sqlselect>'
    "<idfield>ID</idfield></page>"
)


def read(folder: Path, body: str, root: str = '<pagemap site="www.example.com">', **more: str) -> Pagemap:
    for name, text in more.items():
        (folder / f"{name}.xml").write_text(text)
    path = folder / "map.xml"
    path.write_text(f"{root}\n{body}\n</pagemap>")
    return pagemap(str(path))


def first(folder: Path, body: str) -> Node:
    return read(folder, body).pages[0]


def test_pages_nest_and_know_their_lines(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        '<page title="A" file="/a">\n<page title="B" file="/b"/>\n</page>\n<page title="C" file="/c"/>',
    )
    assert [(place, node.title, node.where.rsplit(":", 1)[1]) for place, node in found.walk()] == [
        ((0,), "A", "2"),
        ((0, 0), "B", "3"),
        ((1,), "C", "5"),
    ]


@pytest.mark.parametrize("encoding", ["iso-8859-1", "utf-8", "utf-16", "windows-1252"])
def test_the_encoding_of_the_declaration_is_read(tmp_path: Path, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><pagemap site="e.com"><page title="Über" file="/ü"/>'
    path = tmp_path / "map.xml"
    path.write_bytes(f"{text}</pagemap>".encode(encoding))
    assert pagemap(str(path)).pages[0].title == "Über"
    assert [page.loc for page in source(str(path)).pages()] == ["https://e.com/%C3%BC"]


def test_a_page_is_static_by_default_and_has_hints(tmp_path: Path) -> None:
    node = first(tmp_path, '<page title="A" file="/a" changefreq="weekly" priority="0.5"/>')
    assert (node.query, node.changefreq, node.priority) == (None, "weekly", 0.5)


def test_a_decimal_comma_is_read_with_a_warning(tmp_path: Path) -> None:
    found = read(tmp_path, '<page title="A" file="/a" priority="0,5"/>')
    assert found.pages[0].priority == 0.5
    assert found.warnings == (f"{tmp_path}/map.xml:2: priority has a decimal comma; it is read as 0.5",)


def test_a_static_page_without_a_title_is_a_warning(tmp_path: Path) -> None:
    assert "map.xml:2: /a has no title" in read(tmp_path, '<page file="/a"/>').warnings[0]


def test_an_empty_pagemap_is_a_warning(tmp_path: Path) -> None:
    assert "has no page" in read(tmp_path, "").warnings[0]


def test_the_order_of_child_elements_is_free(tmp_path: Path) -> None:
    body = (
        '<page type="dynamic" file="/a"><datefield>D</datefield><idfield>I</idfield>'
        "<titlefield>T</titlefield><sqlselect>SELECT 1</sqlselect><parameter>p</parameter></page>"
    )
    query = first(tmp_path, body).query
    assert query is not None
    assert (query.parameters, query.title, query.date, query.sql) == ((("p", "I"),), "T", "D", "SELECT 1")


def test_a_heading_gives_no_page(tmp_path: Path) -> None:
    read(tmp_path, '<page title="Shop"><page title="A" file="/a"/></page>')
    found = source(str(tmp_path / "map.xml"))
    assert [page.title for page in found.pages()] == ["A"]
    assert [heading.title for heading in found.outline()] == ["Shop", "A"]


def test_a_hidden_page_is_for_engines_only(tmp_path: Path) -> None:
    read(tmp_path, '<page title="A" file="/a" hidden="yes"/>')
    found = source(str(tmp_path / "map.xml"))
    assert len(list(found.pages())) == 1
    assert next(iter(found.outline())).hidden


SITES = [
    ("www.example.com", "", "https://www.example.com/a"),
    ("http://example.com/shop", "", "http://example.com/shop/a"),
    ("www.example.com", "https://new.example/x/", "https://new.example/x/a"),
]


@pytest.mark.parametrize(("site", "base", "address"), SITES)
def test_the_site_is_a_host_or_an_address_and_the_caller_wins(
    tmp_path: Path, site: str, base: str, address: str
) -> None:
    read(tmp_path, '<page title="A" file="/a"/>', root=f'<pagemap site="{site}">')
    assert [page.loc for page in source(str(tmp_path / "map.xml"), base_url=base).pages()] == [address]


def test_somebody_must_name_the_site(tmp_path: Path) -> None:
    read(tmp_path, '<page title="A" file="/a"/>', root="<pagemap>")
    with pytest.raises(SourceError, match=r"map\.xml:1: names no site"):
        source(str(tmp_path / "map.xml"))
    assert source(str(tmp_path / "map.xml"), base_url="https://e.com/").base_url == "https://e.com/"


def test_an_include_is_grafted_in_place(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "two.xml").write_text('<pagemap><page title="Two" file="/2"/></pagemap>')
    one = '<pagemap><page title="One" file="/1"/><include href="deep/two.xml"/></pagemap>'
    found = read(
        tmp_path, '<page title="A" file="/a"/><include href="one.xml"/><page title="Z" file="/z"/>', one=one
    )
    assert [node.title for _, node in found.walk()] == ["A", "One", "Two", "Z"]
    assert found.pages[2].where == f"{tmp_path}/deep/two.xml:1"


def test_a_page_may_include_below_itself(tmp_path: Path) -> None:
    one = '<pagemap site="www.example.com"><page title="One" file="/1"/></pagemap>'
    found = read(tmp_path, '<page title="A" file="/a"><include href="one.xml"/></page>', one=one)
    assert [place for place, _ in found.walk()] == [(0,), (0, 0)]


WRONG = [
    (
        '<page title="A" file="/a"/>\n<page title="B" file="a"/>',
        r"map\.xml:3: the address a is already that of .*:2",
    ),
    ('<page titel="A" file="/a"/>', r"map\.xml:2: unknown attribute titel of page\. Known are:"),
    ('<page title="A" file="/a"><note/></page>', r"map\.xml:2: unknown element note in page"),
    ('<page title="A" file="/a"><titlefield>x</titlefield></page>', "unknown element titlefield"),
    ("<pages/>", "unknown element pages in pagemap"),
    ('<page title="A" file="/a">stray</page>', "text without a meaning in page: 'stray'"),
    ('<page title="A" file="/a" type="dynamo"/>', "type: expected static or dynamic"),
    ('<page title="A" file="/a" hidden="maybe"/>', "hidden: expected no or yes"),
    ('<page title="A" file="/a" changefreq="often"/>', "changefreq: expected one of always, hourly"),
    ('<page title="A" file="/a" priority="1.1"/>', r"priority: expected a number from 0\.0 to 1\.0"),
    ('<page title="A" file="/a" priority="high"/>', "priority: expected"),
    ('<page title="A" file="https://other.example/"/>', "is no path of the site"),
    ('<page title="A" file="//other.example/"/>', "is no path of the site"),
    ('<page title="A" file=""/>', "is no path of the site"),
    (
        '<page file="/a" type="dynamic"><idfield>I</idfield></page>',
        r"map\.xml:2: a dynamic page needs a sqlselect",
    ),
    (
        '<page file="/a" type="dynamic"><sqlselect>SELECT 1</sqlselect></page>',
        "needs a parameter and an idfield",
    ),
    (DYNAMIC.replace("<idfield>ID</idfield>", ""), "1 parameter and 0 idfield; they go in pairs"),
    (DYNAMIC.replace('file="/a.php" ', ""), "a dynamic page needs a file"),
    (DYNAMIC.replace("SELECT 1", " "), "sqlselect is empty"),
    (
        DYNAMIC.replace("<idfield>", "<titlefield>A</titlefield><titlefield>B</titlefield><idfield>"),
        "a second titlefield",
    ),
    (
        DYNAMIC.replace("<idfield>", "<langfield>A</langfield><idfield>"),
        "langfield and groupfield go together",
    ),
    (DYNAMIC.replace("/a.php", "/{a"), r"has a brace that is no \{column\}"),
    ('<include href="absent.xml"/>', r"map\.xml:2: includes absent\.xml, which cannot be opened"),
    ("<include/>", "include needs an href"),
    ('<include href="map.xml"/>', r"map\.xml:2: includes map\.xml, which includes this document"),
    ('<include href="circle.xml"/>', r"circle\.xml:1: includes map\.xml, which includes this document"),
    ('<include href="other.xml"/>', r"other\.xml:1: is included, and names another site"),
]


@pytest.mark.parametrize(("body", "message"), WRONG)
def test_what_is_wrong_is_told_with_file_and_line(tmp_path: Path, body: str, message: str) -> None:
    circle = '<pagemap><include href="map.xml"/></pagemap>'
    other = '<pagemap site="other.example"><page title="O" file="/o"/></pagemap>'
    with pytest.raises(SourceError, match=message) as caught:
        read(tmp_path, body, circle=circle, other=other)
    assert caught.value.exit_code == 3


ROOTS = [
    ("<sitemap>", "expected a pagemap element, found sitemap"),
    ('<pagemap xmlns="http://x.example/">', "has no namespace"),
    ('<pagemap site="no host">', "is no host and no address"),
    ('<pagemap sites="e.com">', "unknown attribute sites"),
    ('<!DOCTYPE pagemap><pagemap site="e.com">', "DOCTYPE"),
]


@pytest.mark.parametrize(("root", "message"), ROOTS)
def test_another_root_is_refused(tmp_path: Path, root: str, message: str) -> None:
    path = tmp_path / "map.xml"
    tag = root[root.rindex("<") + 1 :].split(maxsplit=1)[0].rstrip(">")
    path.write_text(f'{root}<page title="A" file="/a"/></{tag}>')
    with pytest.raises(SourceError, match=message):
        pagemap(str(path))


def test_includes_that_multiply_are_refused(tmp_path: Path) -> None:
    for number in range(12):
        twice = f'<include href="m{number + 1}.xml"/>' * 2
        (tmp_path / f"m{number}.xml").write_text(f"<pagemap>{twice}</pagemap>")
    (tmp_path / "m12.xml").write_text("<pagemap/>")
    with pytest.raises(SourceError, match="more than 1,000 documents are included"):
        read(tmp_path, '<include href="m0.xml"/>')
