"""The published schema, if it is at hand; it is no part of this project."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

PACKAGE = Path(__file__).parents[3] / "node_modules" / "sitemap" / "schema" / "sitemap.xsd"


@pytest.fixture(scope="session")
def schema() -> Any:
    """``sitemap.xsd`` of the npm package ``sitemap``: at URLSET_SITEMAP_XSD, in node_modules, or None."""
    path = Path(os.environ.get("URLSET_SITEMAP_XSD", PACKAGE))
    if path.is_file():
        return etree.XMLSchema(etree.XML(path.read_bytes()))
    if os.environ.get("CI") == "true":
        pytest.fail(f"{path} is missing: npm install sitemap, or set URLSET_SITEMAP_XSD")
    return None
