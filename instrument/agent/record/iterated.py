"""The objects that loops, comprehensions and unpacking of a statement have iterated over. Widening
starts from these objects; they also tell whether an asynchronous generator was left before its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..observer import Observer
from ..world.async_generators import closed_later

if TYPE_CHECKING:
    from .recorder import Recorder
    from .statement import Statement


class GoneOver(list[object]):
    """These objects, in order."""


class Iterated(Observer):
    """Holds these objects until the end of the statement."""

    State = GoneOver

    def report(self, statement: Statement, state: GoneOver) -> None:
        if not statement.on:
            # objects that die here die within the statement, with their callbacks
            state.clear()

    def held(self, state: GoneOver) -> list[int]:
        return list(map(id, state))

    def drop(self, statement: Statement, state: GoneOver, dead: set[int]) -> None:
        state[:] = [obj for obj in state if id(obj) not in dead]


class LeftGenerators(Observer):
    """Says that an asynchronous generator is closed later."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def report(self, statement: Statement, state: None) -> None:
        if statement.foreign and closed_later(statement.states.get(GoneOver, ())):
            self.recorder.escape(
                "an asynchronous generator is closed later, outside of any cell", lasting=True
            )
