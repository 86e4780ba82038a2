"""What written HTML says of itself: noindex, redirects, canonical addresses, in heads as hosts write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from urlset import loc
from urlset.written import verdict

ADDRESS = "https://e.com/docs/a/"


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("<title>A</title>", ""),
        ('<meta name="robots" content="noindex">', "noindex"),
        ("<META CONTENT='NOINDEX,follow' NAME=Robots>", "noindex"),
        ('<meta name="robots" content="none">', "noindex"),
        ('<meta name="googlebot" content="noindex">', "noindex"),
        ('<meta name="robots" content="index, follow">', ""),
        ('<meta name="robots">', ""),
        ('<!-- <meta name="robots" content="noindex"> -->', ""),
        ('<meta name="description" content="How to use noindex">', ""),
        ('<meta http-equiv="refresh" content="0; url=../b/">', "redirect"),
        ("<meta http-equiv=Refresh content=\"0;URL='https://other.com/'\">", "redirect"),
        ('<meta http-equiv="refresh" content="0; url=./">', ""),
        ('<meta http-equiv="refresh" content="3600; url=../b/">', ""),
        ('<meta http-equiv="refresh" content="30">', ""),
        ('<link rel="canonical" href="https://e.com/docs/a/">', ""),
        ("<link href=https://e.com/docs/a/ rel=canonical>", ""),
        ('<link rel="canonical" href="./">', ""),
        ('<link rel="canonical" href="https://e.com/docs/a/index.html">', ""),
        ('<link rel="canonical" href="https://e.com/docs/a.php">', ""),
        ('<link rel="canonical" href="https://e.com/docs/a/index/">', ""),
        ('<link rel="canonical" href="https://e.com/docs/a/index">', ""),
        ('<link rel="canonical" href="https://e.com/docs/a/reindex/">', "canonical"),
        ('<link rel="canonical" href="https://e.com/docs/index/">', "canonical"),
        ('<link rel="canonical" href="https://e.com/docs/b/">', "canonical"),
        ('<link rel="canonical" href="https://e.com/docs/A/">', "canonical"),
        ('<link rel="canonical" href="https://e.com/docs/a/b/">', "canonical"),
        ('<LINK HREF="https://other.com/docs/a/" REL="Canonical">', "canonical"),
        ('<link rel="canoni&#99;al" href="../b/">', "canonical"),
        ('<link rel="prev" href="../b/" title="canonical">', ""),
        ('<base href="https://e.com/docs/b/"><link rel="canonical" href="./">', "canonical"),
        ('<link rel="canonical" href="../b/"><link rel="canonical" href="../c/">', ""),
    ],
)
def test_heads(tmp_path: Path, head: str, reason: str) -> None:
    # OP-54, OP-56, OP-58
    page = tmp_path / "index.html"
    page.write_text(f"<!doctype html><html><head>{head}</head><body><p>text</body></html>")
    assert verdict(str(page), ADDRESS) == reason


def test_what_the_body_says_does_not_count(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text(
        '<html><head></head><body><pre><meta name="robots" content="noindex"></pre></body></html>'
    )
    assert verdict(str(page), ADDRESS) == ""


def test_a_file_that_is_not_there_says_nothing(tmp_path: Path) -> None:
    assert verdict(str(tmp_path / "nowhere.html"), ADDRESS) == ""


@pytest.mark.parametrize("name", ["100%", "q?a&amp;b", "x#y", "sub/é", "a b"])
def test_a_canonical_address_as_hosts_write_odd_names_is_the_pages_own(tmp_path: Path, name: str) -> None:
    page = tmp_path / "index.html"
    page.write_text(f'<html><head><link rel="canonical" href="https://e.com/{name}/"></head></html>')
    quoted = {"q?a&amp;b": "q%3Fa%26b", "sub/é": "sub/%C3%A9"}.get(name) or loc.quoted(name)
    assert verdict(str(page), f"https://e.com/{quoted}/") == ""
    assert verdict(str(page), "https://e.com/other/") == "canonical"
