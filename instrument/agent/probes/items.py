"""Locations touched by subscripts, iteration and tests of length. No notebook code runs here."""

import collections
import sys
import types

from ..effects.matching import Found
from ..kinds.containers import slice_fields
from ..kinds.groups import is_frame_group
from ..kinds.indexers import by_position, indexer_fields
from ..kinds.owners import alias_root
from ..kinds.registry import kind_of
from ..objects.attributes import home, static
from ..objects.callables import factory_of
from ..objects.libraries import LIBRARIES
from ..objects.locations import GLOBALS, STRUCTURE, VALUES, WHOLE, attribute_field, is_value
from ..record.iterated import GoneOver
from ..record.sizes import size_field
from ..world.compared_options import CHOSEN
from ..world.shared_objects import share_item
from ..world.table import BACKEND, DRAWING
from .accesses import read_group, token_for_read

_IMMUTABLE = (tuple, frozenset)
CONTAINERS = (list, dict, set)
_ITEMS = (list, dict, tuple, collections.deque, types.MappingProxyType)


def located_item(probes, obj, owner, key):
    """(token, fields, new) of `obj[key]`; None for a look-up by notebook code, or without a
    location. `owner`: the alias root of `obj`.
    """
    recorder = probes.recorder
    if obj is recorder.namespace:
        return (GLOBALS, [key if type(key) is str else WHOLE], False)
    tokens = recorder.tokens
    if tokens.is_alias(obj):
        if type(key) is not str:
            return (tokens.of(obj), [WHOLE], False)
        return (tokens.of(obj), [attribute_field(key)], key not in obj)
    if owner is not obj and home(type(obj)) == "pandas.core.indexing":
        fields, new = indexer_fields(obj, key)
        if by_position(obj):
            # which columns these are
            recorder.read(tokens.of(owner), STRUCTURE)
        return (tokens.of(owner), fields, new)
    if issubclass(type(obj), _IMMUTABLE):
        return None
    fields, new = kind_of(owner).item_fields(owner, key if owner is obj else Ellipsis)
    return (tokens.of(owner), fields, new)


def load_item(probes, obj, key):
    recorder = probes.recorder
    if issubclass(type(obj), (type, types.GenericAlias)):
        return
    if not is_value(key):
        probes.reach.deep_read(key)
    if type(obj) in VALUES:
        return
    owner = alias_root(obj)
    if not recorder.current.on and token_for_read(recorder, owner) is None:
        recorder.summaries.of(owner, WHOLE)
        return
    if is_frame_group(obj):
        read_group(recorder, obj, key)
        probes.reach.read_labels(obj.obj)
        return
    found = located_item(probes, obj, owner, key)
    if found is None:
        return
    token, fields, _ = found
    if WHOLE not in fields and type(obj) not in CONTAINERS:
        declared = probes.effects.access(type(obj), "__getitem__")
        if declared is not None:
            probes.applied.apply(Found(declared, obj), (key,), {}, deep=False)
            probes.reach.read_labels(obj)
            return
    if recorder.tokens.is_alias(obj):
        share_item(recorder, obj, key)
    if type(key) is slice and type(obj) is list:
        fields = slice_fields(obj, key)
    for field in fields:
        recorder.read(token, field)
    if WHOLE in fields and type(obj) not in CONTAINERS:
        probes.reach.deep_read(obj)
    probes.reach.read_labels(owner)
    kind = type(obj)
    if kind in CONTAINERS:
        if kind is list and type(key) is int and key < 0:
            recorder.read(token, STRUCTURE)
        elif obj is sys.modules:
            recorder.imports.read_items((key,))
        return
    if token == DRAWING and type(key) is str and key in CHOSEN:
        recorder.settings.read(BACKEND)
    if issubclass(type(obj), dict) and static(kind, "__missing__") is not None and key not in obj:
        # defaultdict: the look-up inserts
        recorder.write(token, fields[0])
        if fields[0] != WHOLE:
            recorder.rekey(token, fields)
        recorder.read(token, "a:default_factory")
        factory = factory_of(obj)
        if factory is not None:
            probes.calls.call(0, factory, (), {}, True)


def gives_items(obj):
    """Whether `obj[key]` can be looked at: nobody's code runs, and nothing is inserted."""
    getter = static(type(obj), "__getitem__")
    if any(getter is vars(cls)["__getitem__"] for cls in _ITEMS):
        return static(type(obj), "__missing__") is None
    array = LIBRARIES.ndarray
    return array is not None and type(obj) is array and obj.dtype.hasobject


def key_present(obj, key):
    try:
        obj[key]
        return True
    except (KeyError, IndexError, TypeError):
        return False


def read_structure(probes, obj):
    recorder = probes.recorder
    if type(obj) in (list, dict):
        recorder.read(recorder.tokens.of(obj), size_field(recorder, obj))
        if obj is sys.modules:
            recorder.imports.read_items(recorder.imports.local)
    elif (
        kind_of(obj).holds_content(obj, recorder.namespace)
        or static(type(obj), "__len__") is not None
    ):
        probes.reach.deep_read(obj)


def take_apart(probes, value, levels):
    """Record that `value` is stored into a target of several names: it is iterated over, and its
    elements too for each further level.
    """
    if type(value) in VALUES:
        return
    if type(value) is not tuple:
        iterate_over(probes, value)
    if levels > 1 and type(value) in (tuple, list):
        for part in value:
            take_apart(probes, part, levels - 1)


def iterate_over(probes, obj):
    recorder = probes.recorder
    statement = recorder.current
    if statement is None:
        return
    statement.state(GoneOver).append(obj)
    if type(obj) is dict:
        recorder.read(recorder.tokens.of(obj), size_field(recorder, obj))
    else:
        probes.calls.drawn(obj)
