"""Calls of simple functions of the user's modules (`rewriting/simple_code`): their text tells all
effects, so calls are recorded like the notebook's own code. The operands must be numbers and
strings, and the attributes plain. All other calls are compared. `settled_simple_calls` decides
which calls hot loops leave out.
"""

import builtins
import itertools
import sys
import types

from ..objects.attributes import instance_values, static
from ..objects.classes import is_mortal, keeps_attributes_only
from ..objects.locations import ATOMIC, PLAIN, attribute_field
from ..record.untraced_work import UntracedWork
from ..rewriting.simple_code import BUILTINS, MATH, NEVER, STRINGS
from .refused import by_name
from .settled_simple_calls import FEW, SettledSimpleCalls

_VIEWS = frozenset({type({}.keys()), type({}.values())})
_REAL = frozenset({bool, int, float})
_MISSING = object()


class SimpleCall:
    """A call that is about to happen. `owner`: the first argument, of a method or a function that
    uses its attributes, else None. `receivers`: how often the statement has called the function
    with a new receiver, with this call. `stores`: attributes stored even if the call fails.
    """

    __slots__ = ("function", "number", "code", "owner", "receivers", "stores")

    def __init__(self, function, number, code, owner, stores):
        self.function = function
        self.number = number
        self.code = code
        self.owner = owner
        self.receivers = 0
        self.stores = stores

    @property
    def kind(self):
        """The class of the first argument, if attributes of the argument count."""
        return None if self.owner is None else type(self.owner)


