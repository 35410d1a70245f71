"""The `resolve()` probes that rewritten code calls, by their one-letter names (`_sluice_a`, ...).

Each resolves what a piece of syntax touches on the live objects and records it. Load probes (lower case) stand in
instrumented copies only; store and call probes (upper case) also in light copies. A probe never changes what the code
does: it returns its first value, and its own faults are contained.
"""

import builtins
import functools
import itertools
import sys
import threading

from ..calls.deciding import Calls
from ..calls.entered import enter
from ..effects.applying import SHOWN
from ..objects.aside import Aside
from ..objects.attributes import home
from ..objects.kinds import BUILTINS
from ..objects.locations import ATOMIC, VALUES, WHOLE, is_value
from ..objects.proxies import PROXIES, without_proxies
from ..reach.kept_walks import PLAIN
from ..record.signals import INTERRUPTED, UNTRACED, is_interrupt, is_signalled
from ..rewriting.probe_names import PREFIX
from .accesses import hands_out, iterate_over, load_attribute, load_item, load_method, load_path, read_structure, take_apart
from .assigned import Assigned
from .callers import Callers, result_probes
from .light import light_probes
from .light_stores import holds_values, is_plain
from .raised import raise_probes
from .stores import augment, copies_into_attribute, copies_into_item, store_attribute, store_item, stores_plainly

_KERNELS = ("IPython.", "ipykernel.")
"""Where what shows results comes from, unless a notebook has put its own in."""


