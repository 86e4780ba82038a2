"""A set of files published as one: all staged first, then renamed into place, the index last."""

from .commit import Same, Staging
from .lock import locked
from .manifest import NAME as MANIFEST, Manifest, encoded, load
from .names import Names, check_name, checked_names, local, scheme_of

__all__ = [
    "MANIFEST",
    "Manifest",
    "Names",
    "Same",
    "Staging",
    "check_name",
    "checked_names",
    "encoded",
    "load",
    "local",
    "locked",
    "scheme_of",
]
