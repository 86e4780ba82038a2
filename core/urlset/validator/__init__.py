"""The validator: is a sitemap right, what will it cost, and what to do. See `urlset.validate`."""

from __future__ import annotations

from .finding import (
    PROFILES as PROFILES,
    Finding as Finding,
    Group as Group,
    Report as Report,
    Summary as Summary,
)
from .run import validate as validate
