"""Modules reloaded in place by IPython's `%autoreload`, and whether the extension runs before the
next cell.
"""

from __future__ import annotations

import sys
from typing import Any

from .shell import current_shell


def reloaded() -> dict[str, float]:
    """The times of the files that `%autoreload` has compared, by the names of modules."""
    return getattr(_reloader(), "modules_mtimes", {})


def reloads() -> bool:
    """Whether `%autoreload` looks at the files of all modules before each cell."""
    reloader = _reloader()
    return getattr(reloader, "enabled", False) and bool(
        getattr(reloader, "check_all", False) or getattr(reloader, "modules", None)
    )


def _reloader() -> Any:
    """The module reloader of `%autoreload`; None where the extension is not loaded."""
    shell = current_shell() if "IPython.extensions.autoreload" in sys.modules else None
    magics = shell.magics_manager.registry.get("AutoreloadMagics") if shell is not None else None
    return getattr(magics, "_reloader", None)
