"""Containers that only the agent still refers to die at the end of a statement. The end of their
elements may run code, and this code belongs to the statement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..observer import Observer

if TYPE_CHECKING:
    from .recorder import Recorder
    from .statement import Statement


class Dying(Observer):
    """Lets them die."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def report(self, statement: Statement, state: None) -> None:
        self.recorder.tokens.sweep()
