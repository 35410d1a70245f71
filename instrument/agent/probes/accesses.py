"""Locations touched by the look-up of an attribute. Subscripts are in `items`, stores in `stores`.

Each function looks at the live objects and records locations; `resolving` calls these functions. No
user code runs here beyond attribute look-ups without side effects.
"""

import types

from ..effects.matching import Found
from ..kinds.arrays import is_array
from ..kinds.figures import is_artist, part_taken
from ..kinds.groups import group_fields, is_frame_group
from ..kinds.owners import alias_root
from ..kinds.registry import kind_of
from ..kinds.tables import is_table
from ..objects.attributes import home, own_dict, static
from ..objects.classes import fills_cache
from ..objects.frames import local_values
from ..objects.kept_in_c import KEPT_IN_C, STATE
from ..objects.lent_memory import remember_owner
from ..objects.locations import VALUES, attribute_field, key_field
from ..objects.traits import trait_values
from ..record.untraced_work import UntracedWork
from ..rewriting.probe_names import HANDED_OUT
from ..world.captured import read_captured
from ..world.table import OF_SHELL
from .class_reads import (
    SELF,
    loads_plainly,
    read_classes,
    read_descriptor,
    read_for_getter,
    read_patched,
)

_OF_CONTEXTS = frozenset({"flags", "traps"})
"""Attributes of decimal contexts with mappings that do not show their owner."""
_SHELLS = frozenset({"IPython", "ipykernel"})
_OF_C = (types.MethodDescriptorType, types.WrapperDescriptorType)
_WITHOUT_VALUES = frozenset(
    "at attrs axes columns dtype dtypes empty flags iat iloc index loc name names nbytes ndim shape size".split()
)
"""Properties of frames, series and indices independent of the values."""
_ADDRESSES = frozenset({"__array_interface__", "__array_struct__"})
"""Attributes of arrays that tell the position of their memory."""


def read_group(recorder, groups, key):
    """Read a part of a group-by object's data."""
    obj, fields = group_fields(groups, key)
    token = recorder.tokens.of(obj)
    for field in fields:
        recorder.read(token, field)


def token_for_read(recorder, obj):
    """The token for the record of a read of `obj`. None for no record: tracing is off, and no cell
    has written the object.
    """
    if recorder.current is None or not recorder.current.on:
        return recorder.tokens.peek(obj)
    return recorder.tokens.of(obj)


def hand_out(recorder, obj, name):
    """Record that an uninstrumented version takes a dictionary out of an object. The object may
    have got the dictionary after tracing switched off, or may not show its owner.
    """
    if name == "__dict__":
        held = own_dict(obj)
    elif kind_of(obj).hands_out:
        held = getattr(obj, name, None)
    else:
        return
    if type(held) is dict and held is not recorder.namespace:
        recorder.current.state(UntracedWork).handed_out[id(held)] = held


def load_attribute(probes, obj, name):
    recorder = probes.recorder
    if type(obj) is super:
        read_classes(probes, obj, name)
        obj = SELF(obj)
    if name in HANDED_OUT and recorder.current is not None and not recorder.current.on:
        hand_out(recorder, obj, name)
    if loads_plainly(probes, type(obj), name):
        token = token_for_read(recorder, obj)
        if token is not None:
            recorder.read(token, "a:" + name)
            read_classes(probes, obj, name)
        else:
            recorder.summaries.of(obj, "a:" + name)
        return
    if _takes_mapping(recorder, obj, name):
        return
    if issubclass(type(obj), (types.ModuleType, type)):
        read_patched(probes, obj, name)
        if issubclass(type(obj), types.ModuleType) and name not in vars(obj):
            read_patched(probes, obj, "__getattr__")
            probes.calls.loads.lazy_attribute(obj, name)
        if recorder.lookups.reclassed:
            read_classes(probes, obj, name)
        return
    if is_frame_group(obj) and static(type(obj), name) is None:
        read_group(recorder, obj, name)
        probes.reach.read_labels(obj.obj)
        return
    owner = alias_root(obj)
    _take_part(probes, obj, owner, name)
    token = token_for_read(recorder, owner)
    if token is not None:
        _load_from(probes, obj, owner, token, name)


def _takes_mapping(recorder, obj, name):
    """Whether the attribute is the object's own attribute dictionary, whose look-ups count when it
    flows on. Other mappings without a visible owner become aliases.
    """
    tokens = recorder.tokens
    if name == "__dict__":
        own = own_dict(obj)
        if own is not None and own is not recorder.namespace:
            tokens.make_alias(own, obj)
            return True
    if (name == "__annotations__" and type(obj) is types.FunctionType) or (
        name in _OF_CONTEXTS and home(type(obj)) == "decimal"
    ):
        held = getattr(obj, name)
        if tokens.peek(held) is None:
            tokens.make_alias(held, obj)
    return False


