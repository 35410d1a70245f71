"""IPython's shell, read past its functions and traits, which cost more time and which a notebook
may replace. Each statement needs it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


def trait(obj: Any, name: str) -> Any:
    """A trait of an object of IPython's."""
    held = obj._trait_values
    # (an attribute made at its first use)
    return held[name] if name in held else getattr(obj, name)


def current_shell() -> Any:
    """The shell; None where there is none yet."""
    module = sys.modules.get("IPython.core.interactiveshell")
    return None if module is None else module.InteractiveShell._instance
