"""Who gets what a function of the notebook gives back: the notebook's own code, or code of a library, which may look into it:
`sorted(names, key=lambda n: ranks[n])` compares the lists in `ranks`, and no probe sees it.

A call probe notes which code is called, by the frame that it stands in. The probe of `return` and `yield` looks at the instruction that
the frame behind it is at: a call of something else than this function is one of C code.

Imprecise: library code that is not known here to hand on what it gets (`frame.pipe(f)`, a loop over `map(f, xs)`) counts as looking into it.
"""

import collections
import functools
import gc
import itertools
import opcode
import sys
import types

from ..objects.attributes import home, static
from ..objects.kinds import BUILTINS, SUSPENDABLE
from ..objects.locations import VALUES

PASSED_ON = object()
"""In place of code: what is called hands on what it gets, and looks at none of it."""

_HANDING_ON = frozenset(
    map(id, (next, iter, list, tuple, reversed, enumerate, zip, map, getattr, setattr, anext, aiter, functools.reduce, collections.deque))
)
_KEEPING = frozenset({"append", "appendleft", "extend", "extendleft", "insert"})
"""Methods of lists and deques that do so as well."""

_LISTS = (list, collections.deque)
_LIBRARIES = frozenset({"functools", "contextlib", "asyncio", "concurrent", "threading", "IPython", "ipykernel"})
"""Packages whose Python code does."""

_LOOKING = frozenset({filter, itertools.filterfalse, itertools.takewhile, itertools.dropwhile, itertools.groupby, itertools.accumulate})
"""Iterators that look at what they get from functions."""

_CACHE = opcode.opmap.get("CACHE")


def _opcodes(*beginnings):
    return frozenset(number for name, number in opcode.opmap.items() if name.startswith(beginnings))


_CALLS = _opcodes("CALL", "PRECALL")
_DELEGATES = _opcodes("SEND", "YIELD_FROM")
_ITERATES = _opcodes("FOR_ITER", "UNPACK_", "LIST_EXTEND")
_LOOKS = _opcodes("DICT_MERGE", "DICT_UPDATE", "SET_UPDATE", "CONTAINS_OP")


class Callers:
    """The calls that the frames of a statement are at."""

    def __init__(self, namespace):
        self.namespace = namespace
        self.called = {}

    def note(self, frame, callee, args):
        """A call probe stands in `frame`."""
        self.called[id(frame)] = _code_of(callee, args)

    def gets(self, frame, yields):
        """Whether library code gets what the function in `frame` is about to give back (`yields`: to whoever resumes it)."""
        code = frame.f_code
        caller = frame.f_back
        while caller is not None:
            if caller.f_globals is not self.namespace:
                name = caller.f_globals.get("__name__")
                package = name.split(".")[0] if type(name) is str else ""
                return package not in _LIBRARIES and package != __name__.split(".")[0]
            operation = _operation(caller)
            if operation in _CALLS:
                called = self.called.get(id(caller))
                return called is not code and called is not PASSED_ON
            if operation not in _DELEGATES:
                return operation in _LOOKS or (operation in _ITERATES and not yields)
            if not yields:
                return False
            caller = caller.f_back
        return False


def result_probes(probes, guarded):
    """The probes of what functions give back, by name. `guarded` contains faults of a recording step."""
    recorder = probes.recorder
    callers = probes.callers
    stacks = probes.stacks

    @guarded
    def looked_at(obj):
        probes.reach.deep_read(obj)

    def is_looked_at(frame, yields):
        statement = recorder.current
        return statement is not None and statement.on and not getattr(stacks, "busy", False) and callers.gets(frame, yields)

    def returned(obj):
        if type(obj) not in VALUES and is_looked_at(sys._getframe(1), False):
            looked_at(obj)
        return obj

    def yielded(obj):
        if type(obj) not in VALUES and is_looked_at(sys._getframe(1), True):
            looked_at(obj)
        return obj

    return {"rv": returned, "ry": yielded}


def _operation(frame):
    """The instruction that a frame is at; for calls of Python functions, some versions give the last of its cache entries."""
    code = frame.f_code.co_code
    at = frame.f_lasti
    while at > 0 and code[at] == _CACHE:
        at -= 2
    return code[at] if at >= 0 else None


def _code_of(callee, args):
    """The code that a call runs, PASSED_ON, or None."""
    kind = type(callee)
    if kind is types.MethodType:
        callee = callee.__func__
        kind = type(callee)
    if kind is types.FunctionType:
        return callee.__code__
    if issubclass(kind, type):
        if home(callee) == "__main__":
            return PASSED_ON
    elif issubclass(kind, functools.partial):
        return _code_of(callee.func, args)
    elif kind not in BUILTINS:
        wrapped = getattr(callee, "__wrapped__", None) if home(kind) == "functools" else static(kind, "__call__")
        return wrapped.__code__ if type(wrapped) is types.FunctionType else None
    elif type(callee.__self__) in SUSPENDABLE:
        return PASSED_ON
    hands_on = id(callee) in _HANDING_ON or (kind in BUILTINS and callee.__name__ in _KEEPING and type(callee.__self__) in _LISTS)
    return PASSED_ON if hands_on and not any(map(_looks, args)) else None


def _looks(iterator):
    """Whether an iterator, or one that it draws from, looks at what functions give it."""
    kind = type(iterator)
    if kind in _LOOKING:
        return True
    return (kind in (map, zip, enumerate) or home(kind) == "itertools") and any(map(_looks, gc.get_referents(iterator)))
