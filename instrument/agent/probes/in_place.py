"""Changes of an object in place, by syntax: `x += y`, and flags of arrays."""

import types

from ..kinds.tables import is_table
from ..objects.attributes import static
from ..objects.classes import IN_PLACE
from ..objects.libraries import holds_numbers
from ..objects.locations import ATOMIC, STRUCTURE
from .class_reads import own_class_overrides

_IMMUTABLE = (tuple, frozenset)


def store_flag(probes, obj):
    """One of an array's flags is set, if `obj` is its `flags`."""
    array = probes.flags.array() if type(obj).__name__ == "flagsobj" else None
    if array is not None:
        # Unsound: flags do not tell of which array they are, so the array whose `flags` were looked
        # up last counts as changed: `f = a.flags; b.flags; f.writeable = True` changes `b`
        probes.applied.mutate(array)


def augment(probes, old):
    """`x += y`: an object with an in-place operator may change, another one is replaced."""
    if type(old) in ATOMIC or issubclass(type(old), _IMMUTABLE):
        return
    if holds_numbers(old):
        probes.applied.mutate(old)
        return
    recorder = probes.recorder
    if any(own_class_overrides(type(old), n, recorder.namespace) for n in ("__iadd__", "__add__")):
        return
    if type(old) is list:
        recorder.mutate(recorder.tokens.of(old), STRUCTURE)
        recorder.sizes.watch(recorder.tokens.of(old), old)
        return
    probes.applied.mutate(old)
    kind = type(old)
    if is_table(old):
        return
    for name in IN_PLACE:
        method = static(kind, "__i%s__" % name)
        if (
            type(method) is types.FunctionType
            and probes.effects.method(kind, method.__name__) is None
        ):
            # library code may change the contents of the object
            probes.calls.unknown.call(method, (old,), {})
            return
