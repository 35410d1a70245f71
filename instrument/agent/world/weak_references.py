"""Objects of the notebook with weak references: a look at such a reference shows the object's
death.

Once the notebook has imported `weakref`, new references are found at the end of each statement,
among the younger generations of the garbage collector.

Unsound: in a notebook that does not import `weakref`, a weak reference made by a library or own
module is missed when its object dies because a container drops the object.
"""

from __future__ import annotations

import collections
import gc
import itertools
import weakref
from typing import TYPE_CHECKING

from ..objects.classes import is_users_class
from ..objects.locations import WHOLE
from ..objects.proxies import PROXIES, behind
from ..observer import Observer
from .finalizers import FINALIZERS, waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from typing import Any

    from ..record.recorder import Recorder
    from ..record.statement import Statement


class WeakReferences(Observer):
    """Finds weak references. `Tokens` report the deaths of their objects. `has_run`: takes a
    function that waited for the death of an object (`finalizers`).
    """

    def __init__(self, recorder: Recorder, has_run: Callable[[Any, Sequence[Any]], object]) -> None:
        self.recorder = recorder
        self.has_run = has_run
        self.watches = False
        self.collected: list[int] | None = None
        self.waiting: dict[Any, Any] = {}

    def begin(self, statement: Statement) -> None:
        self.waiting = waiting()

    def let_go(self, statement: Statement, state: None) -> None:
        if self.recorder.tokens.tell_deaths():
            self.recorder.written.add("weakref")
            statement.add(("weakref", WHOLE), "observed")
            if FINALIZERS in self.recorder.written:
                # (callbacks of references go with them)
                statement.reads.setdefault((FINALIZERS, WHOLE), "observed")
        before, self.waiting = self.waiting, {}
        ended = before.keys() - waiting().keys() if before else ()
        for info in map(before.__getitem__, ended):
            if info.weakref() is None:
                self._ended(statement, info)

    def _ended(self, statement: Statement, info: Any) -> None:
        """A function has run, as the object that it waited for has died."""
        recorder = self.recorder
        before, recorder.current = recorder.current, statement
        try:
            recorder.mutate(FINALIZERS, WHOLE)
            self.has_run(info.func, (*info.args, *(info.kwargs or {}).values()))
        finally:
            recorder.current = before

    def report(self, statement: Statement, state: None) -> None:
        if not statement.foreign:
            return
        imports = statement.plan.imports
        self.watches = self.watches or any(name.partition(".")[0] == "weakref" for name in imports)
        if not self.watches:
            return
        before, self.collected = (
            self.collected,
            [generation["collections"] for generation in gc.get_stats()[1:]],
        )
        tokens = self.recorder.tokens
        seen = collections.defaultdict(list)
        for generation in (0, 1) if before == self.collected else (None,):
            for ref in _references(gc.get_objects(generation)):
                referent = behind(ref) if type(ref) in PROXIES else weakref.ref.__call__(ref)
                seen[type(referent)].append((referent, ref))
        for kind, pairs in seen.items():
            if not is_users_class(kind, self.recorder.namespace, self.recorder.imports.local):
                continue
            for referent, ref in pairs:
                if not tokens.is_own(referent, ref):
                    tokens.watch_death(referent)


def _references(objects: Collection[object]) -> Iterable[Any]:
    """The weak references and proxies among many objects."""
    kinds = {
        kind for kind in set(map(type, objects)) if kind in PROXIES or issubclass(kind, weakref.ref)
    }
    return itertools.compress(objects, map(kinds.__contains__, map(type, objects))) if kinds else ()
