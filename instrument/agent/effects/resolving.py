"""The declarations of the effects library, by the real objects behind their names.

The declarations come from `instrument/effects/*.pyi`, compiled and packed (`library`). Names are
resolved when their module has been loaded.

Declarations stay text until their first use: there are thousands, and each would be ten objects for
the garbage collector.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from ..kinds.columns import COLUMNS
from ..objects.kept_in_c import KEPT_IN_C
from ..objects.locations import ATOMIC
from .derived import as_method, decode
from .homes import is_at_home
from .library import ITEMS, STATE, EffectsLibrary, keeps_in_objects

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .library import Declared, Spec, SpecText

_MODULE = types.ModuleType

DEFAULT = "__default__"
"""Stands for every undeclared function, class or method."""


class ResolvedDeclarations:
    """`functions`: by identity; `classes`: declarations of methods by class and name. `states`: by
    package, the declaration of all its calls. `accessed`: the classes with declared items.
    `defaults`: functions (by identity) and classes with the default of their module. `waiting`:
    declarations whose names the modules make at their first use.
    """

    def __init__(self, packed: Mapping[str, str]) -> None:
        self.library = EffectsLibrary(packed)
        self.functions: dict[int, SpecText] = {}
        self.classes: dict[type, dict[str, SpecText]] = {}
        self.defaults: set[type | int] = set()
        self.accessed: set[type] = set()
        self.states: dict[str, SpecText] = {}
        self.waiting: list[tuple[types.ModuleType, Declared]] = []
        self.specs: dict[SpecText, Spec] = {}
        self.keep: list[object] = []
        self.loaded = 0

    def sync(self) -> bool:
        """Resolve declarations of modules loaded since the last call. Returns whether there are
        any.
        """
        if len(sys.modules) == self.loaded:
            return False
        self.loaded = len(sys.modules)
        # a module may make names when they are first asked for: here nobody asks
        waiting, self.waiting = self.waiting, []
        for module, declared in (*waiting, *self.library.take()):
            self._resolve(module, declared)
        return True

    def equate(self, obj: object, original: object) -> None:
        """Give `obj` the declaration of `original`: for IPython's own `open`."""
        spec = self.functions.get(id(original))
        if spec is not None:
            self._function(obj, spec)

    def _resolve(self, module: types.ModuleType, declared: Declared) -> None:
        """Resolve a module's declarations. Names missing in the module go on waiting."""
        namespace = vars(module)
        state = declared["functions"].pop(STATE, None)
        if state is not None:
            package = module.__name__.partition(".")[0].lstrip("_")
            self.states[package] = state
            if keeps_in_objects(self.read(state), package):
                KEPT_IN_C.declare(package)
        missing: Declared = {"functions": {}, "classes": {}}
        for name, spec in declared["functions"].items():
            if name in namespace:
                self._function(namespace[name], spec)
            elif name != DEFAULT:
                missing["functions"][name] = spec
        for path, methods in declared["classes"].items():
            name, *inner = path.split(".")
            if name not in namespace:
                if name != DEFAULT:
                    missing["classes"][path] = methods
                continue
            target = namespace[name]
            for part in inner:
                target = getattr(target, part, None)
            if isinstance(target, type):
                self._class(target, methods)
        makes_names = "__getattr__" in namespace or type(module) is not _MODULE
        if makes_names and any(missing.values()):
            self.waiting.append((module, missing))
        self._resolve_defaults(module, declared)

    def _class(self, target: type, methods: dict[str, SpecText]) -> None:
        if target in self.defaults:
            self.defaults.discard(target)
            del self.classes[target]
        known = self.classes.setdefault(target, {})
        if ITEMS in methods:
            self._declare_items(target, self.read(methods[ITEMS]))
        for name, spec in methods.items():
            known.setdefault(name, spec)
            raw = target.__dict__.get(name)
            if isinstance(raw, staticmethod):
                # (its caller passes no class, so the function itself carries the declaration)
                self._function(raw.__func__, spec)
            elif isinstance(raw, types.FunctionType):
                self._function(raw, spec)

    def _declare_items(self, target: type, spec: Spec) -> None:
        """The items of a class are in an attribute, or, for the place `self`, where a base of the
        class has them.
        """
        place = spec["effect"][1]
        self.accessed.add(target)
        if place[0] == "attr":
            COLUMNS.declare(target, place[2])

    def _resolve_defaults(self, module: types.ModuleType, declared: Declared) -> None:
        """Apply the defaults of a module to each undeclared function and class of its library."""
        function = declared["functions"].get(DEFAULT)
        methods = declared["classes"].get(DEFAULT)
        if methods is None and function is not None:
            methods = {"__init__": as_method(function)}
        if methods is None:
            return
        for value in list(vars(module).values()):
            if isinstance(value, _MODULE) or not callable(value) or not is_at_home(value, module):
                continue
            if isinstance(value, type):
                if value not in self.classes:
                    self.classes[value] = methods
                    self.defaults.add(value)
            elif function is not None and id(value) not in self.functions:
                self._function(value, function)
                self.defaults.add(id(value))

    def _function(self, obj: object, spec: SpecText) -> None:
        if type(obj) in ATOMIC or (id(obj) in self.functions and id(obj) not in self.defaults):
            return
        # a declaration by name counts more than the default of a module that only re-exports the
        # function
        self.defaults.discard(id(obj))
        self.functions[id(obj)] = spec
        self.keep.append(obj)

    def read(self, text: SpecText) -> Spec:
        """A declaration from its text: `{"params": [...], "effect": [...]}`
        (`slicer/effects/compile.ts`).
        """
        spec = self.specs.get(text)
        if spec is None:
            spec = self.specs[text] = decode(text)[0]
        return spec
