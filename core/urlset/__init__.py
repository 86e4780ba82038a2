"""urlset: sitemaps that tell the truth.

The face of the package; each name is loaded when it is first used. ::

    from urlset import Page, Settings, build

    build([Page("/", lastmod="2024-05-01")], Settings(base_url="https://example.com/", output="site"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_FACE = {
    "Alternate": "page",
    "Build": "outcome",
    "BuildLocked": "errors",
    "Collector": "collector",
    "Finding": "validator",
    "GuardRefused": "errors",
    "Image": "page",
    "MissingExtra": "errors",
    "News": "page",
    "OutputError": "errors",
    "Page": "page",
    "PageError": "errors",
    "Settings": "settings",
    "Report": "validator",
    "SettingsError": "errors",
    "Sitemap": "outcome",
    "SourceError": "errors",
    "SubmissionError": "errors",
    "UrlsetError": "errors",
    "Video": "page",
    "build": "flow",
    "declared": "options",
    "included": "includes",
    "read_settings": "settings",
    "validate": "validator",
    "write": "answer",
}

__all__ = ["__version__", *_FACE]  # noqa: PLE0604 - the keys are text

if TYPE_CHECKING:
    from .answer import write as write
    from .collector import Collector as Collector
    from .errors import (
        BuildLocked as BuildLocked,
        GuardRefused as GuardRefused,
        MissingExtra as MissingExtra,
        OutputError as OutputError,
        PageError as PageError,
        SettingsError as SettingsError,
        SourceError as SourceError,
        SubmissionError as SubmissionError,
        UrlsetError as UrlsetError,
    )
    from .flow import build as build
    from .includes import included as included
    from .options import declared as declared
    from .outcome import Build as Build, Sitemap as Sitemap
    from .page import (
        Alternate as Alternate,
        Image as Image,
        News as News,
        Page as Page,
        Video as Video,
    )
    from .settings import Settings as Settings, read_settings as read_settings
    from .validator import Finding as Finding, Report as Report, validate as validate


def __getattr__(name: str) -> object:
    if name not in _FACE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_FACE[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
