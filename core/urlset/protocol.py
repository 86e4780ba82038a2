"""What the published documents fix: limits, namespaces and words. Nothing here is a choice of ours.

Sources: https://www.sitemaps.org/protocol.html (P), its schemas (XSD), and Google's pages on the four
extensions that it reads.
"""

from __future__ import annotations

MAX_ENTRIES = 50_000
"""Most ``url`` in one sitemap, and most ``sitemap`` in one index (P)."""

MAX_BYTES = 52_428_800
"""Most bytes of one uncompressed sitemap or index, everything counted (P)."""

MAX_LOC = 2_047
"""Most characters of an address: the protocol says *less than* 2,048 (P)."""

MAX_IMAGES = 1_000
"""Most images of one page (Google)."""

MAX_NEWS = 1_000
"""Most news articles in one sitemap (Google)."""

NS_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
NS_IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"
NS_VIDEO = "http://www.google.com/schemas/sitemap-video/1.1"
NS_NEWS = "http://www.google.com/schemas/sitemap-news/0.9"
NS_XHTML = "http://www.w3.org/1999/xhtml"
NS_SITEMAP_2005 = "http://www.google.com/schemas/sitemap/0.84"

CHANGEFREQ = ("always", "hourly", "daily", "weekly", "monthly", "yearly", "never")
"""The seven words of ``changefreq``, in the order of the protocol (P, XSD)."""
