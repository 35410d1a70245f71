"""What need not be recorded of calls in uninstrumented versions: those that only call arguments
which record what they do themselves (`min(places, key=height)`, `map(step, places)`), or print.
What would add nothing to what has been recorded is `cache_entries`' matter.
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
"""Modules of C code whose functions neither draw random numbers nor look at other libraries'
state.
"""

_NONE = frozenset()
HOLDERS = (type, types.ModuleType)


class UnrecordedCalls:
    """Decides about calls that their site's inline cache does not let pass."""

    def __init__(self, calls):
        self.calls = calls
        self.called = {}

    def forget_classes(self):
        self.called.clear()

    def covers(self, callee, args, kwargs):
        """Whether all that a call does, beside reading and iterating, is to call harmless
        arguments, or to print them.
        """
        if callee is print:
            return "file" not in kwargs and not self.calls.recorder.settings.may_show()
        if callee is getattr or callee is hasattr:
            # as the same by syntax
            return len(args) > 1 and looks_only(args[1]) and not issubclass(type(args[0]), HOLDERS)
        called = self._called_by(callee)
        if not called:
            return False
        for name, value in kwargs.items():
            if name in called and not self.is_harmless(value):
                return False
        return not args or 0 not in called or self.is_harmless(args[0])

    def covers_site(self, site, callee, args, kwargs):
        """Whether that is so of each such call of a site: what is called there are lambdas that it
        has itself.
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
        """Where a call that is covered has what it calls, and what tells that from others
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
        """What a function of C code calls and does nothing else to: keywords by name, the first
        argument as 0. Empty: it does more.
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
        """Whether calling this needs no record: it has probes, is declared to change nothing, or
        has been recorded as changed.
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
