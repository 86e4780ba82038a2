"""Rules on paths: in their order, each sets hints or a section, leaves pages out, or changes how an address
is spelled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit, urlunsplit

from msgspec import Meta, Struct
from msgspec.structs import replace as changed

from . import loc
from .errors import SettingsError
from .page import Changefreq, Page
from .patterns import matcher
from .tally import ABROAD, Tally

_INDEX = re.compile(r"(?<=/)index\.(?:x?s?html?|php)\Z")


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule. Without ``match`` and ``regex`` it is for every page."""

    match: Annotated[str | tuple[str, ...], Meta(description="Patterns as in .gitignore, on paths.")] = ()
    regex: Annotated[str, Meta(description="A regular expression, found anywhere in path and query.")] = ""
    replace: Annotated[
        str | None, Meta(description=r"What `regex` becomes; `\1` stands for its first group.")
    ] = None
    slash: Annotated[
        Literal["add", "remove"] | None,
        Meta(
            description="The final slash of paths whose last part has no dot; the root always keeps its own."
        ),
    ] = None
    index: Annotated[bool, Meta(description="`…/index.html` becomes `…/`.")] = False
    lower: Annotated[bool, Meta(description="The path in lower case.")] = False
    query: Annotated[
        tuple[str, ...] | None, Meta(description="Names of query fields that stay; an empty list keeps none.")
    ] = None
    section: Annotated[str | None, Meta(description="Section of the pages.")] = None
    changefreq: Annotated[Changefreq | None, Meta(description="Sets the hint.")] = None
    priority: Annotated[Annotated[float, Meta(ge=0, le=1)] | None, Meta(description="Sets the hint.")] = None
    exclude: Annotated[bool | None, Meta(description="Leaves the pages out; `false` lets them in again.")] = (
        None
    )


def rewritten(
    pages: Iterable[Page], rules: Sequence[Rule], *, base_url: str, scope: str, tally: Tally
) -> Iterable[Page]:
    """``pages`` (canonical) after all ``rules``, each seeing what the one before made.

    Raises SettingsError for a rule that cannot be read.
    """
    return _rewritten(pages, applied(rules, base_url), scope, tally) if rules else pages


def _rewritten(pages: Iterable[Page], ready: Sequence[Applied], scope: str, tally: Tally) -> Iterator[Page]:
    for page in pages:
        if page.exclude == ABROAD:
            yield page
            continue
        try:
            yield _ruled(page, ready, scope)
        except loc.Refused as refused:
            tally.drop(page.loc, refused.reason)


def applied(rules: Sequence[Rule], base_url: str) -> list[Applied]:
    """The rules, compiled. Raises SettingsError for one that cannot be read."""
    return [Applied(rule, f"rules[{number}]", base_url) for number, rule in enumerate(rules)]


def _ruled(page: Page, rules: Sequence[Applied], scope: str) -> Page:
    address, values, out = page.loc, {}, False
    for rule in rules:
        if not rule.matches(address):
            continue
        values.update(rule.values)
        out = out if rule.rule.exclude is None else rule.rule.exclude
        address = rule.address(address)
    if address != page.loc:
        values["loc"] = loc.within(loc.normalise(address), scope)
    if out and not page.exclude:
        values["exclude"] = "excluded"
    return changed(page, **values) if values else page


class Applied:
    """A rule, compiled."""

    def __init__(self, rule: Rule, key: str, base_url: str) -> None:
        self.rule, self._base = rule, base_url
        self.values: dict[str, Any] = {
            name: value
            for name in ("section", "changefreq", "priority")
            if (value := getattr(rule, name)) is not None
        }
        patterns = (rule.match,) if isinstance(rule.match, str) else rule.match
        self._match = matcher(patterns, f"{key}.match") if patterns else None
        self._regex = _compiled(rule.regex, f"{key}.regex") if rule.regex else None
        if rule.replace is not None and self._regex is None:
            raise SettingsError(f"{key}.replace", "needs a regex", code="SET04")
        if self._regex is not None and rule.replace is not None:
            _check_replacement(self._regex, rule.replace, f"{key}.replace")

    def matches(self, address: str) -> bool:
        if self._match is not None and not self._match(loc.path_below(address, self._base)):
            return False
        return self._regex is None or self._regex.search(_path_and_query(address)) is not None

    def address(self, address: str) -> str:
        rule = self.rule
        if self._regex is not None and rule.replace is not None:
            begin = address[: len(address) - len(_path_and_query(address))]
            address = begin + self._regex.sub(rule.replace, _path_and_query(address))
        if not (rule.slash or rule.index or rule.lower or rule.query is not None):
            return address
        parts = urlsplit(address)
        path = parts.path.lower() if rule.lower else parts.path
        path = _slashed(_INDEX.sub("", path) if rule.index else path, rule.slash)
        query = parts.query if rule.query is None else _kept(parts.query, rule.query)
        return urlunsplit((parts.scheme, parts.netloc, path, query, ""))


def _slashed(path: str, policy: str | None) -> str:
    if policy == "add" and not path.endswith("/") and "." not in path.rpartition("/")[2]:
        return path + "/"
    if policy == "remove" and len(path) > 1:
        return path.rstrip("/") or "/"
    return path


def _kept(query: str, names: Sequence[str]) -> str:
    return "&".join(field for field in query.split("&") if field.partition("=")[0] in names)


def _path_and_query(address: str) -> str:
    return "/" + address.split("/", 3)[3] if address.count("/") > 2 else "/"


def _compiled(text: str, key: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as wrong:
        raise SettingsError(key, f"is no regular expression: {wrong}") from None


def _check_replacement(pattern: re.Pattern[str], text: str, key: str) -> None:
    try:
        # The replacement is looked at before anything is searched.
        pattern.sub(text, "")
    except (re.error, IndexError) as wrong:
        raise SettingsError(key, f"cannot replace: {wrong}") from None
