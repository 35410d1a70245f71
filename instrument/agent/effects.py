"""The effects library at work: what a call of a known library function reads, changes, draws or calls back.

The declarations come from `instrument/effects/*.pyi`, compiled to JSON. Names are resolved to the real objects when
their module has been loaded; a callee is found by identity, a method through its receiver's classes.
A callee that is not found is unknown: this file says so and claims nothing.
"""

import functools
import os
import sys
import types

from .fields import subscript_fields
from .locations import ATOMIC, WHOLE, attribute_field
from .reach import LIBRARIES, canonical

_MODULE = types.ModuleType
_DESCRIPTORS = (types.MethodDescriptorType, types.WrapperDescriptorType)
_UNBOUND = object()


class Found:
    """A declaration together with the receiver it is to be applied to."""

    __slots__ = ("spec", "receiver")

    def __init__(self, spec, receiver=_UNBOUND):
        self.spec = spec
        self.receiver = receiver


class Effects:
    """Finds and applies declarations."""

    def __init__(self, recorder, reach, library):
        self.recorder = recorder
        self.reach = reach
        self.pending = dict(library.get("modules", {}))
        self.functions = {}
        self.classes = {}
        self.methods = {}
        self.keep = []
        self.loaded = 0
        self.on_unknown = None

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
        key = (cls, name)
        if key in self.methods:
            return self.methods[key]
        found = None
        default = None
        for base in cls.__mro__:
            declared = self.classes.get(base)
            if declared is None:
                continue
            if name in declared:
                found = declared[name]
                break
            if default is None:
                default = declared.get("__default__")
        if found is None and name not in ("__init__", "__call__"):
            found = default
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

    # -- applying -------------------------------------------------------------------------------------------

    def apply(self, found, args, kwargs, deep=True):
        """Record what the call does. `deep` false skips deep reads (they are covered by widening)."""
        spec = found.spec
        bound = bind(spec["params"], found.receiver, args, kwargs)
        effect = chosen(spec["effect"], bound)
        restricted = any(e[0] == "reads" for e in effect)
        if deep and not restricted:
            self._read_arguments(spec["params"], bound)
        for action in effect:
            self._act(action, bound)

    def _read_arguments(self, params, bound):
        for param in params:
            note = param[2]
            if note == "held" or param[0] not in bound:
                continue
            value = bound[param[0]]
            if type(value) in ATOMIC:
                continue
            if note == "shallow":
                self.reach.shallow_read(value)
            elif note == "length":
                self.reach.recorder.read(self.recorder.tokens.of(canonical(value)), "s")
            elif param[1] == "var":
                self.reach.deep_read(*value)
            elif param[1] == "varkw":
                self.reach.deep_read(*value.values())
            else:
                self.reach.deep_read(value)

    def _act(self, action, bound):
        what = action[0]
        recorder = self.recorder
        if what == "mutates":
            for place in action[1:]:
                if place[0] == "world":
                    recorder.mutate(place[1], WHOLE)
                else:
                    for value in values(place, bound):
                        self.mutate(value)
        elif what == "writes":
            for place in action[1:]:
                self._write(place, bound)
        elif what == "reads":
            for place in action[1:]:
                self._read(place, bound)
        elif what == "draws":
            recorder.mutate(action[1], WHOLE)
        elif what == "file":
            for value in values(action[2], bound):
                self.file(value, action[1])
        elif what == "calls":
            for value in values(action[1], bound):
                self.callback(value)
        elif what == "unknown":
            if self.on_unknown is not None:
                self.on_unknown(list(bound.values()))
        elif what == "escapes":
            recorder.escape(action[1])

    def mutate(self, obj, kind="observed"):
        """The content of `obj` changes in place."""
        if type(obj) in ATOMIC:
            return
        if type(obj) is tuple:
            for item in obj:
                self.mutate(item, kind)
            return
        recorder = self.recorder
        owner = canonical(obj)
        recorder.mutate(recorder.tokens.of(owner), WHOLE, kind)
        name = getattr(obj, "name", None)
        if hasattr(obj, "fileno") and isinstance(name, str):
            self.file(name, "rw")
        libraries = LIBRARIES
        if libraries.pandas and isinstance(owner, libraries.pandas) and not copies_on_write():
            for array in blocks(owner):
                recorder.mutate(recorder.tokens.of(canonical(array)), WHOLE, kind)

    def _write(self, place, bound):
        recorder = self.recorder
        if place[0] == "world":
            recorder.write(place[1], WHOLE)
            return
        for value in values(place[1], bound):
            if type(value) in ATOMIC:
                continue
            token = recorder.tokens.of(canonical(value))
            if place[0] == "length":
                recorder.resize(token)
            elif place[0] == "attr":
                recorder.write(token, attribute_field(place[2]))
            else:
                for key in values(place[2], bound):
                    for field in subscript_fields(value, key)[0]:
                        if field == WHOLE:
                            recorder.mutate(token, WHOLE)
                        else:
                            recorder.write(token, field)

    def _read(self, place, bound):
        recorder = self.recorder
        if place[0] == "world":
            recorder.read(place[1], WHOLE)
        elif place[0] == "param":
            for value in values(place, bound):
                self.reach.deep_read(value)
        else:
            for value in values(place[1], bound):
                if type(value) in ATOMIC:
                    continue
                token = recorder.tokens.of(canonical(value))
                if place[0] == "length":
                    recorder.read(token, "s")
                elif place[0] == "attr":
                    recorder.read(token, attribute_field(place[2]))
                else:
                    for key in values(place[2], bound):
                        for field in subscript_fields(value, key)[0]:
                            recorder.read(token, field)

    def file(self, path, mode):
        """A file is read ("r"), written anew ("w") or updated ("rw"); an open handle is moved as well."""
        recorder = self.recorder
        if hasattr(path, "read") or hasattr(path, "write"):
            self.reach.deep_read(path)
            if not isinstance(getattr(path, "name", None), str):
                self.recorder.mutate(recorder.tokens.of(path), WHOLE)
                return
            recorder.mutate(recorder.tokens.of(path), WHOLE)
            path = path.name
        try:
            text = os.fsdecode(os.fspath(path))
        except TypeError:
            return
        if "://" in text or "\n" in text or text.startswith("<"):
            return
        if not os.path.isabs(text):
            recorder.read("cwd", WHOLE)
        text = os.path.realpath(text)
        if mode == "r":
            recorder.read("file", text)
        elif mode == "w":
            recorder.write("file", text)
        else:
            recorder.mutate("file", text)

    def callback(self, callee):
        """`callee` may be called with arguments nobody here sees: its receiver is changed as its declaration says."""
        if callee is None or isinstance(callee, (str, bytes)):
            return
        if isinstance(callee, functools.partial):
            self.reach.deep_read(*callee.args, *callee.keywords.values())
            callee = callee.func
        if isinstance(callee, (types.FunctionType, type)):
            return
        owner = getattr(callee, "__self__", None)
        if owner is None or isinstance(owner, (_MODULE, type)):
            return
        found = self.find(callee)
        if found is None:
            if not isinstance(callee, types.MethodType):
                self.mutate(owner, "assumed")
            return
        for action in chosen(found.spec["effect"], {"self": owner}):
            if action[0] in ("mutates", "writes"):
                self.mutate(owner)
            elif action[0] in ("draws", "escapes", "unknown"):
                self._act(action, {"self": owner})


