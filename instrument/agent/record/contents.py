"""Small containers that a statement changes in place: their items are copied before, and compared
at the end, so that only items that are other objects count as changed.

Items are compared by identity, so no code of the notebook runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..objects.locations import VALUES, WHOLE, key_field
from ..observer import Observer

if TYPE_CHECKING:
    from .recorder import Recorder
    from .statement import Statement

MANY = 60
"""Items of a container that is not small."""

_COPIED = frozenset({list, dict, set})
_LONG = 100


class Copies(dict[str, tuple]):
    """By token: a container, its copy, and whether its items are stored one by one."""


class Contents(Observer):
    """Copies and compares small containers."""

    State = Copies

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def mutate(
        self, token: str, container: Any, kind: str = "observed", by_item: bool = False
    ) -> None:
        """The container is about to be changed in place. `by_item`: its items are stored one by
        one.
        """
        if token == "logging":
            # (one of many lists of loggers)
            self.recorder.settings.mutate(token)
            return
        statement = self.recorder.current
        if (
            statement is not None
            and (token, WHOLE) not in statement.writes
            and is_small(container)
            and not self.recorder.tokens.is_alias(container)
        ):
            statement.state(Copies)[token] = (container, container.copy(), by_item)
        self.recorder.mutate(token, WHOLE, kind)

    def report(self, statement: Statement, state: Copies) -> None:
        """Withdraws the writes of containers with the same items as before. Of containers whose
        items were stored one by one, only the changed items count.
        """
        for token, (container, before, by_item) in state.items():
            fields = changed_items(container, before)
            if fields is None or (fields and not by_item):
                continue
            if statement.withdraw((token, WHOLE)):
                for field in fields:
                    statement.write_only((token, field))
        state.clear()

    def held(self, state: Copies) -> list[int]:
        return [id(container) for container, *_ in state.values()]

    def drop(self, statement: Statement, state: Copies, dead: set[int]) -> None:
        for token in [token for token, (held, *_) in state.items() if id(held) in dead]:
            del state[token]


def is_small(container: Any) -> bool:
    """Whether the container is a list, dictionary or set of few numbers and short strings.
    (Containers of other objects have referrers, which `resize` asks for.)
    """
    kind = type(container)
    if kind not in _COPIED or len(container) > MANY or not all(map(_is_short, container)):
        return False
    return kind is not dict or all(map(_is_short, container.values()))


def _is_short(value: Any) -> bool:
    kind = type(value)
    return kind in VALUES and (kind not in (str, bytes) or len(value) <= _LONG)


def changed_items(container: Any, before: Any) -> list[str] | None:
    """The fields whose items are other objects than in the earlier copy; None: more than items has
    changed.
    """
    if len(container) != len(before):
        return None
    if type(before) is list:
        changed = [key for key, value in enumerate(before) if container[key] is not value]
    elif not all(now is key for now, key in zip(container, before)):
        return None
    else:
        changed = (
            [key for key in before if container[key] is not before[key]]
            if type(before) is dict
            else []
        )
    fields = [key_field(key) for key in changed]
    return None if WHOLE in fields else fields
