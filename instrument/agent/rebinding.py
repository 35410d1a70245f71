"""The bindings of a statement: global names with other values than before, or with none.

Unsound: the `finally` of a suspended generator runs when its last reference in an object or
container is replaced: effects of the block are missed. Unsound: an object with `__del__`, or a
suspended generator, leaves a container but lives on through a reference from elsewhere; the slice
may leave out this reference.
"""

from __future__ import annotations

import re
import sys
import types
from typing import TYPE_CHECKING, Any

from .objects.attributes import home, static
from .objects.classes import changes_in_place, is_definition, is_users_class
from .objects.cpython import named
from .objects.handles import is_handle
from .objects.locations import DEFINITIONS, GLOBALS, WHOLE, attribute_field
from .observer import Observer
from .probes.call_probes import Imported
from .reach.covered import Walked
from .reach.holders import names_that_hold
from .record.unseen_bindings import UnseenBindings
from .world.deaths import dies_aloud
from .world.finalizers import FINALIZERS
from .world.noticed_deaths import NoticedDeaths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .effects.applying import ApplyEffects
    from .reach.deep_reads import Reach
    from .record.recorder import Recorder
    from .record.statement import Statement
    from .rewriting.plans import StatementPlan
    from .world.names import Names

_RESULT = re.compile(r"^_\d+$")


