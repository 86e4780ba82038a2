"""Section 10.3: videos."""

from __future__ import annotations

from ..rule import ERROR, INFO, WARNING, Rule, table

RULES = table(
    Rule(
        "VID001",
        ERROR,
        "A video has `thumbnail_loc`, `title` and `description`.",
        "<video:video><video:title>T</video:title></video:video>",
        "Add what is missing",
        "G-video, GSC",
    ),
    Rule(
        "VID002",
        ERROR,
        "A video has `content_loc` or `player_loc`; `content_loc` is preferred.",
        "a video with neither",
        "Add the address of the file or of the player",
        "G-video",
    ),
    Rule(
        "VID003",
        ERROR,
        "Neither `content_loc` nor `player_loc` is the address of the page itself.",
        "<video:player_loc> with the loc of the entry",
        "Give the address of the file or of the player alone",
        "G-video, GSC",
    ),
    Rule(
        "VID004",
        ERROR,
        "At most 100 characters of `title` (a warning), 2,048 of `description`, 256 of `category`.",
        "a description of 2,049 characters",
        "Shorten the text",
        "XSD-video, G-video",
    ),
    Rule(
        "VID005",
        ERROR,
        "`duration` is whole seconds, 1 to 28,800; 0 is a warning.",
        "<video:duration>PT1H</video:duration>",
        "Write the number of seconds",
        "G-video, XSD-video",
    ),
    Rule(
        "VID006",
        ERROR,
        "`rating` is a decimal number from 0.0 to 5.0.",
        "<video:rating>5.1</video:rating>",
        "Bring the rating to the scale of 0 to 5",
        "G-video",
    ),
    Rule(
        "VID007",
        ERROR,
        "`view_count` is a whole number, not negative.",
        "<video:view_count>-1</video:view_count>",
        "Write a whole number, or leave it out",
        "XSD-video",
    ),
    Rule(
        "VID008",
        ERROR,
        "A video has at most 32 `tag`.",
        "33 tags",
        "Keep the 32 that matter",
        "G-video",
    ),
    Rule(
        "VID009",
        ERROR,
        "`uploader` stands at most once, has at most 255 characters, and its `info` is on the "
        "domain of the entry.",
        '<video:uploader info="https://example.org/u">U</video:uploader>',
        "Shorten it, or link to a page of this site",
        "G-video, XSD-video",
    ),
    Rule(
        "VID010",
        ERROR,
        "`family_friendly`, `requires_subscription` and `live` are `yes` or `no`.",
        "<video:live>true</video:live>",
        "Write yes or no",
        "XSD-video",
    ),
    Rule(
        "VID011",
        ERROR,
        "`restriction` stands at most once: countries of two capitals with blanks between, and "
        "`relationship` allow or deny.",
        '<video:restriction relationship="allow">us</video:restriction>',
        "Write it like IE GB US",
        "XSD-video, G-video",
    ),
    Rule(
        "VID012",
        ERROR,
        "`platform` stands at most once: web, mobile, tv with one blank between, and "
        "`relationship` allow or deny.",
        '<video:platform relationship="allow">phone</video:platform>',
        "Write it like web tv",
        "XSD-video",
    ),
    Rule(
        "VID013",
        ERROR,
        "`publication_date` and `expiration_date` are a day, or a time with its zone. An "
        "expiration that has passed hides the video: a warning.",
        "<video:publication_date>yesterday</video:publication_date>",
        "Write YYYY-MM-DD, or a time with its zone",
        "XSD-video, G-video",
    ),
    Rule(
        "VID014",
        INFO,
        "`category`, `gallery_loc`, `price`, `tvshow` and the attributes `allow_embed` and "
        "`autoplay` have had no effect since August 2022.",
        "<video:category>News</video:category>",
        "Leave them out",
        "G-2022",
        {"google": WARNING},
    ),
    Rule(
        "VID015",
        WARNING,
        "`price`, if used: a number with a `currency` of three capitals, or empty with `type`; "
        "`resolution` is SD or HD.",
        "<video:price>1.99</video:price>",
        "Complete it, or leave it out",
        "XSD-video",
    ),
    Rule(
        "VID016",
        INFO,
        "The schema wants its own order of the elements of a video.",
        "video:title before video:thumbnail_loc",
        "Write the elements in the order of the schema",
        "XSD-video",
        {"xsd": ERROR},
        schema=True,
    ),
    Rule(
        "VID017",
        ERROR,
        "Files are reached by HTTP or FTP without login; streaming protocols fail.",
        "<video:content_loc>rtmp://example.com/v</video:content_loc>",
        "Give an address that a crawler can fetch",
        "G-video",
    ),
)
