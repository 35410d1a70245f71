"""The probes of calls, imports, definitions, and entries of functions of the user's modules."""

import itertools
import sys

from ..calls.entered import enter
from ..objects.callables import BUILTINS
from ..objects.locations import ATOMIC, PLAIN
from ..record.untraced_work import UntracedWork
from .untraced_stores import is_plain


class Imported(dict):
    """By the names of an import statement in a function: the number of modules after its last run."""


def call_probes(probes, steps):
    """The probes by name. `steps` runs the recording functions."""
    recorder = probes.recorder
    calls = probes.calls
    callers = probes.callers
    modules = sys.modules
    pending = steps.pending
    hand_on = steps.hand_on

    @steps.unseeing
    def record_entry(number, frame, cells):
        recorder.run_foreign_code()
        enter(calls, number, frame, cells)

    def entry(number, shared=None):
        record_entry(number, sys._getframe(1), () if shared is None else shared.__closure__)

    @steps.unseeing
    def imported(names):
        recorder.run_foreign_code()
        for name in names:
            recorder.imports.read(name)
        calls.loads.before_import(names)

    def importing(names):
        statement = recorder.current
        if statement is None:
            return
        known = statement.state(Imported)
        if known.get(names) != len(modules):
            # (again when one was loaded or taken out)
            known[names] = len(modules)
            imported(names)

    @steps.unseeing
    def bound_anew(names):
        for name in names:
            if name in recorder.namespace:
                calls.quiet.bound_anew(name, recorder.namespace[name])

    @steps.unseeing
    def called(line, callee, args, kwargs, full):
        statement = recorder.current
        if statement is None or calls.of_values.covers(line, callee, args, kwargs):
            return
        before = statement.epoch
        if not calls.quiet.changes_nothing(callee):
            recorder.sites.vetted.disturb()
        calls.call(line, callee, args, kwargs, full)
        if not statement.on and type(callee) in BUILTINS and type(callee.__self__) in PLAIN:
            if not kwargs and all(map(is_plain, args)):
                statement.state(UntracedWork).stored_values(statement, before)

    def call(line, callee, /, *args, **kwargs):
        called(line, callee, args, kwargs, True)
        callers.note(sys._getframe(1), callee, args)
        return callee

    def pushing(positional, named):
        def probe(line, callee, /, *args, **kwargs):
            called(line, callee, args, kwargs, True)
            callers.note(sys._getframe(1), callee, args)
            hand_on(args, kwargs, positional, named)
            return callee

        return probe

    def popped():
        return pending().pop()

    def led(*values):
        return itertools.chain(values[:-1], values[-1])

    @steps.guarded
    def make_subclass(base):
        calls.unknown.implicit.subclassed(base)

    @steps.guarded
    def list_subclasses(base, into):
        into.append(recorder.subclasses.listed(base))

    def subclasses(line, owner, *args):
        """In place of `owner.__subclasses__(*args)`; `line` None: in a module of the user's."""
        method = owner.__subclasses__
        if recorder.current is not None:
            base = (
                owner
                if not args and issubclass(type(owner), type)
                else args[0]
                if len(args) == 1
                else None
            )
            if issubclass(type(base), type) and (
                method == type.__subclasses__
                if args
                else method == type.__subclasses__.__get__(owner)
            ):
                found = []
                list_subclasses(base, found)
                if found:
                    return found[0]
            if line is not None:
                called(line, method, args, {}, True)
        return method(*args)

    def base_class(base):
        if recorder.current is not None and type(base) not in ATOMIC:
            make_subclass(base)
        return base

    def decorator(function):
        called(0, function, (), {}, True)
        callers.note(sys._getframe(1), function, ())
        return function

    return {
        "gn": bound_anew, "en": entry, "im": importing, "c": call, "cp": pushing(True, False), "ck": pushing(False, True), "cb": pushing(True, True),
        "pop": popped, "le": led, "dec": decorator, "sub": base_class, "sc": subclasses,
    }  # fmt: skip
