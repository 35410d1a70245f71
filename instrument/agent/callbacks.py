"""Calls in light copies that need no record: they do nothing but call arguments which record what they do (`min(places, key=height)`,
`map(step, places)`), or print.
"""

import types

from .apply_effects import SHOWN
from .arguments import flat_actions
from .effects import QUIET, UNBOUND
from .handed_over import CACHED
from .locations import ATOMIC, WHOLE
from .objects import BUILTINS

OWN_STATE = frozenset({"builtins", "_operator", "itertools", "_collections", "_heapq", "_bisect", "math"})
"""Modules of C code whose functions neither draw random numbers nor look at other libraries' state."""

_NONE = frozenset()


class Callbacks:
    """Which functions only call, iterate over or print what they are given, and which callables may be given to them."""

    def __init__(self, calls):
        self.calls = calls
        self.called = {}

    def forget_classes(self):
        self.called.clear()

    def cover(self, callee, args, kwargs):
        """Whether all that a call does, beside reading and iterating, is to call harmless arguments, or to print them."""
        if callee is print:
            return "file" not in kwargs and self.calls.recorder.written.isdisjoint(SHOWN)
        key = callee if type(callee) is type else id(callee)
        called = self.called.get(key)
        if called is None:
            called = self.called[key] = self._called_arguments(callee)
        if not called:
            return False
        for name, value in kwargs.items():
            if name in called and not self._is_harmless(value):
                return False
        return not args or 0 not in called or self._is_harmless(args[0])

    def _called_arguments(self, callee):
        """What a function of C code calls and does nothing else to: keywords by name, the first argument as 0. Empty: it does more."""
        calls = self.calls
        if getattr(callee, "__module__", None) not in OWN_STATE or id(callee) in calls.showing or calls.special.knows(callee):
            return _NONE
        found = calls.effects.find(callee)
        if found is None or found.receiver not in (None, UNBOUND):
            return _NONE
        # a class is declared by its `__init__`
        first = 1 if found.receiver is None else 0
        kinds = {param[0]: (index, param[1]) for index, param in enumerate(found.spec["params"])}
        called = set()
        for action in flat_actions(found.spec["effect"]):
            if action[0] != "calls":
                if action[0] not in QUIET:
                    return _NONE
                continue
            for place in action[1:]:
                index, kind = kinds[place[1]] if place[0] == "param" else (None, None)
                if kind == "pos" and index == first:
                    called.update((0, place[1]))
                elif kind == "kw":
                    called.add(place[1])
                else:
                    return _NONE
        return called

    def _is_harmless(self, value):
        """Whether calling this needs no record: it has probes, is declared to change nothing, or has been recorded as changed."""
        calls = self.calls
        kind = type(value)
        if kind is CACHED:
            return (calls.recorder.tokens.peek(value), WHOLE) in calls.recorder.current.writes
        if kind is types.FunctionType or kind is types.MethodType:
            return calls.is_own(getattr(value, "__func__", value))
        return kind in ATOMIC or ((kind is type or kind in BUILTINS) and calls.quiet(value))
