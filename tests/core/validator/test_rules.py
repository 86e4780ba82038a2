"""Each rule, on an example that breaks it and one that does not: tests/cases/validator/*.yaml.

A document that begins with an element of an entry is put into one, an entry into a urlset or an index.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from urlset.validator import Report, validate
from urlset.validator.rules import NEVER_REPORTED, RULES

CASES = Path(__file__).parents[2] / "cases" / "validator"
WHOLE = (
    "<urlset",
    "<sitemapindex",
    "<?xml",
    "<rss",
    "<feed",
    "<html",
    "<pagemap",
    "<!DOCTYPE",
    "<s:",
    "<rdf",
)
NAMESPACES = """xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
 xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"
 xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"
 xmlns:mobile="http://www.google.com/schemas/sitemap-mobile/1.0\""""
VIDEO = (
    "<video:video><video:thumbnail_loc>https://example.com/t.jpg</video:thumbnail_loc><video:title>T</video:title>"
    "<video:description>D</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc>{}"
    "</video:video>"
)
GENERATED = {
    *("FIL004", "FIL005", "SET003", "LOC003", "LOC004", "DAT005", "DAT007", "TXT003", "ROB005", "IMG001"),
    *("VID004", "VID008", "NWS002", "IDX010", "HIS002", "GZP002", "GZP003"),
}
"""Rules whose examples are long or packed: tests/core/validator/test_limits.py has both sides of each."""

ELSEWHERE = {
    **dict.fromkeys(("FIL009", "FIL010"), "test_fetched"),
    **dict.fromkeys(("LOC013", "LOC015", "LOC018"), "test_site"),
    **dict.fromkeys(("IDX004", "IDX013", "SCP004", "MAP006"), "test_together"),
}


def cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("*.yaml")):
        for number, case in enumerate(yaml.safe_load(path.read_text("utf-8"))):
            for side in ("breaks", "clean"):
                found = case.get(side, [])
                for text in [found] if isinstance(found, str) else found:
                    yield pytest.param(case, side, text, id=f"{case['rule']}-{number}-{side}-{text[:30]}")


def document(text: str) -> str:
    if text.startswith("VIDEO("):
        text = VIDEO.format(text[6:-1])
    if not text.startswith("<") or text.startswith(WHOLE):
        return text
    if text.startswith("<sitemap>"):
        return f"<sitemapindex {NAMESPACES}>{text}</sitemapindex>"
    if not text.startswith("<url"):
        text = text if text.startswith("<loc") else f"<loc>https://example.com/</loc>{text}"
        text = f"<url>{text}</url>"
    return f"<urlset {NAMESPACES}>{text}</urlset>"


def judged(case: dict[str, Any], text: str, folder: Path) -> Report:
    usual = "sitemap.xml" if document(text).lstrip("﻿\n").startswith("<") else "sitemap.txt"
    path = folder / case.get("file", usual)
    path.write_bytes(document(text).encode(case.get("encoding", "utf-8")))
    options = {name: case[name] for name in ("profile", "base_url", "cross_submission") if name in case}
    return validate(path, **options)


@pytest.mark.parametrize(("case", "side", "text"), list(cases()))
def test_a_rule_fires_where_it_is_broken_and_nowhere_else(
    case: dict[str, Any], side: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = case.get("now")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(now.timestamp())) if now else "1714564800")
    report = judged(case, text, tmp_path)
    found = {(group.rule, group.severity) for group in report.groups}
    wanted = (case["rule"], case.get("severity", RULES[case["rule"]].severity))
    assert (wanted in found) == (side == "breaks"), sorted(found)


def test_every_rule_has_both_sides() -> None:
    sides: dict[str, set[str]] = {}
    for param in cases():
        sides.setdefault(param.values[0]["rule"], set()).add(param.values[1])
    for rule in RULES:
        if rule in NEVER_REPORTED:
            assert sides[rule] == {"clean"}, rule
        elif rule not in GENERATED and rule not in ELSEWHERE:
            assert sides.get(rule) == {"breaks", "clean"}, rule


@pytest.mark.parametrize(
    ("case", "side", "text"), [p for p in cases() if p.values[0]["rule"] in NEVER_REPORTED]
)
def test_what_is_allowed_is_not_held_against_a_file(
    case: dict[str, Any], side: str, text: str, tmp_path: Path
) -> None:
    report = judged(case, text, tmp_path)
    assert not report.fails("warning"), list(report.findings)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_tells_a_person_what_to_do(rule: Any) -> None:
    assert rule.meaning.endswith(".")
    assert not rule.advice.endswith(".")
    assert rule.breaks
    assert rule.source
