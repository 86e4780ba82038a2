"""The Pelican plugin of urlset: found by itself, or by ``PLUGINS = ["urlset"]``."""

from .plugin import register as register
