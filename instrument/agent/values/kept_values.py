"""Early cut-off: whether a repeated run of a cell leaves the same values as before. If so, the old
objects stay.

Values are compared by a digest of all their content. If a new value is equal to the old one, and
the old object is unchanged, the name is bound to the old object again. All references then see the
same object as before, so no other cell has to run. Values that cannot be compared in full (opaque
objects, generators, more than LIMIT items) count as changed.

If all values left by a run are equal, and it has no other effect, the run is undone: its names get
their values from the beginning of the run, which other cells may have bound or changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.classes import is_mortal, is_notebook_class
from ..objects.locations import GLOBALS, is_of_object
from ..reach.walks import Overflow
from ..world.imports import ACTING, LOADED_AGAIN
from .label_caches import forget_lookups
from .left import ABSENT, PASSING, LeftByRuns

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

    from ..objects.locations import Token
    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .exact_digest import PlainOf
    from .left import Left

_RESULT = "_"


class KeptValues:
    """The values left by the cells (`left`). Decides which old values stay.

    `is_noticed`: whether code may notice that a name drops a value; such values are not held.
    `mortal`: the cells with classes whose objects die with an effect. `results`: the digest of each
    cell's displayed result, once code has read the last result. For the run in progress: `prior`,
    the values of the cell's names at its beginning, and `old`, those still as the cell left them.
    """

    def __init__(
        self, recorder: Recorder, reach: Reach, plain: PlainOf, is_noticed: Callable[[object], bool]
    ) -> None:
        self.is_noticed = is_noticed
        self.namespace = recorder.namespace
        self.tokens = recorder.tokens
        self.imports = recorder.imports
        self.reach = reach
        self.runs = LeftByRuns(recorder, reach, plain)
        self.aliases = self.runs.aliases
        self.is_plain = self.runs.is_plain
        self.digest = self.runs.digest
        self.left = {}
        self.old = {}
        self.prior = {}
        self.mortal = set()
        self.results = None

    def before(self, cell: str | None) -> None:
        """Begin a run of a cell, and hold the values left by its last run until its end. Other
        cells may have bound the names since.
        """
        self.runs.first = self.tokens.next
        left, peek = self.left.get(cell), self.tokens.peek
        now = (
            {name: self.namespace.get(name, ABSENT) for name in left.digests}
            if left is not None
            else {}
        )
        if self.mortal:
            # values dropped by the run must die in it, where the effects are recorded
            now = {name: value if self.is_plain(value) else ABSENT for name, value in now.items()}
        now = {name: ABSENT if self.is_noticed(value) else value for name, value in now.items()}
        self.prior = now
        self.old = {
            name: value
            for name, value in now.items()
            if left is None or name not in left.tokens or peek(value) == left.tokens[name]
        }

    def after(
        self,
        cell: str | None,
        statements: Collection[Statement],
        keeps: bool,
        names: dict[str, Any],
        world: Mapping[str, list[Any]],
    ) -> dict[str, Any]:
        """Report which results of the run are as after the run before (`Sameness` in
        slicer/reactive/versions.ts). `names` maps names to values for later comparisons. `world`:
        the effects of the run on settings (`UndoLog.finish`).
        """
        # (where this fails, the next run has nothing to be compared with)
        before, now = self.left.pop(cell, None), self.runs.look(statements, world)
        # an effect of the run before, missing in this one, is another change
        nothing_else = self._shows_same(cell, statements) and not (
            world["given_up"] or self._given_up(before, now)
        )
        clean = all(not s.failed and not s.escapes and not s.bindings.deleted for s in statements)
        # (its imports may be of a reloaded module)
        keeps = (
            keeps
            and before is not None
            and before.loads == now.loads
            and not any(token == ACTING for s in statements for token, _ in s.reads)
        )
        same = {"all": False, "undone": False, "names": [], "equal": [], "every": False}
        if before is not None and clean:
            same = self.compared(before, now, keeps, names, nothing_else, world["values"])
        self.old, self.prior = {}, {}
        values = {name: self.namespace[name] for name in now.bound}
        if any(
            issubclass(type(value), type)
            and is_notebook_class(value, self.namespace)
            and is_mortal(value)
            for value in values.values()
        ):
            self.mortal.add(cell)
        else:
            self.mortal.discard(cell)
        now.tokens = {
            name: self.tokens.of(value)
            for name, value in values.items()
            if not self.is_plain(value)
        }
        self.left[cell] = now
        return {
            **same,
            "settings": sorted(world["same"]) if before is not None and clean else [],
            "holds": now.holds,
        }

    def compared(
        self,
        before: Left,
        now: Left,
        keeps: bool,
        names: dict[str, Any],
        nothing_else: bool,
        values: Collection[Any],
    ) -> dict[str, Any]:
        """`Sameness` of a run that has left `now`, and no other difference. `values`: the values
        left in settings and modules. Old values stay: all, if the run is undone, else those that
        the cell left itself.
        """
        equal = now.equal_names(
            before, lambda name: self.aliases.is_changeable(self.namespace[name])
        )
        covered = {self.tokens.peek(self.namespace[name]) for name in equal}
        every = (
            nothing_else
            and equal == before.digests.keys() == now.digests.keys()
            and not now.libraries
        )
        every = every and now.objects - now.own <= covered and not now.has_summary()
        nothing_else = (
            nothing_else and not now.changes_others() and now.bound == before.digests.keys()
        )
        undone = (
            nothing_else
            and keeps
            and equal == now.bound
            and self._is_as_it_began(before, now)
            and not self._are_held(self.prior, values)
        )
        if undone:
            for name in now.bound:
                self.namespace[name] = names[name] = self.prior[name]
            same = now.bound
        else:
            same = self._keep_old(before, now, equal & now.bound, keeps, names, values)
        return {
            "all": nothing_else and same == now.bound,
            "undone": undone,
            "names": sorted(same),
            "equal": sorted(equal),
            "every": every,
        }

    def _given_up(self, before: Left | None, now: Left) -> set[Token]:
        """The tokens changed by the run before, and not by this one."""
        if before is None:
            return set()
        # (a loaded module need not be loaded again)
        gone = before.written - now.written - PASSING - {LOADED_AGAIN}
        objects = {token for token in gone if is_of_object(token)}
        return (gone - objects) | self.of_modules(objects) | (before.beyond - now.other)

    def _is_as_it_began(self, before: Left, now: Left) -> bool:
        """Whether the values of the names at the beginning of the run may take the place of its
        equal results.
        """
        alike = (
            before.inputs is not None
            and before.inputs == now.inputs
            and now.objects.isdisjoint(now.inputs.values())
        )
        return (
            alike
            and all(value is not ABSENT for value in self.prior.values())
            and self.aliases.share_alike(self.prior, now.inputs)
        )

    def _are_held(self, old: Mapping[str, Any], values: Collection[Any]) -> bool:
        """Whether these values lead to present values of the names, in place of the old ones."""
        return self.aliases.are_held({name: self.namespace[name] for name in old}, old, values)

    def _keep_old(
        self,
        before: Left,
        now: Left,
        equal: set[str],
        keeps: bool,
        names: dict[str, Any],
        values: Collection[Any],
    ) -> set[str]:
        """The names among the equal ones without a visible change: bound to plain values, or again
        to the old objects.
        """
        # other values than plain ones are the same only as the same object
        same = {name for name in equal if name in self.old or self.is_plain(self.namespace[name])}
        held = {
            name: self.old.get(name)
            for name in same
            if self.namespace[name] is not self.old.get(name)
        }
        held = {
            name: value
            for name, value in held.items()
            if not (self.is_plain(self.namespace[name]) and self.is_plain(value))
        }
        if not held:
            return same
        # objects that other code may hold stay together: all or none
        new = {name for name in now.bound - same if not self.is_plain(self.namespace[name])}
        # a part of the inputs may be a part of a result: then the old result would have a part of
        # another object
        alike = before.inputs is not None and before.inputs == now.inputs
        whole = (
            keeps
            and alike
            and not new
            and now.objects == now.own
            and self.aliases.share_alike(held, now.inputs)
            and not self._are_held(held, values)
        )
        if not whole or any(
            self.digest(value) != now.digests[name] for name, value in held.items()
        ):
            return same - held.keys()
        for name, value in held.items():
            self.namespace[name] = names[name] = value
            forget_lookups(value)
        return same

    def _shows_same(self, cell: str | None, statements: Collection[Statement]) -> bool:
        """Whether the result of the run is equal to the one of the run before. The last result has
        a name (`_`); without readers of the name, the answer is true.
        """
        if self.results is None:
            if not any((GLOBALS, _RESULT) in s.reads for s in statements):
                return True
            self.results = {}
        before = self.results.get(cell, ABSENT)
        shown = any((GLOBALS, _RESULT) in s.writes for s in statements)
        now = self.results[cell] = self.digest(self.namespace.get(_RESULT, ABSENT)) if shown else ""
        return now is not None and now == before

    def of_modules(self, tokens: set[Token]) -> set[Token]:
        """Of these tokens, those of objects in the user's modules."""
        modules = self.imports.local_modules() if tokens else ()
        if not modules:
            return set()
        try:
            held = self.reach.walk(
                [value for module in modules for value in list(vars(module).values())]
            )
        except Overflow:
            return tokens
        return tokens.intersection(map(self.tokens.peek, held.values()))
