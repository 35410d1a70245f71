"""Modules of a stored run that somebody else has written: a kernel loads parts of the packages that it
has, and nothing that only the author of the run asks for.
"""

from __future__ import annotations

import sys

from ..world.local_modules import is_local


def strange_modules(names: list[str]) -> list[str]:
    """Those that are not loaded, and no part of a loaded package that is installed."""
    return [name for name in names if name not in sys.modules and not _is_known_part(name)]


def _is_known_part(name: str) -> bool:
    package, *parts = name.split(".")
    path = getattr(sys.modules.get(package), "__file__", None)
    return bool(parts and "__main__" not in parts and path and not is_local(path))
