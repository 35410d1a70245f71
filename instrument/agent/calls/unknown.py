"""Calls that nothing is declared for, and code of the user's modules that is about to run:
everything is read, and compared before and after the statement.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict, static
from ..objects.callables import BUILTINS, code_names
from ..objects.classes import is_notebook_class
from ..objects.iterators import is_iterator
from ..observer import Observer
from ..reach.covered import Walked
from ..world.changed_files import ChangedFiles
from ..world.imports import RAN_UNSEEN
from ..world.library_state import watch_held, watch_module
from ..world.module_code import Loading, body_of
from ..world.names import NAMESPACES
from ..world.package_state import CACHING, PackageState, keeps_caches
from ..world.surroundings import EXTENDED, read_surroundings, watch_extended, watch_surroundings
from .compare import Watch
from .compiled import CompiledCode, only_looks
from .forks import Forks
from .hidden_state import use_hidden_state, write_open_files
from .own_modules import OwnModules
from .repeats import Repeats

if TYPE_CHECKING:
    from ..record.statement import Statement


_PROCESSES = ("multiprocessing.", "concurrent.futures.process")


class UnknownCalls(Observer):
    """Records the effects of calls that nothing is known of."""

    def __init__(
        self, recorder, reach, effects, applied, enter_library, is_probed, special, only_looks
    ):
        self.recorder = recorder
        self.reach = reach
        self.applied = applied
        self.enter_library = enter_library
        self._special = special
        self.only_looks = only_looks
        self.repeats = Repeats(recorder)
        self.forks = Forks(recorder, reach)
        self.packages = PackageState(recorder, effects.library.packages)
        self.compiled = CompiledCode(recorder, effects, applied)
        self.own_modules = OwnModules(
            recorder,
            effects,
            applied,
            is_probed,
            self.watch_local_modules,
            self.watch_named,
            lambda names: special().strings.opaque_names(names),
            lambda: special().collect(()),
        )

    def call(self, callee, args, kwargs):
        """Nothing is declared: everything is read, and compared before and after the statement."""
        recorder = self.recorder
        statement = recorder.current
        if statement is None:
            return
        recorder.sites.simple.run_foreign_code()
        watched = self.watched(statement)
        watched.paths.note((*args, *kwargs.values()))
        self._look_again(watched)
        if self.repeats.covers(statement, callee, args, kwargs):
            return
        if getattr(callee, "__name__", None) == "__subclasses__" and issubclass(
            type(getattr(callee, "__self__", None)), type
        ):
            recorder.subclasses.listed(callee.__self__)
        roots = [*args, *kwargs.values()]
        # an opaque object may be changed by whoever it is handed to
        suspects = list(roots)
        owner = getattr(callee, "__self__", None)
        if owner is not None and not issubclass(type(owner), types.ModuleType):
            roots.append(owner)
            suspects.append(owner)
            if (
                type(callee) in BUILTINS
                and own_dict(owner) is not None
                and not hasattr(object, callee.__name__)
            ):
                # C code of a base class may keep state beside the attributes, and only they are
                # compared
                self.applied.mutate(owner, "assumed")
        tired = watched.is_tired()
        if tired:
            watched.put_off([*roots, callee])
        else:
            # what it calls of the notebook's may run where no probe counts: in other processes
            # (`Parallel(n_jobs=2)(jobs)`)
            self.reach.deep_read(*roots, callee, follow_globals=True)
        function = getattr(callee, "__func__", callee)
        if type(function) is types.FunctionType and function.__globals__ is recorder.namespace:
            # made by exec or eval: it has no probes, and the notebook's globals
            self._special().strings.opaque_names(code_names(function.__code__))
        if home(callee if issubclass(type(callee), type) else type(owner)).startswith(_PROCESSES):
            self._runs_elsewhere(roots)
        use_hidden_state(recorder, self.applied, callee)
        self.compiled.call(callee, args, kwargs)
        self.own_modules.call(callee)
        module_globals = getattr(getattr(callee, "__func__", callee), "__globals__", None)
        assumed = len(watched.assumed)
        found = {} if tired else self._watch_given(roots, suspects, callee)
        # where any library may put something (`site.addsitedir`)
        watched.own_state((sys.path, sys.meta_path))
        if owner is not None:
            watched.receivers.add(id(owner))
        modules = ()
        if (
            issubclass(type(module_globals), dict)
            and module_globals is not recorder.namespace
            and not keeps_caches(module_globals)
        ):
            modules, shared = watch_module(
                recorder, watched, module_globals, "register" in getattr(callee, "__name__", "")
            )
            found.update(shared)
        package = self.packages.of(callee)
        if package is not None:
            self.packages.watch(package, watched, module_globals)
        if package is not None and package not in CACHING:
            watch_surroundings(recorder, watched)
            read_surroundings(recorder, watched)
            self.own_modules.named_by(callee)
        elif module_globals is not recorder.namespace:
            # `tqdm.pandas()`
            watch_extended(watched)
        ahead = () if tired else self.repeats.add(statement, callee, roots, found, modules)
        if ahead and len(watched.assumed) == assumed:
            watched.receivers.update(map(id, ahead))
            self.repeats.add_ahead(statement, ahead, self._watch_given(ahead, ahead))
        for kind, instances in self.repeats.wanted(statement):
            self._watch_class(statement, kind, instances)

    def _runs_elsewhere(self, handed):
        """Functions of the notebook are handed to another process: its probes tell nobody what they
        read.
        """
        for function in handed:
            if (
                type(function) is types.FunctionType
                and function.__globals__ is self.recorder.namespace
            ):
                self._special().strings.opaque_names(code_names(function.__code__))

    def entered(self, statement, code, scope, given):
        """A function of a module of the user's is entered."""
        self.recorder.sites.simple.run_foreign_code()
        watched = self.watched(statement)
        self._look_again(watched)
        self.own_modules.entered(code, scope)
        if self.repeats.compared(statement, given):
            return
        self.enter_library(statement)
        self.reach.deep_read(*given)
        watched.receivers.update(map(id, given))
        found = self._watch_given(given, given)
        found.update(watch_module(self.recorder, watched, scope)[1])
        self.repeats.add_ahead(statement, given, found)

    def entered_with_many(self, statement, code, scope, kind, instances):
        """A method of a module of the user's is entered with one object of a class after another,
        of which these are all.
        """
        if statement.on:
            # what follows is read at once
            self.recorder.switch_off()
        self.recorder.sites.simple.run_foreign_code()
        watched = self.watched(statement)
        self._look_again(watched)
        self.own_modules.entered(code, scope)
        known = statement.state(Walked).instances(kind)
        if len(known) < len(instances):
            self.reach.deep_read(*(obj for obj in instances if id(obj) not in known))
        watch_module(self.recorder, watched, scope)
        self._watch_class(statement, kind, instances)

    def _watch_class(self, statement, kind, instances):
        found = self.watched(statement).whole_class(kind, instances)
        self._met(found)
        self.repeats.add_class(statement, kind, instances, found)

    def _look_again(self, watched):
        """What the notebook has stored since may have unknown code come by other objects than
        before.
        """
        if watched.is_disturbed():
            watched.modules.clear()
            self.own_modules.forget()

    def _watch_given(self, given, suspects, callee=None):
        """Watch what unknown code is handed, and what of the user's own modules it may come by in
        it.
        """
        found = self.watch(given, suspects, callee)
        self._met(found)
        return found

    def _met(self, found):
        """Code of the user's modules may come by these objects."""
        self.own_modules.met(found.values())
        write_open_files(self.applied, found)

    def stored(self, obj):
        """An item or attribute of an object of a compiled library is stored, which may write a file
        that it was made with.
        """
        statement = self.recorder.current
        paths = self.recorder.families.paths_of((obj,))
        if paths and statement is not None:
            self.recorder.sites.simple.run_foreign_code()
            self.watched(statement).paths.note(paths)

    def operand(self, obj):
        """An object is an operand of an operator, for which code of its library may run."""
        self._runs_for(obj, self.packages.runs_operators(type(obj)))

    def as_text(self, obj):
        """An object is turned into text, or shown, for which code of its library may run."""
        self._runs_for(obj, self.packages.runs_for_text(type(obj)))

    def _runs_for(self, obj, package):
        statement = self.recorder.current
        if package is not None and statement is not None:
            self.recorder.sites.simple.run_foreign_code()
            self.watch((obj,), (obj,))
            self.packages.watch(package, self.watched(statement))

    def subclassed(self, base):
        """A class of the notebook's is about to be made from this one: a library may keep a list of
        them.
        """
        statement = self.recorder.current
        if statement is None or not issubclass(type(base), type):
            return
        self.recorder.sites.simple.run_foreign_code()
        self.recorder.subclasses.subclassed(base)
        watched = self.watched(statement)
        package = self.packages.of(base)
        if package is not None:
            self.packages.watch(package, watched)
        for cls, name in (
            (type(base), "__new__"),
            (type(base), "__init__"),
            (base, "__init_subclass__"),
        ):
            hook = static(cls, name)
            hook = getattr(hook, "__func__", hook)
            scope = hook.__globals__ if type(hook) is types.FunctionType else None
            if (
                scope is not None
                and scope is not self.recorder.namespace
                and scope.get("__name__", "").partition(".")[0] not in sys.stdlib_module_names
            ):
                watch_module(self.recorder, watched, scope, registers=True)
                self._watch_bases(watched, base, hook)

    def _watch_bases(self, watched, base, hook):
        """Code of a library makes a class from this one. It may change objects that it names, and
        what bases hold that are no classes of the library itself: the tables that sqlalchemy keeps
        in `Base.metadata`.
        """
        scope = hook.__globals__
        named = [scope[name] for name in code_names(hook.__code__) if name in scope]
        watch_held(self.recorder, watched, named, registers=True)
        held = []
        for cls in base.__mro__[:-1]:
            if getattr(sys.modules.get(home(cls)), cls.__name__, None) is not cls or (
                is_notebook_class(cls, self.recorder.namespace)
            ):
                watched.attributes(cls)
                held += vars(cls).values()
        watch_held(self.recorder, watched, held)

    def watch(self, roots, suspects=(), callee=None):
        statement = self.recorder.current
        if statement is None:
            return {}
        watched = self.watched(statement)
        if callee is not None:
            roots = [*roots, callee]
        iterators = set(filter(is_iterator, set(map(type, roots))))
        suspects = [*suspects, *(r for r in roots if type(r) in iterators)]
        return watched.add(roots, suspects, only_looks(callee))

    def called(self, given):
        """A call that is declared to do whatever it likes with what it is given."""
        self.recorder.sites.simple.run_foreign_code()
        if self.recorder.current is not None:
            self.watch(given)
            watch_extended(self.watched(self.recorder.current))

    def runs_text(self, code):
        """Python code runs, as text, or compiled, or as a function that was made of text."""
        made = type(code) is types.FunctionType
        self._special().strings.code((code.__code__, code.__globals__) if made else (code,))

    def may_change_files(self, folders):
        """Files may change that nobody names: in the current folder, or in one of these."""
        statement = self.recorder.current
        if statement is not None:
            watched = self.watched(statement)
            if watched.files is None:
                watched.files = ChangedFiles(self.recorder)
                watched.around.append(watched.files)
            watched.files.watch(folders)

    def watched(self, statement):
        """What the statement watches; from the first call on, figures are marked."""
        watched = statement.states.get(Watch)
        if watched is None:
            watched = Watch(self.recorder, self.reach)
            statement.hold(watched)
            # library code may go to another folder
            self.recorder.sites.clear()
        return watched

    def look_around(self, statement: Statement) -> None:
        """Code of the user's modules may run in the statement, without a probe."""
        imports = statement.plan.imports
        self.recorder.imports.begin()
        if imports:
            self.before_import(imports)
        self.own_modules.begin(statement.plan)

    def before_import(self, names):
        """Modules of these names are imported."""
        self._before_loading(names)
        # (last: what a module reads while it is loaded is told apart by its being new)
        self.recorder.imports.environment.imported(names)

    def _before_loading(self, names):
        """Code of a local module that runs now may use all that it names."""
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
        """A module that has no such attribute is asked for it: a library's may tell of anything
        that its code names.
        """
        own = vars(module)
        getter = own.get("__getattr__")
        if type(getter) is not types.FunctionType or name in own:
            return
        if module.__name__ in self.recorder.imports.local:
            self.call(getter, (name,), {})
        else:
            self.reach.deep_read(*[own[used] for used in getter.__code__.co_names if used in own])

    def loaded_on_the_way(self):
        """A library has been loaded by code of the user's modules that is running: what that
        extends of it is seen from here on.
        """
        statement = self.recorder.current
        if statement is not None:
            watched = self.watched(statement)
            watched.visited.pop(EXTENDED, None)
            watch_extended(watched)

    def load(self, loading):
        """Code of the user's modules is about to run, at module level."""
        recorder = self.recorder
        recorder.sites.simple.run_foreign_code()
        if loading.bodies:
            # (first: the search reads the environment, too)
            statement = recorder.current
            before = {*statement.reads, *statement.writes}
            self._run_bodies(loading.bodies)
            read = {*statement.reads, *statement.writes} - before
            recorder.imports.needs |= read
        recorder.imports.before(loading, lambda path: self.applied.file(path, "r"))

    def _run_bodies(self, bodies):
        self.own_modules.load(bodies)
        used = {
            name
            for body in bodies
            if not NAMESPACES.isdisjoint(body.names) or "get_ipython" in body.names
            for name in body.names
        }
        if used:
            self._special().strings.opaque_names(used)

    def watch_named(self, objects, libraries):
        """Code of the user's modules is about to run, which may use these objects there, and if it
        names `libraries` whatever theirs may use. Gives all that the objects reach.
        """
        statement = self.recorder.current
        self.enter_library(statement, runs=False)
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

    def report(self, statement: Statement, state: None) -> None:
        """Modules that were loaded by code that has no probes: what theirs has done cannot be
        compared any more.
        """
        if not statement.foreign:
            return
        names = self.recorder.imports.finish(
            statement.plan.imports, lambda path: self.applied.file(path, "r")
        )
        self.forks.report()
        for name in names:
            body = body_of(name)
            if body is not None and self.own_modules.does_something(body):
                self.recorder.escape(RAN_UNSEEN % name, lasting=True)

    def watch_local_modules(self):
        """Code of a local module is about to run: it may change what is in the others."""
        modules = self.recorder.imports.local_modules()
        if modules:
            watched = self.watched(self.recorder.current)
            for module in modules:
                watch_module(self.recorder, watched, vars(module))
