"""The probes of values in use as more than a name or a part: as a whole, as a result, as a truth
value, by their members or in turn.
"""

import sys

from ..calls.contexts import UNSHARED
from ..objects.attributes import home
from ..objects.iterators import is_iterator, shows_nothing
from ..objects.locations import ATOMIC, VALUES, holds_atoms, is_value
from .items import iterate_over, read_structure, take_apart

_HASHED = frozenset({dict, set, frozenset})
"""Containers that look a member up by comparing only probable equals."""
_KERNELS = ("IPython.", "ipykernel.")
"""Modules of functions that display results, unless the notebook has set its own."""


def whole_probes(probes, steps):
    """The probes by name. `steps` runs the recording functions."""
    recorder = probes.recorder
    reach = probes.reach
    calls = probes.calls
    contexts = calls.contexts
    unmanaged = contexts.unmanaged
    callers = probes.callers

    def use(obj):
        callers.iterates(obj)
        reach.deep_read(obj)
        calls.unknown.implicit.operand(obj)
        # perhaps in text: `f"{obj}"`, `"%s" % obj`
        probes.applied.shown((obj,))

    used = steps.guarded(use)

    def value(obj):
        if type(obj) not in ATOMIC:
            if not holds_atoms(obj):
                # (an operator of decimals sets flags)
                recorder.run_foreign_code()
            if not is_value(obj) or recorder.settings.may_show():
                used(obj)
        return obj

    @steps.guarded
    def displayed(obj, hook):
        as_ever = hook is None and "display" not in recorder.written
        if not (as_ever and holds_atoms(obj)):
            recorder.run_foreign_code()
        if not (as_ever and shows_nothing(type(obj))):
            reach.deep_read(obj)
        probes.applied.shown((obj,))
        if hook is not None:
            # the shell looks the hook up in `sys`
            recorder.library.use_all()
            calls.call(0, hook, (obj,), {}, True)

    def result(obj):
        hook = sys.modules["sys"].displayhook
        if obj is not None:
            recorder.library.use()
        recorder.read_written((hook, *type(hook).__mro__[:-1]))
        if home(type(hook)).startswith(_KERNELS):
            hook = None
        if type(obj) not in ATOMIC or "display" in recorder.written or hook is not None:
            displayed(obj, hook)
        else:
            recorder.settings.read("display")
        return obj

    @steps.guarded
    def structure(obj):
        read_structure(probes, obj)

    def truth(obj):
        if type(obj) not in VALUES:
            structure(obj)
        return obj

    @steps.guarded
    def members(obj):
        if type(obj) not in _HASHED and not holds_atoms(obj):
            recorder.run_foreign_code()
        if type(obj) is dict:
            read_structure(probes, obj)
        elif is_iterator(type(obj)):
            # `x in rows` draws elements up to the first match
            iterate_over(probes, obj)
        else:
            reach.deep_read(obj)

    def container(obj):
        if type(obj) not in ATOMIC:
            members(obj)
        return obj

    @steps.guarded
    def iterate(obj):
        iterate_over(probes, obj)
        callers.iterates(obj)

    def iterable(obj):
        if type(obj) not in ATOMIC:
            iterate(obj)
        return obj

    @steps.guarded
    def apart(obj, levels):
        callers.iterates(obj)
        take_apart(probes, obj, levels)

    def taken_apart(obj, levels):
        if type(obj) not in ATOMIC:
            apart(obj, levels)
        return obj

    @steps.guarded
    def used_as_context(obj, waits, unshared):
        recorder.run_foreign_code()
        use(obj)
        contexts.enter(obj, waits)
        if unshared:
            contexts.learn(obj, waits)

    def context(obj, waits=False):
        used_as_context(obj, waits, False)
        return obj

    def uninstrumented_context(obj, waits=False):
        if type(obj) in unmanaged and not waits:
            return obj
        if contexts.manages(type(obj), waits):
            unshared = sys.getrefcount(obj) <= UNSHARED
            if not unshared or not contexts.covers(type(obj), waits):
                used_as_context(obj, waits, unshared)
        return obj

    return {
        "v": value,
        "cm": context,
        "Cm": uninstrumented_context,
        "o": result,
        "t": truth,
        "n": container,
        "i": iterable,
        "iu": taken_apart,
    }
