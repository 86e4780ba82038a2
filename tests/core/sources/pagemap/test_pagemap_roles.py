"""Q15: a role that may do more than read is told of, once; one that may only read is none's business."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from urlset.sources.pagemap.address import Database
from urlset.sources.pagemap.source import source
from urlset.tally import Tally

TWO = """<pagemap site="e.com">
<page type="dynamic" file="/a"><parameter>id</parameter><idfield>id</idfield>
<sqlselect>SELECT id FROM articles</sqlselect></page>
<page type="dynamic" file="/b"><parameter>id</parameter><idfield>id</idfield>
<sqlselect>SELECT id FROM articles</sqlselect></page></pagemap>"""
MIGHTY = {
    "sqlite": [],
    "postgresql": [
        "database 'default': its role is a superuser. Use a role that may only SELECT (see the manual, Pagemap)"
    ],
    "mysql": [
        "database 'default': its role may write files (FILE) or more. Use a role that may only SELECT (see the manual, Pagemap)"
    ],
}


def warnings(folder: Path, database: Database) -> list[str]:
    (folder / "map.xml").write_text(TWO)
    tally = Tally()
    found: Any = source(str(folder / "map.xml"), databases={"default": database.address})
    assert len(list(found.pages(tally))) == 6
    return tally.warnings


def test_a_role_that_may_do_more_than_read_is_a_warning_once(shop: Database, tmp_path: Path) -> None:
    assert warnings(tmp_path, shop) == MIGHTY[shop.address.partition(":")[0]]


@pytest.mark.parametrize("shop", ["postgresql", "mariadb"], indirect=True)
def test_a_role_that_may_only_read_is_no_warning(shop: Database, poor: Database, tmp_path: Path) -> None:
    assert shop.address != poor.address
    assert warnings(tmp_path, poor) == []
