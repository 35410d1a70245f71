"""The attributes of modules and classes, where libraries register objects: the attributes without
probes, and differences that count as no change.
"""

import builtins
import functools
import types

from ..objects.attributes import home, own_dict, static
from ..objects.locations import STRUCTURE
from ..rewriting.probe_names import PREFIX

_LOADED = (types.ModuleType, types.FunctionType, type)
UNINTERESTING = (
    STRUCTURE,
    "a:__warningregistry__",
    "a:__annotations__",
    "a:__annotations_cache__",
    "a:excepthook",
)
"""Attributes that change when code only looks at modules and classes, or warns; and attributes set
by IPython while a cell runs.
"""


def held_by(holder):
    """The attributes of a module or class, without probes."""
    held = dict(vars(holder))
    return (
        held
        if holder is not builtins
        else {name: value for name, value in held.items() if not name.startswith(PREFIX)}
    )


def without_loaded(before, after):
    """The attributes of a module now, without imported modules, and without objects made at their
    first use. Neither are changes.
    """
    loaded = _LOADED if "__getattr__" in before else types.ModuleType
    return {
        key: value
        for key, value in after.items()
        if key in before or not issubclass(type(value), loaded)
    }


def only_loaded(before, after):
    """Whether `sys.modules` differs only by loaded modules, which are recorded elsewhere. (A module
    made by code has no specification.)
    """
    added = all(key in before or _is_loaded(module) for key, module in list(after.items()))
    return added and all(after.get(key) is module for key, module in before.items())


def _is_loaded(module):
    return issubclass(type(module), types.ModuleType) and vars(module).get("__spec__") is not None


def is_made_late(obj, field, before, own):
    """Whether a library's object has made an attribute for itself at its first use: a looked-up
    class or module, or the value of a `functools.cached_property`, of a descriptor alike, or of
    pandas' `cache_readonly`. No result depends on such an attribute.

    Unsound: an object whose state changes afterwards may keep a cached value of its old state.
    """
    name = field[2:]
    if field[:2] != "a:" or type(before[1]) is not dict:
        return False
    if name not in before[1]:
        cls = type(obj)
        if name == "_cache":
            return home(cls).partition(".")[0] == "pandas"
        return _keeps_result(static(cls, name), name)
    if name[:1] != "_" or before[1][name] is not None:
        return False
    return issubclass(type(own.get(name)), (type, types.ModuleType))


def _keeps_result(descriptor, name):
    """Whether a descriptor computes an attribute once, and leaves the result in the object under
    the same name: a `functools.cached_property`, or a library's own class for the same
    (`memoized_property` of sqlalchemy).
    """
    kind = type(descriptor)
    if kind is functools.cached_property:
        return True
    return (
        type(static(kind, "__get__")) is types.FunctionType
        and static(kind, "__set__") is None
        and any(
            type(held) is types.FunctionType and held.__name__ == name
            for held in (own_dict(descriptor) or {}).values()
        )
    )