def _take_part(probes, obj, owner, name):
    """Record further locations of a look-up of a part of `owner`: flags and memory of arrays,
    captured outputs, containers of the shell.
    """
    recorder = probes.recorder
    if name == "flags" and is_array(obj):
        # they do not say whose they are when one of them is set
        probes.flags.look_up(obj)
    if name == "outputs":
        read_captured(recorder, obj)
    if name in _ADDRESSES and is_array(owner):
        remember_owner(owner)
    if is_of_shell(obj):
        held = (trait_values(obj, name) or own_dict(obj) or {}).get(name)
        if id(held) not in recorder.tokens.world:
            # (the receiver of the container may change it)
            recorder.kept_objects.note_content(held)
        recorder.settings.read_all(OF_SHELL)


def _load_from(probes, obj, owner, token, name):
    """Read the fields of the owner, and possible reads of code that computes the attribute."""
    recorder = probes.recorder
    if fills_cache(obj, name):
        # a deletion decides whether the attribute is computed again
        recorder.mutate(token, attribute_field(name))
        computes = getattr(static(type(obj), name), "func", None)
        if computes is not None and not is_traced(computes, recorder.namespace):
            probes.reach.deep_read(obj, computes)
        return
    if owner is obj and load_declared(probes, obj, name):
        return
    for field in kind_of(owner).attribute_fields(owner, name):
        recorder.read(token, field)
    package = KEPT_IN_C.group(type(obj))
    if package is not None:
        # code of the package computes the attribute
        recorder.settings.read(package + STATE)
    read_classes(probes, obj, name)
    descriptor = static(type(obj), name)
    if is_table(owner):
        if name not in ("columns", "index", "shape", "name", "names"):
            probes.reach.read_labels(owner)
        if (
            type(descriptor) is property
            and name not in _WITHOUT_VALUES
            and not is_traced(descriptor.fget, recorder.namespace)
        ):
            # computed from the values (`s.is_unique`), which somebody may have changed in place
            probes.reach.deep_read(obj)
        return
    if is_artist(obj):
        part_taken(obj, name)
    read_descriptor(recorder, descriptor)
    values = trait_values(obj, name)
    if values is not None:
        recorder.read(recorder.tokens.of(values), key_field(name))
        return
    _run_getter(probes, obj, descriptor, name)


def _run_getter(probes, obj, descriptor, name):
    getter = (
        descriptor.fget if type(descriptor) is property else static(type(descriptor), "__get__")
    )
    if type(static(type(obj), "__getattribute__")) is types.FunctionType:
        getter = static(type(obj), "__getattribute__")
    elif descriptor is None and name not in (own_dict(obj) or ()):
        getter = static(type(obj), "__getattr__")
    if type(getter) is types.FunctionType and not is_traced(getter, probes.recorder.namespace):
        # a library may compute the attribute from any part of the object
        probes.reach.deep_read(obj)
        read_for_getter(probes.recorder, getter)
    elif type(getter) in _OF_C and descriptor is None:
        # `__getattr__ = dict.get`
        probes.calls.call(0, getter.__get__(obj, type(obj)), (name,), {}, True)
    elif type(descriptor) is property and type(getter) is not types.FunctionType:
        # `property(attrgetter("_x"))`
        probes.reach.deep_read(obj, getter)


def load_declared(probes, obj, name):
    """Record the declared reads of an attribute look-up. Returns False without a declaration."""
    kind = type(obj)
    args = ()
    if static(kind, name) is None and name not in (own_dict(obj) or ()):
        args = (name,)
    declared = probes.effects.access(kind, "__getattr__" if args else name)
    if declared is None:
        return False
    probes.applied.apply(Found(declared, obj), args, {}, deep=False)
    read_descriptor(probes.recorder, static(kind, name))
    read_classes(probes, obj, name)
    probes.reach.read_labels(obj)
    return True


def is_of_shell(obj):
    """Whether an object is one of the shell's own, which are there for as long as the kernel."""
    return home(type(obj)).partition(".")[0] in _SHELLS


def load_method(probes, obj, name):
    """Record the look-up of a method: only replaced functions matter, because the call records its
    own reads.
    """
    if issubclass(type(obj), (types.ModuleType, type)):
        read_patched(probes, obj, name)
        if issubclass(type(obj), types.ModuleType):
            probes.calls.loads.lazy_attribute(obj, name)
        return
    own = None if type(obj) is super else own_dict(obj)
    if own is not None and (name in own or name in probes.recorder.lookups.moved):
        probes.recorder.read(probes.recorder.tokens.of(obj), attribute_field(name))
    read_classes(probes, obj, name)


def is_traced(function, namespace):
    return issubclass(type(function), types.FunctionType) and function.__globals__ is namespace


def load_path(probes, frame, path):
    """Record the look-up of a `path` in a pattern, such as `limits.LOW`, by the names of `frame`.
    No notebook code runs for the record.
    """
    first, *names = path.split(".")
    obj = local_values(frame).get(first, frame.f_globals.get(first))
    for name in names:
        if type(obj) in VALUES:
            return
        load_attribute(probes, obj, name)
        own = own_dict(obj) or {}
        obj = (
            own[name]
            if name in own
            else static(obj if issubclass(type(obj), type) else type(obj), name)
        )
    probes.reach.deep_read(obj)
