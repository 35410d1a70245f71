"""Calls of builtins, and of methods of strings, that are given numbers and strings only: what they
give depends on these alone, so that there is nothing to record, but how text looks and where it
goes. They are what most code calls most.
"""

import sys

from ..effects.arguments import flat_actions
from ..objects.callables import BUILTINS
from ..objects.locations import ATOMIC
from .foreign_code import is_of_value
from .refused import forget_attempt

_NOTHING, _TEXT, _PRINTS = range(3)
"""What such a call does: nothing to anybody; its arguments become text; that is printed."""


class ValueCalls:
    """Recognises them, once one was decided about in full. `known`: by identity, the callee, and
    what it does to values (None: perhaps more).
    """

    def __init__(self, calls):
        self.calls = calls
        self.recorder = calls.recorder
        self.known = {}

    def learn(self, callee, found):
        """A callee of one of `OWN_STATE`, of which something is declared, was called."""
        if id(callee) not in self.known and (type(callee) is type or type(callee) in BUILTINS):
            # (with the callee, whose identity must last)
            self.known[id(callee)] = (
                callee,
                self._decide(callee, flat_actions(found.spec["effect"])),
            )

    def _decide(self, callee, actions):
        """What a call does to values, None where it may do more."""
        if callee is print:
            return _PRINTS
        if self.calls.special.knows(callee) or any(
            action[0] not in ("pure", "iterates") for action in actions
        ):
            return None
        return _TEXT if id(callee) in self.calls.quiet.showing else _NOTHING

    def covers(self, line, callee, args, kwargs):
        """Record the call and say so, or return False."""
        known = self.known.get(id(callee))
        if known is not None:
            does = known[1]
        else:
            does = _TEXT if is_of_value(callee) else None
        if (
            does is None
            or not ATOMIC.issuperset(map(type, args))
            or (kwargs and not ATOMIC.issuperset(map(type, kwargs.values())))
        ):
            return False
        statement = self.recorder.current
        if line:
            statement.at(line)
        forget_attempt(statement)
        if does != _NOTHING:
            self.recorder.settings.read("display")
            if does == _PRINTS:
                if sys.modules["sys"].stdout is not self.recorder.output.standard:
                    self.recorder.run_foreign_code()
                self.calls.print()
        return True
