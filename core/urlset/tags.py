"""Language tags in the one spelling that search engines read: ``pt-BR``, ``zh-Hans``, ``x-default``.

Source: BCP 47 section 2.1.1 (language in lower case, script with a capital, region in upper case).
"""

from __future__ import annotations


def language_tag(text: str) -> str:
    """``text`` with hyphens and the usual case: ``pt_br`` is ``pt-BR``, ``ZH-hans-cn`` is ``zh-Hans-CN``."""
    first, *rest = text.strip().replace("_", "-").split("-")
    if first.lower() == "x":
        return "-".join([first, *rest]).lower()
    return "-".join([first.lower(), *map(_subtag, rest)])


def _subtag(text: str) -> str:
    if len(text) == 2:
        return text.upper()
    return text.title() if len(text) == 4 and text.isalpha() else text.lower()
