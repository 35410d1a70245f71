"""`%timeit`: the first turn is traced and not counted. All others run without probes, as do the
notebook functions in their use.

A deep read and a comparison of all objects named in the code cover the reads and changes of the
other turns.

Unsound: changes of files, settings and streams are missed that a later turn makes, and the first
turn does not.
"""

import functools
import itertools
import operator
import types

from ..objects.callables import code_names


class Timed:
    """Follows one `%timeit` after another. `plain` finds the code of a function without probes;
    whoever ends a statement calls `restore`.
    """

    def __init__(self, recorder, reach, special, plain):
        self.recorder = recorder
        self.reach = reach
        self.special = special
        self.plain = plain
        self.waits = False
        self.began = None
        self.replaced = {}

    def prepare(self, code, timer):
        """`code` is going to be timed with IPython's `timer`."""
        self.special.commands.process.watch()
        self.special.strings.code((code,))
        namespace = self.recorder.namespace
        roots = [namespace[name] for name in sorted(code_names(code)) if name in namespace]
        for obj in self.reach.reached(roots, follow_globals=True):
            for function in _functions_of(obj):
                self.replaced[id(function)] = (function, function.__code__)
        self.waits = True
        timer.repeat = functools.partial(self.repeat, timer.repeat)

    def probes(self):
        """The functions called by rewritten code."""
        return {"once": self.once, "rest": self.rest}

    def once(self, timer):
        """The turns with probes: the first of all, else none."""
        if not self.waits:
            return ()
        self.waits = False
        self.began = timer()
        return (None,)

    def rest(self, turns, timer):
        """The timed turns, and the timer. After a traced turn, one turn counts the rest for all."""
        if self.began is None:
            return turns, timer
        took = timer() - self.began
        self.began = None
        for function, code in self.replaced.values():
            function.__code__ = self.plain(code)
        number = operator.length_hint(turns)
        return itertools.repeat(None, number - 1), _for_all(timer, number, took).__next__

    def repeat(self, original, repeat, number):
        """Replaces the timer's method. A traced turn that was a timing of its own counts as the
        middle one of the others.
        """
        traced = self.waits and number == 1
        found = original(repeat, number)
        if traced and len(found) > 1:
            found[0] = sorted(found[1:])[(len(found) - 1) // 2]
        return found

    def restore(self):
        """Functions have their probes again."""
        if self.replaced:
            for function, code in self.replaced.values():
                function.__code__ = code
            self.replaced = {}
        self.waits = False
        self.began = None


def _for_all(timer, number, took):
    """The two times for IPython's difference: the time of `number` turns, estimated from all but
    the first, or from the first if there is only one.
    """
    start = timer()
    yield start
    yield start + (took if number == 1 else (timer() - start) * number / (number - 1))


def _functions_of(obj):
    """The object, if it is a Python function, or the functions defined by a class."""
    kind = type(obj)
    if kind is types.FunctionType:
        yield obj
    elif kind is types.MethodType:
        yield from _functions_of(obj.__func__)
    elif kind in (staticmethod, classmethod):
        yield from _functions_of(obj.__func__)
    elif kind is property:
        for part in (obj.fget, obj.fset, obj.fdel):
            yield from _functions_of(part)
    elif issubclass(kind, type):
        for value in type.__getattribute__(obj, "__dict__").values():
            if not issubclass(type(value), type):
                yield from _functions_of(value)
