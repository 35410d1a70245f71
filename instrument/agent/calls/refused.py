"""Calls that fail before any effect: their planned writes are withdrawn. Their reads stay.

Imprecise: a call that the system refuses counts as a change where the notebook catches the error,
and in hot loops.
"""

from __future__ import annotations

import inspect
import types
from typing import TYPE_CHECKING

from ..objects.callables import BUILTINS
from ..observer import Observer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..record.statement import Statement

_SYSTEM = frozenset({"posix", "nt"})
"""Modules with system calls that either succeed as a whole or fail without effect."""
_VARIABLE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
"""Flags of code with `*args` or `**kwargs`."""


def does_not_fit(callee, args, kwargs):
    """Whether Python refuses these arguments of a function or method: too many, too few, or of
    other names.
    """
    if type(callee) is types.MethodType:
        args = (callee.__self__, *args)
        callee = callee.__func__
    if type(callee) is not types.FunctionType or callee.__code__.co_flags & _VARIABLE:
        return False
    return by_name(callee, args, kwargs) is None


def by_name(function, args, kwargs):
    """The arguments of a function without `*args` and `**kwargs`, defaults included; None for a
    wrong call.
    """
    code = function.__code__
    count = code.co_argcount
    names = code.co_varnames[: count + code.co_kwonlyargcount]
    if len(args) > count or not kwargs.keys() <= {
        *names[max(len(args), code.co_posonlyargcount) :]
    }:
        return None
    defaults = function.__defaults__ or ()
    given = dict(
        zip(names[count - len(defaults) : count], defaults), **(function.__kwdefaults__ or {})
    )
    given.update(zip(names, args))
    given.update(kwargs)
    return given if len(given) == len(names) else None


class Attempt:
    """The last call of the system: its arguments and line, and the number of locations written
    before the call, and with its planned writes.
    """

    __slots__ = ("args", "line", "first", "end")

    def __init__(self) -> None:
        self.args: Sequence[object] = ()
        self.line = self.first = self.end = 0

    def note(self, args: Sequence[object], line: int, first: int, end: int) -> None:
        self.args, self.line, self.first, self.end = args, line, first, end


def attempt(statement: Statement, callee: object, args: Sequence[object], count: int) -> None:
    """Note a recorded call that is about to happen. `count`: the number of locations written
    before.
    """
    if type(callee) in BUILTINS and getattr(callee, "__module__", None) in _SYSTEM:
        statement.state(Attempt).note(args, statement.line, count, len(statement.writes))


def forget_attempt(statement: Statement) -> None:
    """Another call is about to happen."""
    if Attempt in statement.states:
        statement.drop(Attempt)


class Refused(Observer):
    """Withdraws the planned writes of a call refused by the system. `filenames`: of code with
    probes.
    """

    State = Attempt

    def __init__(self, filenames: set[str]) -> None:
        self.filenames = filenames

    def report(self, statement: Statement, state: Attempt) -> None:
        error = statement.error
        if not statement.on or not issubclass(type(error), OSError):
            return
        if type(error.filename) is not str or not any(
            [type(arg) is str and arg == error.filename for arg in state.args]
        ):
            return
        entry = error.__traceback__
        while entry is not None and entry.tb_next is not None:
            entry = entry.tb_next
        # (an earlier call may have raised the error, and the code may have raised it again)
        if (
            entry is not None
            and entry.tb_lineno == state.line
            and entry.tb_frame.f_code.co_filename in self.filenames
        ):
            for location in list(statement.writes)[state.first : state.end]:
                statement.withdraw(location)
