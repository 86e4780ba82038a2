"""The kind of source ``pagemap``: a document and the connections that it may use."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, tzinfo
from typing import Annotated

from msgspec import Meta, Struct

from ...page import Page
from ...tally import Tally


class PagemapFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One pagemap; its queries are asked of the connections under ``[databases]``."""

    path: Annotated[str, Meta(description="The document.")]
    databases: Annotated[dict[str, str], Meta(extra={"only": "programs"})] = {}
    """Addresses by name, from the configuration and the command line."""
    zone: Annotated[tzinfo, Meta(extra={"only": "programs"})] = UTC
    """Zone of times in tables that carry none."""

    def pages(self, tally: Tally, base_url: str = "") -> Iterator[Page]:
        """The pages in document order. Raises SourceError, SettingsError, MissingExtra."""
        from .source import source

        found = source(self.path, base_url=base_url, databases=self.databases, zone=self.zone)
        yield from found.pages(tally)

    def site(self) -> str:
        """The base address that the document names, "" for none. Raises SourceError."""
        from .parse import pagemap

        return pagemap(self.path).site or ""
