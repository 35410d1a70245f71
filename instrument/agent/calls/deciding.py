"""What a call may do, decided just before it happens, in this order: the notebook's own code (its probes
see everything), the agent's special cases, the effects library, and else comparing before and after.
"""

import functools
import sys
import types

from ..effects.applying import SHOWN
from ..effects.handed_over import CACHED
from ..effects.matching import is_quiet
from ..objects.attributes import home, own_dict, static
from ..objects.kinds import BUILTINS, MAKE_A_FUNCTION, code_names, is_iterator
from ..objects.locations import ATOMIC, WHOLE, attribute_field
from ..reach.groups import is_frame_group
from ..world.imports import RAN_UNSEEN
from ..world.library_state import watch_module
from ..world.module_code import Loading, body_of
from ..world.names import NAMESPACES
from ..world.package_state import PackageState
from ..world.surroundings import read_surroundings, watch_extended, watch_surroundings
from .caches import use_cache
from .compare import Watch
from .group_by import use_groups
from .hidden_state import use_hidden_state, write_open_files
from .light import LightCalls, OWN_STATE
from .own_modules import OwnModules
from .repeats import Repeats
from .special import SpecialCalls


class Calls:
    """Records the effects of calls."""

    def __init__(self, recorder, reach, effects, applied, load_attribute, store_attribute):
        self.recorder = recorder
        self.filenames = set()
        self.quiet_methods = {}
        self.repeats = Repeats(recorder)
        self.showing = {id(print), id(repr), id(str), id(format)}
        self.reach = reach
        self.effects = effects
        self.applied = applied
        applied.on_unknown = self.watch
        self.own_modules = OwnModules(recorder, effects, applied, self.watch_local_modules, self.watch_named, lambda names: self.special.opaque_names(names), lambda: self.special.collect(()))
        applied.has_probes = lambda code: code.co_filename in self.filenames
        applied.handed.on_call = self.unknown
        self.before_library = None
        self.packages = PackageState(recorder, effects.library.packages)
        self.special = SpecialCalls(self, load_attribute, store_attribute)
        self.light = LightCalls(self)

    def call(self, line, callee, args, kwargs, full):
        """Record a call that is about to happen. `full`: the arguments' content is not covered by widening."""
        recorder = self.recorder
        statement = recorder.current
        if statement is None:
            return
        if line:
            statement.line = line
        # (no special callees: light copies may call these without a record)
        if callee is isinstance or callee is issubclass:
            self._read_members(callee, args)
        kind = type(callee)
        if home(kind) != "__main__" and self.special.call(callee, args, kwargs):
            return
        namespace = recorder.namespace
        if kind is types.FunctionType:
            if callee.__globals__ is namespace and self._instrumented(callee):
                self._read_function(callee)
                self._own(args, kwargs, full)
                return
        elif kind is types.MethodType:
            function = callee.__func__
            if getattr(function, "__globals__", None) is namespace and self._instrumented(function):
                self._read_function(function)
                self._own((callee.__self__, *args), kwargs, full)
                return
        elif issubclass(type(callee), type):
            if callee.__module__ == "__main__":
                recorder.read_hook(callee, "__init__", "__new__")
                recorder.read_hook(kind, "__call__")
                self._own(args, kwargs, full)
                made = static(kind, "__call__")
                if type(made) is types.FunctionType and made.__globals__.get("__name__") in recorder.imports.local:
                    # of a metaclass
                    self.unknown(made, (callee, *args), kwargs)
                init = self._foreign_init(callee)
                if init is not None:
                    self.unknown(init, args, kwargs)
                elif args or kwargs:
                    self._inherited(callee, args, kwargs, full)
                return
        elif kind is functools.partial:
            self.reach.deep_read(callee)
            self.call(line, callee.func, (*callee.args, *args), {**callee.keywords, **kwargs}, full)
            return
        elif home(kind) == "__main__":
            recorder.read_hook(kind, "__call__")
            self._own((callee, *args), kwargs, full)
            return
        if kind in BUILTINS and callee.__self__ is not None and type(callee.__self__) in ATOMIC:
            # a method of str, int, ...: only the arguments can matter
            given = (*args, *kwargs.values())
            self.applied.shown(given)
            for value in given:
                if type(value) not in ATOMIC:
                    self.reach.deep_read(value)
            return
        if kind is CACHED:
            # the answer may come from an earlier call
            if full:
                self.reach.deep_read(*args, *kwargs.values())
            use_cache(recorder, callee, args, kwargs)
            if not self.is_own(callee.__wrapped__):
                self.call(line, callee.__wrapped__, args, kwargs, full)
            return
        if kind is types.MethodType and is_frame_group(callee.__self__):
            use_groups(recorder, callee.__self__)
        found = self.effects.find(callee)
        if found is not None:
            self.applied.apply(found, args, kwargs, deep=full)
            module = getattr(callee, "__module__", None)
            if id(callee) in self.showing or module in _SHOWING or (kind is types.FunctionType and callee.__name__ == "display"):
                self.applied.shown((*args, *kwargs.values()))
                if callee is print and kwargs.get("file") is None:
                    self._print()
            if module not in OWN_STATE:
                self.enter_library(statement)
                self._read_options(module)
            return
        self.enter_library(statement)
        self.unknown(callee, args, kwargs)

    def enter_library(self, statement):
        """The first library call of a statement: hidden draws from random streams are looked for from here on."""
        if not statement.library:
            statement.library = True
            self.before_library()
        error = self.reach.errors.read_handled()
        if error is not None:
            self.applied.shown((error,))
        # library code may use any library attribute that the notebook has replaced
        for token in self.recorder.patched:
            self.recorder.read(token, WHOLE)

    def _print(self):
        """What is printed goes to where the notebook has put `sys.stdout`."""
        recorder = self.recorder
        if recorder.standard is not None:
            live = sys.modules["sys"]
            recorder.read(recorder.tokens.of(live), "a:stdout")
            if live.stdout is not recorder.standard:
                self.applied.mutate(live.stdout)

    def _read_options(self, module):
        """What a library computes may depend on its options."""
        written = self.recorder.written
        if issubclass(type(module), str):
            name = _OPTIONS.get(module.split(".")[0])
            if name in written:
                self.recorder.read(name, WHOLE)

    def is_own(self, value):
        """Whether a value is a function of the notebook's, with probes of its own."""
        if type(value) is not types.FunctionType or value.__globals__ is not self.recorder.namespace:
            return False
        return self._instrumented(value)

    def bound_anew(self, name, value):
        """A global name that light copies call without a probe is bound to this value."""
        if callable(value) and not self.quiet(value):
            self.recorder.escape("%s was a function that other functions call, and is something else now" % name, lasting=True)

    def quiet(self, callee):
        """Whether a call changes nothing by itself: in a light copy, where reads are covered, it needs no record."""
        kind = type(callee)
        if kind is types.MethodType:
            callee = callee.__func__
            kind = type(callee)
        if kind is types.FunctionType:
            if callee.__globals__ is self.recorder.namespace:
                return callee.__code__.co_filename in self.filenames
            return self._pure(callee)
        if kind is type:
            if callee.__module__ == "__main__":
                return self._foreign_init(callee) is None
            if id(callee) in self.showing and not self.recorder.written.isdisjoint(SHOWN):
                return False
            return self._declared_quiet(callee, callee, "__init__")
        if kind not in BUILTINS:
            return home(kind) == "__main__" and self.is_own(static(kind, "__call__"))
        owner = type(callee.__self__)
        if owner is types.ModuleType:
            return self._pure(callee)
        if owner in ATOMIC:
            return True
        return self._declared_quiet(callee, owner, callee.__name__)

    def _read_members(self, callee, args):
        """Abstract classes ask which methods a class has, protocols also which attributes its instance has."""
        asking = args[1] if len(args) == 2 and type(args[1]) is tuple else args[1:]
        if len(args) == 2 and any(type(cls) is not type for cls in asking):
            cls = type(args[0]) if callee is isinstance else args[0]
            asked = cls.__mro__[:-1] if issubclass(type(cls), type) else ()
            if any(static(cls, "_is_protocol") for cls in asking if issubclass(type(cls), type)):
                asked = (args[0], *asked)
            self.recorder.read_written(asked)

    def forget_classes(self):
        self.quiet_methods.clear()
        self.light.forget_classes()
        self.effects.methods.clear()

    def _declared_quiet(self, callee, owner, name):
        key = (owner, name)
        known = self.quiet_methods.get(key)
        if known is None:
            spec = self.effects.method(*key)
            known = self.quiet_methods[key] = spec is not None and is_quiet(spec)
        return known

    def _pure(self, function):
        spec = self.effects.function(function)
        if spec is None or spec["effect"] == _PURE:
            return spec is not None
        # by position or by keyword, any argument may be there
        return is_quiet(spec, {param[0] for param in spec["params"]})

    def settled(self, callee, statement):
        """Whether the statement has changed the callee's receiver as a whole already, so that another call adds nothing."""
        return (id(getattr(callee, "__self__", None)), getattr(callee, "__name__", None)) in statement.settled

    def _read_function(self, function):
        """A notebook function is called: its code, defaults or closure cells may have been replaced."""
        recorder = self.recorder
        token = recorder.tokens.peek(function)
        if token is not None and token in recorder.written:
            # other attributes (`f.calls = 0`) count where somebody reads them
            for name in MAKE_A_FUNCTION:
                recorder.read(token, attribute_field(name))
        if function.__kwdefaults__:
            token = recorder.tokens.peek(function.__kwdefaults__)
            if token is not None:
                recorder.read(token, WHOLE)
        if recorder.cells_written and function.__closure__:
            for cell in function.__closure__:
                token = recorder.tokens.peek(cell)
                if token is not None:
                    recorder.read(token, WHOLE)

    def _foreign_init(self, cls):
        """The `__init__` that creating an instance runs, when it has no probes: a library's, or a generated one."""
        for base in cls.__mro__:
            init = base.__dict__.get("__init__")
            if init is not None:
                if not issubclass(type(init), types.FunctionType):
                    return None
                if init.__globals__ is not self.recorder.namespace:
                    return init
                return None if self._instrumented(init) or not init.__closure__ else init
        return None

    def _inherited(self, cls, args, kwargs, full):
        """A class of the notebook's may leave it to C code to make its instances: `class Rows(list): pass`."""
        if types.FunctionType in (type(static(cls, "__init__")), type(static(cls, "__new__"))):
            return
        base = next(base for base in cls.__mro__ if base.__module__ != "__main__")
        found = self.effects.find(base) if base is not object else None
        if found is not None:
            self.applied.apply(found, args, kwargs, deep=full)
        elif full and base is not object:
            self.reach.deep_read(*args, *kwargs.values())

    def _instrumented(self, function):
        return function.__code__.co_filename in self.filenames

    def _own(self, args, kwargs, full):
        """A call of the notebook's own code: probed. From an instrumented copy still in flight after tracing was switched
        off, it enters a light copy with values that the widening may not have reached: they are read deeply.
        """
        if full and not self.recorder.current.on:
            self.reach.deep_read(*args, *kwargs.values(), kind="widened", follow_globals=True)

    def unknown(self, callee, args, kwargs):
        """Nothing is declared: everything is read, and compared before and after the statement."""
        recorder = self.recorder
        statement = recorder.current
        if statement is None:
            return
        watched = self.watched(statement)
        watched.paths.note((*args, *kwargs.values()))
        self._look_again(watched)
        if self.repeats.covers(statement, callee, args, kwargs):
            return
        if getattr(callee, "__name__", None) == "__subclasses__":
            self.special.subclasses(callee)
        roots = [*args, *kwargs.values()]
        # an opaque object may be changed by whoever it is handed to
        suspects = list(roots)
        owner = getattr(callee, "__self__", None)
        if owner is not None and not issubclass(type(owner), types.ModuleType):
            roots.append(owner)
            suspects.append(owner)
            if type(callee) in BUILTINS and own_dict(owner) is not None and not hasattr(object, callee.__name__):
                # C code of a base class may keep state beside the attributes, and only they are compared
                self.applied.mutate(owner, "assumed")
        self.reach.deep_read(*roots, callee)
        function = getattr(callee, "__func__", callee)
        if type(function) is types.FunctionType and function.__globals__ is recorder.namespace:
            # made by exec or eval: it has no probes, and the notebook's globals
            self.special.opaque_names(code_names(function.__code__))
        use_hidden_state(recorder, self.applied, callee)
        self.own_modules.call(callee)
        module_globals = getattr(getattr(callee, "__func__", callee), "__globals__", None)
        assumed = len(statement.watched.assumed)
        found = self._watch_given(roots, suspects, callee)
        # where any library may put something (`site.addsitedir`)
        statement.watched.own_state((sys.path, sys.meta_path))
        if owner is not None:
            statement.watched.receivers.add(id(owner))
        modules = ()
        if issubclass(type(module_globals), dict) and module_globals is not recorder.namespace:
            modules, shared = watch_module(recorder, module_globals, "register" in getattr(callee, "__name__", ""))
            found.update(shared)
        package = self.packages.of(callee)
        if package is not None:
            self.packages.watch(package, statement.watched)
            watch_surroundings(recorder, statement.watched)
            read_surroundings(recorder, statement.watched)
            self.own_modules.named_by(callee)
        ahead = self.repeats.add(statement, callee, roots, found, modules)
        if ahead and len(statement.watched.assumed) == assumed:
            statement.watched.receivers.update(map(id, ahead))
            self.repeats.add_ahead(statement, ahead, self._watch_given(ahead, ahead))

    def entered(self, statement, code, scope, given):
        """A function of a module of the user's is entered."""
        watched = self.watched(statement)
        self._look_again(watched)
        self.own_modules.entered(code, scope)
        if self.repeats.compared(statement, given):
            return
        self.enter_library(statement)
        self.reach.deep_read(*given)
        watched.receivers.update(map(id, given))
        found = self._watch_given(given, given)
        found.update(watch_module(self.recorder, scope)[1])
        self.repeats.add_ahead(statement, given, found)

    def _look_again(self, watched):
        """What the notebook has stored since may have unknown code come by other objects than before."""
        if watched.is_disturbed():
            watched.modules.clear()
            self.own_modules.forget()

    def _watch_given(self, given, suspects, callee=None):
        """Watch what unknown code is handed, and what of the user's own modules it may come by in it."""
        found = self.watch(given, suspects, callee)
        self.own_modules.met(found.values())
        write_open_files(self.applied, found)
        return found

    def operand(self, obj):
        """An object is an operand of an operator, for which code of its library may run."""
        package = self.packages.runs_operators(type(obj))
        statement = self.recorder.current
        if package is not None and statement is not None:
            self.watch((obj,), (obj,))
            self.packages.watch(package, statement.watched)

    def subclassed(self, base):
        """A class of the notebook's is about to be made from this one: a library may keep a list of them."""
        statement = self.recorder.current
        if statement is None or not issubclass(type(base), type):
            return
        watched = self.watched(statement)
        package = self.packages.of(base)
        if package is not None:
            self.packages.watch(package, watched)
            return
        for cls, name in ((type(base), "__new__"), (type(base), "__init__"), (base, "__init_subclass__")):
            hook = static(cls, name)
            hook = getattr(hook, "__func__", hook)
            scope = hook.__globals__ if type(hook) is types.FunctionType else None
            if scope is not None and scope is not self.recorder.namespace and scope.get("__name__", "").partition(".")[0] not in sys.stdlib_module_names:
                watch_module(self.recorder, scope, registers=True)

    def watch(self, roots, suspects=(), callee=None):
        statement = self.recorder.current
        if statement is None:
            return {}
        watched = self.watched(statement)
        if callee is not None:
            roots = [*roots, callee]
        iterators = set(filter(is_iterator, set(map(type, roots))))
        suspects = [*suspects, *(r for r in roots if type(r) in iterators)]
        return watched.add(roots, suspects)

    def watched(self, statement):
        """What the statement watches; from the first call on, figures are marked."""
        if statement.watched is None:
            statement.watched = Watch(self.recorder, self.reach)
        return statement.watched

    def before_statement(self, plan):
        """A statement begins: code of the user's modules may run in it, without a probe."""
        if plan.imports:
            self.before_import(plan.imports)
        self.own_modules.begin(plan)

    def before_import(self, names):
        """Modules of these names are imported: code of a local one that runs now may use all that it names."""
        names = [name for name in names if name[-1] != "*"]
        if not any(map(self.recorder.imports.may_load, names)):
            return
        for name in names:
            module = sys.modules.get(name.rpartition(".")[0])
            if type(module) is types.ModuleType:
                self.lazy_attribute(module, name.rpartition(".")[2])
        watch_extended(self.watched(self.recorder.current))
        self.load(Loading(names))

    def lazy_attribute(self, module, name):
        """A module of the user's that has no such attribute is asked for it."""
        getter = vars(module).get("__getattr__")
        if type(getter) is types.FunctionType and name not in vars(module) and module.__name__ in self.recorder.imports.local:
            self.unknown(getter, (name,), {})

    def load(self, loading):
        """Code of the user's modules is about to run, at module level."""
        self.recorder.imports.before(loading, lambda path: self.applied.file(path, "r"))
        if not loading.found and not loading.bodies:
            return
        self.own_modules.load(loading.bodies)
        used = {name for body in loading.bodies if not NAMESPACES.isdisjoint(body.names) or "get_ipython" in body.names for name in body.names}
        if used:
            self.special.opaque_names(used)

    def watch_named(self, objects, libraries):
        """Code of the user's modules is about to run, which may use these objects there, and if it names `libraries` whatever theirs may use. Gives
        all that the objects reach.
        """
        statement = self.recorder.current
        self.enter_library(statement)
        watched = self.watched(statement)
        if libraries:
            watch_surroundings(self.recorder, watched)
            watched.own_state((sys.path, sys.meta_path))
        if objects:
            self.reach.deep_read(*objects)
            found = watched.add(objects)
            watched.shared.update(found)
            watched.assume(found.values())
            write_open_files(self.applied, found)
            return found.values()
        return ()

    def after_statement(self, names):
        """A statement ends. Modules of these names were loaded by code that has no probes: what theirs has done cannot be compared any more."""
        self.special.find_events()
        for name in names:
            body = body_of(name)
            if body is not None and self.own_modules.does_something(body):
                self.recorder.escape(RAN_UNSEEN % name, lasting=True)

    def watch_local_modules(self):
        """Code of a local module is about to run: it may change what is in the others."""
        modules = self.recorder.imports.local_modules()
        if modules:
            self.watched(self.recorder.current)
            for module in modules:
                watch_module(self.recorder, vars(module))

    def drawn(self, obj):
        """`obj` is iterated by a loop, a comprehension or unpacking."""
        if issubclass(type(obj), (list, dict, set)):
            self.reach.shallow_read(obj)
        else:
            self.applied.draw(obj)


_SHOWING = frozenset({"pprint", "reprlib", "logging", "warnings", "csv", "_csv", "string"})
"""Modules whose functions turn their arguments into text."""
_OPTIONS = {"sklearn": "sklearn.options", "matplotlib": "matplotlib.options"}
_PURE = ["pure"]
