"""What written HTML says of itself: noindex and redirects, in heads as hosts write them."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    ],
)
def test_heads(tmp_path: Path, head: str, reason: str) -> None:
    # OP-54, OP-56
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
