"""Which calls and objects run foreign code: other code than that of the notebook, which has probes,
and builtins with numbers, strings and containers of them (see `foreign` in `record/statement`).
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
"""Builtins, by identity, that run more than their arguments say."""
_COMPARING = frozenset({"count", "index", "remove", "sort"})
"""Methods of containers that compare what is in them."""


class ForeignCode:
    """Decides about calls, and about objects that something is done with. `own`: classes of the
    notebook's that the run has met.
    """

    def __init__(self, calls):
        self.calls = calls
        self.own = set()

    def is_own(self, obj):
        """Whether what is done with an object runs code with probes, or none."""
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
        """Whether a call, of something else than a function of the notebook's, is one of a builtin
        that nothing else follows from, or makes an object of a class of the notebook's.
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
        """Whether an argument runs no code without probes, whatever a builtin does with it."""
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
    """Whether a call is of a method of a list or the like, which gets nothing that runs code of a
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
    """Whether a method of a list or the like compares what is in it, and that may be more than
    numbers and strings.
    """
    return (
        callee.__name__ in _COMPARING
        and type(getattr(callee, "__self__", None)) in PLAIN
        and not holds_atoms(callee.__self__)
    )
