"""Receivers of the results of notebook functions: the notebook's own code, or library code, which
may look into the results: `sorted(names, key=lambda n: ranks[n])` compares the lists in `ranks`,
unseen by all probes.

A call probe notes the called code, for the frame of the call. The probe of `return` and `yield`
looks at the current instruction of the calling frame: if its call is of another callee than this
function, C code has called the function.

Imprecise: library code that only passes on the result of a function of the notebook
(`frame.pipe(f)`, a loop over `map(f, xs)`) counts as reading the result.
"""

import collections
import functools
import inspect
import sys
import types

from ..objects.attributes import home, static
from ..objects.callables import BUILTINS
from ..objects.classes import IN_PLACE
from ..objects.cpython import INSTRUCTIONS, instruction_at, opcodes, place_in
from ..objects.iterators import SUSPENDABLE
from ..objects.locations import VALUES
from .items import iterate_over
from .iterators import ITERATORS, is_of_notebook, looks

PASSED_ON = object()
"""Stands in place of code: the callee passes its results on unseen."""

_HANDING_ON = frozenset(
    map(
        id,
        (
            next,
            iter,
            list,
            tuple,
            reversed,
            enumerate,
            zip,
            map,
            getattr,
            setattr,
            anext,
            aiter,
            collections.deque,
        ),
    )
)
_KEEPING = frozenset({"append", "appendleft", "extend", "extendleft", "insert"})
"""Methods of lists and deques that do so as well."""

_LISTS = (list, collections.deque)
_PASSING = frozenset({"functools", "contextlib"})
"""Packages whose Python code returns the result to its own caller."""

_LIBRARIES = frozenset(
    {"asyncio", "concurrent", "threading", "IPython", "ipykernel", __name__.split(".")[0]}
)
"""Packages whose Python code passes the result on to an `await`, or drops it."""

NOTHING, ELEMENTS, ALL = range(3)
"""The parts of a returned object that a receiver may look at."""


_SUSPENDS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE
_CALLS = opcodes("CALL", "PRECALL")
_DELEGATES = opcodes("SEND", "YIELD_FROM")
_ITERATES = opcodes("FOR_ITER", "UNPACK_", "LIST_EXTEND")
_ENTERS = opcodes("BEFORE_WITH", "SETUP_WITH")
_TESTS = opcodes(
    "DICT_MERGE", "DICT_UPDATE", "SET_UPDATE", "CONTAINS_OP", "COMPARE_OP", "WITH_EXCEPT_START"
)
_SUBSCRIPTS = opcodes("BINARY_SUBSCR", "BINARY_SLICE")
_OPERATES = opcodes("BINARY_", "INPLACE_", "STORE_SUBSCR", "STORE_SLICE")
_UNPACKS = opcodes("UNPACK_")
_BEFORE_UNPACKING = opcodes(
    *(
        "CACHE",
        "EXTENDED_ARG",
        "NOP",
        "RESUME",
        "YIELD_VALUE",
        "JUMP_BACKWARD",
        "END_SEND",
        "STORE_",
        "POP_TOP",
    ),
    *("POP_BLOCK", "SETUP_ASYNC_WITH"),
)
"""Instructions between the one that gets a value and the last that unpacks it."""

_GETTING = frozenset({"__getitem__", "__missing__", "__class_getitem__"})
_OPERATORS = frozenset(
    "__%s%s__" % (way, name) for way in ("", "r", "i") for name in (*IN_PLACE, "divmod")
)
"""Methods whose result an operator or a subscript passes on. C code has called any other method
there.
"""


