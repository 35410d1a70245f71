"""The content of the text of an error: its class, its arguments and attributes, and the errors
behind it.

A statement that fails shows its error. Library code that runs while an error is handled
(`traceback.format_exc()`) may look at the error.
"""

from __future__ import annotations

import builtins
import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import own_dict
from ..objects.locations import WHOLE

if TYPE_CHECKING:
    from collections.abc import Set

    from ..record.recorder import Recorder
    from .deep_reads import Reach

LAST = frozenset({"last_type", "last_value", "last_traceback", "last_exc"})
"""Attributes of `sys` for the last shown error."""

_LOOKED_UP = ("__str__", "__repr__", "__name__", "__qualname__", "__module__", "_render_traceback_")
"""Attributes of the class of an error that its display looks up."""

_SHOWN_BY = (
    "builtins",
    "traceback",
    "linecache",
    "inspect",
    "tokenize",
    "os",
    "stack_data.core",
    "IPython.core.ultratb",
)
"""Modules that make the text, if the notebook has patched them."""

_DEEPEST = 20
"""The longest chain of errors that is followed."""

_ARGUMENTS, _CAUSE, _CONTEXT, _SUPPRESSES = (
    vars(BaseException)[n] for n in ("args", "__cause__", "__context__", "__suppress_context__")
)


class Errors:
    """Records the reads by the display of errors."""

    def __init__(self, recorder: Recorder, reach: Reach) -> None:
        self.recorder = recorder
        self.reach = reach

    def read_handled(self) -> BaseException | None:
        """Reads the error that is handled now, and returns it."""
        error = sys.exc_info()[1]
        self.read(error)
        return error

    def escape(self, way: str) -> None:
        """Code looks at the last shown error, which scripts do not show."""
        self.recorder.escape("reads the error that was shown last through %s" % way)

    def look_for(self, names: Set[str]) -> None:
        """Code with these names may do so."""
        live = sys.modules["sys"]
        for name in LAST & names & vars(live).keys():
            if any(
                self.recorder.namespace.get(module) is live or module == "sys" for module in names
            ):
                self.escape("sys." + name)

    def read(self, error: BaseException | None) -> None:
        recorder = self.recorder
        if recorder.library.patched:
            for name in _SHOWN_BY:
                token = recorder.tokens.peek(sys.modules.get(name))
                if token in recorder.library.patched:
                    recorder.read(token, WHOLE)
            if (
                type(builtins.print) is types.FunctionType
                and builtins.print.__globals__ is recorder.namespace
            ):
                recorder.escape("the shell shows an error by a `print` of the notebook's")
        for _ in range(_DEEPEST):
            if not issubclass(type(error), BaseException):
                return
            recorder.lookups.read_hook(type(error), *_LOOKED_UP)
            token = recorder.tokens.peek(error)
            if token is not None:
                recorder.read(token, WHOLE)
            self.reach.deep_read(*_ARGUMENTS.__get__(error), *(own_dict(error) or {}).values())
            cause = _CAUSE.__get__(error)
            error = (
                _CONTEXT.__get__(error)
                if cause is None and not _SUPPRESSES.__get__(error)
                else cause
            )
