"""Repeated unknown calls in a statement: the same callee, with arguments already compared, needs no
further comparison.

An undeclared call is compared: the objects within its reach, from before the statement's first such
call to the statement's end (see `compare`). A repetition adds nothing while it reaches nothing new.
Library code can only put its own new objects there, or arguments of calls, which are compared. So
only stores by the notebook matter. Each store outside of inline caches begins a new epoch of the
statement, and results of earlier epochs do not count. A store through a cache goes to a location
already written: calls that reach such a location are compared every time.

After a store by the notebook, `plain_callees` looks at the contents of the arguments.

A method counts as its function, with its receiver as one more argument. An uninstrumented loop may
use one object of a class after another (`for p in particles: p.step()`). Then further objects of
the class are compared ahead, in growing numbers, in the order of the search.
"""

import gc
import types

from ..objects.attributes import home
from ..objects.callables import BOUND, FUNCTION
from ..objects.classes import is_mortal, keeps_attributes_only
from ..objects.iterators import SUSPENDABLE
from ..objects.libraries import LIBRARIES, holds_numbers
from ..objects.locations import ATOMIC, GLOBALS, is_value
from ..reach.covered import Walked
from ..record.untraced_work import summaries_of
from .compare import Watch
from .compared import Alike, Compared
from .plain_callees import PlainCallees

_BOUND = BOUND | {types.MethodType}
_VALUES = frozenset({"datetime", "decimal", "fractions", "uuid"})
"""Modules whose instances are values, as numbers are."""

HARMLESS = -1
"""Stands in place of an epoch: calls with plain values add nothing."""


ALIKE = 40
"""The number of objects of one class compared one by one, before more objects are compared ahead.
"""


