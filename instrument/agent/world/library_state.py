"""State of libraries in the globals of their modules: registries, counters, shared objects.

The state is found and watched here; `calls/compare` compares it.
"""

from __future__ import annotations

import gc
import sys
import types
import weakref
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.classes import is_notebook_class
from .object_parts import nested

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any, TypeAlias

    from ..objects.locations import Namespace
    from ..record.recorder import Recorder

    Watched: TypeAlias = tuple[tuple[types.ModuleType, ...], dict[int, object]]
    """The module, if there is one, and its objects by identity."""

CONTAINERS = (list, dict, set)
_ORDINARY = frozenset({list, dict, set, tuple, types.FunctionType, types.BuiltinFunctionType})
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)
_CODE = (
    type,
    types.ModuleType,
    *FUNCTIONS,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
    classmethod,
    staticmethod,
    property,
)
"""Attributes of classes without state."""
_modules = weakref.WeakValueDictionary()
"""Modules missing in `sys.modules` under their name, by the identity of their globals."""


def watch_module(
    recorder: Recorder, watched: Any, module_globals: Namespace, registers: bool = False
) -> Watched:
    """Watch the state shared by a module's functions, and read its written locations. `registers`:
    changes may matter for any function of a library, not only for the module's own. Returns the
    modules (one or none), and the objects within reach of their containers and objects, by
    identity; nothing outside of statements.
    """
    key = (id(module_globals), registers)
    if key in watched.modules:
        return watched.modules[key]
    module = module_of(module_globals)
    containers = containers_of(module_globals)
    found = watched.add(containers)
    name = module_globals.get("__name__")
    # the module's own objects (`calendar.c`), and their direct contents
    shared = [v for v in module_globals.values() if home(type(v)) == name]
    shared += [v for obj in shared for v in (own_dict(obj) or {}).values() if type(v) in CONTAINERS]
    watched.own_state(shared)
    if module is None:
        # functions made by `exec` in a dictionary of the notebook's
        watched.own_state([module_globals])
    else:
        watched.attributes(module)
    state = [module or module_globals, *containers, *shared]
    if name in recorder.imports.local:
        # (containers of a library refer to anything)
        state += nested([obj for obj in (*containers, *shared) if type(obj) in CONTAINERS])
    (watched.registries if registers else watched.inner).update(map(id, state))
    recorder.read_written(state)
    found.update((id(obj), obj) for obj in state)
    watched.shared.update(found)
    watched.modules[key] = ((module,) if module is not None else (), found)
    return watched.modules[key]


def held_state(objects: Iterable[Any]) -> list[Any]:
    """Objects and their direct contents. Deeper contents may be any object of a library's, such as
    a cache.
    """
    objects = [value for value in objects if not issubclass(type(value), _CODE)]
    parts = [
        part
        for value in objects
        for part in (own_dict(value) or {}).values()
        if not issubclass(type(part), _CODE)
    ]
    state = [*objects, *parts]
    return state + nested([part for part in state if type(part) in CONTAINERS])


def watch_held(
    recorder: Recorder, watched: Any, objects: Iterable[Any], registers: bool = False
) -> None:
    """Watch objects that library code may change, with their contents (`held_state`). `registers`:
    as in `watch_module`.
    """
    state = held_state(objects)
    watched.own_state(state)
    if registers:
        watched.registries.update(map(id, state))
    recorder.read_written(state)
    watched.shared.update((id(value), value) for value in state)


def containers_of(module_globals: Namespace) -> list[Any]:
    """Lists, dictionaries and sets among the globals of a module, without the finders that any
    import adds to `sys.path_importer_cache`.

    Unsound: the list of running threads in `threading` is not followed: a statement that counts
    threads does not need the statements that started them.
    """
    if module_globals.get("__name__") == "threading":
        return []
    hidden = (module_globals.get("__builtins__"), sys.path_importer_cache)
    return [
        value
        for value in list(module_globals.values())
        if type(value) in CONTAINERS and not any(value is each for each in hidden)
    ]


def module_of(module_globals: Namespace) -> types.ModuleType | None:
    """The module whose globals these are; None when they are a dictionary of somebody's."""
    module = loaded_module(module_globals)
    if module is not None:
        return module
    module = _modules.get(id(module_globals))
    if module is None or vars(module) is not module_globals:
        found = (
            m for m in gc.get_referrers(module_globals) if issubclass(type(m), types.ModuleType)
        )
        module = next((m for m in found if vars(m) is module_globals), None)
        if module is not None:
            _modules[id(module_globals)] = module
    return module


def loaded_module(module_globals: Namespace) -> types.ModuleType | None:
    """The module whose globals these are, found under its name."""
    name = dict.get(module_globals, "__name__")
    module = sys.modules.get(name) if type(name) is str else None
    return (
        module
        if issubclass(type(module), types.ModuleType) and vars(module) is module_globals
        else None
    )


def is_module_object(obj: object, recorder: Recorder) -> bool:
    """Whether `obj` is among the globals of its class's module, so that any function there may use
    it. Users of world objects are known otherwise.
    """
    return id(obj) not in recorder.tokens.world and id(obj) in module_objects(type(obj), recorder)


def module_objects(cls: type, recorder: Recorder) -> Collection[int]:
    """The identities of possible module objects of a class."""
    module = (
        None
        if cls in _ORDINARY or is_notebook_class(cls, recorder.namespace)
        else sys.modules.get(home(cls))
    )
    return frozenset() if module is None else frozenset(map(id, list(vars(module).values())))


_globals = {}
"""By package: the number of all modules with the package's identity, and the identities of globals."""


def is_global_of_package(obj: object, recorder: Recorder) -> bool:
    """Whether an installed package keeps an object of a class of its own among the globals of any
    of its modules.
    """
    package = home(type(obj)).partition(".")[0]
    if (
        type(obj) in _ORDINARY
        or package in ("__main__", "builtins", "")
        or package in recorder.imports.local
    ):
        return False
    known = _globals.get(package)
    age = (len(sys.modules), id(sys.modules.get(package)))
    if known is None or known[0] != age:
        held = {
            id(value)
            for module in modules_of(package)
            for value in list(vars(module).values())
            if type(value) not in _ORDINARY
        }
        known = _globals[package] = (age, held)
    return id(obj) in known[1] and any(
        value is obj for module in modules_of(package) for value in list(vars(module).values())
    )


def modules_of(package: str) -> list[types.ModuleType]:
    """The loaded modules of an installed package."""
    prefix = package + "."
    return [
        m
        for name, m in list(sys.modules.items())
        if (name == package or name.startswith(prefix)) and issubclass(type(m), types.ModuleType)
    ]


def has_instances(module: types.ModuleType, cls: type) -> bool:
    """Whether a module keeps instances of exactly this class among its globals."""
    return module is None or any(type(value) is cls for value in list(vars(module).values()))
