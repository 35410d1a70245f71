"""The first drawing of a figure makes matplotlib choose and load its backend, which turns
interactive mode on, even after `plt.ioff()` in the cell. A cell with the first drawing would find
the choice done when it runs again. So matplotlib is made to choose once more. Cells are unknown
here.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

MODULE = "matplotlib_inline.backend_inline"
_NAMES = ("inline", f"module://{MODULE}")


class FirstDrawing:
    """Makes matplotlib choose its backend again. `backend`: the choice so far, until the next
    choice; else None.
    """

    def __init__(self) -> None:
        self.backend: object = None

    def prepare(self) -> bool:
        """Make the next drawing choose the backend. Returns whether it will, which holds for the
        inline backend only.
        """
        pyplot: Any = sys.modules.get("matplotlib.pyplot")
        module: Any = sys.modules.get(MODULE)
        backend = getattr(pyplot, "_backend_mod", None)
        if module is None or backend is None or dict.get(pyplot.rcParams, "backend") not in _NAMES:
            return False
        self.backend = backend
        pyplot._backend_mod = None
        # so that the import system asks for the module's lock, as before a load (`loading`)
        module.__spec__._initializing = True
        return True

    def finish(self) -> None:
        """End the preparation: the choice has been made, or will not be."""
        backend, self.backend = self.backend, None
        if backend is not None:
            module: Any = sys.modules[MODULE]
            module.__spec__._initializing = False
            pyplot: Any = sys.modules["matplotlib.pyplot"]
            if pyplot._backend_mod is None:
                pyplot._backend_mod = backend
