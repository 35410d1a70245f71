"""Settings read when a figure is drawn, at the end of the cell: a statement that changes the
current figure reads them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.figures import PYPLOT
from ..objects.locations import WHOLE
from ..observer import Observer
from .table import DISPLAY, DRAWING, FIGURE_FORMATS

if TYPE_CHECKING:
    from ..record.recorder import Recorder
    from ..record.statement import Statement

DRAWN = (PYPLOT, WHOLE)
"""The location of the current figure."""


class ShownFigures(Observer):
    """Records these reads, whatever library has drawn."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def report(self, statement: Statement, state: None) -> None:
        if DRAWN in statement.writes:
            self.recorder.settings.read_all((DRAWING, DISPLAY, FIGURE_FORMATS))
