"""The walk over what values reach: all objects that may hold a location, breadth first.

It looks through bound methods, partials, lazy iterators and views, and stops at modules and library
classes. `kinds` knows what objects refer to, and `deep_reads` records what was found. The file is long
because the walk goes on in three ways, each as fast as its objects allow: all of a type at once, all
instances of a plain class at once, and one by one along chains.
"""

from __future__ import annotations

import builtins
import gc
import itertools
import types
import weakref
from typing import TYPE_CHECKING

from ..kinds.arrays import Arrays
from ..kinds.figures import Artists
from ..kinds.kind import WALK_LIMIT, referred
from ..kinds.owners import is_bare
from ..kinds.registry import KINDS, kind_of
from ..kinds.tables import Tables
from ..objects.attributes import home, own_dict
from ..objects.callables import FUNCTION
from ..objects.classes import keeps_attributes_only
from ..objects.iterators import without_holes
from ..objects.libraries import LIBRARIES
from ..objects.locations import PLAIN, VALUES
from ..world.paths import is_of_agent
from .covered import Covered
from .frames import data_parts
from .many_objects import FEW, ITERATORS, by_type, held_by_many, located, located_in, unseen
from .visits import Visits, holds_nothing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any

    from ..objects.locations import Token
    from ..record.recorder import Recorder
    from .many_objects import ObjectsById

_PLAIN_HOMES = ("__main__", "builtins")
_BUILTINS = vars(builtins)
CHAINED = 8
"""The most objects that are followed one by one."""
SHORT = 20
"""The most elements of a container that is followed in this way."""
_PECULIAR = (
    type,
    types.ModuleType,
    types.FunctionType,
    weakref.ref,
    memoryview,
    itertools.zip_longest,
)


