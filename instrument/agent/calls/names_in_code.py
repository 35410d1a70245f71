"""The possible uses of code, by its names: functions without probes are followed from name to name.
The file is long because each kind of named object has its method here.

Unsound: code of own modules is followed by names: uses without a name (`getattr(os, "re" +
"move")`) are missed, except of arguments. Without probes, methods of objects are missed that no
argument or name leads to, and more than 20 functions in a container.
"""

import abc
import builtins
import functools
import gc
import itertools
import sys
import types

from ..objects.attributes import home, own_dict
from ..objects.callables import BUILTINS, code_names
from ..objects.chains import CHAINS
from ..objects.classes import MAKING
from ..objects.import_statements import absolute_names, import_statements
from ..objects.iterators import SUSPENDABLE, frame_of, is_iterator
from ..objects.locations import ATOMIC, attribute_field
from ..rewriting.probe_names import PREFIX
from ..world.abstract_classes import ABSTRACT
from ..world.names import NAMESPACES, leads_anywhere
from .declared_uses import DeclaredUses
from .hidden_state import changes_hidden_state, hidden_state_of
from .reached import Reached

NESTED = 3
"""The depth of nested modules and nested containers in a look-up of names."""
FEW = 20
"""The most members of a container to look at."""
_CHANGING = {
    "decimal": frozenset({"getcontext", "setcontext", "DefaultContext"}),
    "copyreg": frozenset({"pickle", "dispatch_table"}),
}
"""For the world location of a module, by the module's name: names of changes outside of declared
functions.
"""
_OF_LOADED = frozenset({"modules", "import_module", "__import__"})
"""Names that give code access to any loaded module."""
_NOTEBOOK = NAMESPACES - {"globals", "__globals__"}
_OPAQUE = frozenset({"functools", "_contextvars", "contextvars"})
_CODE = frozenset({types.FunctionType, property, staticmethod, classmethod})


def parts_of(obj):
    """The values of an object's attributes, without numbers and strings."""
    return [value for value in (own_dict(obj) or {}).values() if type(value) not in ATOMIC]


