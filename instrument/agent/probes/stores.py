"""What a store or deletion by syntax touches: an item or an attribute of an object, or an object
that `+=` changes in place.
"""

import collections
import sys
import types

from ..effects.matching import Found
from ..kinds.columns import COLUMNS
from ..kinds.owners import alias_root, place_of
from ..kinds.registry import kind_of
from ..kinds.tables import is_table
from ..kinds.tensors import is_tensor
from ..objects.attributes import home, own_dict, static
from ..objects.chains import chain_of
from ..objects.classes import IN_PLACE, keeps_attributes_only
from ..objects.iterators import is_array_iterator
from ..objects.libraries import holds_numbers
from ..objects.locations import ATOMIC, STRUCTURE, WHOLE, is_value
from ..record.put_back import note_replaced
from ..record.settled import Settled
from ..world.library_state import has_instances, is_global_of_package, is_module_object
from .accesses import is_of_shell, is_traced, load_attribute, own_class_overrides, read_descriptor
from .items import gives_items, key_present, load_item, located_item

_IMMUTABLE = (tuple, frozenset)
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
    place = place_of(obj, recorder.tokens)
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
    if own_class_overrides(
        type(obj), "__delitem__" if deletes else "__setitem__", recorder.namespace
    ):
        if augments:
            load_item(probes, obj, key)
        return
    if augments:
        load_item(probes, obj, key)
        columns = COLUMNS.items(obj)
        if columns is not None and is_value(key) and key in columns:
            augment(probes, columns[key])
        elif gives_items(obj) and key_present(obj, key):
            augment(probes, obj[key])
    found = located_item(probes, obj, key)
    if found is None:
        return
    token, fields, new = found
    method = "__delitem__" if deletes else "__setitem__"
    if WHOLE not in fields and type(obj) not in _CONTAINERS:
        declared = probes.effects.access(type(obj), method)
        if declared is not None:
            probes.applied.apply(Found(declared, obj), (key,), {}, deep=False)
            if COLUMNS.items(obj) is not None:
                return
    setter = static(type(obj), method)
    known = is_table(obj)
    if (
        type(setter) is types.FunctionType
        and fields == [WHOLE]
        and alias_root(obj) is obj
        and not known
    ):
        # a library class in Python may store anywhere it can reach
        probes.calls.unknown.call(setter, (obj,), {})
        if is_module_object(obj, recorder) or is_global_of_package(obj, recorder):
            recorder.library.patched.add(token)
            recorder.kept_objects.note_object(obj)
    owner = alias_root(obj)
    if type(setter) is types.FunctionType and chain_of(type(obj)) is not None:
        # (its declaration names the file that holds the item)
        declared = probes.effects.find(types.MethodType(setter, obj))
        if declared is not None:
            probes.applied.apply(declared, (), {}, deep=False)
    if is_array_iterator(obj):
        for operand in obj.operands:
            probes.applied.mutate(operand)
    store_flag(probes, obj)
    # `.loc[rows, column] = v` changes some rows of the column only
    partial = owner is not obj
    for field in fields:
        if field == WHOLE or (deletes and issubclass(type(obj), list)):
            recorder.contents.mutate(token, owner)
        elif partial or deletes:
            recorder.mutate(token, field)
        else:
            if issubclass(type(obj), list):
                # the item must be there: whoever made the list that long
                recorder.read(token, "e:" + field[2:])
            note_replaced(statement, token, field, obj, key)
            recorder.write(token, field)
    if (new or deletes) and WHOLE not in fields:
        recorder.rekey(token, fields)
    if is_table(owner):
        if WHOLE in fields:
            probes.applied.mutate(owner)
            if statement is not None and place is not None:
                statement.state(Settled).add(place)
        elif partial:
            probes.applied.mutate_arrays(owner)
        else:
            probes.applied.mutate_manager(owner)
    elif statement is not None and (token, WHOLE) in statement.writes:
        if place is not None:
            statement.state(Settled).add(place)
    elif plain and statement is not None and type(obj) in (list, dict):
        statement.state(Settled).add((place, key))


