"""Modules loaded by a statement. Effects of the user's modules are recorded before their code runs.
Modules whose code has run without probes follow after the statement.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from ..observer import Observer
from ..world.imports import RAN_UNSEEN
from ..world.module_code import Loading, body_of
from ..world.names import NAMESPACES
from ..world.surroundings import EXTENDED, watch_extended

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ..effects.applying import ApplyEffects
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from ..world.module_bodies import Body
    from .unknown import UnknownCalls


_OF_NOTEBOOK = (NAMESPACES - {"globals"}) | {"get_ipython"}
"""Names by which the code of a module finds names of the notebook: `globals` gives its own."""


class ModuleLoads(Observer):
    """Records the uses and changes by loaded modules. `opaque_names(names)` records names in code
    without probes.
    """

    def __init__(
        self,
        recorder: Recorder,
        applied: ApplyEffects,
        unknown: UnknownCalls,
        opaque_names: Callable[[set[str]], object],
    ) -> None:
        self.recorder = recorder
        self.applied = applied
        self.unknown = unknown
        self._opaque_names = opaque_names

    def look_around(self, statement: Statement) -> None:
        """Import statements may load modules."""
        self.recorder.imports.begin()
        if statement.plan.imports:
            self.before_import(statement.plan.imports)

    def before_import(self, names: Collection[str]) -> None:
        """Modules of these names are imported."""
        self._before_loading(names)
        # (last: a new module tells its own reads at load apart from others)
        self.recorder.imports.environment.imported(names)

    def _before_loading(self, names: Collection[str]) -> None:
        """Record possible uses by a local module that runs now, from the names in its code."""
        names = [name for name in names if name[-1] != "*"]
        if not any(map(self.recorder.imports.may_load, names)):
            return
        for name in names:
            module = sys.modules.get(name.rpartition(".")[0])
            if type(module) is types.ModuleType:
                self.lazy_attribute(module, name.rpartition(".")[2])
        watch_extended(self.unknown.watched(self.recorder.current))
        self.load(Loading(names))

    def lazy_attribute(self, module: types.ModuleType, name: str) -> None:
        """Record a request for a missing attribute of a module: a library's module may then use any
        object named in its code.
        """
        own = vars(module)
        getter = own.get("__getattr__")
        if type(getter) is not types.FunctionType or name in own:
            return
        if module.__name__ in self.recorder.imports.local:
            self.unknown.call(getter, (name,), {})
        else:
            self.unknown.reach.deep_read(
                *[own[used] for used in getter.__code__.co_names if used in own]
            )

    def loaded_on_the_way(self) -> None:
        """Observe from now on the extensions of a library that code of the user's modules has just
        loaded.
        """
        statement = self.recorder.current
        if statement is not None:
            watched = self.unknown.watched(statement)
            watched.visited.pop(EXTENDED, None)
            watch_extended(watched)

    def load(self, loading: Loading) -> None:
        """Code of the user's modules is about to run, at module level."""
        recorder = self.recorder
        recorder.sites.simple.run_foreign_code()
        if loading.bodies:
            # (first: the search reads the environment, too)
            statement = recorder.current
            before = {*statement.reads, *statement.writes}
            self._run_bodies(loading.bodies)
            recorder.imports.need({*statement.reads, *statement.writes} - before)
        recorder.imports.before(loading, lambda path: self.applied.file(path, "r"))

    def _run_bodies(self, bodies: Sequence[Body]) -> None:
        self.unknown.own_modules.load(bodies)
        used = {
            name
            for body in bodies
            if body.scopes
            and not NAMESPACES.isdisjoint(body.names)
            or not _OF_NOTEBOOK.isdisjoint(body.names)
            for name in body.names
        }
        if used:
            self._opaque_names(used)

    def report(self, statement: Statement, state: None) -> None:
        """Record modules loaded by code without probes. Their effects can no longer be compared."""
        if not statement.foreign:
            return
        names = self.recorder.imports.finish(
            statement.plan.imports, lambda path: self.applied.file(path, "r")
        )
        for name in names:
            body = body_of(name)
            if body is not None and self.unknown.own_modules.does_something(body):
                self.recorder.escape(RAN_UNSEEN % name, lasting=True)
