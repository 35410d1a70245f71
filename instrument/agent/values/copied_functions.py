"""Notebook functions copied by a pickler: a copy has plain code without probes, so its callbacks
run unseen.

Unsound: a pickled copy of a function has no probes when the function is gone, or when only an
object holds the copy. Calls of the copy are compared; calls without a call in the text are missed.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

from ..objects.locations import GLOBALS
from ..observer import Observer

if TYPE_CHECKING:
    from ..calls.quiet import QuietCalls
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .plain_code import PlainCode


class CopiedFunctions(Observer):
    """Gives copies under names of the notebook the code with probes of their originals."""

    def __init__(self, recorder: Recorder, plain: PlainCode, quiet: QuietCalls) -> None:
        self.recorder = recorder
        self.plain = plain
        self.quiet = quiet

    def report(self, statement: Statement, state: None) -> None:
        if not statement.foreign:
            return
        namespace = self.recorder.namespace
        for token, name in statement.writes:
            value = namespace.get(name) if token == GLOBALS else None
            if (
                type(value) is not types.FunctionType
                or value.__globals__ is not namespace
                or self.quiet.is_instrumented(value)
            ):
                continue
            probed = self.plain.probed(value.__code__)
            if probed is not None:
                value.__code__ = probed
