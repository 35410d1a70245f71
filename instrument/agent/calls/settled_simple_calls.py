"""Calls of simple functions that sites of hot loops leave out, once such a call has been recorded.
`record/simple_sites` keeps the result.
"""

import operator

from ..objects.attributes import static
from ..objects.locations import ATOMIC, attribute_field
from ..reach.covered import Walked
from ..record.snapshots import Column
from ..record.untraced_work import UntracedWork

FEW = 12
"""The most objects for which calls of a storing method are recorded one by one. Beyond, one record
stands for all objects of the class.
"""


class SettledSimpleCalls:
    """Decides which calls need no further record in the statement."""

    def __init__(self, recorder):
        self.recorder = recorder

    def settles(self, call):
        """Return the condition under which other calls of this function with numbers and strings
        need no record in the statement. The condition is the receiver's class, for all its found
        instances; while receivers are few, the receiver itself; None for no condition; False if
        each call needs a record. Later stores are summarised at the end of the statement.
        """
        simple = self.recorder.sites.simple
        statement = self.recorder.current
        kind = call.kind
        if statement.on:
            return False
        if call.code.stores and call.receivers <= FEW:
            return call.owner
        if (call.function, kind) not in simple.settled:
            if kind is None or self._settles_class(call.code, kind, statement):
                simple.settle(call.function, kind, call.number, call.code)
            else:
                simple.settled[call.function, kind] = None
        return False if simple.settled[call.function, kind] is None else kind

    def _settles_class(self, code, kind, statement):
        walked = statement.state(Walked)
        summaries = statement.state(UntracedWork).summaries
        objects = walked.instances(kind)
        try:
            columns = {
                name: list(map(operator.attrgetter(name), objects.values()))
                for name in {*code.attributes, *code.stores}
            }
        except AttributeError:
            return False
        if not all(ATOMIC.issuperset(map(type, columns[name])) for name in code.attributes):
            return False
        for name in code.stores:
            field = attribute_field(name)
            if (field, kind) not in summaries:
                summaries[field, kind] = (
                    None if walked.overflow else Column(name, kind, objects, columns[name])
                )
                self.recorder.sites.simple.computed.add((field, kind))
        return True

    def is_method_of_all(self, function, kind, name):
        """Whether all found instances of a class have this method under a name, and none has
        another of its own.
        """
        covered = self.recorder.current.state(Walked).covered
        return static(kind, name) is function and not any(
            _has(obj, name) for obj in covered.instances(kind, False).values()
        )


def _has(obj, name):
    return getattr(getattr(obj, name, None), "__self__", None) is not obj
