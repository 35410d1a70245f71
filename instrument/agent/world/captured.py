"""Output captured by `Output` widgets (`with out:`): each view of the widget displays the output,
and `out.outputs` returns it without notebook code.

Each widget has a location of its own, with a field for each cell. The page stores what each cell
has given to a widget, and drops the output when the cell runs again.

Unsound: a reader of `out.outputs` also finds the output of cells below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.locations import WHOLE, key_field
from .table import CAPTURED

if TYPE_CHECKING:
    from typing import Any

    from ..objects.locations import Token
    from ..record.recorder import Recorder

_PREFIX = CAPTURED + "."
_HOME = "ipywidgets.widgets.widget_output"


def is_captured(location: Token) -> bool:
    """Whether a location is such a widget's."""
    return location.startswith(_PREFIX)


def capture(recorder: Recorder, widget: Any) -> None:
    """Record that further output of the cell may go to this widget, or is taken from it."""
    recorder.write(_PREFIX + recorder.tokens.of(widget), key_field(recorder.imports.used.cell))


def read_captured(recorder: Recorder, obj: object) -> None:
    """An object's `outputs` are looked up."""
    if any(home(cls) == _HOME for cls in type(obj).__mro__):
        recorder.read(_PREFIX + recorder.tokens.of(obj), WHOLE)