def stores_items_plainly(kind):
    """Whether a store of an item of any instance goes into the instance and nowhere else: for
    containers, and classes that leave what these do as it is.
    """
    if kind in _CONTAINERS:
        return True
    base = next((cls for cls in kind.__mro__ if cls in _CONTAINERS), None)
    return base is not None and all(static(kind, name) is static(base, name) for name in _OF_ITEMS)


def stores_as_item(kind, deletes=False):
    """Whether attributes are items: `__setattr__ = dict.__setitem__`."""
    setter = static(kind, "__delattr__" if deletes else "__setattr__")
    return type(setter) is types.WrapperDescriptorType and setter.__name__ in (
        "__setitem__",
        "__delitem__",
    )


def copies_into_item(probes, obj):
    """Whether `obj[key] = value` may look at what `value` holds, as arrays and frames do; a list or
    the like refers to it.
    """
    return not stores_items_plainly(type(obj)) and not own_class_overrides(
        type(obj), "__setitem__", probes.recorder.namespace
    )


def copies_into_attribute(probes, obj, name):
    """The same for `obj.name = value`: what a library does that sets it, and a column of a
    frame.
    """
    kind = type(obj)
    if stores_plainly(probes, kind, name) or name[:2] == "__":
        return False
    if is_table(obj):
        return True
    if own_class_overrides(kind, "__setattr__", probes.recorder.namespace):
        return False
    if issubclass(kind, (type, types.ModuleType)):
        return False
    if type(static(kind, name)) is types.MemberDescriptorType:
        return False
    setter = _setter(kind, name)
    if setter is None:
        return type(static(kind, "__setattr__")) is types.FunctionType
    return not is_traced(setter, probes.recorder.namespace)


def _setter(kind, name, special="__set__"):
    """What a property or another descriptor of the class runs when the attribute is stored
    (`__delete__`: deleted); None when there is none.
    """
    descriptor = static(kind, name)
    return descriptor.fset if type(descriptor) is property else static(type(descriptor), special)


def sets_plainly(kind):
    """Whether attributes of instances are set as Python's own classes do it, errors among them."""
    setter = static(kind, "__setattr__")
    return setter is object.__setattr__ or setter is BaseException.__setattr__


def stores_plainly(probes, kind, name):
    """Whether a store of this attribute goes into the instance and nowhere else, for all instances
    of the class.
    """
    recorder = probes.recorder
    if recorder.library.count != probes.plain_at:
        # code without probes may have changed classes
        probes.plain_at = recorder.library.count
        probes.plain_stores.clear()
    key = (kind, name)
    known = probes.plain_stores.get(key)
    if known is None:
        slot = static(kind, name)
        local = recorder.imports.local
        known = (
            (
                home(kind) == "__main__"
                or (
                    keeps_attributes_only(kind, local)
                    and not has_instances(sys.modules.get(home(kind)), kind)
                )
            )
            and not name.startswith("__")
            # a frame makes a column of it
            and (sets_plainly(kind) or own_class_overrides(kind, "__setattr__", recorder.namespace))
            and (
                slot is None
                or type(slot) is types.MemberDescriptorType
                or not hasattr(type(slot), "__set__")
            )
            and not issubclass(kind, (type, types.ModuleType))
        )
        probes.plain_stores[key] = known
    return known


