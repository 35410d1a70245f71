"""Entries of functions of the user's modules, by any caller: before the function runs, its
arguments are read and compared like those of an unknown call.

A statement looks at the first entry of a function, and for a method at the first entry with each
receiver, up to many.

Unsound: library code calls the same function of an own module twice in a statement: the arguments
of the second call are missed, unless the statement names or passes them.
"""

import gc
import inspect

from ..objects.attributes import own_dict
from ..objects.classes import MAKING, is_mortal
from ..objects.frames import local_values

_RESUMED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
MANY = 12
"""The most receivers of one method looked at one by one. Beyond, all objects of their class are."""

AT_ONCE = 10_000
"""The most objects in one walk."""


def enter(calls, number, frame, cells):
    """Record the entry of this frame's function. `number`: of the entry. `cells`: the variables of
    surrounding functions that it assigns.
    """
    recorder = calls.recorder
    statement = recorder.current
    if statement is None:
        return
    sites = recorder.sites
    sites.vetted.disturb()
    code = frame.f_code
    first, given = _handed(frame, code)
    given += cells
    kind = type(first)
    if number not in sites.receivers:
        sites.enter(number)
    elif calls.unknown.repeats.covers_class(statement, kind) and not type.__subclasses__(kind):
        # (other objects come only with a call)
        sites.enter(number)
    elif code.co_name == "__del__":
        # the receiver must be free to die, perhaps because a store has replaced it
        statement.catch()
        given = [
            *(own_dict(first) or {}).values(),
            *(value for value in given if value is not first),
        ]
    elif not is_mortal(kind) and sites.meet(number, first) > MANY and not issubclass(kind, type):
        sites.enter(number)
        instances = calls.unknown.repeats.all_instances(kind)
        if instances is not None:
            calls.unknown.entered_with_many(statement, code, frame.f_globals, kind, instances)
        else:
            others = [obj for obj in gc.get_objects() if type(obj) is kind]
            for start in range(0, len(others), AT_ONCE):
                calls.unknown.entered(
                    statement, code, frame.f_globals, others[start : start + AT_ONCE]
                )
    calls.unknown.entered(statement, code, frame.f_globals, given)


def _handed(frame, code):
    """The first argument of a function, and all inputs: its arguments, and variables of surrounding
    functions.
    """
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    values = local_values(frame)
    names = [name for name in code.co_varnames[:count] if name in values]
    first = values[names[0]] if names else None
    if code.co_flags & _RESUMED:
        # code after a pause has variables as well
        given = list(values.values())
    elif code.co_name in MAKING and names:
        # a new object has no history, but its class has
        given = [
            first if issubclass(type(first), type) else type(first),
            *(values[name] for name in (*names[1:], *code.co_freevars) if name in values),
        ]
    else:
        given = [values[name] for name in (*names, *code.co_freevars) if name in values]
    return first, given
