"""Section 1: the file and its XML, before any element is looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...protocol import MAX_BYTES
from ..entry import Context, Entry
from ..finding import Remark
from ..rule import ERROR, INFO, WARNING, Rule, table

OLD_MAX_BYTES = 10_485_760
"""The limit until November 2016, which some consumers keep."""

RULES = table(
    Rule(
        "FIL001",
        ERROR,
        "The file is UTF-8. An XML declaration that names another encoding fails, and so do "
        "bytes that do not decode.",
        '<?xml version="1.0" encoding="iso-8859-1"?>',
        "Save the file as UTF-8, and say so in the XML declaration or leave the encoding out",
        "P, G-build",
    ),
    Rule(
        "FIL002",
        ERROR,
        "Nothing stands before `<?xml`: no blank line, no output of a script. A UTF-8 byte order "
        "mark alone is legal, and worth knowing.",
        '(an empty line)\n<?xml version="1.0"?>',
        "Let the file begin with its first byte at `<`",
        "XML1 §2.8, GSC",
        schema=True,
    ),
    Rule(
        "FIL003",
        ERROR,
        "The file is well-formed XML 1.0. The rest of a file that is not was not judged.",
        "<loc>https://example.com/?a=1&b=2</loc>",
        "Correct the place named; write `&amp;` for a bare ampersand",
        "P, GSC",
        schema=True,
    ),
    Rule(
        "FIL004",
        ERROR,
        "A file of any form has at most 52,428,800 bytes, uncompressed.",
        "a sitemap of 52,428,801 bytes",
        "Split it and list the parts in an index",
        "P, G-build",
    ),
    Rule(
        "FIL005",
        INFO,
        "The file is larger than the limit of 10,485,760 bytes that held until 2016 and that "
        "some consumers keep.",
        "a sitemap of 10,485,761 bytes",
        "Split it where such a consumer matters",
        "B-2016, BD",
        {"baidu": ERROR},
    ),
    Rule(
        "FIL006",
        ERROR,
        "The root is `urlset`, `sitemapindex`, `rss` or `feed`. An HTML page, most often an "
        "error page, is called by its name.",
        "<html><body>404</body></html>",
        "Publish the sitemap itself at this address",
        "P, GSC",
        schema=True,
    ),
    Rule(
        "FIL007",
        ERROR,
        "There is no DOCTYPE, and no entity but the five of XML and character references. It is "
        "never resolved.",
        "<!DOCTYPE urlset>",
        "Remove the DOCTYPE; a sitemap needs none",
        "policy",
    ),
    Rule(
        "FIL008",
        ERROR,
        "No character that XML 1.0 forbids stands in the file, escaped or not.",
        "<loc>https://example.com/&#1;</loc>",
        "Remove the character where the value comes from",
        "XML1 §2.2",
        schema=True,
    ),
    Rule(
        "FIL009",
        ERROR,
        "With `--fetch`: the file answers 200 without a login, robots.txt does not disallow it, "
        "and it has a body.",
        "HTTP status 404",
        "Publish the file at this address, and let crawlers in",
        "GSC, Y-err",
    ),
    Rule(
        "FIL010",
        INFO,
        "With `--fetch`: the media type is not regulated, but one that says what the file is helps.",
        "Content-Type: text/html",
        "Serve `application/xml`, `text/plain` or, for a stored .gz, `application/gzip`",
        "policy",
    ),
    Rule(
        "FIL012",
        WARNING,
        "A value that still holds an entity after reading was escaped twice.",
        "<loc>https://example.com/?a=1&amp;amp;b=2</loc>",
        "Escape each value once, when the XML is written",
        "policy",
    ),
)

TWICE = re.compile(r"&(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);")


def check_size(size: int) -> Iterator[Remark]:
    """FIL004 and FIL005, on the uncompressed size in bytes."""
    if size > MAX_BYTES:
        yield Remark("FIL004", f"the file has more than {MAX_BYTES:,} bytes uncompressed", f"{size:,} bytes")
    if size > OLD_MAX_BYTES:
        yield Remark("FIL005", f"the file has more than {OLD_MAX_BYTES:,} bytes", f"{size:,} bytes")


def check_escaped_once(entry: Entry, context: Context) -> Iterator[Remark]:
    """FIL012, on every text of the entry."""
    for node in entry.node.walk():
        if TWICE.search(node.text):
            yield Remark("FIL012", f"{node.name} looks escaped twice", node.value, node)


CHECKS = (check_escaped_once,)
