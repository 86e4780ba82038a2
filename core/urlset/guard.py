"""What keeps a build from being published: a set that is certainly not meant."""

from __future__ import annotations

from .errors import GuardRefused, PageError
from .tally import Tally

FEW = 3
"""With fewer pages than these that name another as canonical, no template is suspected."""


def check(tally: Tally, *, folder: str, earlier: int, shrink_limit: float, lastmod_required: bool) -> None:
    """Raise GuardRefused where no page is left, or where more than the part ``shrink_limit`` of the
    ``earlier`` pages is gone; PageError where dates are required and missing.
    """
    if not tally.written:
        numbers = f"no page is left ({tally.read:,} read){_why(tally)}"
        raise GuardRefused(folder, numbers, "Nothing was written; check the sources and exclude")
    if tally.written < earlier * (1 - shrink_limit):
        numbers = f"would shrink from {earlier:,} to {tally.written:,} pages; nothing was published"
        raise GuardRefused(folder, numbers, "If that is meant, use --allow-shrink")
    if lastmod_required and tally.undated:
        count, (reason, _) = tally.undated.total(), tally.undated.most_common(1)[0]
        raise PageError("lastmod_required", f"{count:,} pages have no date, mostly: {reason}", code="PAG04")


def undated(tally: Tally) -> str:
    """The one line that says how many pages have no date, and why; "" where all have one."""
    if not tally.undated:
        return ""
    count, (reason, _) = tally.undated.total(), tally.undated.most_common(1)[0]
    details = next(iter(tally.git_notes), f"Mostly: {reason}.")
    if reason == "not given":
        details = "Most of them state none and come from no file in git."
    have = "has" if count == 1 else "have"
    return f"{count:,} of {tally.written:,} pages {have} no lastmod. {details}"


def ahead(tally: Tally, advice: str) -> str:
    """The one line about dates in the future that pages state; "" where there is none."""
    if not tally.ahead:
        return ""
    pages = "1 page states" if tally.ahead == 1 else f"{tally.ahead:,} pages state"
    line = f"{pages} a date in the future, which is left out: {tally.first_ahead}."
    return f"{line} {advice}." if advice else line


def elsewhere(tally: Tally) -> str:
    """The line that tells of a template which sends most pages elsewhere; "" where that is not so."""
    count = tally.dropped["canonical"]
    if count < FEW or count <= tally.written:
        return ""
    sample = tally.samples["canonical"][0]
    return (
        f"{count:,} pages name another page as their canonical address, like {sample}, and are left out: "
        f'if that is not meant, look at <link rel="canonical"> in the template.'
    )


def _why(tally: Tally) -> str:
    if not tally.dropped:
        return ""
    reason, count = tally.dropped.most_common(1)[0]
    return f"; {count:,} left out as {reason}, like {tally.samples[reason][0]}"
