"""Elements of containers that appear or vanish while a statement runs. The end of the statement
shows which ones.
"""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from ..objects.locations import STRUCTURE, WHOLE, key_field
from ..observer import Observer

if TYPE_CHECKING:
    from ..objects.locations import Field
    from .recorder import Recorder
    from .statement import Statement

_MAX_FIELDS = 60
"""Elements of a list that are recorded one by one."""


class Before(dict[str, tuple[Any, set[Any] | list[int]]]):
    """By token: a container, and the set of its keys before, or its least and greatest length: an
    element that was removed and added again is another element.
    """


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
        known = before.get(token)
        if known is None:
            if isinstance(container, dict):
                before[token] = (container, set(container))
            elif isinstance(container, (list, collections.deque, bytearray)):
                before[token] = (container, [len(container)] * 2)
        elif isinstance(known[1], list):
            _include(known[1], len(known[0]))

    def report(self, statement: Statement, state: Before) -> None:
        mutate = self.recorder.mutate
        for token, (container, before) in state.items():
            if isinstance(before, set):
                for key in before.symmetric_difference(container):
                    mutate(token, key_field(key))
                continue
            _include(before, len(container))
            low, high = before
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


def _include(lengths: list[int], length: int) -> None:
    lengths[0] = min(lengths[0], length)
    lengths[1] = max(lengths[1], length)


def size_field(recorder: Recorder, obj: object) -> Field:
    """The field of the length or key set of a container. The notebook's namespace and attribute
    dictionaries have no such field: for these a read of the size is a read of the whole.
    """
    open_ended = obj is recorder.namespace or recorder.tokens.is_alias(obj)
    return WHOLE if open_ended else STRUCTURE
