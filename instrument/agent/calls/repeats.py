"""Unknown calls that need no further comparing in a statement: the same callee again, with arguments that are compared already.

A call that nothing is declared for is compared: what it reaches, from before the statement's first such call to the statement's
end (see `compare`). The same call again adds nothing while it reaches nothing new. Library code can only put there
what it made itself or what a call has handed to it, which is compared then; so what counts is whether the notebook stores
anything there. Each store that is not in an inline cache yet moves the statement's epoch on, and nothing is believed
from an earlier epoch. What a cache may store into, the statement has written: such calls are compared every time.
"""

import types

from ..objects.attributes import home
from ..objects.kinds import BUILTINS, FUNCTION, SUSPENDABLE
from ..objects.libraries import LIBRARIES, holds_numbers
from ..objects.locations import ATOMIC, is_value

_BOUND = BUILTINS | {types.MethodType, types.MethodWrapperType}
_VALUES = frozenset({"datetime", "decimal", "fractions", "uuid"})
"""Modules whose instances are values, as numbers are."""

HARMLESS = -1
"""In place of an epoch: calls with plain values add nothing."""

KEPT_LIMIT = 20_000
"""Callees and arguments that one statement keeps in mind."""


class Compared:
    """Callees and arguments that one statement has compared, each with the epoch at which it did."""

    __slots__ = ("epochs", "kept", "count", "tokens")

    def __init__(self):
        self.epochs = {}
        self.kept = []
        self.count = 0
        self.tokens = frozenset()

    def written(self, statement):
        """The tokens that the statement has written."""
        if self.count != len(statement.writes):
            self.count = len(statement.writes)
            self.tokens = {token for token, _ in statement.writes}
        return self.tokens

    def add(self, key, obj, epoch):
        # a key is an identity: it lasts while the object does
        if len(self.kept) > KEPT_LIMIT:
            self.epochs.clear()
            self.kept.clear()
        self.epochs[key] = epoch
        self.kept.append(obj)


class Repeats:
    """Which unknown calls of the statement in flight are compared already."""

    def __init__(self, recorder):
        self.recorder = recorder
        self.values = {kind: True for kind in ATOMIC}

    def covers(self, statement, callee, args, kwargs):
        """Whether this call would add nothing to what has been compared."""
        if statement.compared is None:
            return False
        epochs = statement.compared.epochs
        epoch = statement.epoch - statement.calls
        known = epochs.get(key_of(callee))
        if known != epoch:
            return known == HARMLESS and all(map(self._is_value, (*args, *kwargs.values())))
        values = self.values
        for value in (*args, *kwargs.values()) if kwargs else args:
            if not values.get(type(value)) and epochs.get(id(value)) != epoch and not self._is_value(value):
                return False
        return True

    def add(self, statement, callee, arguments, found, modules=()):
        """A call has been compared. `found`: everything it reaches; `modules`: those whose variables it may use."""
        compared = statement.compared
        if compared is None:
            compared = statement.compared = Compared()
        if self._changes_silently(statement, found, modules):
            return
        epoch = statement.epoch - statement.calls
        compared.add(key_of(callee), callee, epoch)
        for value in arguments:
            if not self._is_value(value):
                compared.add(id(value), value, epoch)

    def add_harmless(self, statement, callee):
        """In a light copy, a callee that is declared to change nothing but what its arguments hold."""
        if statement.compared is None:
            statement.compared = Compared()
        statement.compared.add(key_of(callee), callee, HARMLESS)

    def _is_value(self, value):
        """Whether an argument is a value that nobody can change and that refers to nothing else."""
        kind = type(value)
        if kind is tuple:
            return is_value(value)
        known = self.values.get(kind)
        if known is None:
            known = home(kind) in _VALUES or LIBRARIES.fresh().is_scalar(kind)
            self.values[kind] = known
        return known

    def _changes_silently(self, statement, found, modules):
        """Whether something may be stored into what is `found` without moving the epoch on."""
        kinds = set(map(type, found.values()))
        if not kinds.isdisjoint(SUSPENDABLE) or any(cls in kinds for _, cls in statement.summaries):
            return True
        recorder = self.recorder
        if FUNCTION in kinds:
            # a variable that a function of the notebook's shares with its surroundings is assigned without a probe
            namespace = recorder.namespace
            if any(type(obj) is FUNCTION and obj.__closure__ and obj.__globals__ is namespace for obj in found.values()):
                return True
        tokens = recorder.tokens
        written = statement.compared.written(statement)
        known = (found.keys() & tokens.by_id.keys()) | (found.keys() & tokens.world.keys())
        # (nothing else is reached through numbers)
        return any(tokens.peek(obj) in written and not holds_numbers(obj) for obj in (*map(found.get, known), *modules))


def key_of(callee):
    """What identifies a callee while it, or the object whose method it is, lives."""
    kind = type(callee)
    if kind in _BOUND:
        owner = callee.__self__
        if owner is not None and type(owner) is not types.ModuleType:
            return (id(owner), id(callee.__func__) if kind is types.MethodType else callee.__name__)
    return id(callee)
