"""The Sphinx extension of urlset: ``extensions = ["sphinx_urlset"]``."""

from .extension import setup

__all__ = ["setup"]
