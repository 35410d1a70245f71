"""Effects of the user's own modules that no comparison shows, by the names in their code: it has no
probes inside.

Entered functions (`entered`) count, and functions named in their code without an entry of their
own. Library functions that these name, with a declared read or change of the world (`random.seed`,
`os.remove`, `Logger.setLevel`), count as called. Named modules and classes are watched. Named
objects in the user's modules are read and compared. The same holds for module bodies before their
load (`world/module_code`). Functions without probes (of `%run`, `exec`, archives) are followed from
the names in a statement: by name; as a method or property of that name, of the classes of all
objects within a call's reach; or as an operator.

Imprecise: every statement that enters a function of an own module (without probes: that may call
the function) counts as doing everything that the code of the function names, on all its paths.
Beyond 1000 functions the slice says so.
"""

import sys
import types

from ..objects.attributes import home, static
from ..objects.cpython import imports
from ..objects.locations import GLOBALS, WHOLE
from ..world.library_state import containers_of
from ..world.table import FOLDER, world_name
from .compare import Watch
from .names_in_code import FEW, NESTED, NamesInCode, parts_of

_REGISTRIES = frozenset({"copyreg"})
"""Methods that any library may call."""


def _package_of(value):
    kind = type(value)
    name = (
        value.__name__
        if kind is types.ModuleType
        else home(value)
        if issubclass(kind, type)
        else getattr(value, "__module__", None) or ""
    )
    return name.partition(".")[0]


