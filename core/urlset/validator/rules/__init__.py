"""The rule book: one file a section, data and functions side by side; here they are gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..entry import Context, Entry
from ..finding import Remark
from ..rule import Rule
from . import (
    alternates,
    dates,
    file,
    hints,
    images,
    index,
    legacy,
    loc,
    loc_checks,
    news,
    records,
    robots,
    scope,
    text,
    urlset,
    video,
    video_checks,
)

Check = Callable[[Entry, Context], Iterator[Remark]]

SECTIONS: tuple[tuple[str, dict[str, Rule]], ...] = (
    ("The file and its XML", file.RULES),
    ("The elements of a urlset", urlset.RULES),
    ("Addresses", loc.RULES),
    ("Dates", dates.RULES),
    ("changefreq and priority", hints.RULES),
    ("Sitemap indexes", index.RULES),
    ("Scope", scope.RULES),
    ("Text, feeds and gzip", text.RULES),
    ("robots.txt", robots.RULES),
    ("Language alternates", alternates.RULES),
    ("Pictures, and extensions at large", images.RULES),
    ("Videos", video.RULES),
    ("News", news.RULES),
    ("What was read once", legacy.RULES),
    ("Pagemaps and page records", records.RULES),
)
"""The rules as the manual shows them."""

RULES: dict[str, Rule] = {rule.id: rule for _, section in SECTIONS for rule in section.values()}
"""Every rule by its id."""

NEVER_REPORTED = frozenset(["SET012", "IDX009", "SCP006", "ROB003", "MAP005"])
"""Rules that say what must not be held against a file."""

CORE_CHECKS: tuple[Check, ...] = (
    *urlset.CHECKS,
    *loc_checks.CHECKS,
    *loc_checks.PAGE_CHECKS,
    *file.CHECKS,
    *dates.CHECKS,
    *hints.CHECKS,
    *scope.CHECKS,
)
"""What each ``url`` of a sitemap goes through."""

EXTENSION_CHECKS: tuple[Check, ...] = (
    *images.CHECKS,
    *alternates.CHECKS,
    *video_checks.CHECKS,
    *news.CHECKS,
    *legacy.CHECKS,
)
"""What a ``url`` with more than the four core elements goes through, too."""

CHILD_CHECKS: tuple[Check, ...] = (
    *index.CHECKS,
    *loc_checks.CHECKS,
    *file.CHECKS,
    dates.check_lastmod,
)
"""What each ``sitemap`` of an index goes through."""

PLACE_CHECKS: tuple[Check, ...] = (*loc_checks.CHECKS, *loc_checks.PAGE_CHECKS, *scope.CHECKS)
LINE_CHECKS: tuple[Check, ...] = (*text.LINE_CHECKS, *PLACE_CHECKS)
"""What each line of a text sitemap goes through."""

ITEM_CHECKS: tuple[Check, ...] = (*text.ITEM_CHECKS, *PLACE_CHECKS)
"""What each item of a feed goes through."""
