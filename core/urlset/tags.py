"""Language tags in the one spelling that search engines read: ``pt-BR``, ``zh-Hans``, ``x-default``.

Source: BCP 47 section 2.1.1 (language in lower case, script with a capital, region in upper case).
"""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1024)
def language_tag(text: str) -> str:
    """``text`` with hyphens and the usual case: ``pt_br`` is ``pt-BR``, ``ZH-hans-cn`` is ``zh-Hans-CN``."""
    if not (text.isascii() and text.isprintable()):
        # No tag, but it must not break the XML that it is written into.
        text = "".join(filter(str.isprintable, text)).encode("ascii", "replace").decode("ascii")
    first, *rest = text.strip().replace("_", "-").split("-")
    if first.lower() == "x":
        return "-".join([first, *rest]).lower()
    return "-".join([first.lower(), *map(_subtag, rest)])


@lru_cache(maxsize=1024)
def unknown(tag: str) -> str:
    """The part of a tag, spelled as by `language_tag`, that is no language or country; "" where all is known.

    Languages of three letters and regions of three digits are not looked up.
    """
    from .codes import COUNTRIES, LANGUAGES

    language, *rest = tag.lower().split("-")
    if language != "x" and language not in LANGUAGES and not (len(language) == 3 and language.isalpha()):
        return language
    return next((part.upper() for part in rest[:2] if len(part) == 2 and part not in COUNTRIES), "")


def _subtag(text: str) -> str:
    if len(text) == 2:
        return text.upper()
    return text.title() if len(text) == 4 and text.isalpha() else text.lower()