def store_attribute(probes, obj, name, deletes, augments):
    recorder = probes.recorder
    recorder.sites.stores(obj, name)
    tokens = recorder.tokens
    for hook in (name, "__delattr__" if deletes else "__setattr__"):
        if hook in recorder.lookups.moved:
            # whether the class has something to say about it
            recorder.lookups.read_hook(type(obj), hook)
    if recorder.lookups.reclassed:
        recorder.lookups.read_class(obj)
    read_descriptor(recorder, static(type(obj), name))
    if not deletes and stores_plainly(probes, type(obj), name):
        if augments:
            load_attribute(probes, obj, name)
            own = own_dict(obj)
            slot = static(type(obj), name)
            if own is not None and name in own:
                augment(probes, own[name])
            elif type(slot) is types.MemberDescriptorType:
                augment(probes, slot.__get__(obj))
        if sets_plainly(type(obj)):
            note_replaced(recorder.current, tokens.of(obj), "a:" + name, obj, name)
            recorder.write(tokens.of(obj), "a:" + name)
        else:
            # which may refuse to
            recorder.mutate(tokens.of(obj), "a:" + name)
        return
    if stores_as_item(type(obj), deletes):
        store_item(probes, obj, name, deletes, augments)
        return
    owner = alias_root(obj)
    token = tokens.of(owner)
    if augments:
        load_attribute(probes, obj, name)
        own = own_dict(obj)
        slot = static(type(obj), name)
        if own is not None and name in own:
            augment(probes, own[name])
        elif type(slot) is types.MemberDescriptorType:
            augment(probes, slot.__get__(obj))
    if is_traced(
        _setter(type(obj), name, "__delete__" if deletes else "__set__"), recorder.namespace
    ):
        return
    if owner is obj and not is_table(obj):
        setter = _setter(type(obj), name)
        if setter is None:
            setter = static(type(obj), "__delattr__" if deletes else "__setattr__")
        if type(setter) is types.FunctionType and not is_traced(setter, recorder.namespace):
            # a library's code may store anywhere it can reach
            probes.calls.unknown.call(setter, (obj,), {})
    if name == "__dict__":
        # other attributes altogether, perhaps shared with another object
        recorder.mutate(token, WHOLE)
        if recorder.current is not None:
            recorder.attribute_dictionaries.will_replace(obj)
    if name in ("__class__", "__bases__"):
        # any attribute may be another
        recorder.mutate(token, WHOLE)
        recorder.lookups.reclassed.add(token)
    if issubclass(type(obj), type):
        probes.forget_lookups()
        recorder.lookups.moved.add(name)
    if issubclass(type(obj), types.CellType):
        recorder.lookups.write_cells()
    elif issubclass(type(obj), types.ModuleType) or (
        issubclass(type(obj), type) and home(obj) != "__main__"
    ):
        if name == "unraisablehook":
            recorder.escape(
                "errors of finalizers are handed to what sys.unraisablehook is", lasting=True
            )
        recorder.library.replace(token, name, obj)
        recorder.kept_objects.note_attribute(obj, name)
    elif (
        is_module_object(obj, recorder)
        or is_global_of_package(obj, recorder)
        or recorder.kept_objects.is_of_class(obj)
    ):
        # `plotly.io.templates.default = …`
        recorder.library.patched.add(token)
        recorder.kept_objects.note_attribute(obj, name)
    elif is_of_shell(obj):
        recorder.kept_objects.note_attribute(obj, name)
    store_flag(probes, obj)
    if is_tensor(obj):
        # `t.data = other` gives it another storage
        recorder.mutate(tokens.of(obj), WHOLE)
    if name == "attrs":
        recorder.lookups.relabelled.add(token)
    for field in kind_of(owner).attribute_fields(owner, name, store=True):
        if field == WHOLE:
            probes.applied.mutate(owner)
        elif deletes or owner is not obj:
            # it must be there; of a figure, any part may have an attribute of that name
            recorder.mutate(token, field)
        else:
            note_replaced(recorder.current, token, field, obj, name)
            recorder.write(token, field)
    probes.applied.mutate_manager(owner)
    if deletes:
        recorder.mutate(token, STRUCTURE)
        recorder.lookups.moved.add(name)


def store_flag(probes, obj):
    """One of an array's flags is set, if `obj` is its `flags`."""
    array = probes.flags.array() if type(obj).__name__ == "flagsobj" else None
    if array is not None:
        # it changes the array whose `flags` were looked up last, for flags do not say whose they
        # are Unsound: `f = a.flags; b.flags; f.writeable = True` counts as a change of `b`
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
            # a library may change what the object holds
            probes.calls.unknown.call(method, (old,), {})
            return
