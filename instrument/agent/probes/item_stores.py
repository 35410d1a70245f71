"""Locations written by a store or deletion of an item: `obj[key] = value`, `del obj[key]`,
`obj[key] += value`.
"""

import collections
import types

from ..effects.matching import Found
from ..kinds.columns import COLUMNS
from ..kinds.owners import alias_root, storage_key
from ..kinds.tables import is_table
from ..objects.attributes import static
from ..objects.chains import chain_of
from ..objects.iterators import is_array_iterator
from ..objects.locations import WHOLE, is_value
from ..record.put_back import note_replaced
from ..record.settled import Settled
from ..world.library_state import is_global_of_package, is_module_object
from .class_reads import own_class_overrides
from .in_place import augment, store_flag
from .items import gives_items, key_present, load_item, located_item

_CONTAINERS = frozenset(
    {
        list,
        dict,
        set,
        collections.defaultdict,
        collections.OrderedDict,
        collections.Counter,
        collections.deque,
    }
)
_OF_ITEMS = (
    "__setitem__",
    "__delitem__",
    "__getitem__",
    "__missing__",
    "__getattribute__",
    "__iter__",
    "values",
)


def store_item(probes, obj, key, deletes, augments):
    recorder = probes.recorder
    statement = recorder.current
    value = is_value(key)
    plain = value and not (deletes or augments)
    place = storage_key(obj, recorder.tokens)
    if plain and statement is not None:
        # the same item of the same object again
        try:
            if (place, key) in statement.state(Settled):
                return
        except TypeError:
            # slices have no hash before Python 3.12
            plain = False
    if (
        statement is not None
        and place in statement.state(Settled)
        and not (augments and statement.on)
    ):
        # the statement has changed the whole object already; only a value changed in place is news
        if augments and type(obj) in (list, dict) and key_present(obj, key):
            augment(probes, obj[key])
        return
    if not value:
        probes.reach.deep_read(key)
    if obj is recorder.namespace and key in recorder.global_names.unprobed:
        recorder.escape(
            "%s is a function that other functions call, and globals() may bind it to something else"
            % key,
            lasting=True,
        )
    method = "__delitem__" if deletes else "__setitem__"
    is_own = own_class_overrides(type(obj), method, recorder.namespace)
    if augments:
        _augment_item(probes, obj, key, is_own)
    owner = None if is_own else alias_root(obj)
    found = None if is_own else located_item(probes, obj, owner, key)
    if found is None:
        return
    token, fields, new = found
    if _store_declared(probes, obj, key, method, fields):
        return
    _run_item_setter(probes, obj, owner, method, token, fields)
    if is_array_iterator(obj):
        for operand in obj.operands:
            probes.applied.mutate(operand)
    store_flag(probes, obj)
    _write_items(probes, obj, owner, key, deletes, found)
    if _change_storage(probes, owner, fields, owner is not obj):
        settled = WHOLE in fields
    else:
        settled = statement is not None and (token, WHOLE) in statement.writes
        if not settled and plain and statement is not None and type(obj) in (list, dict):
            statement.state(Settled).add((place, key))
    if settled and statement is not None and place is not None:
        statement.state(Settled).add(place)


def _augment_item(probes, obj, key, is_own):
    """`obj[key] += …` reads the item, and may change its value in place. `is_own`: the notebook's own
    code stores the value.
    """
    load_item(probes, obj, key)
    if is_own:
        return
    columns = COLUMNS.items(obj)
    if columns is not None and is_value(key) and key in columns:
        augment(probes, columns[key])
    elif gives_items(obj) and key_present(obj, key):
        augment(probes, obj[key])


def _store_declared(probes, obj, key, method, fields):
    """Apply the declaration of the store. Returns whether the record is complete."""
    if WHOLE in fields or type(obj) in _CONTAINERS:
        return False
    declared = probes.effects.access(type(obj), method)
    if declared is None:
        return False
    probes.applied.apply(Found(declared, obj), (key,), {}, deep=False)
    return COLUMNS.items(obj) is not None


def _run_item_setter(probes, obj, owner, method, token, fields):
    """Record further effects of library code that stores the item."""
    recorder = probes.recorder
    setter = static(type(obj), method)
    if type(setter) is not types.FunctionType:
        return
    if fields == [WHOLE] and owner is obj and not is_table(obj):
        # a library class in Python may store anywhere within its reach
        probes.calls.unknown.call(setter, (obj,), {})
        if is_module_object(obj, recorder) or is_global_of_package(obj, recorder):
            recorder.library.patched.add(token)
            recorder.kept_objects.note_object(obj)
    if chain_of(type(obj)) is not None:
        # (its declaration names the file behind the item)
        declared = probes.effects.find(types.MethodType(setter, obj))
        if declared is not None:
            probes.applied.apply(declared, (), {}, deep=False)


def _write_items(probes, obj, owner, key, deletes, found):
    recorder = probes.recorder
    token, fields, new = found
    # `.loc[rows, column] = v` changes some rows of the column only
    partial = owner is not obj
    for field in fields:
        if field == WHOLE or (deletes and issubclass(type(obj), list)):
            recorder.contents.mutate(token, owner)
        elif partial or deletes:
            recorder.mutate(token, field)
        else:
            if issubclass(type(obj), list):
                # the item must exist: the list's length matters
                recorder.read(token, "e:" + field[2:])
            note_replaced(recorder.current, token, field, obj, key)
            recorder.write(token, field)
    if (new or deletes) and WHOLE not in fields:
        recorder.rekey(token, fields)


def _change_storage(probes, owner, fields, partial):
    """Change the storage behind a table's values. Returns whether the owner is a table."""
    if not is_table(owner):
        return False
    if WHOLE in fields:
        probes.applied.mutate(owner)
    elif partial:
        probes.applied.mutate_arrays(owner)
    else:
        probes.applied.mutate_manager(owner)
    return True


def stores_items_plainly(kind):
    """Whether a store of an item goes into the instance and nowhere else, for all instances:
    containers, and subclasses without stores of their own.
    """
    if kind in _CONTAINERS:
        return True
    base = next((cls for cls in kind.__mro__ if cls in _CONTAINERS), None)
    return base is not None and all(static(kind, name) is static(base, name) for name in _OF_ITEMS)


def copies_into_item(probes, obj):
    """Whether `obj[key] = value` may look at the content of the value, as arrays and frames do; a
    list refers to the value.
    """
    return not stores_items_plainly(type(obj)) and not own_class_overrides(
        type(obj), "__setitem__", probes.recorder.namespace
    )
