"""Options: declared once, checked, explained."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from urlset import Settings, SettingsError, clock, errors, read_settings
from urlset.options import declared, expected


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"exlude": []}, "exlude: unknown setting. Did you mean exclude?"),
        ({"qqq": 1}, "qqq: unknown setting. See the list of settings in the manual."),
        ({"exclude": ["a", 3]}, "exclude[1]: expected text, got 3."),
        ({"exclude": "a"}, "exclude: expected a list of text, got 'a'."),
        ({"gzip": 3}, "gzip: expected true, false or only, got 3."),
        ({"gzip": "maybe"}, "gzip: expected true, false or only, got 'maybe'."),
        ({"lastmod": "today"}, "lastmod: expected newest, git"),
        ({"priority": 1.5}, "priority: expected a number from 0 to 1, got 1.5."),
        ({"changefreq": "often"}, "changefreq: expected always, hourly"),
        ({"max_entries": 50_001}, "max_entries: expected a whole number from 1 to 50000, got 50001."),
        (
            {"max_bytes": 52_428_801},
            "max_bytes: expected a whole number from 1000 to 52428800, got 52428801.",
        ),
        ({"max_entries": True}, "max_entries: expected a whole number from 1 to 50000, got True."),
        ({"base_url": None}, "base_url: expected text, got nothing."),
        ({"rules": {"match": "a"}}, "rules: expected a list of tables, got {'match': 'a'}."),
        ({"rules": ["a"]}, "rules[0]: expected a table, got 'a'."),
        ({"rules": [{}, {"sectoin": "a"}]}, "rules[1].sectoin: unknown setting. Did you mean section?"),
        ({"rules": [{"priority": 2}]}, "rules[0].priority: expected a number from 0 to 1, got 2."),
        ({"rules": [{"query": [1]}]}, "rules[0].query[0]: expected text, got 1."),
        ({"languages": {"en": 3}}, "languages.en: expected text, got 3."),
        (["exclude"], "settings: expected a mapping from names to values, got ['exclude']."),
        ({"nav_only": True}, "nav_only: has no meaning here. It belongs to mkdocs."),
        ({"enabled": True}, "enabled: has no meaning here. It belongs to the plugins."),
        ({"base_url": "e.com"}, "base_url: expected an address like https://example.com/, got 'e.com'."),
        (
            {"sitemap_base_url": "/a/"},
            "sitemap_base_url: expected an address like https://example.com/, got '/a/'.",
        ),
        ({"languages": {"en": ""}}, "languages.en: expected an address like https://example.com/, got ''."),
        ({"filename": "a/b.xml"}, "filename: expected a plain file name like sitemap.xml, got 'a/b.xml'."),
        ({"filename": "sitemap.txt"}, "filename: expected a name that ends in .xml, got 'sitemap.txt'."),
        ({"timezone": "Mars/Base"}, "timezone: expected a name like Europe/Paris, got 'Mars/Base'."),
        ({"exclude": ["a", "[z-a]"]}, "exclude[1]: is no pattern: '[z-a]'. Write it as in .gitignore."),
        ({"rules": [{}, {"match": "[z-a]"}]}, "rules[1].match[0]: is no pattern: '[z-a]'."),
        ({"rules": [{"regex": "("}], "collapse_index": True}, "rules[0].regex: is no regular expression"),
        ({"rules": [{"replace": "a"}]}, "rules[0].replace: needs a regex."),
    ],
)
def test_a_wrong_option(given: Any, message: str) -> None:
    with pytest.raises(SettingsError) as wrong:
        read_settings(given, "cli")
    assert str(wrong.value).startswith(message)


@pytest.mark.parametrize("name", ["include", "generated_pages", "exclude"])
def test_a_pattern_that_cannot_be_read_stops_a_host_before_it_builds(name: str) -> None:
    given = {name: ["[z-a]"]}
    with pytest.raises(SettingsError, match=rf"{name}\[0\]: is no pattern"):
        read_settings(given, "sphinx")
    assert read_settings({**given, "enabled": False}, "sphinx").enabled is False


def test_every_default_is_a_value_of_its_own_option() -> None:
    for option in declared(Settings):
        place = option.only if option.only not in {"", "hosts"} else "mkdocs"
        assert read_settings({option.name: option.default}, place) == Settings(), option.name


def test_every_option_is_told_about() -> None:
    for option in declared(Settings):
        assert option.description.endswith("."), option.name
        assert "expected" not in expected(option.kind)


def test_off_is_a_word_although_yaml_reads_it_as_false() -> None:
    assert read_settings({"lastmod": False}, "mkdocs").lastmod == "off"


def test_text_behind_an_option_of_sphinx_is_what_it_says() -> None:
    given = {"lastmod_required": "1", "enabled": "False", "max_entries": "7"}
    for word, meant in {"1": True, "false": False, "fragment": "fragment"}.items():
        assert read_settings({"html_map": word}, "sphinx").html_map == meant
    wanted = read_settings(given, "sphinx")
    assert (wanted.lastmod_required, wanted.enabled, wanted.max_entries) == (True, False, 7)
    for wrong in ({"enabled": "maybe"}, {"max_entries": "many"}):
        with pytest.raises(SettingsError):
            read_settings(wrong, "sphinx")


def test_the_clock_is_source_date_epoch_where_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert clock.now() == datetime(1970, 1, 1, tzinfo=UTC)
    for bad in ("", "1714521600.0", "35x", "-1", "٣"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", bad)
        with pytest.raises(SettingsError, match="SOURCE_DATE_EPOCH: expected whole seconds"):
            clock.now()


def test_every_error_has_a_code_with_a_meaning() -> None:
    for kind in errors.UrlsetError.__subclasses__():
        assert kind.default_code in errors.CODES
        error = kind("where\n", "what\x1b") if kind is not errors.MissingExtra else kind("sql")
        assert error.line().startswith(f"urlset: error[{error.code}]: ")
        assert "\n" not in error.line()
        assert "\x1b" not in error.line()
    assert all(code.meaning.endswith(".") for code in errors.CODES.values())


def test_a_missing_extra_says_how_to_install_it() -> None:
    assert str(errors.MissingExtra("sql")).endswith('Run: pip install "urlset[sql]".')