class Rebinding(Observer):
    """Reports the names at the end of a statement. `bound_anew` gets the names that uninstrumented
    versions call without a probe. `from_below`: names that a run from the top would not find in
    this cell.
    """

    def __init__(
        self,
        recorder: Recorder,
        reach: Reach,
        applied: ApplyEffects,
        names: Names,
        bound_anew: Callable[[str, Any], None],
    ) -> None:
        self.recorder = recorder
        self.namespace = recorder.namespace
        self.reach = reach
        self.applied = applied
        self.names = names
        self.bound_anew = bound_anew
        self.unseen = UnseenBindings()
        self.deaths = NoticedDeaths(recorder)
        self.from_below: frozenset[str] = frozenset()

    def begin_run(self, cell: str | None, source: str, aside: Iterable[str]) -> None:
        """A run of a cell begins, which is to find none of the names `aside`."""
        self.unseen.begin(cell, source)
        self.from_below = frozenset(aside)

    def begin(self, statement: Statement) -> None:
        changed, gone = self.names.changes()
        for name, value in changed:
            self.recorder.escape("%s was changed outside of any cell" % name)
            self.names.values[name] = value
        if not gone:
            self.names.noted()

    def report(self, statement: Statement, state: None) -> None:
        changed = self._report_changed(statement)
        self.names.noted()
        self.unseen.count(changed)
        stored = self.stored(statement.plan)
        stored |= self._report_entered(statement, stored, changed)
        # a failed statement may not have bound a name that has the same object
        if not (statement.failed or statement.broke):
            self._report_bound_again(statement, stored, changed)
        self.unseen.count(stored)

    def _report_changed(self, statement: Statement) -> set[str]:
        """Record rebound and removed names."""
        recorder = self.recorder
        values = self.names.values
        rebound, gone = self.names.changes()
        seen: set[int] = set()
        for name, value in rebound:
            self.released(name)
            if name in recorder.global_names.unprobed:
                self.bound_anew(name, value)
            values[name] = value
            recorder.write(GLOBALS, name)
            recorder.subclasses.bound(value)
            if recorder.global_names.lists_definitions and is_definition(value, self.namespace):
                recorder.write(DEFINITIONS, attribute_field(name))
            if name[:1] != "_" and id(value) not in seen:
                seen.add(id(value))
                statement.bindings.values.update(self.reach.written.within(value))
            if _RESULT.match(name):
                recorder.write("Out", "i:" + name[1:])
        for name in gone:
            self.released(name)
            del values[name]
            statement.bindings.deleted.add(name)
            recorder.global_names.deleted.add(name)
            # (another run of the cell deletes the name only after a new binding)
            recorder.mutate(GLOBALS, name)
        # (`globals().pop("x", None)` without an x changes nothing)
        for token, name in [*statement.writes]:
            if token == GLOBALS and not (name in self.namespace or name in gone or name == WHOLE):
                del statement.writes[token, name]
        return {name for name, _ in rebound} | set(gone)

    def _report_entered(
        self, statement: Statement, stored: set[str], changed: set[str]
    ) -> set[str]:
        """Record names bound by entered blocks. Returns all names that the blocks may bind."""
        blocks = self.recorder.global_names.blocks
        entered = [blocks[key] for key in sorted(statement.entered) if key in blocks]
        targets = {name for block in entered for name in block.targets}
        for block in entered:
            for name in sorted(self.stored(block) - stored - targets):
                if name not in changed and name in self.namespace:
                    self.recorder.mutate(GLOBALS, name)
        return targets

    def _report_bound_again(
        self, statement: Statement, stored: set[str], changed: set[str]
    ) -> None:
        """Record names bound again to the same object. `stored`: names in the syntax."""
        recorder = self.recorder
        namespace = self.namespace
        for name in stored:
            if name not in changed and name in namespace:
                if (GLOBALS, name) not in statement.writes and not _loads_part(
                    statement, namespace[name]
                ):
                    statement.bindings.rebound.add(name)
                recorder.write(GLOBALS, name)
        unseen = {
            name
            for name in changed - stored - recorder.global_names.deleted
            if not _RESULT.match(name)
        }
        for name in self.unseen.again(statement.plan, unseen):
            if name in namespace and (GLOBALS, name) not in statement.writes:
                statement.bindings.rebound.add(name)
                recorder.write(GLOBALS, name)

    def stored(self, block: StatementPlan | Any) -> set[str]:
        """The names bound by a block (or a statement's plan), except bindings to the same object,
        changed in place.
        """
        if not block.augments:
            return set(block.stores)
        kept = {name for name in block.augments if changes_in_place(type(self.namespace.get(name)))}
        return {*block.stores, *(block.augments - kept)}

    def released(self, name: str) -> None:
        """Record that a name drops its object: `__del__` and weak references may notice."""
        old = self.names.values.get(name)
        weak = self.deaths.is_watched(old)
        if weak or (dies_aloud(old) and not (name in self.from_below and self._closes_itself(old))):
            self.recorder.read(GLOBALS, name)
            self.reach.deep_read(old)
            if is_handle(old):
                # its unwritten data
                self.applied.mutate(old)
            if sys.getrefcount(old) > _OURS:
                self._outlives(old)
            self.recorder.current.state(Walked).forget()
        if weak:
            self.recorder.mutate("weakref", WHOLE)
        if weak or (
            FINALIZERS in self.recorder.written
            and is_users_class(type(old), self.namespace, self.recorder.imports.local)
        ):
            self.recorder.read(FINALIZERS, WHOLE)

    def _closes_itself(self, value: Any) -> bool:
        """Whether an object's death only runs a library's `__del__`. If a run from the top would
        not have had the object, its contents do not matter. (Writes to files during its death are
        recorded as ever.)
        """
        kind = type(value)
        if is_handle(value) or is_users_class(kind, self.namespace, self.recorder.imports.local):
            return False
        ends = type(static(kind, "__del__"))
        return (
            ends is types.FunctionType
            or ends.__name__ == "cython_function_or_method"
            or home(kind) == "_asyncio"
        )

    def _outlives(self, old: Any) -> None:
        """Record that a dropped object with a noticeable death lives on: the statement needs one
        reference to it, best by a name.
        """
        direct = {
            name for name, value in self.namespace.copy().items() if value is old and _keeps(name)
        }
        for name in direct or filter(
            _keeps, names_that_hold(old, self.namespace, (id(self.names.values),))
        ):
            self.recorder.read(GLOBALS, name)
            self.reach.deep_read(self.namespace[name])


def _keeps(name: str) -> bool:
    """Whether a name keeps its object alive. The shell rebinds all others after each cell."""
    return name[:1] != "_" or _RESULT.match(name) is not None


_OURS = named()
"""The references to an object with no holder but `released`: from its variable, and from the names
at the last look.
"""


def _loads_part(statement: Statement, value: Any) -> bool:
    """Whether the statement is `import a.b`: it binds `a`, perhaps bound before, and `a.b` to an
    attribute.
    """
    if type(value) is not types.ModuleType:
        return False
    part = (value.__name__ or "") + "."
    return any(
        [name.startswith(part) for names in statement.states.get(Imported, ()) for name in names]
    )
