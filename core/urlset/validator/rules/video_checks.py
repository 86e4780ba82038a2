"""The functions of section 10.3, each on one ``video:video``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal

from ...codes import COUNTRIES
from ...protocol import NS_VIDEO
from ..entry import Context, Entry, Node
from ..finding import WARNING, Remark
from .dates import moment, verdict
from .hints import DECIMAL
from .images import check_order
from .loc_checks import split

_ORDER = (
    "thumbnail_loc title description content_loc player_loc duration expiration_date rating"
    " content_segment_loc view_count publication_date tag category family_friendly restriction gallery_loc"
    " price requires_subscription uploader tvshow platform live id"
)
ORDER = _ORDER.split()
LENGTHS = (("title", 100, WARNING), ("description", 2048, None), ("category", 256, None))
YES_NO = ("yes", "Yes", "YES", "no", "No", "NO")
FILES = ("thumbnail_loc", "content_loc", "player_loc", "content_segment_loc", "gallery_loc")
PRICE_TYPES = ("purchase", "PURCHASE", "Purchase", "rent", "RENT", "Rent")


def check_videos(entry: Entry, context: Context) -> Iterator[Remark]:
    """All rules on each video of the entry."""
    for video in entry.node.all("video", NS_VIDEO):
        for check in VIDEO_CHECKS:
            yield from check(video, entry, context)


def _required(video: Node, entry: Entry, context: Context) -> Iterator[Remark]:
    for name in ("thumbnail_loc", "title", "description"):
        found = video.first(name)
        if found is None or not found.value:
            yield Remark("VID001", f"video:{name} is missing", at=found or video)
    places = [*video.all("content_loc"), *video.all("player_loc")]
    if not any(node.value for node in places):
        yield Remark("VID002", "neither content_loc nor player_loc", at=video)
    for node in places:
        if node.value and node.value == entry.loc:
            yield Remark("VID003", f"{node.name} is the page itself", node.value, node)


def _files(video: Node, entry: Entry, context: Context) -> Iterator[Remark]:
    for node in video.children:
        if node.ns == NS_VIDEO and node.name in FILES and node.value:
            address = split(node.value)
            ftp = address.scheme.lower() == "ftp" and address.host
            if not (address.valid or ftp) or address.user is not None:
                yield Remark("VID017", f"{node.name} cannot be fetched by a crawler", node.value, node)


def _lengths(video: Node, entry: Entry, context: Context) -> Iterator[Remark]:
    for name, most, mild in LENGTHS:
        for node in video.all(name):
            if len(node.value) > most:
                yield Remark("VID004", f"{name} has more than {most:,} characters", node.value, node, mild)
    tags = video.all("tag")
    if len(tags) > 32:
        yield Remark("VID008", f"{len(tags)} tags", at=tags[32])


def _numbers(video: Node, entry: Entry, context: Context) -> Iterator[Remark]:
    for node in video.all("duration"):
        whole = re.fullmatch(r"\+?[0-9]{1,9}", node.value)
        if not whole or int(node.value) > 28_800:
            yield Remark("VID005", "no number of seconds from 1 to 28,800", node.value, node)
        elif int(node.value) == 0:
            yield Remark("VID005", "a duration of 0", node.value, node, WARNING)
    for node in video.all("rating"):
        if not DECIMAL.fullmatch(node.value) or not 0 <= Decimal(node.value) <= 5:
            yield Remark("VID006", "no number from 0.0 to 5.0", node.value, node)
    for node in video.all("view_count"):
        if not re.fullmatch(r"\+?[0-9]+", node.value):
            yield Remark("VID007", "no whole number", node.value, node)


def _words(video: Node, entry: Entry, context: Context) -> Iterator[Remark]:
    for name in ("family_friendly", "requires_subscription", "live"):
        for node in video.all(name):
            if node.value not in YES_NO:
                yield Remark("VID010", f"{name} is neither yes nor no", node.value, node)
    for rule, name, pattern in (
        ("VID011", "restriction", r"[A-Z]{2}(?: [A-Z]{2})*"),
        ("VID012", "platform", r"(?:web|mobile|tv)(?: (?:web|mobile|tv)){0,2}"),
    ):
        found = video.all(name)
        if len(found) > 1:
            yield Remark(rule, f"{name} stands {len(found)} times", at=found[1])
        for node in found:
            unknown = rule == "VID011" and any(part.lower() not in COUNTRIES for part in node.value.split())
            if (
                unknown
                or not re.fullmatch(pattern, node.value)
                or node.attrs.get("relationship") not in ("allow", "deny")
            ):
                yield Remark(rule, f"{name} has a wrong value or relationship", node.value, node)


def _uploader(video: Node, entry: Entry, context: Context) -> Iterator[Remark]:
    found = video.all("uploader")
    if len(found) > 1:
        yield Remark("VID009", f"uploader stands {len(found)} times", at=found[1])
    for node in found:
        if len(node.value) > 255:
            yield Remark("VID009", "uploader has more than 255 characters", node.value, node)
        info = node.attrs.get("info")
        if info is not None and split(info).host.lower() != split(entry.loc).host.lower():
            yield Remark("VID009", "info is on another domain", info, node)


def _dates(video: Node, entry: Entry, context: Context) -> Iterator[Remark]:
    for name in ("publication_date", "expiration_date"):
        for node in video.all(name):
            when = moment(node.value)
            if verdict(node.value):
                yield Remark("VID013", f"{name} is no day and no time with zone", node.value, node)
            elif (
                name == "expiration_date"
                and when
                and when + timedelta(days=len(node.value) == 10) <= context.now
            ):
                yield Remark("VID013", "the video has expired", node.value, node, WARNING)


def _effect(video: Node, entry: Entry, context: Context) -> Iterator[Remark]:
    for node in video.children:
        dead = node.name in ("category", "gallery_loc", "price", "tvshow")
        flags = node.name == "player_loc" and ("allow_embed" in node.attrs or "autoplay" in node.attrs)
        if node.ns == NS_VIDEO and (dead or flags):
            yield Remark(
                "VID014",
                f"{node.name} has no effect" if dead else "the attributes have no effect",
                node.value,
                node,
            )
    for node in video.all("price"):
        if not _price(node):
            yield Remark("VID015", "the price is incomplete", node.value, node)


def _price(node: Node) -> bool:
    if node.attrs.get("resolution", "SD") not in ("SD", "sd", "HD", "hd"):
        return False
    if "type" in node.attrs and node.attrs["type"] not in PRICE_TYPES:
        return False
    if not node.value:
        return "type" in node.attrs
    number = DECIMAL.fullmatch(node.value) and Decimal(node.value) >= 0
    return bool(number) and re.fullmatch("[A-Z]{3}", node.attrs.get("currency", "")) is not None


def _order(video: Node, entry: Entry, context: Context) -> Iterator[Remark]:
    yield from check_order("VID016", video, ORDER)


VIDEO_CHECKS = (_required, _files, _lengths, _numbers, _words, _uploader, _dates, _effect, _order)
CHECKS = (check_videos,)
