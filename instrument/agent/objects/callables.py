"""Functions and other callables, and the names in their code. Look-ups on live objects, which record
nothing.
"""

from __future__ import annotations

import collections
import contextlib
import dis
import functools
import inspect
import re
import types
from typing import TYPE_CHECKING

from .attributes import home, static
from .cpython import has_instruction, nested_codes, opcodes

if TYPE_CHECKING:
    from typing import Any

FUNCTION = types.FunctionType

BUILTINS = frozenset({types.BuiltinFunctionType, type(re.compile("").match)})
"""The types of C functions and bound C methods: CPython has a second one for methods that are told
their class.
"""

BOUND = BUILTINS | {types.MethodWrapperType}
"""And of bound special methods of C code, as `super().__setitem__`."""

CACHED = type(functools.lru_cache(abs))
"""The type of a function with a cache of its answers."""

_MANAGED = frozenset(
    made(abs).__code__
    for made in vars(contextlib).values()
    if made in (contextlib.contextmanager, contextlib.asynccontextmanager)
)

_GENERATES = inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR

_FACTORY = vars(collections.defaultdict)["default_factory"]

MAKE_A_FUNCTION = ("__code__", "__defaults__", "__kwdefaults__")
"""Attributes in which the code of a function and its defaults are."""

_HANDLERS = opcodes("PUSH_EXC_INFO", "SETUP_FINALLY", "SETUP_WITH", "SETUP_ASYNC_WITH")


def has_handlers(code: types.CodeType) -> bool:
    """Whether code has a `try` or a `with`, in any version of Python: something to do when its
    generator is closed.
    """
    return has_instruction(code, _HANDLERS)


def generator_behind(function: types.FunctionType) -> types.FunctionType | None:
    """The generator function for which `contextlib.contextmanager` has made this one, which runs
    nothing when it is called; None of others.
    """
    closure = function.__closure__
    if closure is None or function.__code__ not in _MANAGED:
        return None
    behind = closure[0].cell_contents
    return behind if type(behind) is FUNCTION and behind.__code__.co_flags & _GENERATES else None


def receiver_of(callee: object) -> object:
    """The receiver of a bound method of a type that a library for bindings has made (nanobind,
    Cython); None of all other callables.
    """
    kind = type(callee)
    if (
        home(kind) == "__main__"
        or static(kind, "__self__") is None
        or static(kind, "__call__") is None
    ):
        return None
    owner = getattr(callee, "__self__", None)
    return (
        None
        if issubclass(type(owner), types.ModuleType)
        or type(getattr(callee, "__name__", None)) is not str
        else owner
    )


def code_names(code: types.CodeType) -> set[str]:
    """Global names in a code object, and in nested code."""
    return set(code.co_names).union(*map(code_names, nested_codes(code)))


def objects_named(function: types.FunctionType) -> list[object]:
    """The global objects that the code of a function names, also in nested code."""
    scope = function.__globals__
    return [scope[name] for name in code_names(function.__code__) if name in scope]


def names_looked_up(code: types.CodeType) -> set[str]:
    """The global names of a code object that are looked up before the first binding (`n += 1`).
    Names in nested code count too, if the code object does not bind them.
    """
    looked_up: set[str] = set()
    bound: set[str] = set()
    for instruction in dis.get_instructions(code):
        name = instruction.argval
        if instruction.opname in ("LOAD_NAME", "LOAD_GLOBAL") and name not in bound:
            looked_up.add(name)
        elif instruction.opname in ("STORE_NAME", "STORE_GLOBAL"):
            bound.add(name)
    return looked_up.union(*(names_looked_up(each) - bound for each in nested_codes(code)))


def factory_of(obj: object) -> Any:
    """The function that a `defaultdict` calls for a missing key; None for other objects."""
    return _FACTORY.__get__(obj) if issubclass(type(obj), collections.defaultdict) else None


def receiver_of_factory(obj: object) -> object:
    """The object that a `defaultdict` may change when a key is missing, since its factory is a C
    method of this object; None for other objects.
    """
    factory = factory_of(obj)
    while issubclass(type(factory), functools.partial):
        factory = factory.func
    receiver = (
        getattr(factory, "__self__", None)
        if type(factory) in (*BUILTINS, types.MethodWrapperType)
        else None
    )
    return None if issubclass(type(receiver), (type, types.ModuleType)) else receiver
