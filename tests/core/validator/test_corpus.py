"""Real files, trimmed: each gives exactly the errors and warnings of its row."""

from __future__ import annotations

from pathlib import Path

import pytest

from urlset.validator import validate

CORPUS = Path(__file__).parents[2] / "corpus"
VERDICTS = {
    "01-https-namespace.xml": "SET001",
    "02-url-without-loc.xml": "SET001 SET004",
    "03-loc-whitespace.xml": "LOC010",
    "04-robots-listed.xml": "LOC017",
    "05-relative-locs.xml": "LOC001",
    "06-relative-root.xml": "LOC001 LOC002",
    "07-fragments.xml": "LOC008 SET014",
    "08-glued-urls.txt": "TXT001",
    "09-all-always.xml": "",
    "10-google-namespace.xml": "HIS003 HNT002 LOC010",
    "11-bom.txt": "TXT002",
    "12-index-without-loc.xml": "IDX003",
    "13-prefixed-namespace.xml": "",
    "14-news.xml": "NWS005",
    "15-hreflang-full.xml": "",
    "16-video-before-loc.xml": "VID013 (SET007)",
    "17-order-and-mobile.xml": "MOB001 (SET006) (SET007)",
    "18-unknown-element.xml": "SET009 VID009 VID013",
    "19-template-left.xml": "FIL002",
    "20-gzip.xml.gz": "",
    "21-hreflang-tags.xml": "ALT006 (ALT011)",
    "22-index.xml": "(IDX013)",
    "23-mkdocs-build-day.xml": "",
    "24-home-twice.xml": "LOC014",
    "25-root-no-slash.xml": "(LOC011)",
    "26-comments-utf8.xml": "",
    "27-one-line-entries.xml": "",
    "28-xml-in-txt.txt": "TXT006",
    "29-wrong-base.xml": "",
    "30-index-two-date-forms.xml": "(IDX013)",
    "atom03.xml": "(FED002)",
    "atom10.xml": "",
    "rss20.xml": "",
    "rdf-rss10.xml": "FIL006",
    "cut-off-atom.xml": "FIL003",
    "pelican-atom.xml": "",
}
"""Errors and warnings; in brackets what is only worth knowing, where the file is there to show it.

Old videos have expired and old news is no news, which no file can help. Six entries with one date are too
few for DAT005, and of a wrong base address nothing shows in the file alone: 23 and 29 are clean.
"""


@pytest.mark.parametrize("name", VERDICTS)
def test_a_real_file_gets_its_verdict(name: str) -> None:
    groups = validate(CORPUS / name).groups
    wanted = VERDICTS[name].split()
    assert [group.rule for group in groups if group.severity != "info"] == sorted(
        (rule for rule in wanted if not rule.startswith("(")),
        key=lambda rule: [g.rule for g in groups].index(rule),
    )
    known = {group.rule for group in groups if group.severity == "info"}
    assert {rule.strip("()") for rule in wanted if rule.startswith("(")} <= known


def test_every_file_of_the_corpus_has_a_verdict() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(VERDICTS)


def test_the_schema_holds_the_order_against_a_file() -> None:
    strict = {
        name: {
            group.rule for group in validate(CORPUS / name, profile="xsd").groups if group.severity == "error"
        }
        for name in ("16-video-before-loc.xml", "17-order-and-mobile.xml", "06-relative-root.xml")
    }
    assert "SET007" in strict["16-video-before-loc.xml"]
    assert {"SET006", "SET007"} <= strict["17-order-and-mobile.xml"]
    assert strict["06-relative-root.xml"] == {"LOC002"}


def test_a_wrong_base_shows_beside_the_site(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>A</title>", "utf-8")
    report = validate(CORPUS / "29-wrong-base.xml", site=tmp_path)
    assert {"LOC013"} <= {group.rule for group in report.groups}
