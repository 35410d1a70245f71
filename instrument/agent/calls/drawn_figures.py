"""Figures that undeclared code may draw on: those among its arguments, and all figures of pyplot.

matplotlib marks a changed artist and its figure as stale, and a drawn one as not stale. This module
sets a third mark that counts as not stale (`figure.stale` is 0 meanwhile). The mark is gone after a
change or a drawing.

Unsound: a figure outside of pyplot is missed when code draws on the figure without an argument that
leads there.
"""

from ..objects.figures import PYPLOT, open_figures
from ..objects.locations import WHOLE

_UNTOUCHED = 0


class DrawnFigures:
    """The figures of one statement, marked until its end."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.marked = {}
        self.current = _pyplot_state()
        for figure, _ in self.current:
            self.mark(figure)

    def mark(self, figure):
        if id(figure) not in self.marked:
            own = vars(figure)
            self.marked[id(figure)] = (figure, own.get("_stale"))
            own["_stale"] = _UNTOUCHED

    def report(self):
        """Take the marks off. Record changed or drawn figures, and the current figure."""
        recorder = self.recorder
        for figure, stale in self.marked.values():
            own = vars(figure)
            if own.get("_stale") is _UNTOUCHED:
                own["_stale"] = stale
            else:
                recorder.mutate(recorder.tokens.of(figure), WHOLE, "compared")
        self.marked.clear()
        if _pyplot_state() != self.current:
            recorder.mutate(PYPLOT, WHOLE, "compared")


def _pyplot_state():
    """pyplot's figures, the current one last, each with its current axes."""
    return [
        (figure, figure._axstack.current())
        for figure in open_figures()
        if hasattr(figure, "_axstack")
    ]
