"""The MkDocs plugin of urlset: ``plugins: [urlset]``."""

from .plugin import UrlsetPlugin

__all__ = ["UrlsetPlugin"]
