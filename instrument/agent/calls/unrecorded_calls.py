"""Calls without a need for a record in uninstrumented versions: calls that only print, or only call
arguments with records of their own (`min(places, key=height)`, `map(step, places)`).
`cache_entries` decides about repeated calls.
"""

import types

from ..effects.arguments import flat_actions
from ..effects.harmless import QUIET
from ..effects.matching import UNBOUND
from ..objects.callables import BUILTINS, CACHED
from ..objects.locations import ATOMIC, WHOLE
from ..record.cache_entries import kind_called
from ..rewriting.probe_names import looks_only

OWN_STATE = frozenset(
    {"builtins", "_operator", "itertools", "_collections", "_heapq", "_bisect", "math"}
)
"""Modules of C code without random numbers, and without reads of other libraries' state."""

_NONE = frozenset()
HOLDERS = (type, types.ModuleType)


class UnrecordedCalls:
    """Decides about calls that the inline cache of their site does not let pass."""

    def __init__(self, calls):
        self.calls = calls
        self.called = {}

    def forget_classes(self):
        self.called.clear()

    def covers(self, callee, args, kwargs):
        """Whether a call has no effects beside reading, iterating, printing and calls of harmless
        arguments.
        """
        if callee is print:
            return "file" not in kwargs and not self.calls.recorder.settings.may_show()
        if callee is getattr or callee is hasattr:
            # the syntax `x.name` would do the same
            return len(args) > 1 and looks_only(args[1]) and not issubclass(type(args[0]), HOLDERS)
        called = self._called_by(callee)
        if not called:
            return False
        for name, value in kwargs.items():
            if name in called and not self.is_harmless(value):
                return False
        return not args or 0 not in called or self.is_harmless(args[0])

    def covers_site(self, site, callee, args, kwargs):
        """Whether this holds for all such calls of a site: its own lambdas are the called
        arguments.
        """
        if site.unpacks or not self.covers(callee, args, kwargs):
            return False
        called = self._called_by(callee) if callee is not print else _NONE
        return (
            bool(called)
            and site.fixed.issuperset(called.intersection(kwargs))
            and not (args and 0 in called and 0 not in site.fixed)
        )

    def called_by(self, callee, args, kwargs):
        """The positions of a covered call's callable arguments, each with its class of callables
        (`Calling`).
        """
        called = self._called_by(callee) if callee is not print else _NONE
        found = [(name, kind_called(value)) for name, value in kwargs.items() if name in called]
        return [*found, (0, kind_called(args[0]))] if args and 0 in called else found

    def _called_by(self, callee):
        key = callee if type(callee) is type else id(callee)
        called = self.called.get(key)
        if called is None:
            called = self.called[key] = self._called_arguments(callee)
        return called

    def _called_arguments(self, callee):
        """The arguments that a C function calls, without another effect: keywords by name, the
        first argument as 0. Empty for other functions.
        """
        calls = self.calls
        if (
            getattr(callee, "__module__", None) not in OWN_STATE
            or id(callee) in calls.quiet.showing
            or calls.special.knows(callee)
        ):
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

    def is_harmless(self, value):
        """Whether a call of this value needs no record: it has probes, is declared to change
        nothing, or has been recorded as changed.
        """
        calls = self.calls
        kind = type(value)
        if kind is CACHED:
            return (calls.recorder.tokens.peek(value), WHOLE) in calls.recorder.current.writes
        if kind is types.FunctionType or kind is types.MethodType:
            return calls.quiet.is_own(getattr(value, "__func__", value))
        return (
            kind in ATOMIC
            or calls.quiet.changes_nothing(value)
            or (kind in BUILTINS and calls.settled(value, calls.recorder.current))
        )
