"""New content of objects that code without probes has looked at: keys of a `defaultdict` that a
text asks for, cached properties. The end of the statement finds them by size and last key.
"""

from __future__ import annotations

import functools
import itertools
import weakref
from typing import TYPE_CHECKING

from ..objects.attributes import own_dict, static
from ..objects.callables import FUNCTION
from ..objects.classes import is_notebook_class
from ..objects.locations import attribute_field, key_field
from ..observer import Observer

if TYPE_CHECKING:
    from collections.abc import Iterable, Reversible
    from typing import Any

    from ..objects.locations import Namespace
    from ..record.recorder import Recorder
    from ..record.statement import Statement

_GROWING = weakref.WeakKeyDictionary()


class Sizes(dict[int, tuple]):
    """By identity: an object, and its parts that may grow, with size and last key before."""


def watch_growth(recorder: Recorder, obj: object) -> None:
    """Code without probes is about to look at `obj`."""
    statement = recorder.current
    if statement is None:
        return
    growing = statement.state(Sizes)
    if id(obj) not in growing:
        growing[id(obj)] = (
            obj,
            [
                (mapping, items, len(mapping), _last(mapping))
                for mapping, items in _mappings(obj, recorder.namespace)
            ],
        )


class Growth(Observer):
    """Records the items and attributes that have appeared since `watch_growth`."""

    State = Sizes

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def report(self, statement: Statement, state: Sizes) -> None:
        recorder = self.recorder
        for obj, mappings in list(state.values()):
            for mapping, items, size, last in mappings:
                more = len(mapping) - size
                if more == 0 and _last(mapping) is last:
                    continue
                token = recorder.tokens.of(obj)
                if more <= 0:
                    # others have gone, so the number of new ones is unknown
                    recorder.mutate(token)
                for key in itertools.islice(reversed(mapping), max(more, 0)):
                    field = key_field(key) if items else attribute_field(key)
                    recorder.write(token, field)
                    recorder.rekey(token, [field])

    def held(self, state: Sizes) -> Iterable[int]:
        return state.keys()

    def drop(self, statement: Statement, state: Sizes, dead: set[int]) -> None:
        for key in state.keys() & dead:
            del state[key]


def _mappings(obj: Any, namespace: Namespace) -> list[tuple[dict[Any, Any], bool]]:
    """Where looking at `obj` may add something: itself (True), or its attributes (False), where a
    class of the notebook caches properties.
    """
    cls = type(obj)
    known = _GROWING.get(cls)
    if known is None:
        missing = static(cls, "__missing__") if issubclass(cls, dict) else None
        traced = type(missing) is FUNCTION and missing.__globals__ is namespace
        caches = any(
            type(value) is functools.cached_property
            for base in cls.__mro__[:-1]
            if is_notebook_class(base, namespace)
            for value in vars(base).values()
        )
        known = (missing is not None and not traced, caches)
        if not is_notebook_class(cls, namespace):
            # a notebook may still change its own
            _GROWING[cls] = known
    items, caches = known
    own = own_dict(obj) if caches else None
    return ([(obj, True)] if items else []) + ([(own, False)] if own is not None else [])


def _last(mapping: Reversible[Any]) -> Any:
    return next(reversed(mapping), None)
