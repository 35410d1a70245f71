"""Calls that fail before they have done anything: of what they were going to change, nothing is
changed. What they read, they have read.

Imprecise: a call that the system refuses counts as a change where the notebook catches the error,
and in hot loops.
"""

import inspect
import types

from ..objects.kinds import BUILTINS

_SYSTEM = frozenset({"posix", "nt"})
"""Modules of calls that the system either carries out as a whole, or refuses."""
_VARIABLE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS
"""Flags of code with `*args` or `**kwargs`."""


def does_not_fit(callee, args, kwargs):
    """Whether Python will not call this function (or method) with these arguments: they are too
    many, too few, or not those that it has.
    """
    if type(callee) is types.MethodType:
        args = (callee.__self__, *args)
        callee = callee.__func__
    if type(callee) is not types.FunctionType or callee.__code__.co_flags & _VARIABLE:
        return False
    return by_name(callee, args, kwargs) is None


def by_name(function, args, kwargs):
    """The arguments of a function without `*args` and `**kwargs`, defaults included; None where
    they do not fit.
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


def attempt(statement, callee, args, count):
    """A call is about to happen, and what it does has been recorded. `count`: how many places the
    statement had written before.
    """
    if type(callee) in BUILTINS and getattr(callee, "__module__", None) in _SYSTEM:
        statement.attempt = (args, statement.line, count, len(statement.writes))


def withdraw(statement, error, filenames):
    """The statement has failed: if the system has refused its last call, that call has written
    nothing. `filenames`: of code that has probes.
    """
    if statement.attempt is None or not statement.on or not issubclass(type(error), OSError):
        return
    args, line, first, end = statement.attempt
    if type(error.filename) is not str or not any(
        [type(arg) is str and arg == error.filename for arg in args]
    ):
        return
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    # (it may have come from an earlier call, and have been raised again since)
    if (
        entry is not None
        and entry.tb_lineno == line
        and entry.tb_frame.f_code.co_filename in filenames
    ):
        for key in list(statement.writes)[first:end]:
            del statement.writes[key]
