"""The probes of on-stack replacement: of entered functions, and of loops that go on in their
uninstrumented version when tracing has been switched off.
"""

import builtins
import sys

from ..objects.locations import ATOMIC
from ..rewriting.probe_names import ON
from .in_place import augment
from .items import take_apart
from .loop_iterators import asked_once, with_last

_CELLS = vars(builtins)
_TRUE = (1).__bool__


def replacement_probes(probes, steps):
    """The probes by name. `steps` runs the recording functions."""
    recorder = probes.recorder
    sites = recorder.sites
    outlines = probes.outlines
    stacks = steps.stacks

    def on():
        recorder.count_event()
        return _CELLS[ON]

    @steps.unseeing
    def cover(frame):
        if recorder.current is not None:
            probes.reach.cover_frame(frame)

    def entered(key):
        """Report the entry of a function, for the first time in the statement or while tracing is
        on. When tracing is off, library code may have called functions without a name in the
        statement.
        """
        if on():
            return True
        # (first, because the record may enter an audit hook of the notebook's again)
        sites.enter(key)
        cover(sys._getframe(1))
        return False

    def leave():
        stacks.left = True
        return False

    def left():
        """The rest of a loop, once; None for a loop run to its end."""
        rest = getattr(stacks, "left", None)
        stacks.left = None
        return rest

    def was_left():
        return left() is not None

    @steps.guarded
    def take(value, levels):
        take_apart(probes, value, levels)

    def taken_apart(iterable, levels):
        """The elements of `iterable`. While tracing is on, each element is read as far as a target
        of several names unpacks it.
        """

        def look(value):
            if _CELLS[ON]:
                take(value, levels)
            return value

        return map(look, iterable)

    def turns(iterable, levels=0):
        """The elements of a full loop while tracing is on. The rest goes to `left`. `levels`: the
        depth to which its target unpacks each element.
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
        """The results of a comprehension before and after the switch."""
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
            sites.vetted.disturb()
        augment(probes, value)

    return {
        "w": on,
        "e": entered,
        "g": leave,
        "h": was_left,
        "f": turns,
        "fu": taken_apart,
        "l": rest,
        "j": joined,
        "r": loop,
    }