class NamesInCode:
    """Follows code of the user's modules by its names. `named`: names in the statement and in all
    code followed from it.
    """

    def __init__(self, recorder, effects, is_probed):
        self.recorder = recorder
        self.effects = effects
        self.declared = DeclaredUses(effects)
        self.has_probes = is_probed
        self.named = set()
        self.names = {}
        self.imports = {}
        self.libraries = {}
        self.entered_classes = set()
        self._by_kind = {
            types.ModuleType: self._module,
            types.FunctionType: self._function,
            types.MethodType: self._method,
            functools.partial: self._partial,
            **dict.fromkeys(BUILTINS, self._builtin),
            **dict.fromkeys(SUSPENDABLE, self._suspended),
            **dict.fromkeys((list, tuple, set, dict), self._container),
        }

    def begin(self, names):
        """Begin a statement with these names."""
        self.named = set(names)

    def nothing(self):
        """A new `Reached`, for code not followed yet."""
        return Reached(self.has_probes)

    def follow(self, reached):
        """Follow code until nothing new is reached."""
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
            # (code of the notebook comes anew with each cell, and is not cached)
            names = self.names_of(code) if ours else code_names(code)
            if ours:
                self.named |= names
                reached.notebook |= not _NOTEBOOK.isdisjoint(names)
            if ours and not _OF_LOADED.isdisjoint(names):
                # for `sys.modules[name]`, or a computed name
                self.recorder.imports.read_items(self.recorder.imports.loads)
            if ours and leads_anywhere(names):
                names = names | {
                    name for name, value in list(scope.items()) if type(value) is types.FunctionType
                }
            if ours:
                self._follow_imports(code, scope, names, reached)
            for name in names:
                if name in scope:
                    value = scope[name]
                    if ours and name[:2] != "__":
                        self._hold(value, reached)
                elif ours and (full := self._imported(name, scope)) is not None:
                    value = sys.modules[full]
                    self.recorder.imports.read(full)
                elif (
                    ours
                    and name in vars(builtins)
                    and self.recorder.tokens.peek(builtins) in self.recorder.written
                ):
                    # another cell may have put the name there
                    self.recorder.global_names.read(name)
                    value = vars(builtins)[name]
                else:
                    continue
                if ours and self.is_of_library(value):
                    reached.libraries = True
                    self.library(value, code, names, reached)
                else:
                    self.name(value, names, reached, ours)
            for cell in getattr(function, "__closure__", None) or ():
                try:
                    held = cell.cell_contents
                except ValueError:
                    continue
                self.name(held, names, reached, ours)
                if ours:
                    self._hold(held, reached)

    def _follow_imports(self, code, scope, names, reached):
        """Follow the import statements in a function to the user's modules."""
        known = self.imports.get(id(code))
        if known is None:
            known = self.imports[id(code)] = (code, import_statements(code))
        for full in absolute_names(known[1], scope) if known[1] else ():
            self.recorder.imports.read(full)
            module = sys.modules.get(full)
            if full in self.recorder.imports.local and type(module) is types.ModuleType:
                self.name(module, names, reached, True)

    def _imported(self, name, scope):
        """The full name of a module that a function may import; None when the module is not loaded."""
        package = scope.get("__package__")
        for full in (name, "%s.%s" % (package, name)) if package else (name,):
            if type(sys.modules.get(full)) is types.ModuleType:
                return full
        return None

    def names_of(self, code):
        known = self.names.get(id(code))
        if known is None:
            known = self.names[id(code)] = (
                code,
                {name for name in code_names(code) if not name.startswith(PREFIX)},
            )
        return known[1]

    def is_of_library(self, value):
        kind = type(value)
        if kind is types.ModuleType:
            return value.__name__ not in self.recorder.imports.local
        return kind in BUILTINS or (
            issubclass(kind, type) and home(value) not in ("__main__", *self.recorder.imports.local)
        )

    def library(self, value, code, names, reached):
        """Add the names that code uses of a library. The library is not followed."""
        key = (id(code), id(value))
        known = self.libraries.get(key)
        if known is None:
            found = self.nothing()
            self.name(value, names, found, ours=True)
            known = self.libraries[key] = (found, code, value)
        reached.add(known[0])

    def name(self, value, names, reached, ours=False, depth=NESTED):
        """Add the use of `value`, and of its attributes among `names`. `ours`: the code is of a
        module beside the notebook.
        """
        world = self.recorder.tokens.world.get(id(value)) if ours else None
        if world is not None:
            reached.read.add(world[1])
        kind = type(value)
        follow = self._by_kind.get(kind)
        if follow is not None:
            follow(value, names, reached, ours, depth)
        elif issubclass(kind, type):
            self._class(value, names, reached, ours)
        elif self._is_of_users(kind):
            reached.instances[id(value)] = value
            self.kinds({kind, *map(type, parts_of(value))}, reached)
            self._members(kind, names, reached, False)
        elif home(kind) in _OPAQUE or is_iterator(kind):
            if ours:
                reached.opaque[id(value)] = value
                self.declared.of_methods(kind, names, reached)
            wrapped = getattr(value, "__wrapped__", None) if home(kind) == "functools" else None
            if wrapped is not None:
                self.name(wrapped, names, reached, ours, depth)
        elif ours and kind not in ATOMIC:
            self.declared.of_methods(kind, names, reached)

    def _module(self, value, names, reached, ours, depth):
        if ours or value.__name__ in self.recorder.imports.local:
            self.module(value, names, reached, ours, depth)

    def _function(self, value, names, reached, ours, depth):
        scope = value.__globals__
        if scope is self.recorder.namespace or scope.get("__name__") in self.recorder.imports.local:
            reached.follow(value, value.__code__, scope)
        elif ours:
            self.declared.of(value, reached)
        if "__wrapped__" in value.__dict__:
            self.name(value.__wrapped__, names, reached, ours, depth)

    def _method(self, value, names, reached, ours, depth):
        self.name(value.__func__, names, reached, ours, depth)
        if self._is_of_users(type(value.__self__)):
            self._hold(value.__self__, reached)

    def _class(self, value, names, reached, ours):
        self._members(value, names, reached, True)
        if ours and home(value) not in self.recorder.imports.local:
            self.declared.of(value, reached)
            reached.holders[id(value)] = value
            self.declared.of_class(value, names, reached)
            if "register" in names and issubclass(type(value), abc.ABCMeta):
                reached.registries.append(value)
                reached.locations.add(ABSTRACT)

    def _partial(self, value, names, reached, ours, depth):
        self.name(value.func, names, reached, ours, depth)
        if ours:
            self._hold(value, reached)

    def _builtin(self, value, names, reached, ours, depth):
        if not ours:
            return
        self.declared.of(value, reached)
        if type(value.__self__) is not types.ModuleType:
            # `draw = stream.randint`
            self._hold(value.__self__, reached)
        reached.collects |= value == gc.collect
        if changes_hidden_state(value):
            reached.locations.add(hidden_state_of(value))

    def _suspended(self, value, names, reached, ours, depth):
        frame = frame_of(value)
        if frame is not None and frame.f_globals.get("__name__") in self.recorder.imports.local:
            reached.follow(value, frame.f_code, frame.f_globals)

    def _container(self, value, names, reached, ours, depth):
        if depth > 0 and value is not self.recorder.namespace:
            parts = value.values() if type(value) is dict else value
            for part in itertools.islice(parts, FEW):
                if type(part) not in ATOMIC:
                    self.name(part, names, reached, ours, depth - 1)

    def _hold(self, value, reached):
        """Add an object in the user's modules, also a function, with its contents."""
        kind = type(value)
        if kind in ATOMIC or kind is types.ModuleType or issubclass(kind, type) or kind in BUILTINS:
            return
        if (
            kind is not types.FunctionType
            or {value.__module__, value.__globals__.get("__name__")}
            & self.recorder.imports.local.keys()
        ):
            reached.objects[id(value)] = value

    def kinds(self, kinds, reached):
        """Add instances of these classes: code may call their methods."""
        reached.kinds.update((id(kind), kind) for kind in kinds if self._is_of_users(kind))

    def _is_of_users(self, kind):
        """Whether a class, or one of its bases, is of the user's modules."""
        return not self.recorder.imports.local.keys().isdisjoint(map(home, kind.__mro__))

    def _members(self, cls, names, reached, makes):
        """Add the methods of a class of the user's modules, and of its bases there. `makes`: also
        methods that make an object.
        """
        local = self.recorder.imports.local
        for base in cls.__mro__:
            if home(base) in local:
                reached.holders[id(base)] = base
                self.recorder.read_written((base,))
                for name, member in list(vars(base).items()):
                    # (a metaclass may use any)
                    if name[:2] != "__" and (
                        name in names or (makes and type(member) not in _CODE)
                    ):
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
        for function in (
            member,
            *(
                getattr(member, name, None)
                for name in ("fget", "fset", "fdel", "__func__", "__wrapped__", "func")
            ),
        ):
            if type(function) is types.FunctionType:
                self.name(function, names, reached)

    def module(self, module, names, reached, ours, depth):
        """Add the use of a module, and of its attributes among `names`."""
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
                self.name(value, names, reached, ours, depth - 1)
        if ours and not local:
            package = module.__name__.split(".")[0]
            for value in list(own.values()):
                if issubclass(type(value), type) and home(value).split(".")[0] == package:
                    self.declared.of_class(value, names, reached)
