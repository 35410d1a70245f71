"""What code of the user's own modules may do besides what can be compared, by the names in it: there are no probes inside of it.

Of a function that is entered (`entered`), and of those that it names and that say nothing when they are entered, what they name in libraries
and is declared to read or change the world (`random.seed`, `os.remove`, `Logger.setLevel`) counts as done; modules and classes that they name
are watched, for what they may put there, and objects that they name in the user's modules are read and compared. So it is with bodies of
modules that are about to be loaded (`world/module_code`). Functions without probes (of `%run`, `exec`, archives) are followed from the names in
a statement: by name, as a method or property whose name is there, of the classes of all objects that a call reaches, or as an operator.

Imprecise: what such a function names counts as done by each statement in which it is entered (without probes: that may call it), whichever way it goes.
Where these are more than _FOLLOWED functions, the slice says so.
Unsound: what such code comes by without a name (`getattr(os, "re" + "move")`), otherwise than from what it is handed; without probes, methods of
objects that neither the call nor such a name leads to, and more than _FEW members of a container of functions.
"""

import abc
import builtins
import dis
import functools
import gc
import itertools
import sys
import types

from ..effects.applying import world_name
from ..effects.arguments import flat_actions
from ..objects.attributes import home, own_dict, static
from ..objects.kinds import BUILTINS, MAKING, SUSPENDABLE, code_names, frame_of, is_iterator
from ..objects.locations import ATOMIC, attribute_field, GLOBALS, WHOLE
from ..objects.storage import CHAINS
from ..rewriting.probe_names import PREFIX
from ..world.library_state import containers_of
from ..world.names import leads_anywhere, NAMESPACES
from .hidden_state import changes_hidden_state, hidden_state_of

_FOLLOWED = 1000
"""Functions that one call is followed to."""
_IMPORTS = dis.opmap["IMPORT_NAME"]
_NESTED = 3
"""Modules within modules."""
_ON_PATHS = frozenset({"os", "posix", "shutil", "pathlib", "glob", "tempfile", "os.path", "posixpath", "genericpath", "subprocess"})
"""Modules that change files otherwise than by `open`, which is seen."""
_CHANGING = {"decimal": frozenset({"getcontext", "setcontext", "DefaultContext"}), "copyreg": frozenset({"pickle", "dispatch_table"})}
"""By the world location that a module of the same name holds: the names by which it is changed, otherwise than by a declared function."""
_NOTEBOOK = NAMESPACES - {"globals", "__globals__"}
_REGISTRIES = frozenset({"copyreg"})
"""Those that any library may ask."""
READ_SOURCES = frozenset({"getsource", "getsourcelines", "findsource", "getcomments"})
"""Functions of `inspect` that read the file of what they are handed."""
_READ_FILES = ["file", "r"]
_OPAQUE = frozenset({"functools", "_contextvars", "contextvars"})
_CODE = frozenset({types.FunctionType, property, staticmethod, classmethod})
_FEW = 20
"""Members of a container that are looked at."""


class Reached:
    """What code may use, by the names in it: actions on the world and locations that it changes, modules and classes, objects that cannot be compared,
    and `objects` of the user's modules. `kinds`: classes there of which there are instances, `instances`: those that the statement names.
    `read`: world locations whose objects it names. `collects`: whether it names `gc.collect`. `libraries`: whether it names any. `notebook`: whether it looks up names of the notebook.
    """

    def __init__(self, has_probes):
        self.has_probes = has_probes
        self.actions = {}
        self.holders = {}
        self.opaque = {}
        self.objects = {}
        self.kinds = {}
        self.instances = {}
        self.read = set()
        self.collects = False
        self.notebook = False
        self.locations = set()
        self.pending = []
        self.seen = {}
        self.too_many = False
        self.libraries = False

    def follow(self, obj, code, scope):
        """The code of a function or generator, with its global names. `obj` keeps it alive. One that has probes says itself when it is entered."""
        if id(code) in self.seen or self.has_probes(code):
            return
        if len(self.seen) == _FOLLOWED:
            self.too_many = True
            return
        self.seen[id(code)] = (obj, code, scope)
        self.pending.append((obj, code, scope))

    def add(self, other):
        """What `other` has found in libraries."""
        self.actions.update(other.actions)
        self.holders.update(other.holders)
        self.opaque.update(other.opaque)
        self.locations |= other.locations
        self.read |= other.read
        self.collects |= other.collects
        self.objects.update(other.objects)