class Callers:
    """The calls in progress in the frames of a statement. `looking`: an iterator in the statement
    looks at values from notebook code.
    """

    def __init__(self, namespace):
        self.namespace = namespace
        self.called = {}
        self.looking = False

    def clear(self):
        self.called.clear()
        self.looking = False

    def note(self, frame, callee, args):
        """A call probe stands in `frame`."""
        code = _code_of(callee, args)
        if code is PASSED_ON and any(map(looks, args)):
            self.looking = True
            code = None
        self.called[id(frame)] = code

    def iterates(self, obj):
        """Note that a loop, or the like, begins to draw from `obj`; or that a function returns it
        to such code.
        """
        if type(obj) in ITERATORS and not self.looking and looks(obj):
            self.looking = True

    def augments(self, old, operand):
        """Record `old += operand`: a dictionary unpacks the drawn elements, lists and the like pass
        these on.
        """
        self.iterates(operand)
        if type(operand) in ITERATORS and issubclass(type(old), dict):
            self.looking = True

    def gets(self, frame, yields):
        """The parts of the next result of the function in `frame` that library code, or a target of
        several names, looks at (`yields`: the result goes to the code that resumes the function).
        """
        code = frame.f_code
        caller = frame.f_back
        while caller is not None:
            operation = instruction_at(caller)
            if caller.f_globals is not self.namespace:
                name = caller.f_globals.get("__name__")
                package = name.split(".")[0] if type(name) is str else ""
                if package not in _PASSING:
                    return NOTHING if package in _LIBRARIES else ALL
                code = caller.f_code
                yields = False
            elif operation in _CALLS:
                called = self.called.get(id(caller))
                return (
                    NOTHING if called is code or (called is PASSED_ON and not self.looking) else ALL
                )
            elif operation in _ITERATES:
                if not yields or self.looking:
                    return ALL
                # (the targets of other loops have probes)
                return _unpacked(caller) if caller.f_code.co_name == "<genexpr>" else NOTHING
            elif operation in _DELEGATES:
                if not yields or code.co_flags & inspect.CO_ASYNC_GENERATOR:
                    # the notebook's code awaits an ended coroutine; an iterator behind `yield from`
                    # calls a plain function
                    return _unpacked(caller) if yields or code.co_flags & _SUSPENDS else ALL
                if self.looking:
                    return ALL
            elif operation in _ENTERS:
                return _unpacked(caller)
            elif operation in _OPERATES:
                if yields or code.co_name in (_GETTING if operation in _SUBSCRIPTS else _OPERATORS):
                    return ALL if self.looking else NOTHING
                return ALL
            else:
                return ALL if operation in _TESTS else NOTHING
            caller = caller.f_back
        return NOTHING


def result_probes(probes, steps):
    """The probes of function results, by name. `steps` runs the recording functions."""
    recorder = probes.recorder
    callers = probes.callers
    stacks = steps.stacks

    @steps.guarded
    def looked_at(obj, how):
        if how == ALL:
            probes.reach.deep_read(obj)
        else:
            iterate_over(probes, obj)

    def gives(yields):
        def given(obj):
            if type(obj) not in VALUES:
                callers.iterates(obj)
                statement = recorder.current
                if statement is not None and statement.on and not getattr(stacks, "busy", False):
                    how = callers.gets(sys._getframe(1), yields) if INSTRUCTIONS else ALL
                    if how != NOTHING:
                        looked_at(obj, how)
            return obj

        return given

    return {"rv": gives(False), "ry": gives(True)}


def _unpacked(frame):
    """The depth to which the value at a frame's instruction is unpacked right away: two for `for i,
    (a, b) in …`.
    """
    code = frame.f_code.co_code
    levels = 0
    for at in range(place_in(frame) + 2, len(code), 2):
        if code[at] in _UNPACKS:
            levels += 1
        elif code[at] not in _BEFORE_UNPACKING:
            break
    return (NOTHING, ELEMENTS, ALL)[min(levels, 2)]


def _code_of(callee, args):
    """The code that a call runs, PASSED_ON, or None."""
    kind = type(callee)
    if kind is types.MethodType:
        callee = callee.__func__
        kind = type(callee)
    if kind is types.FunctionType:
        return callee.__code__
    if issubclass(kind, type) and home(callee) == "__main__":
        makers = (static(callee, "__init__"), static(callee, "__new__"))
        return (
            PASSED_ON
            if issubclass(callee, _LISTS) or types.FunctionType in map(type, makers)
            else None
        )
    if issubclass(kind, functools.partial):
        return _code_of(callee.func, (*callee.args, *args))
    if kind not in BUILTINS and not issubclass(kind, type):
        wrapped = (
            getattr(callee, "__wrapped__", None)
            if home(kind) == "functools"
            else static(kind, "__call__")
        )
        return wrapped.__code__ if type(wrapped) is types.FunctionType else None
    if callee is functools.reduce:
        return PASSED_ON if args and is_of_notebook(args[0]) else None
    if kind in BUILTINS and type(callee.__self__) in SUSPENDABLE:
        return PASSED_ON
    hands_on = id(callee) in _HANDING_ON or (
        kind in BUILTINS and callee.__name__ in _KEEPING and type(callee.__self__) in _LISTS
    )
    return PASSED_ON if hands_on else None
