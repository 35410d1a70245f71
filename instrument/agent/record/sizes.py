"""The elements of containers that appear or vanish while a statement runs: which ones those are is
seen at its end.
"""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

from ..objects.locations import WHOLE, key_field
from ..observer import Observer

if TYPE_CHECKING:
    from .recorder import Recorder
    from .statement import Statement

_MAX_FIELDS = 60
"""Elements of a list that are recorded one by one."""


class Before(dict[str, tuple]):
    """By token: a container, and its length or the set of its keys before."""


class Sizes(Observer):
    """Records elements that appear or vanish."""

    State = Before

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def watch(self, token: str, container: object) -> None:
        """Elements of this container will appear or vanish."""
        statement = self.recorder.current
        if statement is None:
            return
        before = statement.state(Before)
        if token not in before:
            if isinstance(container, dict):
                before[token] = (container, set(container))
            elif isinstance(container, (list, collections.deque, bytearray)):
                before[token] = (container, len(container))

    def report(self, statement: Statement, state: Before) -> None:
        mutate = self.recorder.mutate
        for token, (container, before) in state.items():
            if isinstance(container, dict):
                for key in before.symmetric_difference(container):
                    mutate(token, key_field(key))
                continue
            low, high = sorted((before, len(container)))
            if high - low > _MAX_FIELDS:
                mutate(token, WHOLE)
                continue
            for index in range(low, high):
                mutate(token, "i:%d" % index)
                mutate(token, "e:%d" % index)

    def held(self, state: Before) -> list[int]:
        return [id(container) for container, _ in state.values()]

    def drop(self, statement: Statement, state: Before, dead: set[int]) -> None:
        for token in [token for token, (held, _) in state.items() if id(held) in dead]:
            del state[token]
