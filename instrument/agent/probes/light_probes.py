"""The probes of light copies and of the change to them: stores and calls past their inline cache,
and loops that go on.
"""

import builtins
import sys
import types

from ..calls.lessons import ANY, FIRST, NUMBERS, VAIN
from ..calls.repeats import Compared
from ..objects.attributes import is_special, static
from ..objects.kinds import BUILTINS, changes_in_place, is_handle
from ..objects.libraries import holds_numbers
from ..objects.locations import ATOMIC, WHOLE, attribute_field
from ..objects.proxies import PROXIES, behind
from ..objects.storage import is_of_its_own, place_of
from ..reach.covered import Walked
from ..record.callees import function_called
from ..record.lessons import FUNCTIONS, Asking, Calling
from ..record.light_work import LightWork
from ..record.settled import Settled
from ..record.site import MISSES
from ..record.snapshots import snapshot
from ..rewriting.probe_names import ON
from .accesses import own_class_overrides, take_apart
from .light_stores import holds_values
from .loop_iterators import asked_once, with_last
from .row_stores import learn_rows
from .stores import (
    augment,
    sets_plainly,
    store_attribute,
    store_item,
    stores_as_item,
    stores_items_plainly,
    stores_plainly,
)

_PLAIN = (list, dict, set)
_CELLS = vars(builtins)


