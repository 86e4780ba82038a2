"""The site map for people: one self-contained page, or the bare list to include in a theme.

It works without JavaScript; with it there is a filter. Titles come from databases and pages that strangers
write: every one is escaped and isolated (``bdi``), only http, https and relative addresses become links, and
a content policy lets no script run but our own.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from typing import Any

from .. import fs
from ..errors import OutputError, SettingsError
from ..tree import Node, host
from .map_words import direction, words

_FOLDER = os.path.join(os.path.dirname(__file__), "templates")
_PAGE = "urlset/html_map.html"
_FRAGMENT = "urlset/html_map_fragment.html"
_LINK = re.compile(
    r"""(?ix)(?: https?://[^\s\x00-\x20]+                   # of the web
      | (?=.) (?!//) [^\s\x00-\x20:/?\#\\]*                # relative: a first part without a colon,
        (?: [/?\#] [^\s\x00-\x20\\]* )? )\Z"""
)
"""Browsers drop blanks and control characters before they look for a scheme, and read ``\\`` as a slash."""


def html_map(
    root: Node, *, base_url: str, lang: str = "en", fragment: bool = False, template: str = ""
) -> bytes:
    """The site map of a tree (`urlset.tree.Grower.root`) as UTF-8.

    ``lang`` is the language of the site; ``fragment`` gives the ``nav`` alone. ``template`` is the path of a
    Jinja2 template in the place of ours, which it may extend. Raises SettingsError where that one cannot be
    read or used.
    """
    environment = _environment(template)
    script = environment.get_template("urlset/html_map.js").render()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    top, rest = _top(root)
    values = {
        "lang": lang,
        "direction": direction(lang),
        "words": words(lang),
        "site": host(base_url),
        "home": base_url,
        "home_title": _home_title(top, base_url),
        "children": top,
        "rest": rest,
        "total": root.count,
        "newest": root.newest,
        "script": _safe(script),
        "script_hash": f"sha256-{digest}",
    }
    name = os.path.basename(template) if template else _FRAGMENT if fragment else _PAGE
    return _rendered(environment, name, values, template)


def _rendered(environment: Any, name: str, values: dict[str, Any], template: str) -> bytes:
    from jinja2 import TemplateError

    try:
        text: str = environment.get_template(name).render(values)
    except TemplateError as wrong:
        line = getattr(wrong, "lineno", None)
        where = f"{template}:{line}" if line else template
        raise _unusable(f"{where}: {wrong}", "Correct the template") from None
    except RecursionError:
        raise OutputError(name, "the site is nested too deep for a site map") from None
    return (text.rstrip() + "\n").encode("utf-8", "replace")


def _unusable(problem: str, advice: str) -> SettingsError:
    return SettingsError("html_map_template", problem, advice)


def _environment(template: str) -> Any:
    from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader, StrictUndefined

    own = FileSystemLoader(_FOLDER)
    loader: Any = own
    if template:
        try:
            text = fs.read(template).decode("utf-8")
        except OSError as wrong:
            raise _unusable(
                f"{template} cannot be read: {wrong.strerror or wrong}", "Check the path"
            ) from None
        except UnicodeDecodeError:
            raise _unusable(f"{template} is not UTF-8", "Save it as UTF-8") from None
        loader = ChoiceLoader([DictLoader({os.path.basename(template): text}), own])
    made = Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=False,
    )
    made.globals |= {"href": href, "number": number}
    return made


def href(address: str | None) -> bool:
    """Whether an address may become a link: http, https or relative, without blanks and controls."""
    return bool(address and _LINK.match(address))


def number(count: int) -> str:
    """A number as people of any language read it: 12 345, with narrow spaces."""
    return f"{count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def _safe(script: str) -> Any:
    """Ours, so not to be escaped."""
    from markupsafe import Markup

    return Markup(script)  # noqa: S704 - our own file


def _top(root: Node) -> tuple[list[Node], int]:
    """What stands at the top: below a single page that holds all others, those others."""
    if len(root.children) == 1 and root.children[0].children:
        only = root.children[0]
        alone = Node(only.title, only.loc, only.lastmod, only.lang)
        return [*([alone] if only.loc else []), *only.children], only.rest + root.rest
    return root.children, root.rest


def _home_title(top: list[Node], base_url: str) -> str:
    return next((node.title for node in top if node.loc == base_url and node.title), host(base_url))
