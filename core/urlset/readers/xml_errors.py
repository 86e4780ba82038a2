"""What libxml2 found wrong, in words that say what to do."""

from __future__ import annotations

from typing import Any

from .refused import Refused

_ENTITIES = "XML knows &amp; &lt; &gt; &quot; &apos; only: write the character"
_CUT_OFF = ("cut-off", "ends before its last element is closed", "Fetch or write it again")
_MEANINGS: dict[str, tuple[str, str, str]] = {
    "ERR_UNDECLARED_ENTITY": ("entity", "", _ENTITIES),
    "WAR_UNDECLARED_ENTITY": ("entity", "", _ENTITIES),
    "ERR_DOCUMENT_EMPTY": ("empty", "is empty", "A list of pages was expected here"),
    "ERR_INVALID_CHAR": ("character", "", "Remove the character, which XML does not allow"),
    "ERR_DOCUMENT_END": (
        "after-root",
        "goes on after the end of its root element (a second document, or text)",
        "Remove what follows, or make two files of it",
    ),
    "ERR_RESERVED_XML_NAME": (
        "declaration",
        "has a second XML declaration, or one that is not at the very start",
        "Make <?xml the first bytes, once",
    ),
    "NS_ERR_UNDEFINED_NAMESPACE": ("prefix", "", "Declare the prefix with xmlns on the root element"),
}
_SYNTAX = ("syntax", "", "Correct it; XML forgives nothing")


def explained(entry: Any, *, at_end: bool) -> Refused:
    """``entry`` of lxml's error log as a `Refused`; ``at_end``: all input was there when it came."""
    reason, problem, advice = _meaning(entry, at_end)
    message = " ".join(entry.message.split()).rstrip(".")
    problem = problem or f"is not well-formed: {message}"
    # libxml2 gives a prefix's column when the tag is done with, which depends on how the bytes came.
    column = 0 if reason == "prefix" else entry.column
    return Refused(reason, problem, advice, line=entry.line, column=column)


def _meaning(entry: Any, at_end: bool) -> tuple[str, str, str]:
    name = entry.type_name
    if "EntityRef" in entry.message:
        return "ampersand", "has a bare & in its text or in an attribute", "Write &amp;"
    if at_end and name.endswith(("_NOT_FINISHED", "_GT_REQUIRED")):
        return _CUT_OFF
    return _MEANINGS.get(name, _SYNTAX)
