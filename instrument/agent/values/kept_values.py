"""Early cut-off: whether a cell that runs again leaves what it left before, and then keeps the old
values.

Values are compared with what the cell left, by a digest of all their content. Where a new value is
equal to the old one, and the old one is as it was left, the name stands for the old object again:
whoever holds it holds the same object as before, so nobody has to run again. Values that cannot be
compared in full (opaque objects, generators, more than LIMIT items) count as changed.

Where all is equal that a run has left, and it has done nothing else, the run is undone: its names
stand for what they stood for when it began, which other cells may have bound or changed since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.attributes import own_dict
from ..objects.classes import is_mortal, is_notebook_class
from ..objects.libraries import LIBRARIES
from ..objects.locations import GLOBALS, is_of_object
from ..reach.walks import Overflow
from ..world.imports import ACTING, LOADED_AGAIN
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


def _forget_lookups(value: Any) -> None:
    """What the labels of a frame or series have kept of look-ups shows in how much memory it takes:
    `df.info()`, after `df.loc['a']` below.
    """
    if not (LIBRARIES.pandas and isinstance(value, LIBRARIES.pandas)):
        return
    categories = [
        getattr(dtype, "categories", None)
        for dtype in (value.dtypes if isinstance(value, LIBRARIES.frame) else (value.dtype,))
    ]
    axes = (value, getattr(value, "index", None), getattr(value, "columns", None))
    for labels in (
        *axes,
        *categories,
        *(level for axis in axes for level in getattr(axis, "_levels", ())),
    ):
        cache = (
            (own_dict(labels) or {}).get("_cache") if isinstance(labels, LIBRARIES.index) else None
        )
        if type(cache) is dict:
            cache.clear()


class KeptValues:
    """What the cells left (`left`), and what is to be kept of it. `is_noticed`: whether somebody may
    notice that a name lets go of a value, which is not held then. `mortal`: the cells that have
    bound classes whose objects' deaths show. `results`: of cells that showed one since somebody
    read the last result, its digest. Of the run that goes on: `prior`, what the names that the cell
    left stood for when it began, and `old`, those that it still had left.
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
        """A cell is going to run: the values that it left are held until it has; others may have
        bound the names since.
        """
        self.runs.first = self.tokens.next
        left, peek = self.left.get(cell), self.tokens.peek
        now = (
            {name: self.namespace.get(name, ABSENT) for name in left.digests}
            if left is not None
            else {}
        )
        if self.mortal:
            # what the run lets go of is to die in it, where it is seen what that does
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
        """What of the run is as after the run before (`Sameness` in slicer/reactive/versions.ts).
        `names` maps names to values for whoever compares those later. `world`: what the run did to
        settings (`UndoLog.finish`).
        """
        # (where this fails, the next run has nothing to be compared with)
        before, now = self.left.pop(cell, None), self.runs.look(statements, world)
        # what its run before did beside binding names, and it does not do any more, is another
        # change
        nothing_else = self._shows_same(cell, statements) and not (
            world["given_up"] or self._given_up(before, now)
        )
        clean = all(not s.failed and not s.escapes and not s.bindings.deleted for s in statements)
        # (what it has imported may be of a module that was loaded again)
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
        """`Sameness` of a run that has left `now`, and nothing else that differs; `values`: what it
        has left in settings and modules. Old values are kept: all, if the run is undone, or those
        that it left itself.
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
        """What the run before has changed, and this one has not."""
        if before is None:
            return set()
        # (a module that is still loaded need not be loaded again)
        gone = before.written - now.written - PASSING - {LOADED_AGAIN}
        objects = {token for token in gone if is_of_object(token)}
        return (gone - objects) | self.of_modules(objects) | (before.beyond - now.other)

    def _is_as_it_began(self, before: Left, now: Left) -> bool:
        """Whether what the names stood for when the run began may stand in place of what it has
        left, which is equal.
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
        """Whether these values lead to what the names stand for now, in place of the old."""
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
        """The names among these equal ones that nobody can tell from before: they stand for plain
        values, or for the objects again that the cell left.
        """
        # of what can be told apart, the same is only what is the object that it left
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
        # objects that others may have been handed stay together: all are kept, or none
        new = {name for name in now.bound - same if not self.is_plain(self.namespace[name])}
        # a part of what it read may be a part of what it made: then the old one would be a part of
        # something else
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
            _forget_lookups(value)
        return same

    def _shows_same(self, cell: str | None, statements: Collection[Statement]) -> bool:
        """Whether the result of the run, which is the last one for whoever reads that (`_`), is
        equal to that of the run before; true while nobody does.
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
        """Those of these objects that modules of the user's hold."""
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
