"""What need not be recorded of calls in light copies: those that only call arguments which record what they do themselves
(`min(places, key=height)`, `map(step, places)`), or print, and those that would add nothing to what has been recorded.
"""

import types

from ..effects.applying import SHOWN
from ..effects.arguments import bind, flat_actions, repeats, root, unconditional
from ..effects.handed_over import CACHED
from ..effects.matching import QUIET, UNBOUND, changes_arguments_only
from ..objects.kinds import BUILTINS
from ..objects.locations import ATOMIC, WHOLE
from ..objects.storage import canonical, place_of

OWN_STATE = frozenset({"builtins", "_operator", "itertools", "_collections", "_heapq", "_bisect", "math"})
"""Modules of C code whose functions neither draw random numbers nor look at other libraries' state."""

SAME = "same"
FIRST = "first"
ANY = "any"
METHOD = "method"
"""What has changed its receiver as a whole already, among what a statement has settled."""
_NONE = frozenset()


class LightCalls:
    """Decides about calls that their site's inline cache does not let pass."""

    def __init__(self, calls):
        self.calls = calls
        self.called = {}

    def forget_classes(self):
        self.called.clear()

    def covers(self, callee, args, kwargs):
        """Whether all that a call does, beside reading and iterating, is to call harmless arguments, or to print them."""
        if callee is print:
            return "file" not in kwargs and self.calls.recorder.written.isdisjoint(SHOWN)
        called = self._called_by(callee)
        if not called:
            return False
        for name, value in kwargs.items():
            if name in called and not self._is_harmless(value):
                return False
        return not args or 0 not in called or self._is_harmless(args[0])

    def covers_site(self, site, callee, args, kwargs):
        """Whether that is so of each such call of a site: what is called there are lambdas that it has itself."""
        if site.unpacks or not self.covers(callee, args, kwargs):
            return False
        called = self._called_by(callee) if callee is not print else _NONE
        return bool(called) and site.fixed.issuperset(called.intersection(kwargs)) and not (args and 0 in called and 0 not in site.fixed)

    def _called_by(self, callee):
        key = callee if type(callee) is type else id(callee)
        called = self.called.get(key)
        if called is None:
            called = self.called[key] = self._called_arguments(callee)
        return called

    def _called_arguments(self, callee):
        """What a function of C code calls and does nothing else to: keywords by name, the first argument as 0. Empty: it does more."""
        calls = self.calls
        if getattr(callee, "__module__", None) not in OWN_STATE or id(callee) in calls.quiet.showing or calls.special.knows(callee):
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
            return calls.quiet.is_own(getattr(value, "__func__", value))
        return kind in ATOMIC or ((kind is type or kind in BUILTINS) and (calls.quiet.changes_nothing(value) or calls.settled(value, calls.recorder.current)))

    def settle(self, callee, args, kwargs, site):
        """After a call in a light copy: whether calling it again on the same receiver (SAME), with the same first argument
        (FIRST), or on any receiver (ANY), would add nothing to the record; else None. What it changes there is recorded as
        a whole. `site`: what is known of its arguments: numbers and strings cannot be called, and lambdas have probes.

        An object that dies may leave its identity to one made in this statement, whose changes do not matter.
        """
        recorder = self.calls.recorder
        if id(callee) in self.calls.quiet.showing or self.calls.special.knows(callee):
            return None
        found = self.calls.effects.find(callee)
        if found is None:
            return None
        params = found.spec["params"]
        bound = bind(params, found.receiver, args, kwargs)
        every = {param[0] for param in params}
        given = every if site.unpacks else bind([param[:3] for param in params], found.receiver, args, kwargs)
        actions = unconditional(found.spec["effect"], given, bound)
        first = params[0][0] if params else None
        if actions is None:
            return None
        if site.constant:
            actions = [a for a in actions if a[0] != "calls" or found.receiver is UNBOUND or any(root(place) == first for place in a[1:])]
        elif site.fixed:
            shift = 0 if found.receiver is UNBOUND else 1
            fixed = {param[0] for i, param in enumerate(params) if param[0] in site.fixed or (param[1] == "pos" and i - shift in site.fixed)}
            actions = [a for a in actions if a[0] != "calls" or not fixed.issuperset(map(root, a[1:]))]
        if not all(repeats(action, first, given) for action in actions):
            return None
        if any(place[0] != "world" for action in actions if action[0] in ("mutates", "writes") for place in action[1:]):
            own = bound.get(first)
            recorder.mutate_content(recorder.tokens.of(canonical(own)), canonical(own))
            alone = unconditional(found.spec["effect"], every, bound)
            place = place_of(own, recorder.tokens)
            if place is not None and alone is not None and all(repeats(action, first, every) for action in alone):
                # whatever other sites give it
                recorder.current.settled.add((FIRST, id(callee), place) if found.receiver is UNBOUND else (METHOD, place, callee.__name__))
            return FIRST if found.receiver is UNBOUND else SAME
        return ANY

    def harmless(self, callee):
        """Whether a call that changes or calls nothing but its arguments needs no record when these are plain values."""
        found = None if id(callee) in self.calls.quiet.showing or self.calls.special.knows(callee) else self.calls.effects.find(callee)
        return found is not None and changes_arguments_only(found.spec, found.receiver is not UNBOUND)
