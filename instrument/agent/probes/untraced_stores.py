"""Changes by stores of uninstrumented versions, found when the statement ends: most of these stores
pass their inline cache unseen.

The sites and `missed_stores` tell the stores; the deep reads since tracing switched off tell the
objects within reach of the stores.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

from ..objects.attributes import instance_values
from ..objects.locations import PLAIN, VALUES, WHOLE
from ..observer import Observer
from ..reach.covered import Walked
from ..reach.many_objects import located_in
from ..record.untraced_work import UntracedWork
from .in_place import augment
from .row_stores import report_rows

if TYPE_CHECKING:
    from ..reach.widening import Widening
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from ..record.untraced_work import Store


class UntracedStores(Observer):
    """Summarises stores, and covers stored objects by deep reads since tracing stopped.

    Unsound: in a hot loop, stores into a dictionary are missed that C code took out of an object
    without an earlier dictionary (`map(attrgetter("attrs"), frames)`).
    """

    State = UntracedWork

    def __init__(self, recorder: Recorder, applied: Any, widening: Widening) -> None:
        self.recorder = recorder
        # (in the form of the probes, for `augment`)
        self.applied = applied
        self.widening = widening

    def report(self, statement: Statement, state: UntracedWork) -> None:
        if statement.on:
            return
        self.widening.read_options()
        walked = statement.state(Walked)
        values_only = self.hold_values_only(statement, state, walked)
        if state.since != statement.epoch and not values_only:
            # objects stored since in living objects
            covered, kept = walked.begin_anew()
            self.widening.widen_names(statement)
            walked.covered.update(covered)
            walked.kept += kept
            covered = kept = None
        self.summarise(statement, state, values_only)
        # objects that die here die within the statement, with their callbacks
        walked.begin_anew()

    def hold_values_only(self, statement: Statement, state: UntracedWork, walked: Walked) -> bool:
        """Whether uninstrumented versions have only stored numbers, strings and the like, or new
        lists of such, since the switch. Then no further objects are within reach.
        """
        if walked.overflow or statement.epoch - (state.since or 0) != state.stores:
            return False
        if not all(map(self.stores_values_only, state.stored)):
            return False
        for field, cls in state.summaries:
            if self.recorder.sites.simple.stores_values_only(field, cls):
                continue
            objects = walked.instances(cls).values()
            if field == WHOLE:
                if cls not in PLAIN or located_in(cls, objects):
                    return False
            elif not set(map(type, instance_values(cls, objects, field[2:]))) <= VALUES:
                return False
        return True

    def stores_values_only(self, store: Store) -> bool:
        """The same of one store."""
        if store.site is not None and self.recorder.sites.made_here(store.site):
            return True
        obj = store.target()
        # the contents of a dead object may live on elsewhere
        return obj is not None and holds_values(obj, store.name)

    def held(self, state: UntracedWork) -> list[int]:
        return [id(store.kept) for store in state.stored]

    def drop(self, statement: Statement, state: UntracedWork, dead: set[int]) -> None:
        gone = [store for store in state.stored if id(store.kept) in dead]
        state.drop(dead, all(map(self.stores_values_only, gone)))

    def summarise(self, statement: Statement, state: UntracedWork, values_only: bool) -> None:
        """Summarise unrecorded changes by stores of uninstrumented versions, in all objects within
        their reach. `values_only`: the answer of `hold_values_only`.
        """
        walked = statement.state(Walked)
        report_rows(statement, self.applied)
        for obj, name in state.augmented:
            self.augmented_in(type(obj), [obj], name)
        fields = {}
        for (field, cls), before in sorted(state.summaries.items(), key=str):
            fields.setdefault(cls, {})[field] = before
        for cls, stored in fields.items():
            if walked.overflow:
                objects = {id(obj): obj for obj in gc.get_objects() if type(obj) is cls}
                stored = dict.fromkeys(stored)
            else:
                objects = walked.instances(cls)
                if cls is dict:
                    objects = {**objects, **state.handed_out}
            # (unread fields count as changed in all objects)
            alike = {}
            for field, before in stored.items():
                unchanged = frozenset() if before is None else before.unchanged(objects)
                alike.setdefault(unchanged, []).append(field)
                if (field, cls) in state.augmented_classes and not values_only:
                    self.augmented_in(cls, objects.values(), None if field == WHOLE else field[2:])
            for unchanged, names in alike.items():
                self.recorder.summaries.add(names, objects, unchanged)

    def augmented_in(self, cls: type, objects: Any, name: str | None) -> None:
        """Record changes of values in place by `o.name += v` or `o[key] += v` on these objects of
        one class.

        Unsound: in a hot loop, a change is missed when a value is stored into a container, changed
        there in place by `c[k] += v`, and replaced again before the loop ends.
        """
        if name is not None:
            objects = [instance_values(cls, objects, name)]
        for obj in objects:
            values = obj.values() if issubclass(type(obj), dict) else obj
            if not set(map(type, values)) <= VALUES:
                for value in values:
                    augment(self, value)


def holds_values(obj: Any, name: str | None) -> bool:
    """Whether the value under a name (of a container: its elements and keys) is a number, string or
    the like.
    """
    if name is None:
        return type(obj) in PLAIN and is_plain(obj)
    return set(map(type, instance_values(type(obj), [obj], name))) <= VALUES


def is_plain(obj: Any) -> bool:
    """Whether this is a number, string or the like, or a container of such."""
    return type(obj) in VALUES or (type(obj) in PLAIN and not located_in(type(obj), [obj]))
