"""Library functions called by other library code with the notebook's objects: `map(list.sort,
lists)`, `sorted(lists, key=methodcaller("pop"))`.

No probe sees such a call, so its possible arguments change by the function's declaration, or are
compared. Notebook functions have probes of their own.
"""

from __future__ import annotations

import functools
import itertools
import operator
import types
from typing import TYPE_CHECKING

from ..objects.attributes import static
from ..objects.callables import BUILTINS, CACHED
from ..objects.iterators import SUSPENDABLE, drawn_from, is_iterator, referents
from ..objects.locations import ATOMIC, WHOLE, is_value
from ..world.paths import is_of_agent
from .arguments import chosen, elements, flat_actions, root
from .harmless import is_quiet
from .matching import UNBOUND

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from ..reach.deep_reads import Reach
    from .applying import ApplyEffects
    from .matching import Found

_FUNCTIONS = (
    *BUILTINS,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.MethodType,
    types.FunctionType,
)
_BOUND = (*BUILTINS, types.MethodType, types.MethodWrapperType)
_UNBOUND = (
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.FunctionType,
    operator.methodcaller,
)
_CHANGING = frozenset(
    {
        "__setitem__",
        "__delitem__",
        "__setattr__",
        "__delattr__",
        "__init__",
        "__next__",
        "__setstate__",
        "setdefault",
    }
) | {
    "__i%s__" % name
    for name in "add sub mul matmul truediv floordiv mod pow lshift rshift and or xor concat".split()
}
"""Methods that change their receiver, beside those of the effects library."""
_CALLED = frozenset({*_FUNCTIONS, functools.partial, operator.methodcaller})
LAZY = frozenset(
    {
        map,
        filter,
        itertools.starmap,
        itertools.filterfalse,
        itertools.takewhile,
        itertools.dropwhile,
        itertools.accumulate,
        itertools.groupby,
    }
)
"""Iterators that call a function with elements."""
_CONTAINERS = (list, tuple, set, frozenset, dict)


class HandedOver:
    """Records changes of arguments by callables when libraries call these."""

    def __init__(self, applied: ApplyEffects) -> None:
        self.applied = applied

    def callback(self, callee: Any) -> None:
        """`callee` may be called with arguments nobody here sees: its receiver changes as its
        declaration says.
        """
        applied = self.applied
        if issubclass(type(callee), (list, tuple, set, dict)):
            for part in elements(callee):
                self.callback(part)
            return
        if issubclass(type(callee), functools.partial):
            applied.reach.deep_read(*callee.args, *callee.keywords.values())
            callee = callee.func
        kind = type(callee)
        if kind is CACHED:
            applied.recorder.mutate(applied.recorder.tokens.of(callee), WHOLE)
            return
        if kind not in _BOUND:
            return
        owner = callee.__self__
        if issubclass(type(owner), (types.ModuleType, type)) or owner is None:
            return
        if self._is_own(callee):
            return
        found = applied.effects.find(callee)
        if found is None:
            applied.mutate(owner, "assumed")
            return
        for action in chosen(found.spec["effect"], {"self": owner}):
            resizes = action[0] == "writes" and all(place[0] == "length" for place in action[1:])
            if resizes or action[0] in ("draws", "escapes", "file", "sends"):
                applied.act(action, {"self": owner})
            elif action[0] in ("mutates", "writes") or (
                action[0] == "iterates" and ["param", "self"] in action[1:]
            ):
                applied.mutate(owner)

    def unseen(self, callee: Any, reads: bool = False, followed: bool = False) -> Iterator[Any]:
        """The callables without probes in `callee` that change their receiver when called (with
        `reads`: or look into the receiver). `followed`: without methods of classes (`list.append`).
        """
        if issubclass(type(callee), (list, tuple, set, dict)):
            for part in elements(callee):
                yield from self.unseen(part, reads, followed)
            return
        if issubclass(type(callee), (staticmethod, classmethod)):
            callee = callee.__func__
        given = ()
        if issubclass(type(callee), functools.partial):
            given = (*callee.args, *callee.keywords.values())
            callee = callee.func
        kind = type(callee)
        if kind in _UNBOUND and not given:
            if not followed and not self._is_own(callee) and self._changes_receiver(callee):
                yield callee
            return
        if (kind not in _FUNCTIONS and kind not in _BOUND) or self._is_own(callee):
            return
        found = self.applied.effects.find(callee)
        if found is not None and is_quiet(found.spec) and not reads:
            return
        if any(_changeable(part) for part in (*given, getattr(callee, "__self__", None))):
            yield callee

    def _changes_receiver(self, callee: Any) -> bool:
        """Whether a method of a class changes its receiver, by its name."""
        name = (
            callee.__reduce__()[1][0] if type(callee) is operator.methodcaller else callee.__name__
        )
        return name in _CHANGING or name in self.applied.effects.library.changing_methods

    def _is_own(self, function: object) -> bool:
        """Whether a function is the notebook's own, and so has probes."""
        return (
            getattr(getattr(function, "__func__", function), "__globals__", None)
            is self.applied.recorder.namespace
        )

    def lazily(self, iterator: object, reach: Reach) -> None:
        """Record that a lazy iterator calls its function with elements of its sources."""
        held = referents(iterator)
        callees = [part for part in held if type(part) in _CALLED and not self._harmless(part)]
        if callees:
            reached = reach.reached([part for part in held if type(part) not in _CALLED])
            for callee in callees:
                self.over(callee, reached)

    def over(self, callee: Any, values: Sequence[Any], at_once: bool = False) -> None:
        """Record that library code will call `callee` with some of `values`, or of the contents of
        containers among them. `at_once`: no other code runs between these calls.
        """
        kind = type(callee)
        if kind is functools.partial:
            callee = callee.func
            kind = type(callee)
        if kind not in _CALLED or self._harmless(callee):
            return
        if (
            at_once
            and kind is types.FunctionType
            and self.applied.undeclared().only_looks(callee, values)
        ):
            return
        self._made_by_code(values)
        if kind is operator.methodcaller:
            name = callee.__reduce__()[1][0]
            for part in parts_of(values):
                if static(type(part), name) is not None and not self._quiet_method(
                    type(part), name
                ):
                    self.applied.mutate(part)
            return
        if self.applied.effects.find(callee) is None:
            given = parts_of(values, inner=True)
            if given:
                self.applied.undeclared().call(callee, given, {})
        else:
            for part in parts_of(values):
                # (functions are called, and changed by nobody)
                if type(part) not in _FUNCTIONS:
                    self.applied.mutate(part)

    def _made_by_code(self, values: Sequence[Any]) -> None:
        """Compare all objects within reach of notebook code that feeds an iterator among `values`:
        its elements pass no probe.
        """
        reach = self.applied.reach
        namespace = self.applied.recorder.namespace
        for part in reach.reached(values):
            if type(part) in SUSPENDABLE or (
                type(part) is types.FunctionType and part.__globals__ is namespace
            ):
                self.applied.undeclared().called(reach.reached(values, follow_globals=True))
                return

    def _harmless(self, callee: Any) -> bool:
        """Whether there is nothing to record: the notebook's own function has probes, the agent's
        are in iterators of its loops, another is declared to change nothing.
        """
        if self._is_own(callee) or (type(callee) is types.FunctionType and is_of_agent(callee)):
            return True
        if type(callee) not in _FUNCTIONS:
            return False
        found = self.applied.effects.find(callee)
        return found is not None and not changes_arguments(found)

    def _quiet_method(self, cls: type, name: str) -> bool:
        spec = self.applied.effects.method(cls, name)
        return spec is not None and is_quiet(spec)


