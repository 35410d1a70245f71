"""The open figures of pyplot, and the world locations of drawing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .libraries import Figure

PYPLOT = "matplotlib.figure"
"""The world location of pyplot: its figures, the current one and its current axes."""
KEEPS_FIGURES = "display.figures"
"""Whether figures are closed when a cell has ended (`%config InlineBackend.close_figures`)."""


def open_figures() -> list[Figure]:
    """The open figures of pyplot, the current one last."""
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    return (
        [] if helpers is None else [manager.canvas.figure for manager in helpers.Gcf.figs.values()]
    )