class OwnModules:
    """Records possible effects of the user's own modules."""

    def __init__(
        self,
        recorder,
        effects,
        applied,
        is_probed,
        watch_local_modules,
        watch_named,
        opaque_names,
        collect,
    ):
        self.recorder = recorder
        self.effects = effects
        self.applied = applied
        self.watch_local_modules = watch_local_modules
        self.watch_named = watch_named
        self.opaque_names = opaque_names
        self.collect = collect
        self.code = NamesInCode(recorder, effects, is_probed)
        self.followed = {}
        self.known = {}
        self.homes = set()

    def forget(self):
        """Forget where followed code led: the names may lead elsewhere now."""
        self.followed = {}
        self.known = {}
        self.homes = set()

    def begin(self, plan):
        """Begin a statement."""
        self.forget()
        if not self.recorder.imports.local:
            return
        namespace = self.recorder.namespace
        names = {*plan.reads, *plan.attributes}
        self.code.begin(names)
        reached = self.code.nothing()
        for name in plan.reads:
            if name in namespace:
                self.code.name(namespace[name], names, reached)
        self._accessors(names, reached)
        self._use(reached)

    def _accessors(self, names, reached):
        """Add pandas accessors of such modules: pandas makes these at their first use."""
        pandas = sys.modules.get("pandas")
        for extended in (
            (getattr(pandas, name, None) for name in ("DataFrame", "Series", "Index"))
            if pandas is not None
            else ()
        ):
            for name in names & getattr(extended, "_accessors", frozenset()):
                made = getattr(static(extended, name), "_accessor", None)
                if issubclass(type(made), type) and home(made) in self.recorder.imports.local:
                    self.code.name(made, names, reached, True)

    def call(self, callee):
        """Record a call of a function or class that may be of such a module."""
        code = getattr(getattr(callee, "__func__", callee), "__code__", callee)
        if (
            self.recorder.imports.local
            and id(code) not in self.followed
            and not self.code.has_probes(code)
        ):
            self.followed[id(code)] = code
            reached = self.code.nothing()
            self.code.name(callee, {"__init__", "__new__", "__call__"}, reached)
            self._use(reached)

    def entered(self, code, scope):
        """Record the entry of a function of such a module, which may have been found under a
        computed name.
        """
        home = scope.get("__name__")
        if home in self.recorder.imports.local and home not in self.homes:
            self.homes.add(home)
            self.recorder.imports.read(home)
        if id(code) not in self.followed:
            self._use(self._from(code, scope))
            # (its names may be methods of known classes)
            self._meet(list(self.known))

    def run(self, code, scope):
        """Record code in a string, which has no probes either."""
        reached = self._from(code, scope)
        self.code.follow(reached)
        self._apply(reached)

    def _from(self, code, scope):
        """A `Reached` with this code, not followed yet."""
        reached = self.code.nothing()
        reached.seen[id(code)] = (code, code, scope)
        reached.pending.append((code, code, scope))
        return reached

    def met(self, objects):
        """Note the objects within reach of a call: code of such modules may call their methods."""
        if not self.recorder.imports.local:
            return
        self._meet(self._kinds_of(objects))

    def _kinds_of(self, objects):
        kinds = set(map(type, objects))
        metaclasses = {kind for kind in kinds if issubclass(kind, type)}
        if metaclasses:
            # a class as an argument
            kinds.update(obj for obj in objects if type(obj) in metaclasses)
        return kinds

    def _meet(self, kinds):
        """Note classes, and classes of objects, within reach of such modules."""
        kinds = [kind for kind in kinds if self.known.get(kind) != len(self.code.named)]
        if kinds:
            reached = self.code.nothing()
            self.code.kinds(kinds, reached)
            self.code.follow(reached)
            if reached.holders or not reached.seen.keys() <= self.followed.keys():
                self._use(reached)
            # (with more names in reach, more of their methods may be called)
            self.known.update(dict.fromkeys(kinds, len(self.code.named)))

    def load(self, bodies):
        """Record module bodies that are about to run."""
        reached = self._reached_by(bodies)
        self.followed.update(reached.seen)
        self._apply(reached)

    def does_something(self, body):
        """Whether a body may have effects beyond new functions and classes."""
        reached = self._reached_by([body])
        return bool(body.stores or reached.objects or reached.actions or reached.locations)

    def _reached_by(self, bodies):
        reached = self.code.nothing()
        reached.libraries = True
        for body in bodies:
            for scope in body.scopes:
                for name in body.names & dict.keys(scope):
                    self.code.name(dict.get(scope, name), body.names, reached, True)
            for name in body.imports:
                module = sys.modules.get(name)
                if type(module) is types.ModuleType:
                    names = body.names | vars(module).keys() if name in body.stars else body.names
                    self.code.module(module, names, reached, True, NESTED)
        self.code.follow(reached)
        return reached

    def _use(self, reached):
        self.code.follow(reached)
        self.followed.update(reached.seen)
        local = self.recorder.imports.local
        if reached.holders or any(
            scope.get("__name__") in local for _, _, scope in reached.seen.values()
        ):
            self._apply(reached)

    def _apply(self, reached):
        """Record the possible effects of reached code."""
        recorder = self.recorder
        self.watch_local_modules()
        known = {}
        libraries = None
        while known.keys() != reached.objects.keys() or libraries != reached.libraries:
            new = [obj for key, obj in reached.objects.items() if key not in known]
            known, libraries = dict(reached.objects), reached.libraries
            # methods of contained objects may be called as well
            self.code.kinds(set(map(type, self.watch_named(new, libraries))), reached)
            self.code.follow(reached)
        self.followed.update(reached.seen)
        for obj in reached.instances.values():
            recorder.current.states[Watch].own_state((obj, *parts_of(obj)))
        if reached.notebook:
            recorder.read(GLOBALS, WHOLE)
            self.opaque_names(list(recorder.namespace))
        if reached.collects:
            self.collect()
        if reached.too_many:
            recorder.escape(
                "may call more functions of modules beside the notebook than can be followed"
            )
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
        """Record a call of an undeclared function or class of an installed library. Its code, and
        functions of its module in its reach, may name functions of other libraries with declared
        effects on the world; these count as called. (State and files of the library are compared.)
        """
        function = getattr(callee, "__func__", callee)
        if issubclass(type(callee), type):
            made = vars(callee).get("__init__", vars(callee).get("__new__"))
            function = getattr(made, "__func__", made)
        if type(function) is not types.FunctionType or id(function.__code__) in self.followed:
            return
        scope = function.__globals__
        package = scope.get("__name__", "").partition(".")[0]
        reached = self.code.nothing()
        pending = [function]
        for function in pending:
            code = function.__code__
            self.followed[id(code)] = code
            names = self.code.names_of(code)
            imported = sys.modules if imports(code) else {}
            for name in names:
                value = scope.get(name, imported.get(name))
                if type(value) is types.FunctionType and value.__globals__ is scope:
                    if value not in pending and len(pending) < FEW:
                        pending.append(value)
                elif self.code.is_of_library(value) and _package_of(value) != package:
                    self.code.library(value, code, names, reached)
        self._count(reached)

    def _count(self, reached):
        """Record the reads and changes of the world found in the code."""
        recorder = self.recorder
        watched = recorder.current.states.get(Watch)
        for action in reached.actions.values():
            for place in action[1:] if action[0] in ("mutates", "writes", "reads") else ():
                if place == ["world", FOLDER]:
                    self.applied.undeclared().may_change_files(())
                elif place[0] == "world":
                    if action[0] == "reads":
                        recorder.read(world_name(place[1]), WHOLE)
                    else:
                        recorder.settings.mutate(world_name(place[1]), kind="assumed")
        for location in reached.read:
            recorder.read(location, WHOLE)
        for cls in reached.registries:
            self.recorder.lookups.abstract.note(cls)
        for location in reached.locations:
            recorder.mutate(location, WHOLE, "assumed")
            if location in _REGISTRIES:
                recorder.library.patched.add(location)
        local = recorder.imports.local
        for holder in reached.holders.values():
            watched.attributes(holder)
            if type(holder) is types.ModuleType:
                containers = containers_of(vars(holder))
                watched.own_state(containers)
                if holder.__name__ not in local:
                    watched.inner.update(map(id, (holder, *containers)))
