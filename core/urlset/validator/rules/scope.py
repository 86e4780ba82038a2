"""Section 7: where a sitemap may point to, and who may say otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from ..entry import Context, Entry
from ..finding import Remark
from ..rule import ERROR, INFO, Rule, table
from .loc_checks import Address, split

RULES = table(
    Rule(
        "SCP001",
        ERROR,
        "Every address has the sitemap's own scheme, host and port; `www.` and `https` count.",
        "https://example.com/sitemap.xml lists https://www.example.com/a",
        "List the addresses of this site alone, or publish the sitemap on the other",
        "P, GSC",
    ),
    Rule(
        "SCP002",
        ERROR,
        "Every address lies in the sitemap's folder or below it; capitals count.",
        "https://example.com/docs/sitemap.xml lists https://example.com/blog/",
        "Publish the sitemap higher up",
        "P, G-build",
        {"google": INFO},
    ),
    Rule(
        "SCP003",
        ERROR,
        "A port in the sitemap's address that is not the default one is in every entry.",
        "https://example.com:8443/sitemap.xml lists https://example.com/a",
        "Add the port, or publish the sitemap without it",
        "P",
    ),
    Rule(
        "SCP004",
        ERROR,
        "A sitemap that robots.txt of another host names holds addresses of that host alone.",
        "robots.txt of b.example names a sitemap with addresses of c.example",
        "Make one sitemap for each host",
        "P, G-build, G-2008",
    ),
    Rule(
        "SCP005",
        INFO,
        "With Search Console one file may mix hosts, if one owner has proven them all.",
        "entries of two hosts under --cross-submission",
        "Prove both hosts with one account",
        "G-build",
    ),
    Rule(
        "SCP006",
        INFO,
        "Pictures, videos and alternates may lie on other sites; they are not measured by these rules.",
        "<image:loc>https://cdn.example.net/a.jpg</image:loc>",
        "Nothing",
        "G-image, G-hreflang",
    ),
    Rule(
        "SCP007",
        INFO,
        "Without the public address of the sitemap the scope was not checked.",
        "a file without --base-url",
        "Give the address of its folder with --base-url",
        "policy",
    ),
)


def directory(address: Address) -> str:
    """The folder of a file: its path up to and including the last slash."""
    return address.path[: address.path.rfind("/") + 1] or "/"


def check_scope(entry: Entry, context: Context) -> Iterator[Remark]:
    """SCP001 to SCP004, and SCP005 where another host is wanted."""
    address = split(entry.loc)
    if not context.url or not address.valid:
        return
    own, at = split(context.url), entry.at
    if context.home:
        if address.origin != context.home:
            yield Remark("SCP004", f"the address is not on {context.home}", entry.loc, at)
        return
    if address.origin == own.origin:
        if not (address.path or "/").startswith(directory(own)):
            yield Remark("SCP002", f"the address is not below {directory(own)}", entry.loc, at)
    elif context.cross_submission:
        yield Remark("SCP005", f"the address is not on {own.origin}", entry.loc, at)
    else:
        same = (address.scheme.lower(), address.host.lower()) == (own.scheme.lower(), own.host.lower())
        yield Remark("SCP003" if same else "SCP001", f"the address is not on {own.origin}", entry.loc, at)


CHECKS = (check_scope,)
