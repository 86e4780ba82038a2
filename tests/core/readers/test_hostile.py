"""Documents made to hurt: each read in a process of its own, its time and memory measured.

The promise is 5 seconds and 128 MiB for up to 64 MiB of XML, and the same for 10 MiB of HTML; tests allow
three times as much, because machines differ. Memory is what the process needs beyond one that reads a tiny
document.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = Path(__file__).parent / "hostile.py"
FACTOR = 3
MIB = 1024 * 1024


def run(*arguments: str, seconds: float = 5, mib: int = 128) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, str(CHILD), *arguments], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, object] = json.loads(done.stdout)
    assert found["cpu"] <= seconds * FACTOR, found  # type: ignore[operator]
    assert found["rss"] <= mib * MIB * FACTOR, found  # type: ignore[operator]
    return found


XML = {
    "attributes": "piece",
    "namespaces": "piece",
    "names": "names",
    "attribute-names": "names",
    "instruction-names": "names",
    "namespace-addresses": "names",
    "long-namespace": "name",
    "long-unused-namespaces": "name",
    "deep": "depth",
    "long-text": "text",
    "long-cdata": "piece",
    "long-comment": "piece",
    "long-attribute": "piece",
    "references": "text",
    "small-elements": "elements",
    "namespace-nests": "read",
    "empty-cdata": "elements",
    "laughs": "doctype",
}


@pytest.mark.parametrize(("name", "fate"), XML.items())
def test_hostile_xml_costs_little(name, fate):
    assert run("xml", name)["fate"] == fate


HTML = ["paragraphs", "attributes", "comment", "script", "random", "deep", "metas"]


@pytest.mark.parametrize("name", HTML)
def test_hostile_html_costs_little(name):
    assert run("html", name)["fate"] in ("whole", "cut")


def test_an_honest_file_of_50_000_pages():
    assert run("xml", "honest", seconds=0.5, mib=16)["fate"] == "read"


def test_ten_megabytes_that_stand_for_ten_gigabytes():
    assert run("bomb", "zeros", seconds=3, mib=32)["fate"] == "too-long"


def test_nothing_is_opened_and_nobody_is_called(tmp_path):
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed")
    canary, log = tmp_path / "canary.txt", tmp_path / "calls"
    canary.write_text("SECRET")
    command = [strace, "-f", "-qq", "-e", "trace=open,openat,connect,socket", "-o", str(log)]
    child = [sys.executable, str(CHILD), "canary", "all", str(canary)]
    done = subprocess.run([*command, *child], check=True, capture_output=True, text=True)
    assert json.loads(done.stdout)["fate"] == "doctype doctype doctype doctype read read"
    calls = log.read_text("utf-8", "replace")
    assert "hostile.py" in calls
    assert "canary" not in calls
    assert "AF_INET" not in calls
