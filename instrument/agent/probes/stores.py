"""Locations written by a store or deletion of an attribute."""

import sys
import types

from ..kinds.owners import alias_root
from ..kinds.registry import kind_of
from ..kinds.tables import is_table
from ..kinds.tensors import is_tensor
from ..objects.attributes import home, own_dict, static
from ..objects.classes import keeps_attributes_only
from ..objects.locations import STRUCTURE, WHOLE
from ..record.new_attributes import note_new_attribute
from ..record.put_back import note_replaced
from ..world.library_state import has_instances, is_global_of_package, is_module_object
from .accesses import is_of_shell, is_traced, load_attribute
from .class_reads import own_class_overrides, read_descriptor
from .in_place import augment, store_flag
from .item_stores import store_item


def stores_as_item(kind, deletes=False):
    """Whether attributes are items: `__setattr__ = dict.__setitem__`."""
    setter = static(kind, "__delattr__" if deletes else "__setattr__")
    return type(setter) is types.WrapperDescriptorType and setter.__name__ in (
        "__setitem__",
        "__delitem__",
    )


def copies_into_attribute(probes, obj, name):
    """Whether `obj.name = value` may look at the content of the value: library code sets the
    attribute, or it is a column of a frame.
    """
    kind = type(obj)
    if probes.plain_stores.covers(kind, name) or name[:2] == "__":
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
    """The function of a property or another descriptor of the class for a store (`__delete__`:
    deletion) of the attribute; None without one.
    """
    descriptor = static(kind, name)
    return descriptor.fset if type(descriptor) is property else static(type(descriptor), special)


def sets_plainly(kind):
    """Whether attributes of instances are set as in Python's own classes, with the same errors."""
    setter = static(kind, "__setattr__")
    return setter is object.__setattr__ or setter is BaseException.__setattr__


class PlainStores:
    """Which stores of attributes go into the instance and nowhere else, by class and name. `at`:
    how often code without probes has run, which may change classes.
    """

    def __init__(self, recorder):
        self.recorder = recorder
        self.known = {}
        self.at = 0

    def clear(self):
        self.known.clear()

    def covers(self, kind, name):
        if self.recorder.library.count != self.at:
            self.at = self.recorder.library.count
            self.known.clear()
        key = (kind, name)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self._covers(kind, name)
        return known

    def _covers(self, kind, name):
        recorder = self.recorder
        slot = static(kind, name)
        local = recorder.imports.local
        return (
            (
                home(kind) == "__main__"
                or (
                    keeps_attributes_only(kind, local)
                    and not has_instances(sys.modules.get(home(kind)), kind)
                )
            )
            and not name.startswith("__")
            # a frame makes a column
            and (sets_plainly(kind) or own_class_overrides(kind, "__setattr__", recorder.namespace))
            and (
                slot is None
                or type(slot) is types.MemberDescriptorType
                or not hasattr(type(slot), "__set__")
            )
            and not issubclass(kind, (type, types.ModuleType))
        )


def store_attribute(probes, obj, name, deletes, augments):
    recorder = probes.recorder
    if type(obj) is types.ModuleType and vars(obj) is recorder.namespace:
        # `delattr(__main__, "x")` is about the name x
        store_item(probes, recorder.namespace, name, deletes, augments)
        return
    recorder.sites.stores(obj, name)
    tokens = recorder.tokens
    _read_hooks(recorder, obj, name, deletes)
    if not deletes and probes.plain_stores.covers(type(obj), name):
        if augments:
            _augment_attribute(probes, obj, name)
        if sets_plainly(type(obj)):
            token = tokens.of(obj)
            note_replaced(recorder.current, token, "a:" + name, obj, name)
            recorder.write(token, "a:" + name)
            note_new_attribute(recorder, token, obj, name)
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
        _augment_attribute(probes, obj, name)
    if is_traced(
        _setter(type(obj), name, "__delete__" if deletes else "__set__"), recorder.namespace
    ):
        return
    if owner is obj and not is_table(obj):
        setter = _setter(type(obj), name)
        if setter is None:
            setter = static(type(obj), "__delattr__" if deletes else "__setattr__")
        if type(setter) is types.FunctionType and not is_traced(setter, recorder.namespace):
            # library code may store anywhere within its reach
            probes.calls.unknown.call(setter, (obj,), {})
    _change_lookups(probes, obj, name, token)
    _note_in_holder(recorder, obj, name, token)
    store_flag(probes, obj)
    if is_tensor(obj):
        # `t.data = other` replaces the storage
        recorder.mutate(tokens.of(obj), WHOLE)
    if name == "attrs":
        recorder.lookups.relabelled.add(token)
    _write_fields(probes, obj, owner, name, deletes)


def _read_hooks(recorder, obj, name, deletes):
    """Whether the class has something to say about the store."""
    for hook in (name, "__delattr__" if deletes else "__setattr__"):
        if hook in recorder.lookups.moved:
            recorder.lookups.read_hook(type(obj), hook)
    if recorder.lookups.reclassed:
        recorder.lookups.read_class(obj)
    read_descriptor(recorder, static(type(obj), name))


def _augment_attribute(probes, obj, name):
    """`obj.name += …` reads the attribute, and may change its value in place."""
    load_attribute(probes, obj, name)
    own = own_dict(obj)
    slot = static(type(obj), name)
    if own is not None and name in own:
        augment(probes, own[name])
    elif type(slot) is types.MemberDescriptorType:
        augment(probes, slot.__get__(obj))


def _change_lookups(probes, obj, name, token):
    """The store changes where attributes are looked up: the dictionary or class of an object, or an
    attribute of a class.
    """
    recorder = probes.recorder
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


def _note_in_holder(recorder, obj, name, token):
    """Store the old value for the undo log: the object is a cell of a closure, or belongs to a
    library or the shell, where other code reads it.
    """
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


def _write_fields(probes, obj, owner, name, deletes):
    recorder = probes.recorder
    token = recorder.tokens.of(owner)
    for field in kind_of(owner).attribute_fields(owner, name, store=True):
        if field == WHOLE:
            probes.applied.mutate(owner)
        elif deletes or owner is not obj:
            # the attribute must exist; any part of a figure may have one of this name
            recorder.mutate(token, field)
        else:
            note_replaced(recorder.current, token, field, obj, name)
            recorder.write(token, field)
            note_new_attribute(recorder, token, obj, name)
    probes.applied.mutate_manager(owner)
    if deletes:
        recorder.mutate(token, STRUCTURE)
        recorder.lookups.moved.add(name)
