"""The record of one rule: declared once, and the manual's page is made from it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from .finding import ERROR, INFO, WARNING

NOTHING: Mapping[str, str] = MappingProxyType({})


class Rule(Struct, frozen=True):
    """One rule of the rule book."""

    id: str
    severity: str
    meaning: str
    """What the rule asks, one or two sentences."""
    breaks: str
    """A short example that breaks it, or shows it where nothing can break it."""
    advice: str
    """What to do, without a final stop."""
    source: str
    """Keys of the sources, explained on the manual's page."""
    profiles: Mapping[str, str] = NOTHING
    """Profiles in which it weighs otherwise."""
    schema: bool = False
    """Whether the published schema knows it; in the profile ``xsd`` the other errors are warnings."""

    def weight(self, profile: str, said: str | None = None) -> str:
        """The severity in ``profile``; ``said`` is what this case of the rule weighs, where it differs."""
        severity = said or self.profiles.get(profile, self.severity)
        return WARNING if profile == "xsd" and severity == ERROR and not self.schema else severity


def table(*rules: Rule) -> dict[str, Rule]:
    """The rules by id."""
    return {rule.id: rule for rule in rules}


__all__ = ["ERROR", "INFO", "WARNING", "Rule", "table"]
