"""Warnings that Python shows once for each line of a library: a repeated run of a cell shows the
warnings of its last run again.
"""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING

from ..objects.attributes import home

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Shown: TypeAlias = tuple[str, tuple[str, type[Warning], int]]
    """The file of the warning, and Python's key for the warning: its text, category and line."""


class ShownWarnings:
    """The warnings shown by each cell's last run: `(file, key in the registry of the file's
    module)`. `now`: those of the run in progress.
    """

    def __init__(self) -> None:
        self.by_cell: dict[str | None, list[Shown]] = {}
        self.now: list[Shown] = []

    def install(self) -> None:
        live: Any = warnings
        show = live._showwarnmsg

        def note_and_show(message: Any) -> None:
            if home(message.category) != "__main__":
                self.now.append(
                    (message.filename, (str(message.message), message.category, message.lineno))
                )
            show(message)

        live._showwarnmsg = note_and_show

    def begin(self, cell: str | None) -> None:
        """Begin a run of a cell that is to show the warnings of a run from the top. None: without
        repetition of earlier warnings.
        """
        before = self.by_cell.get(cell, ())
        self.now = []
        if cell is None:
            return
        self.by_cell[cell] = self.now
        files = {file for file, _ in before}
        for module in list(sys.modules.values()) if files else ():
            held = getattr(module, "__dict__", {})
            if held.get("__file__") in files:
                for file, key in before:
                    if file == held["__file__"]:
                        held.get("__warningregistry__", {}).pop(key, None)
