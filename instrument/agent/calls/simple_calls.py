"""Calls of simple functions of the user's modules (`rewriting/simple_code`), whose text says what they do: they are recorded like the notebook's own
code, where what they compute with are numbers and strings, and the attributes plain ones. All others are compared.

What a site of a hot loop may leave out then is decided here as well; `record/simple_sites` keeps it.
"""

import builtins
import operator
import sys
import types

from ..objects.attributes import static
from ..objects.kinds import is_mortal, keeps_attributes_only
from ..objects.locations import ATOMIC, attribute_field
from ..rewriting.simple_code import BUILTINS, MATH

_MISSING = object()


class SimpleCall:
    """A call that is about to happen. `owner`: the first argument, where its attributes are used, else None."""

    __slots__ = ("function", "number", "code", "owner")

    def __init__(self, function, number, code, owner):
        self.function = function
        self.number = number
        self.code = code
        self.owner = owner


class SimpleCalls:
    """Finds and records such calls."""

    def __init__(self, calls):
        self.calls = calls
        self.recorder = calls.recorder

    def find(self, callee, args, kwargs):
        """The call, if it is one; None of all others."""
        sites = self.recorder.sites
        if not sites.simple.codes or self.recorder.current is None:
            return None
        function = callee
        if type(callee) is types.MethodType:
            function = callee.__func__
            args = (callee.__self__, *args)
        if type(function) is not types.FunctionType or function.__closure__ is not None:
            return None
        known = sites.simple.find(function.__code__)
        if known is None:
            return None
        number, code = known
        given = _bound(function, args, kwargs)
        if given is None or not all(type(given[name]) in ATOMIC for name in code.arguments) or not self._computes(function, code):
            return None
        owner = given[code.first] if code.uses_first else None
        if code.uses_first and not (self._is_plain(type(owner), code) and self._holds_values(owner, code)):
            return None
        return SimpleCall(function, number, code, owner)

    def _computes(self, function, code):
        """Whether what the text names is what it seems to be."""
        scope = function.__globals__
        live = vars(builtins)
        if any(name in scope or live.get(name) is not BUILTINS[name] for name in code.functions):
            return False
        if not all(type(scope.get(name)) in ATOMIC for name in code.constants):
            return False
        if code.math:
            module = scope.get("math")
            return module is sys.modules.get("math") and all(vars(module).get(name) is MATH[name] for name in code.math)
        return True

    def _is_plain(self, kind, code):
        """Whether these attributes of an instance are in it, and nothing else happens when they are loaded or stored."""
        names = (*code.loads, *code.stores)
        return (
            type(kind) is type
            and keeps_attributes_only(kind, self.recorder.imports.local)
            and not is_mortal(kind)
            and kind not in self.recorder.tokens.opened
            and not any(static(kind, name) is not None for name in names)
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

    def record(self, call):
        """What the call does."""
        recorder = self.recorder
        code = call.code
        special = self.calls.special
        self.calls.read_function(call.function)
        if code.constants:
            module = sys.modules.get(call.function.__globals__.get("__name__"))
            for name in code.constants:
                special.load_attribute(module, name)
        if call.owner is None:
            recorder.sites.simple.close(call.number)
            return
        recorder.sites.expect(call.number, call.owner)
        for name in code.loads:
            special.load_attribute(call.owner, name)
        token = recorder.tokens.of(call.owner) if code.stores else None
        for name in code.stores:
            recorder.sites.may_hide(name)
            written = len(recorder.current.writes)
            if name in code.surely:
                recorder.write(token, attribute_field(name))
            else:
                recorder.mutate(token, attribute_field(name))
            if recorder.current.on and len(recorder.current.writes) > written:
                recorder.count_alike(type(call.owner), name)

    def alone(self, call):
        """Whether nothing that the statement has done so far may give the function's attributes other values unseen."""
        simple = self.recorder.sites.simple
        return simple.alone and simple.stored_names.isdisjoint({None, *call.code.loads, *call.code.stores})

    def settles(self, call):
        """Whether calls of this function may be left out in the statement: for all of the receiver's class that it has found, or, of a function that
        uses no attributes, for all numbers.
        """
        code = call.code
        if call.owner is None or not (code.attributes or code.stores):
            return True
        objects = self.recorder.current.instances(type(call.owner)).values()
        try:
            columns = {name: list(map(operator.attrgetter(name), objects)) for name in {*code.attributes, *code.stores}}
        except AttributeError:
            return False
        return all(ATOMIC.issuperset(map(type, columns[name])) for name in code.attributes)


def _bound(function, args, kwargs):
    """The arguments by name; None where they do not fit."""
    code = function.__code__
    count = code.co_argcount
    names = code.co_varnames[: count + code.co_kwonlyargcount]
    if len(args) > count or not kwargs.keys() <= {*names[max(len(args), code.co_posonlyargcount) :]}:
        return None
    defaults = function.__defaults__ or ()
    given = dict(zip(names[count - len(defaults) : count], defaults), **(function.__kwdefaults__ or {}))
    given.update(zip(names, args))
    given.update(kwargs)
    return given if len(given) == len(names) else None
