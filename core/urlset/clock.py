"""The one clock. Nobody else asks what time it is.

``SOURCE_DATE_EPOCH`` stands in for *now* where it is set, so that a build can be repeated
(https://reproducible-builds.org/specs/source-date-epoch/). It is never the date of a page.
"""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime

from .errors import SettingsError


def now() -> datetime:
    """The present time in UTC, whole seconds: ``SOURCE_DATE_EPOCH`` if set, else the system's clock.

    Raises SettingsError (SET05) where ``SOURCE_DATE_EPOCH`` is no plain decimal number.
    """
    text = os.environ.get("SOURCE_DATE_EPOCH")
    return datetime.fromtimestamp(int(time.time()) if text is None else _epoch(text), UTC)


def advice() -> str:
    """What to do about dates later than *now* where ``SOURCE_DATE_EPOCH`` says when that is; "" elsewhere."""
    if "SOURCE_DATE_EPOCH" not in os.environ:
        return ""
    return f"SOURCE_DATE_EPOCH says that it is {now().date()}: set it to the time of the last commit"


def monotonic() -> float:
    """Seconds on a clock that only runs forward, for measuring how long something took."""
    return time.monotonic()


def _epoch(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 11:
        raise SettingsError("SOURCE_DATE_EPOCH", f"expected whole seconds, got {text!r}", code="SET05")
    return int(text)