def _public_home(cls, module):
    return cls.__module__.split(".")[0] == module.__name__.split(".")[0]


def copies_on_write():
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return True
    if int(pandas.__version__.split(".")[0]) >= 3:
        return True
    try:
        return bool(pandas.options.mode.copy_on_write)
    except Exception:
        return False


def blocks(obj):
    manager = getattr(obj, "_mgr", None)
    return [getattr(b.values, "_ndarray", b.values) for b in manager.blocks] if manager is not None else []


def bind(params, receiver, args, kwargs):
    """Arguments by parameter name. What does not fit is bound to nothing; the real call will complain about it."""
    bound = {}
    names = iter(params)
    extra = []
    if receiver is not _UNBOUND:
        first = next(names, None)
        if first is not None and receiver is not None:
            bound[first[0]] = receiver
    var = None
    position = 0
    for param in names:
        kind = param[1]
        if kind == "pos" and position < len(args) and var is None:
            bound[param[0]] = args[position]
            position += 1
        elif kind == "var":
            bound[param[0]] = args[position:]
            position = len(args)
            var = param
        elif kind == "varkw":
            known = {p[0] for p in params}
            bound[param[0]] = {k: v for k, v in kwargs.items() if k not in known}
        elif param[0] in kwargs:
            bound[param[0]] = kwargs[param[0]]
        elif len(param) > 3:
            bound[param[0]] = param[3]
        if kind == "pos" and param[0] in kwargs:
            bound[param[0]] = kwargs[param[0]]
    if position < len(args):
        bound["*"] = args[position:]
    return bound


def chosen(effect, bound):
    """The atomic actions of an effect under these arguments."""
    what = effect[0]
    if what == "pure":
        return []
    if what == "all":
        return [action for part in effect[1:] for action in chosen(part, bound)]
    if what == "if":
        return chosen(effect[2] if holds(effect[1], bound) else effect[3], bound)
    return [effect]


def holds(condition, bound):
    what = condition[0]
    if what == "not":
        return not holds(condition[1], bound)
    if what == "and":
        return all(holds(c, bound) for c in condition[1:])
    if what == "or":
        return any(holds(c, bound) for c in condition[1:])
    value = bound.get(condition[1])
    if what == "none":
        return value is None
    if what == "eq":
        return type(value) in ATOMIC and value == condition[2]
    try:
        return bool(value)
    except Exception:
        return True


def values(place, bound):
    """The objects a place names; a *args parameter names each of its arguments."""
    if place[0] == "const":
        return [place[1]]
    if place[0] == "param":
        if place[1] not in bound:
            return []
        value = bound[place[1]]
        return [value]
    if place[0] == "attr":
        return [getattr(v, place[2], None) for v in values(place[1], bound)]
    return values(place[1], bound)