class Repeats:
    """Knows the compared unknown calls of the statement in flight."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.values = {kind: True for kind in ATOMIC}
        self.plain = PlainCallees(recorder, self.values, self._is_value)

    def covers(self, statement, callee, args, kwargs):
        """Whether a call would add nothing to the comparison."""
        compared = statement.states.get(Compared)
        if compared is None:
            return False
        watched = statement.states.get(Watch)
        if (
            watched is not None
            and watched.later
            and self._is_put_off(watched, callee, args, kwargs)
        ):
            return True
        epochs = compared.epochs
        classes = compared.classes
        epoch = statement.epoch - compared.calls
        if type(callee) is types.MethodType:
            owner = id(callee.__self__)
            known = epochs.get(id(callee.__func__)) == epoch
            known = known and (
                (epochs.get(owner) == epoch and owner in watched.receivers)
                or classes.get(type(callee.__self__)) == epoch
            )
        else:
            known = epochs.get(key_of(callee)) == epoch
        if known:
            values = self.values
            for value in (*args, *kwargs.values()) if kwargs else args:
                if (
                    values.get(type(value))
                    or epochs.get(id(value)) == epoch
                    or classes.get(type(value)) == epoch
                    or self._is_value(value)
                ):
                    continue
                if not self.plain.is_lent(watched, value):
                    break
            else:
                return True
        if compared.is_plain(callee) and not watched.is_disturbed():
            return self.plain.add_nothing(compared, watched, callee, args, kwargs, epoch)
        return epochs.get(key_of(callee)) == HARMLESS and all(
            map(self._is_value, (*args, *kwargs.values()))
        )

    def _is_put_off(self, watched, callee, args, kwargs):
        """Whether the callee and all arguments are assumed written at the end of the statement
        (`Watch.put_off`).
        """
        later = watched.later
        owner = getattr(callee, "__self__", None)
        if id(callee) not in later and (
            owner is None
            or id(owner) not in later
            or id(getattr(callee, "__func__", None)) not in later
        ):
            return False
        given = (*args, *kwargs.values())
        watched.paths.note(given)
        return all(id(value) in later or self._is_value(value) for value in given)

    def add(self, statement, callee, arguments, found, modules=()):
        """Note a compared call, with its receiver among the arguments. `found`: all objects within
        reach; `modules`: those with variables in its use. Returns the objects to compare ahead.
        """
        compared = statement.state(Compared)
        plain = self.plain.note(compared, callee, arguments, found)
        arguments = [
            value for value in arguments if not self._is_value(value) and not is_mortal(type(value))
        ]
        epoch = statement.epoch - compared.calls
        if self._changes_silently(statement, found, modules):
            if not plain:
                return []
            epoch = None
        else:
            if type(callee) is types.MethodType:
                callee = callee.__func__
            compared.add(key_of(callee), callee, epoch)
            for value in arguments:
                compared.add(id(value), value, epoch)
        return (
            []
            if statement.on
            else [other for value in arguments for other in self._alike(statement, value, epoch)]
        )

    def _alike(self, statement, value, epoch):
        compared = statement.states[Compared]
        alike = compared.alike.get(type(value))
        if alike is None or (alike.epoch != epoch and epoch is not None):
            alike = compared.alike[type(value)] = Alike(epoch)
        alike.count += 1
        if alike.count <= ALIKE:
            return []
        kind = type(value)
        if kind not in compared.instances:
            instances = self.all_instances(kind)
            # (the deep read of others follows with their use)
            compared.instances[kind] = (
                instances
                if instances is not None
                and len(instances) == len(statement.state(Walked).instances(kind))
                else None
            )
            if compared.instances[kind] is not None:
                compared.wanted.append(kind)
        return alike.take(statement, value) if compared.instances[kind] is None else []

    def all_instances(self, kind):
        """All instances of a class of the user's modules with attributes only; None for other
        classes.
        """
        local = self.recorder.imports.local
        if (
            home(kind) not in local
            or is_mortal(kind)
            or not keeps_attributes_only(kind, local)
            or gc.get_freeze_count()
        ):
            return None
        return [obj for obj in gc.get_referrers(kind) if type(obj) is kind]

    def wanted(self, statement):
        """The classes to compare as a whole now, with all their instances."""
        compared = statement.state(Compared)
        while compared.wanted:
            kind = compared.wanted.pop()
            yield kind, compared.instances[kind]

    def add_class(self, statement, kind, instances, found):
        """Note that all instances of a class have been compared. `found`: the objects within their
        reach.
        """
        compared = statement.state(Compared)
        # (an instance is no global name)
        holders = () if compared.written(statement) <= {GLOBALS} else instances
        if not self._changes_silently(statement, found, holders) and all(
            cls is not kind for _, cls in summaries_of(statement)
        ):
            compared.classes[kind] = statement.epoch - compared.calls

    def is_plain(self, statement, callee):
        """Whether a callee reaches by itself only its module."""
        compared = statement.states.get(Compared)
        return compared is not None and compared.is_plain(callee)

    def knows(self, callee):
        """Whether the statement has compared calls of this callee."""
        statement = self.recorder.current
        compared = None if statement is None else statement.states.get(Compared)
        return compared is not None and id(getattr(callee, "__func__", callee)) in compared.epochs

    def covers_class(self, statement, kind):
        """Whether all instances of a class have been compared, without a store since."""
        compared = statement.states.get(Compared)
        return (
            compared is not None and compared.classes.get(kind) == statement.epoch - compared.calls
        )

    def compared(self, statement, values):
        """Whether all these values have been compared, without a store since."""
        compared = statement.states.get(Compared)
        if compared is None:
            return False
        epochs = compared.epochs
        epoch = statement.epoch - compared.calls
        return all(epochs.get(id(value)) == epoch or self._is_value(value) for value in values)

    def add_ahead(self, statement, objects, found):
        """Note objects compared ahead."""
        compared = statement.state(Compared)
        if not self._changes_silently(statement, found, ()):
            epoch = statement.epoch - compared.calls
            mortal = set(filter(is_mortal, set(map(type, objects))))
            for obj in objects:
                if type(obj) not in mortal:
                    compared.add(id(obj), obj, epoch)

    def add_harmless(self, statement, callee):
        """Note, in an uninstrumented version, a callee declared to change only the contents of its
        arguments.
        """
        statement.state(Compared).add(key_of(callee), callee, HARMLESS)

    def _is_value(self, value):
        """Whether an argument is immutable and refers to nothing else."""
        kind = type(value)
        if kind is tuple:
            return is_value(value)
        known = self.values.get(kind)
        if known is None:
            known = home(kind) in _VALUES or LIBRARIES.fresh().is_scalar(kind)
            self.values[kind] = known
        return known

    def _changes_silently(self, statement, found, modules):
        """Whether a store into the objects `found` may happen without a new epoch."""
        kinds = set(map(type, found.values()))
        if not kinds.isdisjoint(SUSPENDABLE) or any(
            cls in kinds for _, cls in summaries_of(statement)
        ):
            return True
        recorder = self.recorder
        if FUNCTION in kinds:
            # a notebook function assigns variables shared with its surroundings without a probe
            namespace = recorder.namespace
            if any(
                type(obj) is FUNCTION and obj.__closure__ and obj.__globals__ is namespace
                for obj in found.values()
            ):
                return True
        tokens = recorder.tokens
        written = statement.states[Compared].written(statement)
        known = (found.keys() & tokens.by_id.keys()) | (found.keys() & tokens.world.keys())
        # (numbers lead to no further objects)
        return any(
            tokens.peek(obj) in written and not holds_numbers(obj)
            for obj in (*map(found.get, known), *modules)
        )


def key_of(callee):
    """The identity of a callee, valid while the callee or its receiver lives."""
    kind = type(callee)
    if kind in _BOUND:
        owner = callee.__self__
        if owner is not None and type(owner) is not types.ModuleType:
            return (id(owner), id(callee.__func__) if kind is types.MethodType else callee.__name__)
    return id(callee)