class Walks(Visits):
    """The part of `Reach` that walks."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.scanned = 0
        self.visited = 0
        self.plain_kinds: dict[type, bool] = {}
        self.pending_types: set[type] = set()
        self.found_types: set[type] = set()
        self.values_only = True
        self.lent: dict[Token, Any] = {}
        self.lenders: frozenset[Any] | None = None

    def begin_run(self, cell: Any, above: Sequence[str] | None) -> None:
        """A run of a cell begins. In notebook order the run finds only memory that the cells
        `above` have lent to libraries (`Shares`); None: in any order.
        """
        self.lenders = None
        if above is not None:
            self.lent = {token: lender for token, lender in self.lent.items() if lender != cell}
            self.lenders = frozenset((*above, cell))

    def lend(self, tokens: Iterable[Token]) -> None:
        """A library was given the memory of these objects."""
        self.lent.update(dict.fromkeys(tokens, self.recorder.imports.used.cell))

    def walk(
        self,
        roots: Collection[Any],
        follow_globals: bool = False,
        seen: ObjectsById | None = None,
        limit: int = WALK_LIMIT,
        besides: Collection[ObjectsById] = (),
    ) -> ObjectsById:
        """Every object reachable from `roots` that may hold a location, as a dictionary from its
        id.

        `follow_globals` also follows the global names that notebook functions use. `seen` (the same
        kind of dictionary) holds what earlier walks have visited: it is not visited again, and what
        is found is added. `besides`: more such dictionaries, to which nothing is added. Raises
        Overflow past `limit`. Goes breadth first, all objects of a type at once: a hundred thousand
        small lists are common. `found_types` is then the types of what was found.
        """
        seen = {} if seen is None else seen
        found = {} if seen else seen
        self.pending_types = set()
        self.found_types = set()
        pending = located(roots, self.pending_types)
        self.plain_kinds.clear()
        classes: list[type] = []
        # the few found objects of a type, as long as all of `seen` is known by type
        few: dict[type, list[int] | None] | None = None if seen else {}
        if len(pending) == 1 and type(pending[0]) in LIBRARIES.data:
            parts = data_parts(pending[0], self.recorder.tokens.by_id)
            if parts is not None:
                self._take(parts, found, seen, besides)
                return found
        while pending or classes:
            if not pending:
                # (apart from their instances, which are then of one type)
                pending, classes = classes, []
                self.pending_types = set(map(type, pending))
            chained = []
            if len(pending) <= CHAINED:
                size = len(seen)
                pending, chained = self._one_by_one(
                    pending, follow_globals, found, seen, besides, limit
                )
                if len(seen) > size:
                    few = None
                self.pending_types = set(map(type, pending or chained))
                if not pending:
                    pending = chained
                    continue
            # this list keeps temporaries alive: no other object gets their identities during the
            # walk
            fresh = self._fresh(pending, seen, few, besides)
            types, self.pending_types = self.pending_types, set(map(type, chained))
            known = fresh.keys() & self.recorder.tokens.by_id.keys()
            layer = None
            if len(types) == 1 and type(seen) is Covered:
                layer = seen.add_layer(next(iter(types)), fresh.copy() if known else fresh)
            self.values_only = True
            seen.update(fresh)
            if found is not seen:
                found.update(fresh)
            if len(found) > limit:
                raise Overflow
            pending = chained
            # (apart, because objects known to probes may have an attribute dictionary)
            seen_by_probes = {key: fresh.pop(key) for key in known}
            for part in (seen_by_probes, fresh) if seen_by_probes else (fresh,):
                for kind, group in by_type(part.values(), types).items():
                    if not group:
                        continue
                    self.found_types.add(kind)
                    if few is not None:
                        _count(few, kind, group)
                    if kind in PLAIN:
                        self.scanned += sum(map(len, group))
                        held = located_in(kind, group, self.pending_types)
                        if held:
                            self.values_only = False
                            pending += held
                    elif kind in ITERATORS:
                        self.values_only = False
                        pending += located(gc.get_referents(*group), self.pending_types)
                    elif kind in LIBRARIES.data or not self._plain_group(
                        kind, group, pending, classes
                    ):
                        self.values_only = False
                        few = None
                        for obj in group:
                            parts = (
                                data_parts(obj, self.recorder.tokens.by_id)
                                if kind in LIBRARIES.data
                                else None
                            )
                            if parts is None:
                                before = len(pending)
                                self.visit(obj, follow_globals, found, pending)
                                self.pending_types.update(map(type, pending[before:]))
                            else:
                                self._take(parts, found, seen, besides)
                            if len(pending) > 2 * limit:
                                raise Overflow
            if layer is not None:
                layer.values_only = self.values_only
        return found

    def _fresh(
        self,
        pending: Sequence[Any],
        seen: ObjectsById,
        few: dict[type, list[int] | None] | None,
        besides: Collection[ObjectsById],
    ) -> ObjectsById:
        """Those of these objects that no walk has visited, without those that are not looked into."""
        if few is not None and len(self.pending_types) == 1:
            fresh = unseen(pending, seen, few.get(next(iter(self.pending_types)), ()))
        else:
            fresh = unseen(pending, seen)
        for key in fresh.keys() & self.recorder.output.by_id.keys():
            del fresh[key]
        # `exec` puts this module's dictionary into its globals; by IPython's names it leads to the
        # whole shell
        fresh.pop(id(_BUILTINS), None)
        for earlier in besides:
            for key in fresh.keys() & earlier.keys():
                del fresh[key]
        return fresh

    def _one_by_one(
        self,
        objects: list[Any],
        follow_globals: bool,
        found: ObjectsById,
        seen: ObjectsById,
        besides: Collection[ObjectsById],
        limit: int,
    ) -> tuple[list[Any], list[Any]]:
        """Follows plain instances, short containers, and objects of Python's own classes, which may
        form chains, while there are few at a time. Returns all other objects, and the rest.
        """
        others = []
        by_id, plain, streams, namespace = (
            self.recorder.tokens.by_id,
            self.plain_kinds,
            self.recorder.output.by_id,
            self.recorder.namespace,
        )
        while 0 < len(objects) <= CHAINED:
            parts = []
            for obj in objects:
                kind = type(obj)
                key = id(obj)
                if key in seen or (besides and any(key in earlier for earlier in besides)):
                    continue
                if kind in PLAIN and len(obj) <= SHORT:
                    self.scanned += len(obj)
                    # (another thread may change the container meanwhile)
                    held = [*obj.keys(), *obj.values()] if kind is dict else list(obj)
                elif plain.get(kind) and key not in by_id:
                    held = gc.get_referents(obj)
                elif kind is type:
                    held = kind_of(obj).parts(obj, namespace)
                elif (
                    kind is FUNCTION
                    and not follow_globals
                    and holds_nothing(obj)
                    and not is_of_agent(obj)
                ):
                    held = ()
                elif is_bare(kind) and key not in streams:
                    self.visited += 1
                    held = referred(obj)
                else:
                    others.append(obj)
                    continue
                seen[key] = found[key] = obj
                self.found_types.add(kind)
                # (one loop, for a chain may have any number of links)
                for part in held:
                    of = type(part)
                    if of in VALUES or (part is kind and plain.get(kind)):
                        continue
                    if of is dict and kind not in PLAIN and part is own_dict(obj):
                        parts += [value for value in part.values() if type(value) not in VALUES]
                    else:
                        parts.append(part)
            if len(found) > limit:
                raise Overflow
            objects = parts
        return others, objects

    def _take(
        self,
        parts: Iterable[Any],
        found: ObjectsById,
        seen: ObjectsById,
        besides: Collection[ObjectsById],
    ) -> None:
        """Adds objects that need no visit."""
        for part in parts:
            key = id(part)
            if key not in seen and not any(key in earlier for earlier in besides):
                seen[key] = found[key] = part
                self.found_types.add(type(part))

    def _plain_group(
        self,
        kind: type,
        group: list[Any],
        pending: list[Any],
        classes: list[type],
    ) -> bool:
        """Follows, all at once, instances of a class of the notebook or of an own module that hold
        nothing but their attributes. The class goes to `classes`.
        """
        plain = self.plain_kinds.get(kind)
        if plain is None:
            plain = self._is_plain(kind)
            # (of other classes there is more to look at)
            self.plain_kinds[kind] = plain and all(
                home(base) in _PLAIN_HOMES or home(base) in self.recorder.imports.local
                for base in kind.__mro__
            )
        elif not plain:
            plain = self._is_plain(kind)
        if not plain:
            return False
        parts, kinds, holders = held_by_many(kind, group)
        if holders:
            # the contents of their attribute dictionaries
            own = [attributes for attributes in map(own_dict, holders) if attributes is not None]
            dictionaries = set(map(id, own))
            more = [
                part
                for part in gc.get_referents(*holders)
                if part is not kind and id(part) not in dictionaries
            ]
            more += itertools.chain.from_iterable(map(dict.values, own))
            kinds.update(map(type, more))
            parts += more
        local = self.recorder.imports.local
        classes.append(kind)
        if kinds <= VALUES:
            return True
        self.values_only = False
        if any(home(base) not in _PLAIN_HOMES and home(base) not in local for base in kind.__mro__):
            # C code of a base class may hold any objects
            parts = without_holes({id(part): part for part in parts}.values())
        pending += located(parts, self.pending_types)
        return True

    def _is_plain(self, kind: type) -> bool:
        """Whether instances of a class hold nothing but their attributes, and the state of a base
        class in C.
        """
        if issubclass(kind, _PECULIAR) or not (
            kind.__module__ == "__main__"
            or keeps_attributes_only(kind, self.recorder.imports.local)
        ):
            return False
        return not isinstance(KINDS.of(kind), (Arrays, Artists, Tables))


def _count(few: dict[type, list[int] | None], kind: type, group: list[Any]) -> None:
    """Note the ids of a type's objects among the `few`, or that there are many."""
    ids = few.get(kind, ())
    if ids is not None:
        few[kind] = [*ids, *map(id, group)] if len(ids) + len(group) <= FEW else None


class Overflow(Exception):
    """A walk visited more than WALK_LIMIT objects."""