def _package_of(value):
    kind = type(value)
    name = value.__name__ if kind is types.ModuleType else home(value) if issubclass(kind, type) else getattr(value, "__module__", None) or ""
    return name.partition(".")[0]


def _parts(obj):
    """What an object holds in its attributes, without numbers and strings."""
    return [value for value in (own_dict(obj) or {}).values() if type(value) not in ATOMIC]


class OwnModules:
    """Judges what statements may run of the user's own modules."""

    def __init__(self, recorder, effects, applied, watch_local_modules, watch_named, opaque_names, collect):
        self.recorder = recorder
        self.effects = effects
        self.applied = applied
        self.watch_local_modules = watch_local_modules
        self.watch_named = watch_named
        self.opaque_names = opaque_names
        self.collect = collect
        self.has_probes = None
        self.followed = {}
        self.known = {}
        self.named = set()
        self.names = {}
        self.libraries = {}
        self.entered_classes = set()

    def forget(self):
        """What has been followed may lead elsewhere now."""
        self.followed = {}
        self.known = {}

    def begin(self, plan):
        """A statement is about to run."""
        self.forget()
        if not self.recorder.imports.local:
            return
        namespace = self.recorder.namespace
        names = {*plan.reads, *plan.attributes}
        self.named = set(names)
        reached = Reached(self.has_probes)
        for name in plan.reads:
            if name in namespace:
                self._name(namespace[name], names, reached)
        self._accessors(names, reached)
        self._use(reached)

    def _accessors(self, names, reached):
        """Classes of such modules that were registered with pandas are made when they are first asked for."""
        pandas = sys.modules.get("pandas")
        for extended in (getattr(pandas, name, None) for name in ("DataFrame", "Series", "Index")) if pandas is not None else ():
            for name in names & getattr(extended, "_accessors", frozenset()):
                made = getattr(static(extended, name), "_accessor", None)
                if issubclass(type(made), type) and home(made) in self.recorder.imports.local:
                    self._name(made, names, reached, True)

    def call(self, callee):
        """A function or class is about to be called that may be of such a module."""
        code = getattr(getattr(callee, "__func__", callee), "__code__", callee)
        if self.recorder.imports.local and id(code) not in self.followed and not self.has_probes(code):
            self.followed[id(code)] = code
            reached = Reached(self.has_probes)
            self._name(callee, {"__init__", "__new__", "__call__"}, reached)
            self._use(reached)

    def entered(self, code, scope):
        """A function of such a module is entered."""
        if id(code) not in self.followed:
            reached = Reached(self.has_probes)
            reached.seen[id(code)] = (code, code, scope)
            reached.pending.append((code, code, scope))
            self._use(reached)
            # (it may name something of what has been met before)
            self._meet(list(self.known))

    def met(self, objects):
        """Objects that a call can reach, of which code of such modules may call methods."""
        if not self.recorder.imports.local:
            return
        self._meet(self._kinds_of(objects))

    def _kinds_of(self, objects):
        kinds = set(map(type, objects))
        metaclasses = {kind for kind in kinds if issubclass(kind, type)}
        if metaclasses:
            # a class that is handed over
            kinds.update(obj for obj in objects if type(obj) in metaclasses)
        return kinds

    def _meet(self, kinds):
        """Objects of these classes, and these classes, can be reached by code of such modules."""
        kinds = [kind for kind in kinds if self.known.get(kind) != len(self.named)]
        if kinds:
            reached = Reached(self.has_probes)
            self._kinds(kinds, reached)
            self._follow(reached)
            if reached.holders or not reached.seen.keys() <= self.followed.keys():
                self._use(reached)
            # (with more names, more of their methods may be called)
            self.known.update(dict.fromkeys(kinds, len(self.named)))

    def _kinds(self, kinds, reached):
        local = self.recorder.imports.local
        for kind in kinds:
            if any(home(base) in local for base in kind.__mro__):
                reached.kinds[id(kind)] = kind

    def load(self, bodies):
        """Bodies of such modules are about to run."""
        reached = self._reached_by(bodies)
        self.followed.update(reached.seen)
        self._apply(reached)

    def does_something(self, body):
        """Whether a body may have done more than to make functions and classes of its own."""
        reached = self._reached_by([body])
        return bool(body.stores or reached.objects or reached.actions or reached.locations)

    def _reached_by(self, bodies):
        reached = Reached(self.has_probes)
        reached.libraries = True
        for body in bodies:
            for scope in body.scopes:
                for name in body.names & dict.keys(scope):
                    self._name(dict.get(scope, name), body.names, reached, True)
            for name in body.imports:
                module = sys.modules.get(name)
                if type(module) is types.ModuleType:
                    names = body.names | vars(module).keys() if name in body.stars else body.names
                    self._module(module, names, reached, True, _NESTED)
        self._follow(reached)
        return reached

    def _use(self, reached):
        self._follow(reached)
        self.followed.update(reached.seen)
        local = self.recorder.imports.local
        if reached.holders or any(scope.get("__name__") in local for _, _, scope in reached.seen.values()):
            self._apply(reached)

    def _apply(self, reached):
        """What code of such modules may do is recorded."""
        recorder = self.recorder
        self.watch_local_modules()
        known = {}
        libraries = None
        while known.keys() != reached.objects.keys() or libraries != reached.libraries:
            new = [obj for key, obj in reached.objects.items() if key not in known]
            known, libraries = dict(reached.objects), reached.libraries
            # of what objects hold, methods may be called as well
            self._kinds(set(map(type, self.watch_named(new, libraries))), reached)
            self._follow(reached)
        self.followed.update(reached.seen)
        for obj in reached.instances.values():
            recorder.current.watched.own_state((obj, *_parts(obj)))
        if reached.notebook:
            recorder.read(GLOBALS, WHOLE)
            self.opaque_names(list(recorder.namespace))
        if reached.collects:
            self.collect()
        if reached.too_many:
            recorder.escape("may call more functions of modules beside the notebook than can be followed")
        for action in reached.actions.values():
            if action[0] in ("escapes", "sends"):
                self.applied.act(action, {})
            elif action[0] == "file":
                if action[1] == "r":
                    recorder.read("file", WHOLE)
                else:
                    recorder.mutate("file", WHOLE, "assumed")
        for obj in reached.opaque.values():
            self.applied.mutate(obj, "assumed")
        self._count(reached)

    def named_by(self, callee):
        """A function or class of an installed library that nothing is declared for is about to be called: what it, and functions of its
        module that it calls, name in other libraries and is declared to read or change the world counts as done. (What it keeps is compared,
        and so are files.)
        """
        function = getattr(callee, "__func__", callee)
        if issubclass(type(callee), type):
            made = vars(callee).get("__init__", vars(callee).get("__new__"))
            function = getattr(made, "__func__", made)
        if type(function) is not types.FunctionType or id(function.__code__) in self.followed:
            return
        scope = function.__globals__
        package = scope.get("__name__", "").partition(".")[0]
        reached = Reached(self.has_probes)
        pending = [function]
        for function in pending:
            code = function.__code__
            self.followed[id(code)] = code
            names = self._names_of(code)
            imported = sys.modules if _IMPORTS in code.co_code[::2] else {}
            for name in names:
                value = scope.get(name, imported.get(name))
                if type(value) is types.FunctionType and value.__globals__ is scope:
                    if value not in pending and len(pending) < _FEW:
                        pending.append(value)
                elif self._is_of_library(value) and _package_of(value) != package:
                    self._library(value, code, names, reached)
        self._count(reached)

    def _count(self, reached):
        """What has been found of the world is read and changed."""
        recorder = self.recorder
        watched = recorder.current.watched
        for action in reached.actions.values():
            for place in action[1:] if action[0] in ("mutates", "writes", "reads") else ():
                if place[0] == "world":
                    if action[0] == "reads":
                        recorder.read(world_name(place[1]), WHOLE)
                    else:
                        recorder.mutate(world_name(place[1]), WHOLE, "assumed")
        for location in reached.read & recorder.written:
            recorder.read(location, WHOLE)
        for location in reached.locations:
            recorder.mutate(location, WHOLE, "assumed")
            if location in _REGISTRIES:
                recorder.patched.add(location)
        for holder in reached.holders.values():
            watched.attributes(holder)
            if type(holder) is types.ModuleType and holder is not sys:
                watched.own_state(containers_of(vars(holder)))

    def _follow(self, reached):
        self.effects.sync()
        while True:
            self._follow_functions(reached)
            for kind in list(reached.kinds.values()):
                self._members(kind, self.named, reached, False)
            if not reached.pending:
                return

    def _follow_functions(self, reached):
        namespace = self.recorder.namespace
        while reached.pending:
            function, code, scope = reached.pending.pop()
            ours = scope is not namespace
            # (code of the notebook's comes anew with each cell, and is not kept)
            names = self._names_of(code) if ours else code_names(code)
            if ours:
                self.named |= names
                reached.notebook |= not _NOTEBOOK.isdisjoint(names)
            if ours and "modules" in names:
                # `sys.modules[name]`
                self.recorder.imports.read_items(self.recorder.imports.loads)
            if ours and leads_anywhere(names):
                names = names | {name for name, value in list(scope.items()) if type(value) is types.FunctionType}
            for name in names:
                if name in scope:
                    value = scope[name]
                    if ours and name[:2] != "__":
                        self._hold(value, reached)
                elif ours and self._imported(name, scope) is not None:
                    value = self._imported(name, scope)
                    self.recorder.imports.read(name)
                elif ours and name in vars(builtins) and self.recorder.tokens.peek(builtins) in self.recorder.written:
                    # which somebody may have put there
                    self.recorder.read_name(name)
                    value = vars(builtins)[name]
                else:
                    continue
                if ours and self._is_of_library(value):
                    reached.libraries = True
                    self._library(value, code, names, reached)
                else:
                    self._name(value, names, reached, ours)
            for cell in getattr(function, "__closure__", None) or ():
                try:
                    held = cell.cell_contents
                except ValueError:
                    continue
                self._name(held, names, reached, ours)
                if ours:
                    self._hold(held, reached)

    def _imported(self, name, scope):
        """The module that an import statement in a function names; None when it is not loaded."""
        package = scope.get("__package__")
        for full in (name, "%s.%s" % (package, name)) if package else (name,):
            if type(sys.modules.get(full)) is types.ModuleType:
                return sys.modules[full]
        return None

    def _names_of(self, code):
        known = self.names.get(id(code))
        if known is None:
            known = self.names[id(code)] = (code, {name for name in code_names(code) if not name.startswith(PREFIX)})
        return known[1]

    def _is_of_library(self, value):
        kind = type(value)
        if kind is types.ModuleType:
            return value.__name__ not in self.recorder.imports.local
        return kind in BUILTINS or (issubclass(kind, type) and home(value) not in ("__main__", *self.recorder.imports.local))

    def _library(self, value, code, names, reached):
        """What code names of a library, which stays as it is."""
        key = (id(code), id(value))
        known = self.libraries.get(key)
        if known is None:
            found = Reached(self.has_probes)
            self._name(value, names, found, ours=True)
            known = self.libraries[key] = (found, code, value)
        reached.add(known[0])

    def _name(self, value, names, reached, ours=False, depth=_NESTED):
        """Code names `value`, and attributes of it among `names`. `ours`: the code is of a module beside the notebook."""
        kind = type(value)
        local = self.recorder.imports.local
        world = self.recorder.tokens.world.get(id(value)) if ours else None
        if world is not None:
            reached.read.add(world[1])
        if kind is types.ModuleType:
            if value.__name__ in local or ours:
                self._module(value, names, reached, ours, depth)
        elif kind is types.FunctionType:
            scope = value.__globals__
            if scope is self.recorder.namespace or scope.get("__name__") in local:
                reached.follow(value, value.__code__, scope)
            elif ours:
                self._declared(value, reached)
            if "__wrapped__" in value.__dict__:
                self._name(value.__wrapped__, names, reached, ours, depth)
        elif kind is types.MethodType:
            self._name(value.__func__, names, reached, ours, depth)
            if any(home(base) in local for base in type(value.__self__).__mro__):
                self._hold(value.__self__, reached)
        elif issubclass(kind, type):
            self._members(value, names, reached, True)
            if ours and home(value) not in local:
                self._declared(value, reached)
                reached.holders[id(value)] = value
                self._methods(value, names, reached)
                if "register" in names and issubclass(kind, abc.ABCMeta):
                    reached.locations.add("abc")
        elif kind is functools.partial:
            self._name(value.func, names, reached, ours, depth)
            if ours:
                self._hold(value, reached)
        elif kind in BUILTINS:
            if ours:
                self._declared(value, reached)
                if type(value.__self__) is not types.ModuleType:
                    # `draw = stream.randint`
                    self._hold(value.__self__, reached)
                reached.collects |= value == gc.collect
                if changes_hidden_state(value):
                    reached.locations.add(hidden_state_of(value))
        elif kind in SUSPENDABLE:
            frame = frame_of(value)
            if frame is not None and frame.f_globals.get("__name__") in local:
                reached.follow(value, frame.f_code, frame.f_globals)
        elif kind in (list, tuple, set, dict):
            if depth > 0 and value is not self.recorder.namespace:
                for part in itertools.islice(value.values() if kind is dict else value, _FEW):
                    if type(part) not in ATOMIC:
                        self._name(part, names, reached, ours, depth - 1)
        elif any(home(base) in local for base in kind.__mro__):
            reached.instances[id(value)] = value
            self._kinds({kind, *map(type, _parts(value))}, reached)
            self._members(kind, names, reached, False)
        elif home(kind) in _OPAQUE or is_iterator(kind):
            if ours:
                reached.opaque[id(value)] = value
                self._methods_of(kind, names, reached)
            wrapped = getattr(value, "__wrapped__", None) if home(kind) == "functools" else None
            if wrapped is not None:
                self._name(wrapped, names, reached, ours, depth)
        elif ours and kind not in ATOMIC:
            self._methods_of(kind, names, reached)

    def _hold(self, value, reached):
        """Code of the user's modules names an object there, also a function, for what it holds."""
        kind = type(value)
        if kind in ATOMIC or kind is types.ModuleType or issubclass(kind, type) or kind in BUILTINS:
            return
        if kind is not types.FunctionType or {value.__module__, value.__globals__.get("__name__")} & self.recorder.imports.local.keys():
            reached.objects[id(value)] = value

    def _members(self, cls, names, reached, makes):
        """What may run of a class of the user's modules, or of its bases there. `makes`: also what makes an object."""
        local = self.recorder.imports.local
        for base in cls.__mro__:
            if home(base) in local:
                reached.holders[id(base)] = base
                self.recorder.read_written((base,))
                for name, member in list(vars(base).items()):
                    # (a metaclass may use any)
                    if name[:2] != "__" and (name in names or (makes and type(member) not in _CODE)):
                        self._hold(member, reached)
                    if name in names or (name[:2] == "__" and (makes or name not in MAKING)):
                        self._member(member, names, reached)

    def _member(self, member, names, reached):
        kind = type(member)
        if home(kind) in self.recorder.imports.local:
            # a descriptor, or an object of the same class
            if kind not in self.entered_classes:
                self.entered_classes.add(kind)
                self._members(kind, names, reached, False)
                self.entered_classes.remove(kind)
            return
        for function in (member, *(getattr(member, name, None) for name in ("fget", "fset", "fdel", "__func__", "__wrapped__", "func"))):
            if type(function) is types.FunctionType:
                self._name(function, names, reached)

    def _module(self, module, names, reached, ours, depth):
        own = vars(module)
        local = module.__name__ in self.recorder.imports.local
        if ours:
            reached.holders[id(module)] = module
            if module.__name__ in CHAINS:
                reached.locations.add(CHAINS[module.__name__])
            elif names & _CHANGING.get(module.__name__, frozenset()):
                reached.locations.add(module.__name__)
        token = self.recorder.tokens.peek(module) if ours else None
        for name in names & own.keys():
            value = own[name]
            if token in self.recorder.written:
                self.recorder.read(token, attribute_field(name))
            if local and ours and name[:2] != "__":
                self._hold(value, reached)
            if type(value) is not types.ModuleType or (depth > 0 and value is not module):
                self._name(value, names, reached, ours, depth - 1)
        if ours and not local:
            package = module.__name__.split(".")[0]
            for value in list(own.values()):
                if issubclass(type(value), type) and home(value).split(".")[0] == package:
                    self._methods(value, names, reached)

    def _declared(self, value, reached):
        if getattr(value, "__module__", None) == "inspect" and value.__name__ in READ_SOURCES:
            reached.actions[id(value)] = _READ_FILES
        found = self.effects.find(value)
        if found is not None:
            self._actions(found.spec, home(value) if issubclass(type(value), type) else getattr(value, "__module__", ""), reached)

    def _methods_of(self, kind, names, reached):
        """What the methods of an object of a library are declared to do that have these names."""
        for name in {name for base in kind.__mro__[:-1] for name in names & vars(base).keys()}:
            spec = self.effects.method(kind, name)
            if spec is not None:
                self._actions(spec, home(kind), reached)

    def _methods(self, cls, names, reached):
        for name in names & vars(cls).keys():
            spec = self.effects.method(cls, name)
            if spec is not None:
                self._actions(spec, home(cls), reached)

    def _actions(self, spec, module, reached):
        for action in flat_actions(spec["effect"]):
            if action[0] != "file" or module in _ON_PATHS:
                reached.actions[id(action)] = action