def light_probes(probes, steps):
    """The probes by name. `steps` runs what records."""
    recorder = probes.recorder
    sites = recorder.sites
    vetted = sites.vetted
    known_as_quiet = sites.quiet
    calls = probes.calls
    outlines = probes.outlines
    quiet = calls.quiet.changes_nothing
    covers = calls.unknown.repeats.covers
    simple_covers = sites.simple.covers
    light = calls.light
    lessons = calls.lessons
    learned = sites.lessons
    hand_on = steps.hand_on
    stacks = steps.stacks

    # -- stores
    # -------------------------------------------------------------------------------------------

    def missed(site, obj, field):
        """The site has recorded a store into `obj`; after many objects, all of their class are
        covered by a summary.
        """
        site.misses += 1
        if site.misses > MISSES:
            if recorder.current.on:
                recorder.switch_off()
            begin_summary(field, type(obj))
            if site.augments:
                recorder.current.state(LightWork).augmented_classes.add((field, type(obj)))
            sites.cover(site, type(obj))
        else:
            sites.hold(site, obj)

    def begin_summary(field, cls):
        statement = recorder.current
        summaries = statement.state(LightWork).summaries
        if (field, cls) not in summaries:
            if sites.relying:
                sites.doubt()
            walked = statement.state(Walked)
            compares = not walked.overflow and (field != WHOLE or cls in _PLAIN)
            summaries[field, cls] = (
                snapshot(field, cls, walked.instances(cls)) if compares else None
            )

    def more_items(site, obj, before):
        """An item of `obj` has been stored, and more of them will follow."""
        recorder.contents.mutate(recorder.tokens.of(obj), obj, by_item=True)
        statement = recorder.current
        statement.state(LightWork).stored_into(statement, before, obj, None)
        if type(obj) in _PLAIN:
            missed(site, obj, WHOLE)
        else:
            sites.hold(site, obj)

    @steps.guarded
    def record_attribute(site, obj):
        kind = type(obj)
        statement = recorder.current
        name = site.name
        if statement is None:
            store_attribute(probes, obj, name, False, site.augments)
            return
        statement.at(site.line)
        before = statement.advance()
        store_attribute(probes, obj, name, False, site.augments)
        if site.augments:
            statement.state(LightWork).augmented.append((obj, name))
        if not stores_plainly(probes, kind, name) or (
            site.augments and not holds_values(obj, name)
        ):
            vetted.disturb()
        if stores_plainly(probes, kind, name):
            statement.state(LightWork).stored_into(statement, before, obj, name)
            missed(site, obj, attribute_field(name))
        elif sets_plainly(kind) and not issubclass(type(obj), types.ModuleType):
            sites.hold(site, obj)
        elif stores_as_item(kind) and stores_items_plainly(kind) and not site.augments:
            more_items(site, obj, before)
        elif (
            kind is type
            and obj.__module__ == "__main__"
            and not is_special(name)
            and not hasattr(type(vars(obj).get(name)), "__get__")
        ):
            # a variable of a class
            sites.hold(site, obj)

    def attribute(number, obj):
        if type(obj) not in ATOMIC:
            record_attribute(sites.all[number], obj)
        return obj

    @steps.guarded
    def record_deleted(site, obj):
        vetted.disturb()
        store_attribute(probes, obj, site.name, True, False)
        kind = type(obj)
        if (
            recorder.current is not None
            and stores_plainly(probes, kind, site.name)
            and kind.__delattr__ is object.__delattr__
        ):
            sites.hold(site, obj)

    def deleted_attribute(number, obj):
        if type(obj) not in ATOMIC:
            record_deleted(sites.all[number], obj)
        return obj

    @steps.guarded
    def record_item(site, obj, key, deletes):
        statement = recorder.current
        before = 0 if statement is None else statement.epoch
        vetted.disturb()
        store_item(probes, obj, key, deletes, site.augments)
        if statement is None:
            return
        method = "__delitem__" if deletes else "__setitem__"
        if own_class_overrides(type(obj), method, recorder.namespace) and not site.augments:
            # which has probes, for as long as nobody puts another one there
            if method not in sites.attributes:
                sites.cover(site, type(obj))
            return
        if not deletes and (not site.augments or holds_numbers(obj)):
            learn_rows(recorder, site, obj, key)
        if place_of(obj, recorder.tokens) in statement.state(Settled) and not stores_items_plainly(
            type(obj)
        ):
            sites.hold(site, obj)
            return
        if holds_numbers(obj):
            return
        if (
            not stores_items_plainly(type(obj))
            or obj is recorder.namespace
            or recorder.tokens.is_alias(obj)
        ):
            return
        statement.advance()
        statement.at(site.line)
        more_items(site, obj, before)
        if site.augments:
            statement.state(LightWork).augmented.append((obj, None))

    def item(number, obj, key):
        stores = learned[number]
        if stores is None or not stores.covers(obj, key):
            record_item(sites.all[number], obj, key, False)
        return key

    def deleted_item(number, obj, key):
        record_item(sites.all[number], obj, key, True)
        return key

    @steps.guarded
    def record_in_place(site, obj, operand):
        statement = recorder.current
        before = 0 if statement is None else statement.epoch
        if statement is not None and not changes_in_place(type(obj)):
            # it is another object afterwards
            sites.cover(site, type(obj))
            return
        probes.in_place(obj, operand)
        if statement is None:
            return
        if type(obj) in (list, set):
            statement.advance()
            statement.state(LightWork).stored_into(statement, before, obj, None)
            missed(site, obj, WHOLE)
        elif holds_numbers(obj):
            sites.hold(site, obj)
            learn_rows(recorder, site, obj, None)

    def in_place(number, obj, operand):
        stores = learned[number]
        if stores is None or not stores.covers(obj, None):
            record_in_place(sites.all[number], obj, operand)
        return operand

    # -- calls
    # --------------------------------------------------------------------------------------------

    @steps.unseeing
    def record_call(site, base, callee, args, kwargs):
        statement = recorder.current
        if type(base) in PROXIES:
            base = behind(base)
        if base is recorder.output.standard and calls.quiet.is_shown(callee):
            sites.hold(site, base)
            return
        if calls.settled(callee, statement):
            # this receiver, and no other of its class
            if callee.__self__ is base:
                sites.hold(site, base)
            else:
                learn(site, base, callee, args, kwargs)
            return
        if quiet(callee):
            if base is not None:
                keep(site, base)
            if id(callee) not in calls.quiet.showing:
                sites.add_quiet(callee)
                if not site.filled:
                    sites.learn(site, callee, args, kwargs)
            return
        simple = calls.simple.find_again(callee, args, kwargs)
        if simple is not None:
            record_simple(site, base, simple)
            return
        vetted.disturb()
        before = statement.advance()
        compared = statement.states.get(Compared)
        if compared is not None:
            compared.count_call()
        calls.call(site.line, callee, args, kwargs, False)
        if calls.unknown.repeats.is_plain(statement, callee):
            # (what such code stores it has been handed or names, and that has been read, or has
            # made)
            statement.state(LightWork).stored_values(statement, before)
        again = learn(site, base, callee, args, kwargs)
        if type(callee) in BUILTINS and type(callee.__self__) in _PLAIN:
            statement.state(LightWork).stored_into(statement, before, callee.__self__, None, site)
        if again is None and site.vain <= VAIN and lessons.harmless(callee):
            calls.unknown.repeats.add_harmless(statement, callee)

    def record_simple(site, base, call):
        """A simple function of a module is called (`calls/simple_calls`)."""
        statement = recorder.current
        statement.at(site.line)
        before = statement.epoch
        calls.simple.record(call)
        for name in call.code.stores:
            statement.state(LightWork).stored_into(statement, before, call.owner, name)
            before = statement.epoch
        kept = calls.simple.settles(call)
        numbers = call.code.arguments and not site.constant
        if (
            kept is False
            or site.unpacks
            or (numbers and not sites.asks_for_numbers(site))
            or not sites.simple.finds_values(call.code)
        ):
            return
        if call.owner is None:
            if base is not call.function and type(base) is not types.ModuleType:
                return
            kept = base
        elif call.owner is not base or not sites.same_for_class(base, site.name):
            return
        elif kept is not base and not calls.simple.is_method_of_all(call.function, kept, site.name):
            return
        if numbers:
            sites.hold_with_numbers(site, kept)
        elif kept is base:
            sites.hold(site, kept)
        else:
            sites.cover(site, kept)
        sites.simple.rely(site, call.code)

    def learn(site, base, callee, args, kwargs):
        """A call of the site has been recorded: what another one would add nothing to goes into its
        cache, and is given back (`Lessons.teach`).
        """
        again = lessons.teach(site, callee, args, kwargs)
        if again is None or base is None:
            return again
        own = getattr(callee, "__self__", None)
        free = base is callee or type(base) is types.ModuleType
        whole = own is base and sites.same_for_class(base, site.name)
        if again is NUMBERS:
            if free or whole:
                covered = whole and calls.unknown.repeats.covers_class(recorder.current, type(base))
                sites.hold_with_numbers(site, type(base) if covered else base)
        elif again is ANY and whole:
            sites.cover(site, type(base))
        elif again is FIRST:
            if args and free:
                sites.hold_first(site, base, args[0])
        elif own is base and (type(own) in _PLAIN or stands_for_class(site, own)):
            missed(site, own, WHOLE)
        elif own is base or free:
            sites.hold(site, base)
        return again

    def stands_for_class(site, own):
        """Whether what the call has done to its receiver, it may do to any of its class, and to
        nothing else.
        """
        kind = type(own)
        return (
            is_of_its_own(kind)
            and (static(kind, "name") is None or not is_handle(own))
            and sites.same_for_class(own, site.name)
        )

    def keep(site, base):
        """A harmless call: the cache holds its callee, its module or class, or the class of the
        receiver.
        """
        if site.name is None or issubclass(type(base), (type, types.ModuleType)):
            if site.name not in sites.attributes:
                sites.hold(site, base)
        elif sites.same_for_class(base, site.name):
            sites.cover(site, type(base))

    def changes_first(statement, callee, args):
        """Whether the statement has recorded that this function changes its first argument, with
        this one.
        """
        return (
            statement is not None
            and args
            and (settled := statement.states.get(Settled))
            and (FIRST, id(callee), place_of(args[0], recorder.tokens)) in settled
        )

    def recorded(statement, callee, args, kwargs):
        """Whether a call needs no record, for it is of an unknown function with arguments that are
        compared, or only looks, shows or calls.
        """
        if statement is None:
            return True
        if Compared in statement.states and covers(statement, callee, args, kwargs):
            return True
        return light.covers(callee, args, kwargs)

    def called(number, base, callee, args, kwargs):
        sites.calls(number, callee)
        if function_called(callee) in known_as_quiet:
            if base is not None and not sites.all[number].filled:
                keep(sites.all[number], base)
            return
        if simple_covers(callee, args, kwargs):
            site = sites.all[number]
            if site.filled or site.vain > VAIN:
                return
            site.vain += 1
            record_call(site, base, callee, args, kwargs)
            return
        statement = recorder.current
        if changes_first(statement, callee, args):
            vetted.disturb()
            if base is callee or type(base) is types.ModuleType:
                sites.hold_first(sites.all[number], base, args[0])
        elif recorded(statement, callee, args, kwargs):
            vetted.disturb()
            site = sites.all[number]
            if callee is print and base is callee and not site.unpacks and not site.filled:
                sites.hold(site, callee)
            elif callee is getattr or callee is hasattr:
                if site.first and 1 in site.fixed:
                    sites.hold_first(site, base, args[0])
                else:
                    if site.looks:
                        sites.look(site, callee, *args[:2])
                    sites.teach(site, Asking(callee, light.covers, sites.looked))
            elif (
                base is callee and not site.filled and light.covers_site(site, callee, args, kwargs)
            ):
                sites.hold(site, callee)
            elif not site.filled and site.vain <= VAIN:
                if calls.unknown.repeats.knows(callee):
                    learn_compared(site, base, callee, args, kwargs)
                elif not site.unpacks and light.covers(callee, args, kwargs):
                    site.vain += 1
                    called = light.called_by(callee, args, kwargs)
                    if called:
                        sites.teach(site, Calling(callee, called))
        else:
            record_call(sites.all[number], base, callee, args, kwargs)

    def call(number, base, callee, /, *args, **kwargs):
        lesson = learned[number]
        if lesson is None or not lesson.covers(callee, args, kwargs):
            called(number, base, callee, args, kwargs)
        return callee

    def pushing(positional, named):
        def probe(number, base, callee, /, *args, **kwargs):
            lesson = learned[number]
            if lesson is None or not lesson.covers(callee, args, kwargs):
                called(number, base, callee, args, kwargs)
            hand_on(args, kwargs, positional, named)
            return callee

        return probe

    @steps.unseeing
    def learn_compared(site, base, callee, args, kwargs):
        learn(site, base, callee, args, kwargs)

    # -- the change
    # -----------------------------------------------------------------------------------------

    def on():
        recorder.count_event()
        return _CELLS[ON]

    @steps.unseeing
    def cover(frame):
        if recorder.current is not None:
            probes.reach.cover_frame(frame)

    def entered(key):
        """A function is entered, for the first time in the statement or while tracing is on. When
        it is off, library code may have called what no name of the statement leads to.
        """
        if on():
            return True
        # first, for an audit hook of the notebook's is entered again by what follows
        sites.enter(key)
        cover(sys._getframe(1))
        return False

    def leave():
        stacks.left = True
        return False

    def left():
        """What a loop has left over, once; None when it ran to its end."""
        rest = getattr(stacks, "left", None)
        stacks.left = None
        return rest

    def was_left():
        return left() is not None

    @steps.guarded
    def take(value, levels):
        take_apart(probes, value, levels)

    def taken_apart(iterable, levels):
        """The elements of `iterable`; while tracing is on, what a target of several names takes of
        each is read.
        """

        def look(value):
            if _CELLS[ON]:
                take(value, levels)
            return value

        return map(look, iterable)

    def turns(iterable, levels=0):
        """The elements of a full loop: while tracing is on. What is not taken is `left`. `levels`:
        how deep its target goes into each.
        """
        iterator = asked_once(iter(iterable))

        def check(value):
            recorder.count_event()
            if _CELLS[ON]:
                if levels:
                    take(value, levels)
                return value
            stacks.left = with_last(value, iterator, iterable)
            raise StopIteration

        stacks.left = None
        if not _CELLS[ON]:
            stacks.left = iterator
            return ()
        return map(check, iterator)

    def rest():
        remaining = left()
        return () if remaining is None else remaining

    def joined(first, rest):
        """What a comprehension gave before and after the change."""
        if type(first) is list:
            if rest:
                rest[:0] = first
                return rest
        else:
            first.update(rest)
        return first

    def loop(key):
        remaining = left()
        if remaining is None:
            return _TRUE
        return outlines.function(
            key, remaining, sys._getframe(1).f_code, lambda value: augment_now(value)
        )

    @steps.guarded
    def augment_now(value):
        if type(value) not in ATOMIC:
            vetted.disturb()
        augment(probes, value)

    return {
        "la": attribute, "lx": deleted_attribute, "lk": item, "ld": deleted_item, "lu": in_place, "C": call, "Cp": pushing(True, False), "Ck": pushing(False, True),
        "Cb": pushing(True, True), "w": on, "e": entered, "g": leave, "h": was_left, "f": turns, "fu": taken_apart, "l": rest, "j": joined, "r": loop,
        "quiet": known_as_quiet, "looked": sites.looked, "functions": FUNCTIONS, "V": vetted.begin, "Vr": vetted.rest,
    }  # fmt: skip


_TRUE = (1).__bool__
