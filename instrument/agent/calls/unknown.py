"""Calls without a declaration, and code of the user's modules that is about to run: all objects
within reach are read, and compared before and after the statement.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.callables import BUILTINS, code_names
from ..objects.iterators import is_iterator
from ..observer import Observer
from ..reach.covered import Walked
from ..world.library_state import watch_module
from ..world.package_state import CACHING, PackageState, keeps_caches
from ..world.surroundings import read_surroundings, watch_extended, watch_surroundings
from .compare import Watch
from .compiled import CompiledCode, only_looks
from .forks import Forks
from .hidden_state import use_hidden_state, write_open_files
from .implicit_calls import ImplicitCalls
from .own_modules import OwnModules
from .repeats import Repeats

if TYPE_CHECKING:
    from ..record.statement import Statement


_PROCESSES = ("multiprocessing.", "concurrent.futures.process")


class UnknownCalls(Observer):
    """Records the effects of unknown calls."""

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
        self.implicit = ImplicitCalls(recorder, self)
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
        """Record an undeclared call: read all objects within its reach, and compare these at the
        end of the statement.
        """
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
        # a callee may change its opaque arguments
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
                # C code of a base class may keep state beside the attributes; only attributes are
                # compared
                self.applied.mutate(owner, "assumed")
        tired = watched.walks.is_tired()
        if tired:
            watched.put_off([*roots, callee])
        else:
            # also for notebook functions that run without probes in other processes
            # (`Parallel(n_jobs=2)(jobs)`)
            self.reach.deep_read(*roots, callee, follow_globals=True)
        function = getattr(callee, "__func__", callee)
        if type(function) is types.FunctionType and function.__globals__ is recorder.namespace:
            # made by exec or eval: without probes, with the notebook's globals
            self._special().strings.opaque_names(code_names(function.__code__))
        if home(callee if issubclass(type(callee), type) else type(owner)).startswith(_PROCESSES):
            self._runs_elsewhere(roots)
        use_hidden_state(recorder, self.applied, callee)
        self.compiled.call(callee, args, kwargs)
        self.own_modules.call(callee)
        assumed = len(watched.assumed)
        found = {} if tired else self._watch_given(roots, suspects, callee)
        # any library may add entries there (`site.addsitedir`)
        watched.own_state((sys.path, sys.meta_path))
        if owner is not None:
            watched.receivers.add(id(owner))
        modules = self._watch_library(watched, callee, found)
        ahead = () if tired else self.repeats.add(statement, callee, roots, found, modules)
        if ahead and len(watched.assumed) == assumed:
            watched.receivers.update(map(id, ahead))
            self.repeats.add_ahead(statement, ahead, self._watch_given(ahead, ahead))
        for kind, instances in self.repeats.wanted(statement):
            self._watch_class(statement, kind, instances)

    def _watch_library(self, watched, callee, found):
        """Watch the module and the package of a callee, and add their objects to `found`. Returns
        the modules.
        """
        recorder = self.recorder
        module_globals = getattr(getattr(callee, "__func__", callee), "__globals__", None)
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
        return modules

    def _runs_elsewhere(self, handed):
        """Record the reads of notebook functions handed to another process, where their probes do
        not count.
        """
        for function in handed:
            if (
                type(function) is types.FunctionType
                and function.__globals__ is self.recorder.namespace
            ):
                self._special().strings.opaque_names(code_names(function.__code__))

    def entered(self, statement, code, scope, given):
        """Record the entry of a function of a user's module."""
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
        """Record the entry of a method of a user's module with one object of a class after another.
        `instances`: all instances of the class.
        """
        if statement.on:
            # the deep reads below cover all further reads
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
        """Forget the watched modules if a store by the notebook may lead unknown code to other
        objects than before.
        """
        if watched.is_disturbed():
            watched.modules.clear()
            self.own_modules.forget()

    def _watch_given(self, given, suspects, callee=None):
        """Watch the arguments of unknown code, and the user's own modules within their reach."""
        found = self.watch(given, suspects, callee)
        self._met(found)
        return found

    def _met(self, found):
        """Note objects within reach of the user's modules."""
        self.own_modules.met(found.values())
        write_open_files(self.applied, found)

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

    def as_text(self, obj):
        """Record an object turned into text or displayed."""
        self.implicit.as_text(obj)

    def called(self, given):
        """Record a call declared to have any effect on its arguments."""
        self.recorder.sites.simple.run_foreign_code()
        if self.recorder.current is not None:
            self.watch(given)
            watch_extended(self.watched(self.recorder.current))

    def runs_text(self, code):
        """Record Python code that runs as text, as a code object, or as a function made of text."""
        made = type(code) is types.FunctionType
        self._special().strings.code((code.__code__, code.__globals__) if made else (code,))

    def may_change_files(self, paths):
        """Watch files that may change without a name in the call: in the current folder, under one
        of these paths, or open for writing.
        """
        statement = self.recorder.current
        if statement is not None:
            self.watched(statement).changed_files().watch(paths)

    def watched(self, statement):
        """The `Watch` of the statement. The first call makes the watch, and marks the figures."""
        watched = statement.states.get(Watch)
        if watched is None:
            watched = Watch(self.recorder, self.reach)
            statement.hold(watched)
            # library code may change the current folder
            self.recorder.sites.clear()
        return watched

    def look_around(self, statement: Statement) -> None:
        """Record code of the user's modules that may run in the statement without a probe."""
        self.own_modules.begin(statement.plan)

    def watch_named(self, objects, libraries):
        """Watch objects named in code of the user's modules that is about to run. With `libraries`,
        also watch the surroundings of libraries. Returns all objects within reach.
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
        if statement.foreign:
            self.forks.report()

    def watch_local_modules(self):
        """Watch all local modules, because code of one that is about to run may change the others."""
        modules = self.recorder.imports.local_modules()
        if modules:
            watched = self.watched(self.recorder.current)
            for module in modules:
                watch_module(self.recorder, watched, vars(module))
