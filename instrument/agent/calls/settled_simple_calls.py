"""What sites of hot loops leave out after a call of a simple function has been recorded:
`record/simple_sites` keeps it.
"""

import operator

from ..objects.attributes import static
from ..objects.locations import ATOMIC, attribute_field
from ..reach.covered import Walked
from ..record.snapshots import Column
from ..record.untraced_work import UntracedWork

FEW = 12
"""Objects of which a method that stores is recorded one by one; then it is for all of their
class.
"""


class SettledSimpleCalls:
    """Decides for which calls the statement needs no further record."""

    def __init__(self, recorder):
        self.recorder = recorder

    def settles(self, call):
        """Whether other calls of this function need no record in the statement, with numbers and
        strings and, of a function that uses attributes, all of the receiver's class that it has
        found, or while they are few the same one. What is stored there from now on is summarised
        when the statement ends. Gives what has to be the same: the class, the object, or None for
        any; and False where none of this is so.
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
        """Whether all instances of a class that the statement has found have this method under a
        name, and none of their own.
        """
        covered = self.recorder.current.state(Walked).covered
        return static(kind, name) is function and not any(
            _has(obj, name) for obj in covered.instances(kind, False).values()
        )


def _has(obj, name):
    return getattr(getattr(obj, name, None), "__self__", None) is not obj
