"""The code that a call of an object runs, and the objects that the callee holds."""

from __future__ import annotations

import types
from typing import Any

from .cache_entries import FUNCTIONS


def function_called(callee: Any) -> Any:
    """The function or class that a call of this object runs: of a method, or of an object that can
    be called. None: unknown.
    """
    kind = type(callee)
    if kind in FUNCTIONS:
        return callee
    if kind is types.MethodType:
        return callee.__func__
    own = kind.__dict__.get("__call__") if type(kind) is type else None
    return own if type(own) is types.FunctionType else None


def holds_objects(callee: Any) -> bool:
    """Whether a function has a receiver, variables of another function, or defaults."""
    if type(callee) is types.FunctionType:
        return bool(callee.__closure__ or callee.__defaults__ or callee.__kwdefaults__)
    return type(callee) is types.BuiltinFunctionType and not issubclass(
        type(callee.__self__), (types.ModuleType, type(None))
    )
