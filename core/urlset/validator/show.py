"""A report in the forms that people and machines read: text, JSON, GitHub's annotations, SARIF 2.1.0."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import msgspec

from ..errors import printable
from .finding import ERROR, INFO, SEVERITIES, WARNING, Finding, Group, Report, Summary
from .rules import RULES

SAMPLES = 3
LEVEL_SARIF = {ERROR: "error", WARNING: "warning", INFO: "note"}
LEVEL_GITHUB = {ERROR: "error", WARNING: "warning", INFO: "notice"}


def show(report: Report, form: str = "text", *, verbose: bool = False) -> Iterator[str]:
    """The lines of ``report`` in one of `FORMATS`; information alone is shown with ``verbose``."""
    groups = [group for group in report.groups if verbose or group.severity != INFO]
    return FORMATS[form](report, groups)


def _text(report: Report, groups: list[Group]) -> Iterator[str]:
    for summary in report.files:
        yield _summary(summary)
    if report.asked:
        listed = sum(summary.entries for summary in report.files if summary.kind != "sitemapindex")
        yield f"{report.asked:,} of {listed:,} listed pages asked for"
    for group in groups:
        yield from _group(group)
    counts = ", ".join(
        f"{report.count(severity):,} {_plural(severity, report.count(severity))}"
        for severity in SEVERITIES[:2]
    )
    hidden = report.count(INFO)
    yield counts + (
        f", {hidden:,} for information (--verbose)"
        if hidden and not any(g.severity == INFO for g in groups)
        else ""
    )


def _plural(word: str, count: int) -> str:
    return word if count == 1 else word + "s"


def _summary(summary: Summary) -> str:
    parts = [
        f"{summary.kind}, {summary.entries:,} entries ({summary.entries_percent:g} %)",
        f"{summary.bytes:,} bytes ({summary.bytes_percent:g} %)" + (" in gzip" if summary.gzip else ""),
    ]
    if summary.dated:
        parts.append(f"{summary.dated:,} dated {summary.first_date} to {summary.last_date}")
    if summary.languages:
        parts.append("languages " + " ".join(summary.languages))
    return printable(f"{summary.file}: {'; '.join(parts)}")


def _group(group: Group) -> Iterator[str]:
    first = group.findings[0] if group.findings else None
    if first is None:
        return
    label = f"{group.severity}[{group.rule}]"
    if group.count == 1:
        yield printable(f"{_place(first)}: {label}: {first.message}{_value(first)}. {first.advice}.")
        return
    yield printable(f"{group.file}: {label}: {group.count:,} times: {first.message}. {first.advice}.")
    for finding in group.findings[:SAMPLES]:
        place = f"{finding.line}:{finding.column}: " if finding.line else ""
        message = "" if finding.message == first.message else finding.message
        yield printable(f"    {place}{message}{_value(finding) if message else finding.value}")
    if group.count > SAMPLES:
        yield f"    and {group.count - SAMPLES:,} more"


def _place(finding: Finding) -> str:
    numbers = (str(number) for number in (finding.line, finding.column) if number)
    return ":".join((finding.file, *numbers))


def _value(finding: Finding) -> str:
    return f": {finding.value}" if finding.value else ""


def _json(report: Report, groups: list[Group]) -> Iterator[str]:
    counts = {severity: report.count(severity) for severity in SEVERITIES}
    yield msgspec.json.encode(
        {"counts": counts, "files": report.files, "groups": groups, "asked": report.asked}
    ).decode()


def _github(report: Report, groups: list[Group]) -> Iterator[str]:
    """Workflow commands; what stands in a file can neither end one nor begin another."""
    for group in groups:
        for finding in group.findings[:SAMPLES]:
            place = "".join(
                f",{key}={value}" for key, value in (("line", finding.line), ("col", finding.column)) if value
            )
            more = f" ({group.count:,} times)" if group.count > 1 else ""
            text = _escaped(f"{finding.message}{_value(finding)}. {finding.advice}.{more}", "%")
            file = _escaped(finding.file, "%:,")
            yield f"::{LEVEL_GITHUB[group.severity]} file={file}{place},title={group.rule}::{text}"


def _escaped(text: str, characters: str) -> str:
    # No line can end within printable text, so that nothing in a file can begin a command of its own.
    text = printable(text)
    for char in characters:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def _sarif(report: Report, groups: list[Group]) -> Iterator[str]:
    used = sorted({group.rule for group in groups})
    driver = {"name": "urlset", "rules": [_rule(name) for name in used]}
    results = [_result(finding, group) for group in groups for finding in group.findings]
    run = {"tool": {"driver": driver}, "results": results}
    yield msgspec.json.encode(
        {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    ).decode()


def _rule(name: str) -> dict[str, Any]:
    rule = RULES[name]
    return {
        "id": name,
        "shortDescription": {"text": rule.meaning},
        "help": {"text": f"{rule.advice}."},
        "defaultConfiguration": {"level": LEVEL_SARIF[rule.severity]},
    }


def _result(finding: Finding, group: Group) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(finding.file, safe="/:")}}
    if finding.line:
        place["region"] = {"startLine": finding.line, "startColumn": finding.column or 1}
    return {
        "ruleId": finding.rule,
        "level": LEVEL_SARIF[group.severity],
        "message": {"text": f"{finding.message}{_value(finding)}. {finding.advice}."},
        "locations": [{"physicalLocation": place}],
        "occurrenceCount": group.count,
    }


FORMATS: dict[str, Callable[[Report, list[Group]], Iterator[str]]] = {
    "text": _text,
    "json": _json,
    "github": _github,
    "sarif": _sarif,
}
"""The forms by name."""
