"""Everything that can go wrong, by name, with the code and the exit status that belong to it.

::

    UrlsetError
    ├── SettingsError     key, problem       exit 2
    ├── MissingExtra      extra              exit 2
    ├── PageError         loc, problem       exit 3
    ├── SourceError       where, problem     exit 3
    │   └── SourceLost    where, problem     exit 6
    ├── OutputError       path, problem      exit 4
    ├── BuildLocked       folder, since      exit 5
    ├── SubmissionError   endpoint, problem  exit 6
    └── GuardRefused      what, numbers      exit 1

Every message has one form, ``urlset: error[CODE]: WHERE: WHAT. DO.``, on one line: what a stranger wrote
(an address, a title, a file name) is escaped before it is shown.
"""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """One kind of error, as ``urlset explain CODE`` and the manual tell it."""

    meaning: str
    advice: str


CODES: dict[str, Code] = {
    "SET01": Code("A setting has a value of the wrong kind; the message says what is expected.", ""),
    "SET02": Code("A setting has an unknown name.", "See the list of settings in the manual."),
    "SET03": Code("A setting has no meaning here.", "Remove it: it belongs to another host or command."),
    "SET04": Code("A setting that is needed is missing.", "Add it."),
    "SET05": Code("SOURCE_DATE_EPOCH is no whole number of seconds.", "Set it to a number like 1714521600."),
    "CLI01": Code("The command line cannot be understood.", "See urlset --help."),
    "CLI02": Code(
        "An address on the command line is none of the site's pages.",
        "Check the address; urlset explain ADDRESS tells what became of it.",
    ),
    "EXT01": Code(
        "An optional part of urlset is not installed.", "Run the pip command that the message gives."
    ),
    "PAG01": Code(
        "A page has an address that cannot be a web address.", "Correct it where the page comes from."
    ),
    "PAG02": Code("A page has a date that cannot be written.", "Use YYYY-MM-DD or a time with a zone."),
    "PAG03": Code(
        "A page has a field with a value outside its bounds.", "Correct it where the page comes from."
    ),
    "PAG04": Code(
        "A page has no date, and lastmod_required wants one.", "Commit the page, or fetch the history."
    ),
    "SRC01": Code("An input cannot be opened.", "Check the path and its permissions."),
    "SRC02": Code(
        "An input holds something that cannot be read.", "Correct the line that the message names."
    ),
    "SRC03": Code("An input breaks a limit.", "Split or repair the input."),
    "SRC04": Code(
        "A database or service cannot be reached or stopped answering.",
        "Nothing was published; try again later.",
    ),
    "SRC05": Code("A statement does more than read.", "Give one SELECT, WITH … SELECT or VALUES."),
    "NET01": Code("An address cannot be fetched.", "Check the address, and try again later."),
    "NET02": Code(
        "An address is not fetched, or not to its end, by a rule or limit that the message names.",
        "Check the address, or get the document by other means and name its file.",
    ),
    "OUT01": Code("An output cannot be written.", "Nothing was changed; free the path or choose another."),
    "OUT02": Code("A file name is not safe on every system.", "Choose a plain name like sitemap.xml."),
    "OUT03": Code(
        "Another plugin of the host writes a file of the same name.",
        "Remove one of the two plugins, or set another filename.",
    ),
    "OUT04": Code(
        "More pages than one sitemap holds were to be answered as one.",
        "Write files, or answer several sitemaps.",
    ),
    "LCK01": Code("Another build is writing to the same folder.", "Wait until it has ended."),
    "SUB01": Code(
        "A service outside did not take a submission.", "The sitemap stays published; try again later."
    ),
    "GRD01": Code(
        "A guard refused to publish.", "Check the sources; the message names the option that allows it."
    ),
}
"""Every code of an error, with its meaning and what to do. The manual lists exactly these."""


def printable(text: str) -> str:
    """``text`` on one line with control, format and undecodable characters escaped, for messages."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "replace").decode("ascii")
        for char in text
    )


def _sentence(text: str, before: str = "") -> str:
    return f"{before}{text}{'' if text[-1] in '.?!' else '.'}" if text else ""


class UrlsetError(Exception):
    """The root of all errors of urlset: ``code``, ``where``, ``what``, ``do``, and ``exit_code``.

    ``what`` and ``do`` are given without their final stops.
    """

    exit_code = 2
    default_code = "SET01"

    def __init__(self, where: str, what: str, do: str = "", code: str = "") -> None:
        self.code = code or self.default_code
        self.where, self.what = printable(where), printable(what)
        self.do = printable(do or CODES[self.code].advice)
        super().__init__(f"{self.where}: {_sentence(self.what)}{_sentence(self.do, ' ')}")

    def __reduce__(self) -> tuple[type, tuple[str, ...]]:
        return type(self), (self.where, self.what, self.do, self.code)

    def line(self, level: str = "error") -> str:
        """The whole message: ``urlset: error[CODE]: WHERE: WHAT. DO.``"""
        return f"urlset: {level}[{self.code}]: {self}"


class SettingsError(UrlsetError):
    """A setting is wrong: ``key`` names it (``exclude[1]``), ``problem`` says how."""

    @property
    def key(self) -> str:
        return self.where

    @property
    def problem(self) -> str:
        return self.what


class MissingExtra(UrlsetError):
    """A part of urlset needs libraries that are not installed."""

    default_code = "EXT01"

    def __init__(self, extra: str, what: str = "", *_: str) -> None:
        self.extra = extra
        super().__init__(extra, what or "this part is not installed", f'Run: pip install "urlset[{extra}]"')

    def __reduce__(self) -> tuple[type, tuple[str, ...]]:
        return type(self), (self.extra, self.what)


class PageError(UrlsetError):
    """A page record is malformed: ``loc`` names it (or file and line), ``problem`` says how."""

    exit_code = 3
    default_code = "PAG01"

    @property
    def loc(self) -> str:
        return self.where

    @property
    def problem(self) -> str:
        return self.what


class SourceError(UrlsetError):
    """An input cannot be opened or read: ``where`` is ``FILE`` or ``FILE:LINE``."""

    exit_code = 3
    default_code = "SRC01"

    @property
    def problem(self) -> str:
        return self.what


class SourceLost(SourceError):
    """A database or a service that an input comes from cannot be reached, or stopped answering."""

    exit_code = 6
    default_code = "SRC04"


class OutputError(UrlsetError):
    """An output cannot be written; whatever stood there before still does."""

    exit_code = 4
    default_code = "OUT01"

    @property
    def path(self) -> str:
        return self.where

    @property
    def problem(self) -> str:
        return self.what


class BuildLocked(UrlsetError):
    """Another build holds the lock of the output folder since ``since``."""

    exit_code = 5
    default_code = "LCK01"

    @property
    def folder(self) -> str:
        return self.where


class SubmissionError(UrlsetError):
    """A service outside failed or refused; publishing is not undone by it."""

    exit_code = 6
    default_code = "SUB01"

    @property
    def endpoint(self) -> str:
        return self.where


class GuardRefused(UrlsetError):
    """A guard kept a build from being published; ``what`` holds the numbers."""

    exit_code = 1
    default_code = "GRD01"
