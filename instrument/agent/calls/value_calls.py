"""Calls of builtins and string methods with numbers and strings only. The result depends on these
alone, so the record is empty but for the format and the destination of text. Most calls in common
code are of this kind.
"""

import sys

from ..effects.arguments import flat_actions
from ..objects.callables import BUILTINS
from ..objects.locations import ATOMIC
from .foreign_code import is_of_value
from .refused import forget_attempt

_NOTHING, _TEXT, _PRINTS = range(3)
"""The effects of such a call: none, text from its arguments, printed text."""


class ValueCalls:
    """Recognises calls of known callees. `known`: by identity, the callee and its effect on values
    (None: perhaps more).
    """

    def __init__(self, calls):
        self.calls = calls
        self.recorder = calls.recorder
        self.known = {}

    def learn(self, callee, found):
        """Learn the declared effect of a callee of a module in `OWN_STATE`."""
        if id(callee) not in self.known and (type(callee) is type or type(callee) in BUILTINS):
            # (an entry holds the callee: its identity must last)
            self.known[id(callee)] = (
                callee,
                self._decide(callee, flat_actions(found.spec["effect"])),
            )

    def _decide(self, callee, actions):
        """The effect of a call on values; None for possible further effects."""
        if callee is print:
            return _PRINTS
        if self.calls.special.knows(callee) or any(
            action[0] not in ("pure", "iterates") for action in actions
        ):
            return None
        return _TEXT if id(callee) in self.calls.quiet.showing else _NOTHING

    def covers(self, line, callee, args, kwargs):
        """Record the call and return True, or return False."""
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
