"""Which declaration of the effects library a callee falls under. What a declaration then means is
in `applying`.

The declarations come from `instrument/effects/*.pyi`, compiled and packed (`library`). Names are
resolved to the real objects when their module has been loaded; a callee is found by identity, a
method through its receiver's classes. A callee that is not found is unknown: this file says so and
claims nothing.

Declarations stay text until a callee needs them: there are thousands, and each would be ten objects
for the garbage collector.
"""

from __future__ import annotations

import functools
import sys
import types
from typing import TYPE_CHECKING

from ..kinds.columns import COLUMNS
from ..objects.attributes import static
from ..objects.callables import BUILTINS, receiver_of
from ..objects.kept_in_c import KEPT_IN_C
from ..objects.locations import ATOMIC
from .derived import anew, as_method, decode, of_record
from .homes import DESCRIPTORS, covers, defining_class, is_at_home, name_in_class
from .library import ITEMS, STATE, EffectsLibrary, keeps_in_objects

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from .library import Declared, Spec, SpecText

_MODULE = types.ModuleType

UNBOUND = object()
DEFAULT = "__default__"
"""Stands for every function, class or method that is not listed."""
_ACCESSES = frozenset({"__getitem__", "__setitem__", "__delitem__", "__getattr__"})
_OF_ATTRIBUTES = (
    property,
    functools.cached_property,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
)


class Found:
    """A declaration together with the receiver it is to be applied to."""

    __slots__ = ("spec", "receiver")

    def __init__(self, spec: Spec, receiver: object = UNBOUND) -> None:
        self.spec = spec
        self.receiver = receiver


