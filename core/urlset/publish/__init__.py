"""A set of files published as one: all staged first, then renamed into place, the index last."""

from .commit import Staging
from .names import Names, check_name

__all__ = ["Names", "Staging", "check_name"]