class Probes:
    """The probe functions over one recorder; `install` puts them into builtins, where `%reset` does not reach."""

    def __init__(self, recorder, reach, effects, applied, outlines, on_fault):
        self.outlines = outlines
        self.recorder = recorder
        self.reach = reach
        self.effects = effects
        self.applied = applied
        load = functools.partial(load_attribute, self)
        store = functools.partial(store_attribute, self)
        self.calls = Calls(recorder, reach, effects, applied, load, store)
        self.on_fault = on_fault
        self.stacks = threading.local()
        self.values = Assigned()
        self.callers = Callers(recorder.namespace)
        self.aside = Aside(recorder)
        self.installed = {}
        self.plain_loads = {}
        self.plain_stores = {}
        self.handing = {}
        self.plain_at = 0

    def forget_classes(self):
        """What is known of classes is for one run: the next one may change them, and they die when they are defined again."""
        self.forget_lookups()
        self.handing.clear()
        self.calls.forget_classes()

    def forget_lookups(self):
        """A class has changed."""
        self.plain_loads.clear()
        self.plain_stores.clear()

    def install(self):
        self.installed = self.table()
        for name, method in self.installed.items():
            setattr(builtins, PREFIX + name, method)
        setattr(builtins, PREFIX + "on", False)

    def in_place(self, old, operand):
        """`x += operand`, where `x` is no number or the like: `old`."""
        self.recorder.sites.vetted.disturb()
        if type(old) is dict:
            self.applied.apply(self.effects.find(old.__ior__), (operand,), {})
        else:
            augment(self, old)

    def clear_stacks(self):
        """Forget bases and arguments that an exception left behind, and which calls frames were at."""
        self.stacks.items = []
        self.values.waiting = []
        self.callers.clear()

    def ensure(self):
        """Put back what a cell has taken out of builtins."""
        if not all(hasattr(builtins, PREFIX + name) for name in self.installed):
            self.install()

    def table(self):
        recorder = self.recorder
        reach = self.reach
        tokens = recorder.tokens
        calls = self.calls
        stacks = self.stacks
        values = self.values
        callers = self.callers
        handing = self.handing
        modules = sys.modules

        def guarded(record, objects=True):
            """Run a recording step; a fault in it is ours and must not reach the notebook. `objects`: it gets objects of the notebook's, of which
            some may be proxies.
            """

            @functools.wraps(record)
            def run(*args):
                if getattr(stacks, "busy", False):
                    # code of the notebook's that a look-up of ours has called
                    return
                stacks.busy = True
                try:
                    if objects and not PROXIES.isdisjoint(map(type, args)):
                        args = without_proxies(args)
                        if args is None:
                            recorder.read("weakref", WHOLE)
                            return
                    record(*args)
                    recorder.count_event()
                except RecursionError:
                    recorder.escape("the recursion limit was reached while tracing")
                except BaseException as fault:
                    if is_signalled(fault):
                        recorder.escape(UNTRACED, lasting=True)
                        raise
                    self.on_fault(fault)
                finally:
                    stacks.busy = False
                if tokens.due:
                    # finalizers may run: they are code like any other
                    recorder.on_due()

            return run

        unseeing = functools.partial(guarded, objects=False)

        @unseeing
        def record_entry(number, frame, cells):
            enter(calls, number, frame, cells)

        def entry(number, shared=None):
            record_entry(number, sys._getframe(1), () if shared is None else shared.__closure__)

        def block(key):
            statement = recorder.current
            if statement is None or key in statement.blocks:
                return
            statement.blocks.add(key)
            known = recorder.blocks.get(key)
            if known is None:
                return
            for name in known.reads:
                recorder.read_name(name)
            if known.answers:
                recorder.mutate("abc", WHOLE)
            if known.catches:
                statement.caught = True
                if is_interrupt(sys.exc_info()[1]):
                    recorder.escape(INTERRUPTED)

        @unseeing
        def imported(names):
            for name in names:
                recorder.imports.read(name)
            calls.unknown.before_import(names)

        def importing(names):
            statement = recorder.current
            if statement is not None and statement.imported.get(names) != len(modules):
                # (again when one was loaded or taken out)
                statement.imported[names] = len(modules)
                imported(names)

        @unseeing
        def bound_anew(names):
            for name in names:
                if name in recorder.namespace:
                    calls.quiet.bound_anew(name, recorder.namespace[name])

        @guarded
        def read_attribute(obj, name):
            load_attribute(self, obj, name)

        @guarded
        def read_method(obj, name):
            load_method(self, obj, name)

        @guarded
        def read_item(obj, key):
            load_item(self, obj, key)

        @guarded
        def write_attribute(obj, name, deletes, augments, value=None):
            statement = recorder.current
            if value is not None and copies_into_attribute(self, obj, name):
                reach.deep_read(value)
            if statement is None:
                store_attribute(self, obj, name, deletes, augments)
                return
            before, written = statement.epoch, len(statement.writes)
            store_attribute(self, obj, name, deletes, augments)
            if deletes or not stores_plainly(self, type(obj), name) or (augments and not holds_values(obj, name)):
                recorder.sites.vetted.disturb()
            if not deletes and stores_plainly(self, type(obj), name):
                if statement.on and len(statement.writes) > written:
                    recorder.count_alike(type(obj), name)
                if not statement.on:
                    statement.stored_into(before, obj, name)

        @guarded
        def write_item(obj, key, deletes, augments, value=None):
            statement = recorder.current
            if value is not None and copies_into_item(self, obj):
                reach.deep_read(value)
            before = 0 if statement is None else statement.epoch
            recorder.sites.vetted.disturb()
            store_item(self, obj, key, deletes, augments)
            if statement is not None and not statement.on and type(obj) in (list, dict):
                statement.stored_into(before, obj, None)

        def attribute(obj, name):
            if recorder.current is not None and type(obj) not in VALUES:
                read_attribute(obj, name)
            return obj

        def handed_out(obj, name):
            # (most attributes of these names are something else)
            gives = handing.get(type(obj))
            if gives is None:
                gives = handing[type(obj)] = hands_out(type(obj))
            return attribute(obj, name) if gives else obj

        def method(obj, name):
            if recorder.current is not None and type(obj) not in VALUES:
                read_method(obj, name)
            return obj

        def item(obj, key):
            if recorder.current is not None and (type(obj) not in VALUES or type(key) not in ATOMIC):
                read_item(obj, key)
            return obj

        def pending():
            try:
                return stacks.items
            except AttributeError:
                stacks.items = []
                return stacks.items

        def push(obj):
            pending().append(obj)
            return obj

        def hand_on(args, kwargs, positional, named):
            """Keep a call's arguments for the call itself; `popped` gives the positional ones first."""
            stack = pending()
            if named:
                stack.append(kwargs)
            if positional:
                stack.append(args)

        def pop_load(key):
            item(pending().pop(), key)
            return key

        def assigned(value, number, places):
            if recorder.current is not None and type(value) not in ATOMIC:
                values.put(number, places, value)
            return value

        def store(obj, name, number=None):
            value = values.take(number)
            if type(obj) not in ATOMIC:
                write_attribute(obj, name, False, False, value)
            return obj

        def store_augmented(obj, name):
            if type(obj) not in ATOMIC:
                write_attribute(obj, name, False, True)
            return obj

        def delete(obj, name):
            if type(obj) not in ATOMIC:
                write_attribute(obj, name, True, False)
            return obj

        def set_item(obj, key, number=None):
            write_item(obj, key, False, False, values.take(number))
            return obj

        def set_item_augmented(obj, key):
            write_item(obj, key, False, True)
            return obj

        def delete_item(obj, key):
            write_item(obj, key, True, False)
            return obj

        def pop_store(key, number=None):
            write_item(pending().pop(), key, False, False, values.take(number))
            return key

        def pop_augmented(key):
            write_item(pending().pop(), key, False, True)
            return key

        def pop_delete(key):
            write_item(pending().pop(), key, True, False)
            return key

        @guarded
        def used(obj):
            callers.iterates(obj)
            reach.deep_read(obj)
            self.calls.unknown.operand(obj)
            # perhaps in text: `f"{obj}"`, `"%s" % obj`
            self.applied.shown((obj,))

        def value(obj):
            if type(obj) not in ATOMIC and not (is_value(obj) and recorder.written.isdisjoint(SHOWN)):
                used(obj)
            return obj

        @guarded
        def look_up(frame, paths):
            for path in paths:
                load_path(self, frame, path)

        def matched(subject, *paths):
            if recorder.current is not None:
                look_up(sys._getframe(1), paths)
            return subject

        @guarded
        def displayed(obj, hook):
            reach.deep_read(obj)
            self.applied.shown((obj,))
            if hook is not None:
                self.calls.call(0, hook, (obj,), {}, True)

        def result(obj):
            hook = sys.modules["sys"].displayhook
            if home(type(hook)).startswith(_KERNELS):
                hook = None
            if type(obj) not in ATOMIC or "display" in recorder.written or hook is not None:
                displayed(obj, hook)
            return obj

        @guarded
        def structure(obj):
            read_structure(self, obj)

        def truth(obj):
            if type(obj) not in VALUES:
                structure(obj)
            return obj

        @guarded
        def members(obj):
            if type(obj) is dict:
                read_structure(self, obj)
            else:
                reach.deep_read(obj)

        def container(obj):
            if type(obj) not in ATOMIC:
                members(obj)
            return obj

        @guarded
        def iterate(obj):
            iterate_over(self, obj)
            callers.iterates(obj)

        def iterable(obj):
            if type(obj) not in ATOMIC:
                iterate(obj)
            return obj

        @guarded
        def apart(obj, levels):
            callers.iterates(obj)
            take_apart(self, obj, levels)

        def taken_apart(obj, levels):
            if type(obj) not in ATOMIC:
                apart(obj, levels)
            return obj

        in_place = guarded(self.in_place)

        def augmented(old, operand):
            if type(old) not in VALUES:
                callers.augments(old, operand)
                in_place(old, operand)
            return operand

        @unseeing
        def called(line, callee, args, kwargs, full):
            statement = recorder.current
            before = 0 if statement is None else statement.epoch
            if statement is not None and not calls.quiet.changes_nothing(callee):
                recorder.sites.vetted.disturb()
            calls.call(line, callee, args, kwargs, full)
            if statement is not None and not statement.on and type(callee) in BUILTINS and type(callee.__self__) in PLAIN:
                if not kwargs and all(map(is_plain, args)):
                    statement.stored_values(before)

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

        @guarded
        def make_subclass(base):
            self.calls.unknown.subclassed(base)

        def base_class(base):
            if recorder.current is not None and type(base) not in ATOMIC:
                make_subclass(base)
            return base

        def decorator(function):
            called(0, function, (), {}, True)
            callers.note(sys._getframe(1), function, ())
            return function

        def resumed(result, *keys):
            for key in keys:
                block(key)
            return result

        @guarded
        def widen_frame(frame):
            reach.deep_read(*frame.f_locals.values(), kind="widened", follow_globals=True)

        def resumed_light(result, *keys):
            statement = recorder.current
            if statement is not None and statement.on:
                for key in keys:
                    block(key)
                widen_frame(sys._getframe(1))
            return result

        def read_cell(cell):
            if recorder.current is not None:
                recorder.read(tokens.of(cell), WHOLE)

        def write_cell(cell):
            recorder.mutate(tokens.of(cell), WHOLE)

        return light_probes(self, guarded, unseeing, hand_on) | result_probes(self, guarded) | raise_probes(recorder, guarded) | {
            "b": block, "gn": bound_anew, "en": entry, "im": importing, "a": attribute, "m": method, "s": item, "p": push, "k": pop_load, "A": store,
            "Au": store_augmented, "d": delete, "S": set_item, "Su": set_item_augmented, "D": delete_item, "P": push,
            "K": pop_store, "Ku": pop_augmented, "X": pop_delete, "v": value, "le": led, "o": result, "mv": matched, "t": truth, "n": container,
            "i": iterable, "iu": taken_apart, "u": augmented, "c": call, "cp": pushing(True, False), "ck": pushing(False, True),
            "cb": pushing(True, True), "pop": popped, "z": self.aside.stand_in, "dec": decorator, "sub": base_class, "y": resumed, "Y": resumed_light, "ho": handed_out, "R": read_cell, "W": write_cell,
            "cell": object, "va": assigned, "slice": slice, "type": type, "str": str, "atomic": VALUES,
        }  # fmt: skip
