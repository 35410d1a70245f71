"""The probe of calls in uninstrumented versions that have missed their inline cache."""

import types

from ..calls.cache_entries import VAIN
from ..calls.compared import Compared
from ..kinds.owners import is_of_its_own, storage_key
from ..objects.attributes import static
from ..objects.callables import BUILTINS
from ..objects.handles import is_handle
from ..objects.locations import WHOLE
from ..objects.proxies import PROXIES, behind
from ..record.cache_entries import ANY, FIRST, NUMBERS, Asking, Calling
from ..record.callees import function_called
from ..record.settled import Settled
from ..record.untraced_work import UntracedWork
from .summaries import PLAIN, missed


def missed_call_probes(probes, steps):
    """The probes by name. `steps` runs the recording functions."""
    recorder = probes.recorder
    sites = recorder.sites
    vetted = sites.vetted
    known_as_quiet = sites.quiet
    calls = probes.calls
    quiet = calls.quiet.changes_nothing
    covers = calls.unknown.repeats.covers
    simple_covers = sites.simple.covers
    unrecorded = calls.unrecorded
    entries = calls.entries
    cached = sites.cached
    hand_on = steps.hand_on

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
            # (such code stores its arguments or named objects, which have been read, or new
            # objects)
            statement.state(UntracedWork).stored_values(statement, before)
        again = learn(site, base, callee, args, kwargs)
        if type(callee) in BUILTINS and type(callee.__self__) in PLAIN:
            statement.state(UntracedWork).stored_into(
                statement, before, callee.__self__, None, site
            )
        if again is None and site.vain <= VAIN and entries.harmless(callee):
            calls.unknown.repeats.add_harmless(statement, callee)

    def record_simple(site, base, call):
        """A simple function of a module is called (`calls/simple_calls`)."""
        statement = recorder.current
        statement.at(site.line)
        calls.simple.record(call)
        kept = calls.simple.settled.settles(call)
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
        elif kept is not base and not calls.simple.settled.is_method_of_all(
            call.function, kept, site.name
        ):
            return
        if numbers:
            sites.hold_with_numbers(site, kept)
        elif kept is base:
            sites.hold(site, kept)
        else:
            sites.cover(site, kept)
        sites.simple.rely(site, call.code)

    def learn(site, base, callee, args, kwargs):
        """Fill the cache of a site after a recorded call with calls that would add nothing, and
        return their class (`CacheEntries.add`).
        """
        again = entries.add(site, callee, args, kwargs)
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
        elif own is base and (type(own) in PLAIN or stands_for_class(site, own)):
            missed(recorder, site, own, WHOLE)
        elif own is base or free:
            sites.hold(site, base)
        return again

    def stands_for_class(site, own):
        """Whether the changes of the receiver may be recorded for its whole class, and concern
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
        """Whether the statement has recorded a change of this first argument by this function."""
        return (
            statement is not None
            and args
            and (settled := statement.states.get(Settled))
            and (FIRST, id(callee), storage_key(args[0], recorder.tokens)) in settled
        )

    def recorded(statement, callee, args, kwargs):
        """Whether a call needs no record: of an unknown function with compared arguments, or of a
        function that only looks, displays or calls.
        """
        if statement is None:
            return True
        if Compared in statement.states and covers(statement, callee, args, kwargs):
            return True
        return unrecorded.covers(callee, args, kwargs)

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
                    sites.put(site, Asking(callee, unrecorded.covers, sites.looked))
            elif (
                base is callee
                and not site.filled
                and unrecorded.covers_site(site, callee, args, kwargs)
            ):
                sites.hold(site, callee)
            elif not site.filled and site.vain <= VAIN:
                if calls.unknown.repeats.knows(callee):
                    learn_compared(site, base, callee, args, kwargs)
                elif not site.unpacks and unrecorded.covers(callee, args, kwargs):
                    site.vain += 1
                    called = unrecorded.called_by(callee, args, kwargs)
                    if called:
                        sites.put(site, Calling(callee, called))
        else:
            record_call(sites.all[number], base, callee, args, kwargs)

    def call(number, base, callee, /, *args, **kwargs):
        entry = cached[number]
        if entry is None or not entry.covers(callee, args, kwargs):
            called(number, base, callee, args, kwargs)
        return callee

    def pushing(positional, named):
        def probe(number, base, callee, /, *args, **kwargs):
            entry = cached[number]
            if entry is None or not entry.covers(callee, args, kwargs):
                called(number, base, callee, args, kwargs)
            hand_on(args, kwargs, positional, named)
            return callee

        return probe

    @steps.unseeing
    def learn_compared(site, base, callee, args, kwargs):
        learn(site, base, callee, args, kwargs)

    return {
        "C": call,
        "Cp": pushing(True, False),
        "Ck": pushing(False, True),
        "Cb": pushing(True, True),
    }
