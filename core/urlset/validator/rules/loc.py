"""Section 3: addresses, one at a time; what needs two of them is in `urlset.validator.across`."""

from __future__ import annotations

from ..rule import ERROR, INFO, WARNING, Rule, table

RULES = table(
    Rule(
        "LOC001",
        ERROR,
        "An address is absolute, with the scheme `http` or `https` and a host. The schema alone "
        "lets relative ones pass.",
        "<loc>/about</loc>",
        "Write the whole address, scheme and host included",
        "P, GSC",
    ),
    Rule(
        "LOC002",
        WARNING,
        "The schema wants at least 12 characters: `http://a.co` has 11, with its slash it has 12.",
        "<loc>http://a.co</loc>",
        "Write the address with its path, if only `/`",
        "XSD",
        {"xsd": ERROR},
        schema=True,
    ),
    Rule(
        "LOC003",
        ERROR,
        "The protocol wants fewer than 2,048 characters, the schema lets 2,048 pass: that one "
        "length is a warning.",
        "an address of 2,049 characters",
        "Shorten the address",
        "P, XSD",
        schema=True,
    ),
    Rule(
        "LOC004",
        INFO,
        "Yandex reads at most 1,024 characters, Baidu at most 256 bytes. An error in their profiles.",
        "an address of 1,025 characters",
        "Shorten the address where these engines matter",
        "Y-err, BD",
    ),
    Rule(
        "LOC005",
        ERROR,
        "Only the characters of RFC 3986 stand in an address, and each `%` is followed by two hex digits.",
        "<loc>https://example.com/a b</loc>",
        "Percent-encode the character (a space is %20, a percent sign %25)",
        "P, RFC3986",
        schema=True,
    ),
    Rule(
        "LOC006",
        WARNING,
        "An address with letters outside ASCII can be read, but is no URI.",
        "<loc>https://example.com/über</loc>",
        "Percent-encode the UTF-8 of the path, and write the host in its xn-- form",
        "P, RFC3987, Y-sm",
    ),
    Rule(
        "LOC008",
        WARNING,
        "Crawlers drop a fragment, so addresses that differ in it alone are one.",
        "<loc>https://example.com/#top</loc>",
        "List the page once, without the fragment",
        "policy",
    ),
    Rule(
        "LOC009",
        ERROR,
        "An address does not carry a user name or password.",
        "<loc>https://me:pw@example.com/</loc>",
        "Remove what stands before the @",
        "policy",
    ),
    Rule(
        "LOC010",
        WARNING,
        "White space around an address is legal for the schema, and fatal for simple readers.",
        "<loc> https://example.com/ </loc>",
        "Write the address right behind its tag",
        "XSD",
    ),
    Rule(
        "LOC011",
        INFO,
        "The address is not in its normal form: capitals in scheme or host, the default port, "
        "dot segments, an empty path.",
        "<loc>https://Example.com:443/a/../b</loc>",
        "Write the normal form",
        "RFC3986 §6.2",
    ),
    Rule(
        "LOC012",
        WARNING,
        "One page is listed by `http` and by `https`, or with and without a session id.",
        "https://example.com/a beside http://example.com/a",
        "List the one form that the site uses",
        "FAQ",
    ),
    Rule(
        "LOC013",
        WARNING,
        "With `--site` the entry has its file, with `--crawl` its server answers it directly with status "
        "200; with both it is its own canonical, and neither `noindex` (in its head or in "
        "`X-Robots-Tag`) nor disallowed.",
        '<meta name="robots" content="noindex"> in a listed page',
        "Take the page out of the sitemap, or let it be found: open to crawlers, its own canonical address",
        "G-build, GSC",
    ),
    Rule(
        "LOC014",
        WARNING,
        "A folder and its default file are one page, and both are listed.",
        "https://example.com/a/ beside https://example.com/a/index.html",
        "List the folder alone",
        "policy",
    ),
    Rule(
        "LOC015",
        WARNING,
        "With `--site`: the address of a folder ends with a slash.",
        "https://example.com/a where the site has a/index.html",
        "Add the slash, as the server's redirect does",
        "P, G-build",
    ),
    Rule(
        "LOC016",
        ERROR,
        "The host is public, and no single entry has another host than all others of its file.",
        "<loc>http://localhost:8000/</loc>",
        "Build with the public base address",
        "policy",
    ),
    Rule(
        "LOC017",
        WARNING,
        "The address is no page: robots.txt, a sitemap of the same set, an ownership file.",
        "<loc>https://example.com/robots.txt</loc>",
        "List pages alone",
        "policy",
    ),
    Rule(
        "LOC018",
        WARNING,
        "With `--site`: each indexable page of the site is listed.",
        "a page of the site that no entry names",
        "List the page, mark it noindex, or name it by --exclude",
        "policy",
    ),
)