class Effects:
    """Finds declarations. `is_users(cls)`: whether a class is the user's: the next run may change
    it, and it dies when it is defined again. What is found of the `methods` of all others stays, of
    the user's (`passing`) until the run ends. `states`: by package, what is declared of all of its
    calls. `accessed`: the classes with declared items; `accesses`: by class and name, what is
    declared of their attributes and subscripts.
    """

    def __init__(self, packed: Mapping[str, str], is_users: Callable[[type], bool]) -> None:
        self.is_users = is_users
        self.library = EffectsLibrary(packed)
        self.functions: dict[int, SpecText] = {}
        self.classes: dict[type, dict[str, SpecText]] = {}
        self.methods: dict[tuple[type, str], Spec | None] = {}
        self.passing: list[tuple[type, str]] = []
        self.accesses: dict[tuple[type, str], Spec | None] = {}
        self.defaults: set[type | int] = set()
        self.accessed: set[type] = set()
        self.states: dict[str, SpecText] = {}
        self.waiting: list[tuple[types.ModuleType, Declared]] = []
        self.specs: dict[SpecText, Spec] = {}
        self.keep: list[object] = []
        self.loaded = 0

    # -- finding
    # --------------------------------------------------------------------------------------------

    def sync(self) -> None:
        """Resolve declarations of modules that have been loaded since."""
        if len(sys.modules) == self.loaded:
            return
        self.loaded = len(sys.modules)
        # a module may make names when they are first asked for: here nobody asks
        waiting, self.waiting = self.waiting, []
        for module, declared in (*waiting, *self.library.take()):
            self._resolve(module, declared)
        self.forget_methods()

    def forget_methods(self) -> None:
        """A class has changed, or there are more declarations."""
        self.methods.clear()
        self.passing.clear()
        self.accesses.clear()

    def forget_classes(self) -> None:
        """A run ends."""
        for key in self.passing:
            del self.methods[key]
        self.passing.clear()

    def equate(self, obj: object, original: object) -> None:
        """`obj` does what `original` does: IPython's own `open`."""
        self.sync()
        spec = self.functions.get(id(original))
        if spec is not None:
            self._function(obj, spec)

    def _resolve(self, module: types.ModuleType, declared: Declared) -> None:
        """What the module does not have yet goes on waiting."""
        namespace = vars(module)
        state = declared["functions"].pop(STATE, None)
        if state is not None:
            package = module.__name__.partition(".")[0].lstrip("_")
            self.states[package] = state
            if keeps_in_objects(self._read(state), package):
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
            self._declare_items(target, self._read(methods[ITEMS]))
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
        """Apply the defaults of a module to each function and class of its library that has no
        declaration.
        """
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

    def method(self, cls: type, name: str) -> Spec | None:
        """The declaration of `cls`'s method. It stands for the definition that really runs, or for
        none (see `covers`).
        """
        key = (cls, name)
        if key in self.methods:
            return self.methods[key]
        names = ("__init__", "__new__") if name == "__init__" else (name,)
        defining = next((c for c in cls.__mro__ if any(n in c.__dict__ for n in names)), None)
        text = None
        if defining is not None:
            stubs = [
                (c, self.classes[c])
                for c in cls.__mro__
                if c in self.classes and covers(c, defining)
            ]
            text = next((methods[name] for _, methods in stubs if name in methods), None)
            if text is None and name not in ("__init__", "__call__"):
                text = next((methods[DEFAULT] for _, methods in stubs if DEFAULT in methods), None)
            if text is None:
                text = of_record(defining, name)
        self.methods[key] = found = None if text is None else self._read(text)
        if self.is_users(cls):
            self.passing.append(key)
        return found

    def access(self, cls: type, name: str) -> Spec | None:
        """What is declared of a look at an attribute, or of a subscript (`__getitem__` and its
        like), of instances of a class with declared items. A class below that has a definition of
        its own is left out.
        """
        self.sync()
        if not self.accessed:
            return None
        key = (cls, name)
        if key not in self.accesses:
            found = self._find_access(cls, name)
            if self.is_users(cls):
                return found
            self.accesses[key] = found
        return self.accesses[key]

    def _find_access(self, cls: type, name: str) -> Spec | None:
        held = static(cls, name)
        if name not in _ACCESSES and not isinstance(held, _OF_ATTRIBUTES):
            return None
        for base in cls.__mro__:
            if base in self.accessed and name in self.classes[base]:
                return self._read(self.classes[base][name]) if static(base, name) is held else None
        return None

    def function(self, callee: object) -> Spec | None:
        """What is declared for this very function, or None."""
        text = self.functions.get(id(callee))
        return None if text is None else self._read(text)

    def state_of(self, package: str) -> Spec | None:
        """What is declared of every call of a package that nothing else is declared for; None where
        nothing is.
        """
        text = self.states.get(package)
        return None if text is None else self._read(text)

    def _read(self, text: SpecText) -> Spec:
        """A declaration from its text: `{"params": [...], "effect": [...]}`
        (`slicer/effects/compile.ts`).
        """
        spec = self.specs.get(text)
        if spec is None:
            spec = self.specs[text] = decode(text)[0]
        return spec

    def find(self, callee: Any) -> Found | None:
        """The declaration for a callee, or None when it is unknown."""
        self.sync()
        spec = self.function(callee)
        if spec is not None:
            return Found(spec)
        kind = type(callee)
        if kind in BUILTINS or kind is types.MethodType or kind is types.MethodWrapperType:
            owner = callee.__self__
            if owner is None or isinstance(owner, _MODULE):
                return None
            name = name_in_class(owner, callee)
            if isinstance(owner, type):
                spec = self.method(owner, name)
                if spec is not None:
                    return Found(spec)
                # `Sequence.register`: a method of the metaclass
                spec = self.method(type(owner), name)
                return Found(spec, owner) if spec else None
            spec = self.method(defining_class(owner, name, callee), name)
            return Found(anew(spec, callee), owner) if spec else None
        if isinstance(callee, DESCRIPTORS):
            spec = self.method(callee.__objclass__, callee.__name__)
            return Found(anew(spec, callee)) if spec else None
        if isinstance(callee, type):
            if static(kind, "__call__") is not type.__call__:
                # `Enum("Colour", names)`: its metaclass says what a call does
                return None
            spec = self.method(callee, "__init__")
            return Found(spec, None) if spec else None
        owner = receiver_of(callee)
        if owner is not None:
            spec = self.method(type(owner), callee.__name__)
            return Found(spec, owner) if spec else None
        spec = self.method(kind, "__call__")
        return Found(spec, callee) if spec else None
