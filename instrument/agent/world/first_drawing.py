"""The first drawing of a figure has matplotlib choose its backend, and load it: which turns
interactive mode on, whatever the cell has set before (`plt.ioff()`). A cell that draws first and
runs again would find that done; here matplotlib is made to choose once more. It knows no cells.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

MODULE = "matplotlib_inline.backend_inline"
_NAMES = ("inline", f"module://{MODULE}")


class FirstDrawing:
    """`backend`: what is chosen, while matplotlib is to choose again; else None."""

    def __init__(self) -> None:
        self.backend: object = None

    def prepare(self) -> bool:
        """The next drawing is to choose the backend. Gives whether it will: only what loading the
        inline backend does is known.
        """
        pyplot: Any = sys.modules.get("matplotlib.pyplot")
        module: Any = sys.modules.get(MODULE)
        backend = getattr(pyplot, "_backend_mod", None)
        if module is None or backend is None or dict.get(pyplot.rcParams, "backend") not in _NAMES:
            return False
        self.backend = backend
        pyplot._backend_mod = None
        # so that the import system asks for the module's lock, as it does before it loads one
        # (`loading`)
        module.__spec__._initializing = True
        return True

    def finish(self) -> None:
        """It has been chosen, or will not be."""
        backend, self.backend = self.backend, None
        if backend is not None:
            module: Any = sys.modules[MODULE]
            module.__spec__._initializing = False
            pyplot: Any = sys.modules["matplotlib.pyplot"]
            if pyplot._backend_mod is None:
                pyplot._backend_mod = backend
