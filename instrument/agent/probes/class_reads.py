"""Look-ups through classes and modules: of attributes written there, and of hooks of classes."""

import types

from ..objects.attributes import home, static
from ..objects.callables import objects_named
from ..objects.chains import CHAINS
from ..objects.locations import GLOBALS, attribute_field
from ..reach.errors import LAST
from ..world.library_state import held_state
from ..world.shared_objects import share_registry

SELF, _SELF_CLASS, _THIS_CLASS = (
    super.__dict__[name].__get__ for name in ("__self__", "__self_class__", "__thisclass__")
)
"""The attributes of a `super` object, read past its own look-up of names in notebook classes."""


def own_class_overrides(kind, name, namespace):
    """Whether the notebook defines this special method. Probes in the method then record its effects."""
    for cls in kind.__mro__:
        method = cls.__dict__.get(name)
        if method is not None:
            return issubclass(type(method), types.FunctionType) and method.__globals__ is namespace
    return False


_DESCRIBING = ("__get__", "__set__", "__delete__")
"""The methods of a descriptor. With one of the last two it comes before the instance's own
attribute.
"""


def read_descriptor(recorder, descriptor):
    """Read the methods of a descriptor in a class that code has set: these decide about look-ups
    and stores.
    """
    if not recorder.lookups.moved.isdisjoint(_DESCRIBING):
        recorder.lookups.read_hook(type(descriptor), *_DESCRIBING)


def loads_plainly(probes, kind, name):
    """Whether a class and all its bases are the notebook's without this name: then only the
    instance may have the name.
    """
    key = (kind, name)
    known = probes.plain_loads.get(key)
    if known is None:
        known = probes.plain_loads[key] = (
            type(kind) is type
            and not name.startswith("__")
            and all(
                home(cls) == "__main__" and name not in cls.__dict__ for cls in kind.__mro__[:-1]
            )
        )
    return known


def read_patched(probes, obj, name):
    """Attributes of modules and classes count once somebody has written to them."""
    tokens = probes.recorder.tokens
    token = tokens.peek(obj)
    if type(obj) is types.ModuleType:
        if vars(obj) is probes.recorder.namespace:
            probes.recorder.read(GLOBALS, name)
        else:
            share_registry(probes.recorder, obj, vars(obj).get(name))
        probes.recorder.imports.read_attribute(obj, name)
        if name in LAST and obj.__name__ == "sys":
            probes.reach.errors.escape("sys." + name)
    if token is not None:
        # (a look-up of a function is no look at the objects behind a module that stands for these)
        if token not in CHAINS.values() or (token, name) in probes.recorder.library.replaced:
            probes.recorder.read(token, attribute_field(name))
    elif issubclass(type(obj), type) and obj.__module__ == "__main__":
        probes.recorder.read(tokens.of(obj), attribute_field(name))
    if issubclass(type(obj), type):
        share_registry(probes.recorder, obj, static(obj, name))
        if type(obj) is not type:
            probes.recorder.lookups.read_hook(type(obj), name, "__getattr__", "__getattribute__")
            descriptor = static(type(obj), name)
            if type(descriptor) is property:
                read_for_getter(probes.recorder, descriptor.fget)
        for cls in obj.__mro__[1:]:
            token = tokens.peek(cls)
            if token is not None:
                probes.recorder.read(token, attribute_field(name))
            else:
                probes.recorder.summaries.of(cls, attribute_field(name))


def read_for_getter(recorder, getter):
    """Record the reads of a library's getter: the getter may use each global object in its code, as
    bokeh's `Model.model_class_reverse_map` does.
    """
    if type(getter) is types.FunctionType and getter.__globals__ is not recorder.namespace:
        recorder.library.use()
        if recorder.library.patched:
            recorder.read_written(held_state(objects_named(getter)))


def read_classes(probes, obj, name):
    """The look-up goes through the object's class and its bases, as far as somebody has written to
    them.
    """
    recorder = probes.recorder
    peek = recorder.tokens.peek
    for cls in looked_in(obj):
        token = peek(cls)
        if token is not None:
            recorder.read(token, attribute_field(name))
            if token in recorder.written:
                recorder.read(token, "a:__getattr__")
                recorder.read(token, "a:__getattribute__")
        else:
            recorder.summaries.of(cls, attribute_field(name))
    if recorder.lookups.reclassed:
        recorder.lookups.read_class(obj)


def looked_in(obj):
    """The classes of an attribute look-up; for `super()`, those after the given one."""
    if type(obj) is not super:
        return type(obj).__mro__[:-1]
    kind, this = _SELF_CLASS(obj), _THIS_CLASS(obj)
    order = kind.__mro__ if kind is not None else ()
    return order[order.index(this) + 1 : -1] if this in order else ()
