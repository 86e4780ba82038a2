"""The manual's page of rules, made from the rule book."""

from __future__ import annotations

from collections.abc import Iterator

from .finding import PROFILES
from .rule import Rule
from .rules import NEVER_REPORTED, SECTIONS

SOURCES = {
    "P": "https://www.sitemaps.org/protocol.html",
    "FAQ": "https://www.sitemaps.org/faq.html",
    "XSD": "https://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd and siteindex.xsd",
    "XSD-image, -video, -news, -mobile, -pagemap": "the schemas at the namespaces of the extensions",
    "DTF": "https://www.w3.org/TR/NOTE-datetime",
    "XML1": "https://www.w3.org/TR/xml/",
    "XSD 1.0": "https://www.w3.org/TR/xmlschema-1/",
    "RFC3986, RFC3987, RFC9309": "https://www.rfc-editor.org/",
    "BCP47": "https://www.rfc-editor.org/info/bcp47",
    "G-build, G-large, G-image, G-video, G-news, G-combine": (
        "https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview and the pages below it"
    ),
    "G-hreflang": "https://developers.google.com/search/docs/specialty/international/localized-versions",
    "G-robots": "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",
    "G-2008, G-2014, G-2022, G-2023": "https://developers.google.com/search/blog of that year, on sitemaps",
    "G-pagemap": "https://support.google.com/programmable-search/answer/1628213",
    "GSC": "https://support.google.com/webmasters/answer/7451001",
    "B-2016, BG-2025": "the blog of Bing Webmaster Tools of that year, on sitemaps",
    "Y-sm, Y-err, Y-robots, Y-loc": "https://yandex.com/support/webmaster/",
    "BD": "the sitemap guide of Baidu (ziyuan.baidu.com)",
    "INW": "https://www.indexnow.org/documentation",
    "H-084, H-1000": "Google's schema of 2005 and reports of 2010 on the limit of an index",
    "MS-map, MS-xml": "https://learn.microsoft.com/dotnet/api/system.web.xmlsitemapprovider",
    "pagemap": "the page on pagemaps of this manual",
    "policy": "a choice of urlset, where no authority speaks",
}


def rules_page() -> str:
    """Markdown with every rule: what it asks, an example, what to do, where it comes from."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from (
        "# Rules",
        "",
        "Each rule as `urlset validate` knows it. Where a profile weighs it otherwise, that is said; in the",
        "profile `xsd` an error that the published schema does not know is a warning.",
    )
    for title, rules in SECTIONS:
        yield from ("", f"## {title}")
        for rule in rules.values():
            yield from _rule(rule)
    yield from ("", "## Sources", "", "| key | document |", "|---|---|")
    yield from (f"| {key} | {place} |" for key, place in SOURCES.items())


def _rule(rule: Rule) -> Iterator[str]:
    weight = "never reported" if rule.id in NEVER_REPORTED else rule.severity
    others = [f"{rule.profiles[name]} in `{name}`" for name in PROFILES if name in rule.profiles]
    example = "\n".join(f"    {line}" for line in rule.breaks.split("\n"))
    yield from ("", f"### {rule.id}", "", rule.meaning, "", example, "")
    yield f"**{', '.join([weight, *others])}** · {rule.advice}. · Source: {rule.source}"
