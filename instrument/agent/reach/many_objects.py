"""Many objects at once: the ones that may hold a location, by type, and their references."""

from __future__ import annotations

import gc
import itertools
import operator
import sys
from typing import TYPE_CHECKING

from ..objects.attributes import asked_for_dictionaries
from ..objects.cpython import taken
from ..objects.iterators import drawn_from, is_iterator
from ..objects.locations import VALUES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any, TypeAlias

    ObjectsById: TypeAlias = dict[int, Any]
    """Objects by identity, in the order in which a walk has found them."""

ITERATORS = frozenset(
    map(type, map(iter, ((), [], "", b"", range(0), {}, {}.values(), {}.items(), set())))
)
FEW = 16
"""The most objects that are asked for their dictionaries, whether or not these exist."""


def located(objects: Collection[Any], types: set[type] | None = None) -> list[Any]:
    """The objects that may hold a location. `types`: a set to which their types are added."""
    kinds = set(map(type, objects))
    if types is not None:
        types |= kinds - VALUES
    if kinds <= VALUES:
        return []
    if kinds.isdisjoint(VALUES):
        return list(objects)
    return [obj for obj in objects if type(obj) not in VALUES]


def located_in(kind: type, group: Collection[Any], types: set[type] | None = None) -> list[Any]:
    """The objects in containers of one kind that may hold a location; `types` as in `located`."""
    if len(group) > 4:
        return located(gc.get_referents(*group), types)
    found = []
    for obj in group:
        # a large container is searched in place
        found += (
            located(obj.keys(), types) + located(obj.values(), types)
            if kind is dict
            else located(obj, types)
        )
    return found


def by_type(objects: Collection[Any], kinds: Collection[type]) -> dict[type, list[Any]]:
    """The objects by their exact type, which is one of these. There may be none of a type."""
    if len(kinds) == 1:
        return dict.fromkeys(kinds, list(objects))
    if len(kinds) < 4:
        return {kind: [obj for obj in objects if type(obj) is kind] for kind in kinds}
    groups = {}
    for obj in objects:
        groups.setdefault(type(obj), []).append(obj)
    return groups


def unseen(
    objects: Collection[Any], seen: ObjectsById, few: Collection[int] | None = None
) -> ObjectsById:
    """The objects outside of `seen`, by id. `few`: the ids of all objects of their type in `seen`;
    None where these are many.
    """
    if few is not None:
        found = dict(zip(map(id, objects), objects))
        for key in few:
            found.pop(key, None)
        return found
    if len(seen) > len(objects) // 4:
        keys = list(map(id, objects))
        new = list(itertools.filterfalse(seen.__contains__, keys))
        if len(new) < len(keys):
            return {key: obj for key, obj in zip(keys, objects) if key not in seen} if new else {}
        return dict(zip(keys, objects))
    found = dict(zip(map(id, objects), objects))
    for key in found.keys() & seen.keys():
        del found[key]
    return found


def held_by_many(kind: type, group: list[Any]) -> tuple[list[Any], set[type], list[Any]]:
    """The references of instances of a class, mostly without the class and columns of values, and
    their types; and the instances that have or hold an attribute dictionary, because a question for
    the dictionary makes one.
    """
    parts, types, holders, pending, tried = [], set(), [], [group], 0
    while pending:
        some = pending.pop()
        held = gc.get_referents(*some)
        width, more = divmod(len(held), len(some))
        columns = [held]
        for place in () if more or not width else (width - 1, 0):
            # the values of attributes and then the class, or the class and then the items, again
            # and again
            if all(map(operator.is_, held[place::width], itertools.repeat(kind))):
                columns = [held[other::width] for other in range(width) if other != place]
                break
        kinds_of = [set(map(type, column)) for column in columns]
        kinds = set().union(*kinds_of)
        if dict not in kinds:
            for column, of in zip(columns, kinds_of):
                if not of <= VALUES:
                    parts += column
            types |= kinds
            continue
        start, stop = asked_for_dictionaries(kind, some, held, tried)
        tried += 1
        if start < stop:
            holders += some[start:stop]
            pending += filter(None, (some[:start], some[stop:]))
        elif len(some) < FEW or kinds <= {dict, type(kind)}:
            holders += some
        else:
            pending += (some[:start], some[start:])
    return parts, types, holders


_HELD_BY_ITERATOR = taken(3)
"""The number of references to an object that only an iterator and two walks hold."""


def without_lonely(found: ObjectsById, by_id: Mapping[int, object]) -> ObjectsById:
    """The findings without iterators over containers that only another iterator holds, such as the
    50 000 of `zip(*rows)`: a draw from them is a draw from the other iterator. `by_id`: objects
    that have a token, which stay.
    """
    # (a local name for `found[key]` would count)
    lonely = {
        key
        for key in found
        if type(found[key]) in ITERATORS
        and key not in by_id
        and sys.getrefcount(found[key]) <= _HELD_BY_ITERATOR
    }
    if lonely:
        lonely &= _drawn_through(found)
    return {key: obj for key, obj in found.items() if key not in lonely} if lonely else found


def _drawn_through(found: ObjectsById) -> set[int]:
    """The ids of objects that iterators over other iterators hold."""
    outer = [obj for obj in found.values() if is_iterator(type(obj)) and type(obj) not in ITERATORS]
    return {id(part) for obj in outer for part in drawn_from(obj)}
