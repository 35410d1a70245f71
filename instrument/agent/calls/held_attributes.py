"""The attributes of modules and classes, where libraries register things: what is there without
probes, and which differences are no changes.
"""

import builtins
import functools
import types

from ..objects.attributes import home, static
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
"""What changes in modules and classes when somebody only looks at them, or warns; and what IPython
sets while a cell runs.
"""


def held_by(holder):
    """What a module or class holds, without probes."""
    held = dict(vars(holder))
    return (
        held
        if holder is not builtins
        else {name: value for name, value in held.items() if not name.startswith(PREFIX)}
    )


def without_loaded(before, after):
    """What a module holds now, without what was imported, or made when somebody first asked for it:
    that is no change.
    """
    loaded = _LOADED if "__getattr__" in before else types.ModuleType
    return {
        key: value
        for key, value in after.items()
        if key in before or not issubclass(type(value), loaded)
    }


def only_loaded(before, after):
    """Whether modules have been loaded, which is recorded otherwise, and nothing else has been done
    to `sys.modules`. (One that code has made has no specification.)
    """
    added = all(key in before or _is_loaded(module) for key, module in list(after.items()))
    return added and all(after.get(key) is module for key, module in before.items())


def _is_loaded(module):
    return issubclass(type(module), types.ModuleType) and vars(module).get("__spec__") is not None


def is_made_late(obj, field, before, own):
    """Whether a library's object has made an attribute for itself, when it first needed it: a class or
    module that it looked up, or the value of a `functools.cached_property`, or of a
    `cache_readonly` of pandas. Nobody's result depends on that.

    Unsound: an object whose state changes afterwards may keep a cached value of its old state.
    """
    name = field[2:]
    if field[:2] != "a:" or type(before[1]) is not dict:
        return False
    if name not in before[1]:
        cls = type(obj)
        if name == "_cache":
            return home(cls).partition(".")[0] == "pandas"
        return type(static(cls, name)) is functools.cached_property
    if name[:1] != "_" or before[1][name] is not None:
        return False
    return issubclass(type(own.get(name)), (type, types.ModuleType))
