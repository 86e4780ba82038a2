"""Section 5: ``changefreq`` and ``priority``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from ...protocol import CHANGEFREQ
from ..entry import BLANK, Context, Entry
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table

RULES = table(
    Rule(
        "HNT001",
        ERROR,
        "`changefreq` is one of always, hourly, daily, weekly, monthly, yearly, never.",
        "<changefreq>biweekly</changefreq>",
        "Use one of the seven words, or leave the element out",
        "P, XSD, GSC",
        schema=True,
    ),
    Rule(
        "HNT002",
        WARNING,
        "The word is right, but in another case or with blanks around it.",
        "<changefreq>Weekly</changefreq>",
        "Write the word in small letters, without blanks",
        "XSD",
        {"xsd": ERROR},
        schema=True,
    ),
    Rule(
        "HNT003",
        ERROR,
        "`priority` is a plain decimal number from 0.0 to 1.0: no exponent, no comma.",
        "<priority>0,5</priority>",
        "Write a number like 0.5, or leave the element out",
        "P, XSD",
        schema=True,
    ),
    Rule(
        "HNT004",
        INFO,
        "An entry without `priority` counts as 0.5 beside others that have one; it ranks within "
        "the site alone.",
        "one entry with a priority, one without",
        "Nothing, or give each entry its priority",
        "P",
    ),
    Rule(
        "HNT005",
        INFO,
        "All entries carry the same `priority`, which tells nothing.",
        "two entries, both with <priority>0.8</priority>",
        "Leave the element out",
        "P",
    ),
    Rule(
        "HNT006",
        INFO,
        "Google and Bing ignore `changefreq` and `priority`; Yandex documents that `priority` "
        "orders its crawl.",
        "<changefreq>daily</changefreq>",
        "Leave both out unless a consumer reads them",
        "G-build, BG-2025, Y-sm",
    ),
)

DECIMAL = re.compile(r"[+\-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


def check_changefreq(entry: Entry, context: Context) -> Iterator[Remark]:
    """HNT001 and HNT002."""
    for node in entry.node.all("changefreq"):
        if node.text in CHANGEFREQ:
            continue
        near = node.text.strip().lower() in CHANGEFREQ
        text = "the word is right, its spelling is not" if near else "no word of the protocol"
        yield Remark("HNT002" if near else "HNT001", text, node.text, node)


def check_priority(entry: Entry, context: Context) -> Iterator[Remark]:
    """HNT003."""
    for node in entry.node.all("priority"):
        if not priority(node.text.strip(BLANK)):
            yield Remark("HNT003", "no number from 0.0 to 1.0", node.text, node)


def priority(text: str) -> bool:
    """Whether the text is a plain decimal from 0 to 1."""
    return DECIMAL.fullmatch(text) is not None and 0 <= Decimal(text) <= 1


CHECKS = (check_changefreq, check_priority)
