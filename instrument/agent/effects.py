"""Which declaration of the effects library a callee falls under. What a declaration then means is in `apply_effects`.

The declarations come from `instrument/effects/*.pyi`, compiled to JSON. Names are resolved to the real objects when
their module has been loaded; a callee is found by identity, a method through its receiver's classes.
A callee that is not found is unknown: this file says so and claims nothing.
"""

import sys
import types

from .locations import ATOMIC

_MODULE = types.ModuleType
_DESCRIPTORS = (types.MethodDescriptorType, types.WrapperDescriptorType)
UNBOUND = object()


class Found:
    """A declaration together with the receiver it is to be applied to."""

    __slots__ = ("spec", "receiver")

    def __init__(self, spec, receiver=UNBOUND):
        self.spec = spec
        self.receiver = receiver


class Effects:
    """Finds declarations."""

    def __init__(self, library):
        self.pending = dict(library.get("modules", {}))
        self.functions = {}
        self.classes = {}
        self.methods = {}
        self.keep = []
        self.loaded = 0

    # -- finding --------------------------------------------------------------------------------------------

    def sync(self):
        """Resolve declarations of modules that have been loaded since."""
        if len(sys.modules) == self.loaded:
            return
        self.loaded = len(sys.modules)
        for name in [n for n in self.pending if n in sys.modules]:
            module = sys.modules[name]
            if getattr(getattr(module, "__spec__", None), "_initializing", False):
                continue
            self._resolve(module, self.pending.pop(name))
        self.methods.clear()

    def _resolve(self, module, declared):
        namespace = vars(module)
        for name, spec in declared.get("functions", {}).items():
            if name in namespace:
                self._function(namespace[name], spec)
        for path, methods in declared.get("classes", {}).items():
            target = module
            for part in path.split("."):
                target = getattr(target, part, None)
            if not isinstance(target, type):
                continue
            known = self.classes.setdefault(target, {})
            for name, spec in methods.items():
                known.setdefault(name, spec)
                raw = target.__dict__.get(name)
                if isinstance(raw, types.FunctionType):
                    self._function(raw, spec)
        default = declared.get("functions", {}).get("__default__")
        if default is not None:
            for value in namespace.values():
                if isinstance(value, type):
                    if value not in self.classes and _public_home(value, module):
                        self.classes[value] = {"__init__": default}
                elif callable(value) and not isinstance(value, _MODULE):
                    self._function(value, default)

    def _function(self, obj, spec):
        if type(obj) in ATOMIC or id(obj) in self.functions:
            return
        self.functions[id(obj)] = spec
        self.keep.append(obj)

    def method(self, cls, name):
        """The declaration of `cls`'s method. It stands for the definition that really runs, or for none (see `_covers`)."""
        key = (cls, name)
        if key in self.methods:
            return self.methods[key]
        names = ("__init__", "__new__") if name == "__init__" else (name,)
        defining = next((c for c in cls.__mro__ if any(n in c.__dict__ for n in names)), None)
        found = None
        if defining is not None:
            stubs = [(c, self.classes[c]) for c in cls.__mro__ if c in self.classes and _covers(c, defining)]
            found = next((methods[name] for _, methods in stubs if name in methods), None)
            if found is None and name not in ("__init__", "__call__"):
                found = next((methods["__default__"] for _, methods in stubs if "__default__" in methods), None)
        self.methods[key] = found
        return found

    def find(self, callee):
        """The declaration for a callee, or None when it is unknown."""
        self.sync()
        spec = self.functions.get(id(callee))
        if spec is not None:
            return Found(spec)
        kind = type(callee)
        if kind is types.BuiltinFunctionType or kind is types.MethodType or kind is types.MethodWrapperType:
            owner = callee.__self__
            if owner is None or isinstance(owner, _MODULE):
                return None
            name = getattr(callee, "__name__", "")
            if isinstance(owner, type):
                spec = self.method(owner, name)
                return Found(spec) if spec else None
            spec = self.method(type(owner), name)
            return Found(spec, owner) if spec else None
        if isinstance(callee, _DESCRIPTORS):
            spec = self.method(callee.__objclass__, callee.__name__)
            return Found(spec) if spec else None
        if isinstance(callee, type):
            spec = self.method(callee, "__init__")
            return Found(spec, None) if spec else None
        spec = self.method(kind, "__call__")
        return Found(spec, callee) if spec else None


def _covers(stub_class, defining):
    """A stub stands for the definition in its own class, in a base of it, or in a class of the same library."""
    return issubclass(stub_class, defining) or _library(defining) == _library(stub_class)


def _library(cls):
    return cls.__module__.split(".")[0].lstrip("_")


def _public_home(cls, module):
    return cls.__module__.split(".")[0] == module.__name__.split(".")[0]


_QUIET = frozenset({"pure", "iterates", "names"})


def is_quiet(spec, keywords=()):
    """Whether a call under this declaration needs no record in a light copy, where all reads are covered.

    Iterators that were there before have been counted as advanced when tracing switched off. `keywords`: the names
    that the call passes; a callback parameter that can only come by keyword counts only then.
    """
    kinds = {p[0]: p[1] for p in spec["params"]}

    def quiet(effect):
        what = effect[0]
        if what == "all":
            return all(map(quiet, effect[1:]))
        if what == "if":
            return quiet(effect[2]) and quiet(effect[3])
        if what == "reads":
            return not any(place[0] == "world" for place in effect[1:])
        if what == "calls":
            return all(p[0] == "param" and kinds.get(p[1]) == "kw" and p[1] not in keywords for p in effect[1:])
        return what in _QUIET

    return quiet(spec["effect"])
