"""Collected warnings, and flags raised by decimal arithmetic: code without probes changes both, so
they are compared before and after such code.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from ..objects.locations import WHOLE
from ..observer import Observer
from .table import FLAGS

if TYPE_CHECKING:
    from ..record.recorder import Recorder
    from ..record.statement import Statement


class Before:
    """The list of collected warnings with its length, and the flags with a copy; each may be None."""

    __slots__ = ("warnings", "flags")

    def __init__(self) -> None:
        self.warnings = _recorded_warnings()
        decimal: Any = sys.modules.get("decimal")
        self.flags = None
        if decimal is not None:
            flags = decimal.getcontext().flags
            self.flags = (flags, flags.copy())


class Signalled(Observer):
    """Records new warnings and flags."""

    State = Before

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def look_around(self, statement: Statement) -> None:
        statement.state(Before)

    def report(self, statement: Statement, state: Before) -> None:
        recorder = self.recorder
        warnings, flags = state.warnings, state.flags
        if warnings is not None and len(warnings[0]) != warnings[1]:
            recorder.read("warnings", WHOLE)
            recorder.mutate(recorder.tokens.of(warnings[0]), WHOLE, "compared")
        if flags is not None and flags[0] != flags[1]:
            recorder.mutate(FLAGS, WHOLE, "compared")


def _recorded_warnings() -> tuple[list[Any], int] | None:
    """The list of collected warnings (`catch_warnings(record=True)`), and its length; None without
    a collection.
    """
    log = getattr(getattr(sys.modules.get("warnings"), "_showwarnmsg_impl", None), "__self__", None)
    return (log, len(log)) if type(log) is list else None