def _changeable(value: object) -> bool:
    """Whether the value's methods may change it."""
    return (
        value is not None
        and not is_value(value)
        and not issubclass(type(value), (types.ModuleType, type))
    )


def name_of(callee: object) -> str:
    """The name of a callee for people: `list.append`."""
    owner = getattr(callee, "__self__", None)
    if owner is None:
        return getattr(callee, "__qualname__", "a method")
    return "%s.%s" % (type(owner).__name__, getattr(callee, "__name__", "a method"))


def parts_of(values: Iterable[Any], inner: bool = False) -> list[Any]:
    """The objects among `values` except plain values, with the contents of containers and the
    elements of iterators, one level deep. `inner`: only the contents and elements.
    """
    found = {}
    for value in _sources(values):
        if issubclass(type(value), _CONTAINERS):
            parts = list(elements(value))
            # `starmap(setitem, [(d, 1, 2)])`
            parts += [inner for part in parts if type(part) is tuple for inner in part]
            found.update((id(part), part) for part in parts if type(part) not in ATOMIC)
        if not inner and type(value) not in ATOMIC:
            found[id(value)] = value
    return list(found.values())


def _sources(values: Iterable[Any]) -> list[Any]:
    """The values, with tuples (of `*iterables`) and C iterators replaced by their contents or
    sources.
    """
    found = []
    seen = set()
    pending = list(values)
    for value in pending:
        if type(value) is tuple:
            pending += value
        elif type(value) in SUSPENDABLE or not is_iterator(type(value)):
            found.append(value)
        elif id(value) not in seen:
            seen.add(id(value))
            pending += drawn_from(value)
    return found


def changes_arguments(found: Found) -> bool:
    """Whether a call under this declaration may change an argument, beside a bound receiver."""
    params = found.spec["params"]
    own = params[0][0] if params and found.receiver is not UNBOUND else None
    for action in flat_actions(found.spec["effect"]):
        if action[0] in ("mutates", "writes", "unknown") and any(
            root(place) not in (own, None) for place in action[1:]
        ):
            return True
    return False
