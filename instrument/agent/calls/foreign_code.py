"""Foreign code: code other than the notebook's own code with probes, and other than builtins with
numbers, strings and containers of these (see `foreign` in `record/statement`).
"""

import types

from ..objects.callables import BUILTINS
from ..objects.classes import is_made_here
from ..objects.locations import ATOMIC, PLAIN, holds_atoms
from .unrecorded_calls import OWN_STATE

WITHOUT_CODE = frozenset(
    {*ATOMIC, *PLAIN, *map(type, ({}.keys(), {}.values(), {}.items())), types.FunctionType}
)
"""Types of objects that have no code of their own."""
_RUN_ANYTHING = frozenset(map(id, (breakpoint, compile, input)))
"""Builtins, by identity, that run further code of their arguments."""
_COMPARING = frozenset({"count", "index", "remove", "sort"})
"""Methods of containers that compare the contents."""


class ForeignCode:
    """Decides whether calls, and uses of objects, run foreign code. `own`: notebook classes met in
    this run.
    """

    def __init__(self, calls):
        self.calls = calls
        self.own = set()

    def is_own(self, obj):
        """Whether uses of an object run only code with probes, or none."""
        kind = type(obj)
        if kind is types.ModuleType:
            return vars(obj).get("__name__") in OWN_STATE
        if kind is type:
            kind = obj
        return kind in WITHOUT_CODE or self._is_made_here(kind)

    def _is_made_here(self, cls):
        if cls in self.own:
            return True
        if not is_made_here(cls):
            return False
        self.own.add(cls)
        return True

    def is_own_call(self, callee, args, kwargs):
        """Whether a call of a builtin runs no further code, or makes an instance of a notebook
        class. Calls of notebook functions are decided elsewhere.
        """
        kind = type(callee)
        if kind is type and self._is_made_here(callee):
            return self.calls.quiet.foreign_init(callee) is None
        if kind in BUILTINS:
            owner = type(callee.__self__)
            within = owner in ATOMIC or owner in PLAIN or owner is types.ModuleType
        else:
            within = kind is type
        if not within or (getattr(callee, "__module__", None) or "builtins") not in OWN_STATE:
            return False
        if (
            id(callee) in self.calls.special.by_identity
            or id(callee) in _RUN_ANYTHING
            or _compares(callee)
        ):
            return False
        return all(map(self._is_simple, args)) and all(map(self._is_simple, kwargs.values()))

    def _is_simple(self, value):
        """Whether no use of an argument by a builtin runs code without probes."""
        kind = type(value)
        return (
            kind in ATOMIC
            or (kind is type and value.__module__ == "builtins")
            or holds_atoms(value)
            or self.calls.quiet.is_own(value)
        )


def is_of_value(callee):
    """Whether a callee is a method of a number, a string or the like."""
    return (
        type(callee) in BUILTINS and callee.__self__ is not None and type(callee.__self__) in ATOMIC
    )


def is_of_container(callee, args, kwargs):
    """Whether the callee is a method of a list or another container, and no argument runs code of a
    library.
    """
    if (
        type(callee) not in BUILTINS
        or type(callee.__self__) not in PLAIN
        or kwargs
        or _compares(callee)
    ):
        return False
    return all([type(arg) in ATOMIC or type(arg) in PLAIN for arg in args])


def _compares(callee):
    """Whether a method of a container compares contents that may be more than numbers and strings."""
    return (
        callee.__name__ in _COMPARING
        and type(getattr(callee, "__self__", None)) in PLAIN
        and not holds_atoms(callee.__self__)
    )
