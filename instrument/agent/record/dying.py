"""Containers that nobody but us still refers to die when a statement ends. Their elements may say
that they die, which is part of the statement.
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
