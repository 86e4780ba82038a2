"""The names of the files of a set, and which names are safe everywhere."""

from __future__ import annotations

import re

from msgspec import Struct

from ..errors import SettingsError

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._\-]{0,150}")
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*)://")


def check_name(name: str, key: str = "filename") -> str:
    """``name`` if it is a plain file name on every system: letters, digits, ``.``, ``-`` and ``_``.

    Raises SettingsError (OUT02), naming ``key``.
    """
    if not is_plain(name) or name == "robots.txt":
        raise SettingsError(key, f"expected a plain file name like sitemap.xml, got {name!r}", code="OUT02")
    return name


def scheme_of(text: str) -> str:
    """The scheme of an address (``ftp``), or "" where ``text`` is none."""
    found = _ADDRESS.match(text)
    return found[1].lower() if found else ""


def local(path: str, key: str) -> str:
    """``path`` if it is no address: of ``ftp://host/x`` the system would make a folder called ``ftp:``.

    Raises SettingsError, naming ``key``.
    """
    if scheme_of(path):
        problem = f"expected a path on this machine, got the address {path}"
        raise SettingsError(key, problem, "Write into a folder, and copy it to the server from there")
    return path


def is_plain(name: str) -> bool:
    """Whether a file of this name can be made on every system, and lies in the folder itself."""
    return bool(_PLAIN.fullmatch(name)) and not _DEVICES.fullmatch(name) and not name.endswith(".")


class Names(Struct, frozen=True):
    """How the files of one set are called, from the name of the set.

    Where one file is enough it has the name of the set. Else the index has it, unless ``flat``: then the
    first file keeps it (themes of MkDocs read it as a plain list) and the index is called ``NAME-index``.
    """

    filename: str = "sitemap.xml"
    flat: bool = False

    def file(self, number: int, alone: bool, section: str = "") -> str:
        """The name of file ``number`` (from 1) of a section; ``alone`` where the set has no other."""
        if section:
            return self._with(f"-{section}" if number == 1 else f"-{section}-{number}")
        if number == 1 and (alone or self.flat):
            return self.filename
        return self._with(f"-{number}")

    @property
    def index(self) -> str:
        """The name of the index."""
        return self._with("-index") if self.flat else self.filename

    def _with(self, suffix: str) -> str:
        stem, dot, ending = self.filename.rpartition(".")
        return f"{stem}{suffix}{dot}{ending}" if dot else f"{ending}{suffix}"


def checked_names(filename: str, flat: bool) -> Names:
    """`Names` of a set, its name checked: it must end in ``.xml``."""
    check_name(filename)
    if not filename.endswith(".xml"):
        raise SettingsError("filename", f"expected a name that ends in .xml, got {filename!r}", code="OUT02")
    return Names(filename, flat)
