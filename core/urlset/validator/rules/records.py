"""Section 17: pagemaps; and page records, our own form of pages as JSON lines."""

from __future__ import annotations

from ..rule import ERROR, INFO, WARNING, Rule, table

RULES = table(
    Rule(
        "MAP001",
        ERROR,
        "The root is `pagemap` without a namespace, with at least one `page`, at any depth. None "
        "is a warning.",
        "<pagemap/>",
        "Add a page",
        "pagemap §2",
    ),
    Rule(
        "MAP002",
        WARNING,
        "A static page has a title; without it the site map for people shows the path.",
        '<page file="/a"/>',
        "Add the title",
        "pagemap §2, MS-map",
    ),
    Rule(
        "MAP003",
        ERROR,
        "An address stands once in the whole map. A page without `file` is a heading.",
        'two pages with file="/a"',
        "Remove one of them",
        "pagemap §4.6, MS-xml",
    ),
    Rule(
        "MAP004",
        ERROR,
        "`file` is relative to the site, and gives an address that obeys the rules of addresses.",
        '<page title="A" file="a b"/>',
        "Write a path of this site",
        "pagemap §2",
    ),
    Rule(
        "MAP005",
        INFO,
        "One reading of the map feeds the sitemap, the tree for people and the breadcrumbs; never reported.",
        "<pagemap>…</pagemap>",
        "Nothing",
        "MS-map",
    ),
    Rule(
        "MAP006",
        ERROR,
        "An included map does not include one that includes it.",
        "a.xml includes b.xml, which includes a.xml",
        "Remove one include",
        "pagemap §3, MS-map",
    ),
    Rule(
        "MAP007",
        ERROR,
        "A dynamic page has `sqlselect`, and either `parameter` with `idfield` or placeholders in `file`.",
        '<page file="/a" type="dynamic"/>',
        "Add what is missing",
        "pagemap §2–3",
    ),
    Rule(
        "MAP008",
        INFO,
        "A query without ORDER BY gives its rows in any order; the sitemap is sorted all the same.",
        "SELECT * FROM articles",
        "Add ORDER BY where the order for people matters",
        "pagemap §4.1",
    ),
    Rule(
        "MAP009",
        ERROR,
        "There are no elements and attributes but those of the format.",
        '<page title="A" file="/a" colour="red"/>',
        "Remove it, or correct its name",
        "pagemap §2",
    ),
    Rule(
        "MAP010",
        WARNING,
        "`changefreq` and `priority` obey their rules; a decimal comma is read.",
        'priority="0,5"',
        "Write 0.5",
        "pagemap §2",
    ),
    Rule(
        "REC001",
        ERROR,
        "A file of page records has one JSON object on each line, with the fields of a page.",
        '{"location": "/a"}',
        "Correct the line; the message names the field",
        "policy",
    ),
)