class SimpleCalls:
    """Finds and records calls of simple functions."""

    def __init__(self, calls):
        self.calls = calls
        self.recorder = calls.recorder
        self.settled = SettledSimpleCalls(calls.recorder)

    def find(self, callee, args, kwargs):
        """The simple call, or None."""
        function, owner = callee, None
        if type(callee) is types.MethodType:
            function, owner = callee.__func__, callee.__self__
            args = (owner, *args)
        known = self._known(function)
        if known is None:
            return None
        number, code = known
        given = by_name(function, args, kwargs)
        if (
            given is None
            or not all(type(given[name]) in ATOMIC for name in code.arguments)
            or not self._computes(function, code)
        ):
            return None
        owner = given[code.first] if code.uses_first else owner
        if owner is not None and not (
            self._is_plain(type(owner), code) and self._holds_values(owner, code)
        ):
            return None
        return SimpleCall(
            function, number, code, owner, _stores_surely(function, code, given, owner)
        )

    def find_again(self, callee, args, kwargs):
        """The simple call in an uninstrumented version, where further ones may follow unseen, or
        None. The statement must not have changed a name in the text out of sight.
        """
        simple = self.recorder.sites.simple
        known = self._known(getattr(callee, "__func__", callee)) if not simple.foreign else None
        if known is None or not simple.keeps(known[1].names):
            return None
        call = self.find(callee, args, kwargs)
        return (
            None
            if call is None or simple.settled.get((call.function, call.kind), call) is None
            else call
        )

    def _known(self, function):
        """The number of a function's entry, and its analysed text; None for other functions."""
        simple = self.recorder.sites.simple
        if (
            not simple.codes
            or type(function) is not types.FunctionType
            or function.__closure__ is not None
            or function.__kwdefaults__
        ):
            return None
        return simple.find(function.__code__)

    def _computes(self, function, code):
        """Whether the names in the text have their usual meaning."""
        scope = function.__globals__
        live = vars(builtins)
        if types.ModuleType in self.recorder.tokens.opened and (
            code.constants or code.functions or code.math
        ):
            return False
        if any(name in scope or live.get(name) is not BUILTINS[name] for name in code.functions):
            return False
        if not all(type(scope.get(name)) in ATOMIC for name in code.constants):
            return False
        if code.math:
            module = scope.get("math")
            return module is sys.modules.get("math") and all(
                vars(module).get(name) is MATH[name] for name in code.math
            )
        return True

    def _is_plain(self, kind, code):
        """Whether instances store these attributes themselves, without further code at a load or
        store.
        """
        names = (*code.loads, *code.stores)
        return (
            type(kind) is type
            and keeps_attributes_only(kind, self.recorder.imports.local)
            and not is_mortal(kind)
            and kind not in self.recorder.tokens.opened
            and all(type(static(kind, name)) in ATOMIC for name in names)
            and static(kind, "__getattr__") is None
            and static(kind, "__getattribute__") is object.__getattribute__
            and static(kind, "__setattr__") is object.__setattr__
            and all(self.calls.stores_plainly(kind, name) for name in names)
        )

    def _holds_values(self, owner, code):
        for name in code.attributes:
            if type(getattr(owner, name, _MISSING)) not in ATOMIC:
                return False
        return all(getattr(owner, name, _MISSING) is not _MISSING for name in code.stores)

    def _read_constants(self, function, code):
        """Record reads of a function's module variables."""
        if code.constants:
            module = sys.modules.get(function.__globals__.get("__name__"))
            for name in code.constants:
                self.calls.special.load_attribute(module, name)

    def record(self, call):
        """Record the effects of a call."""
        recorder = self.recorder
        code = call.code
        special = self.calls.special
        self.calls.read_function(call.function)
        self._read_constants(call.function, code)
        if call.owner is None:
            recorder.sites.simple.close(call.number)
            return
        call.receivers = recorder.sites.expect(call.number, call.owner)
        # (`__class__` decides the method)
        for name in ("__class__", *code.loads):
            special.load_attribute(call.owner, name)
        token = recorder.tokens.of(call.owner) if code.stores else None
        statement = recorder.current
        for name in code.stores:
            before = statement.epoch
            recorder.sites.may_hide(name)
            if name in call.stores:
                recorder.write(token, attribute_field(name))
            else:
                recorder.mutate(token, attribute_field(name))
            if not statement.on:
                statement.state(UntracedWork).stored_into(statement, before, call.owner, name)
        simple = recorder.sites.simple
        if not simple.foreign and simple.keeps(code.names):
            simple.settle_object(call.function, call.owner, code)
        if code.stores and call.receivers > FEW and recorder.current.on:
            recorder.switch_off()

    def look(self, function, values):
        """Record the reads of a function that C code is about to call for each element of these
        containers, without other code between. Returns False unless the function only looks at
        plain attributes of its first argument with numbers and strings.
        """
        recorder = self.recorder
        simple = recorder.sites.simple
        known = self._known(function) if not simple.foreign else None
        if known is None or not simple.keeps(known[1].names):
            return False
        number, code = known
        if (
            code.stores
            or code.arguments
            or not code.uses_first
            or not self._computes(function, code)
        ):
            return False
        given = _given_one_by_one(values)
        if given is None:
            return False
        kinds = set(map(type, given))
        for kind in kinds - ATOMIC:
            objects = given if len(kinds) == 1 else [obj for obj in given if type(obj) is kind]
            if not self._is_plain(kind, code) or not all(
                ATOMIC.issuperset(map(type, instance_values(kind, objects, name)))
                for name in code.loads
            ):
                return False
        self.calls.read_function(function)
        self._read_constants(function, code)
        self.calls.reach.deep_read(*values)
        simple.close(number)
        return True


def _stores_surely(function, code, given, owner):
    """The attributes stored by a call in any case: a failure is invisible where code without probes
    catches the error.

    Unsound: a computation with a float and an integer beyond the range of floats fails, and the
    stores after the failure count as done.
    """
    if not code.surely or any(getattr(owner, name, _MISSING) is _MISSING for name in code.loads):
        return frozenset()
    scope = function.__globals__
    values = (
        *(given[name] for name in code.arguments),
        *(getattr(owner, name) for name in code.attributes),
        *(scope[name] for name in code.constants),
    )
    fails = STRINGS if _REAL.issuperset(map(type, values)) else NEVER
    return frozenset(name for name, how in code.surely.items() if how <= fails)


def _given_one_by_one(values):
    """The arguments that C code may give a function for the elements of these containers; None for
    unknown arguments.
    """
    found = []
    for value in values:
        kind = type(value)
        if kind is dict:
            found += value.values()
        elif kind not in PLAIN and kind not in _VIEWS:
            if kind in ATOMIC:
                continue
            return None
        found += value
    if tuple in set(map(type, found)):
        # (of the elements of `*args`)
        found += itertools.chain.from_iterable([part for part in found if type(part) is tuple])
        found = [part for part in found if type(part) is not tuple]
    return found
