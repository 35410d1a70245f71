"""What many objects of one class held when a hot loop began to store into them, to tell later which
it has changed.

Values are compared by identity, so no code of the notebook runs. Nothing is recorded here.
"""

from __future__ import annotations

import itertools
import operator
from typing import TYPE_CHECKING, Any

from ..objects.attributes import instance_values
from ..objects.locations import WHOLE

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

OBJECTS_LIMIT = 5_000
"""More objects than these are not looked at one by one: a loop that stores into so many mostly
changes them all.
"""

ITEMS_LIMIT = 100_000


class Snapshot:
    """The content of a field of `objects`, all of class `cls`, by id; kept with them, so that no
    identity is taken by another.
    """

    def __init__(self, field: str, cls: type, objects: dict[int, Any]) -> None:
        self.field = field
        self.cls = cls
        self.objects = objects
        self.contents = dict(zip(objects, contents(field, cls, objects.values())))

    def unchanged(self, objects: dict[int, Any]) -> frozenset[int]:
        """The ids of those of `objects` that hold the same as they did."""
        known = {key: objects[key] for key in self.contents if key in objects}
        now = contents(self.field, self.cls, known.values())
        return frozenset([key for key, held in zip(known, now) if same(self.contents[key], held)])


class Column:
    """What many objects held under one name: the same as a Snapshot, by their order. Of objects
    that come later nothing is known.
    """

    def __init__(self, name: str, cls: type, objects: dict[int, Any], values: list[Any]) -> None:
        self.name = name
        self.cls = cls
        self.objects = objects
        self.values = values

    def unchanged(self, objects: dict[int, Any]) -> frozenset[int]:
        """The ids of those that hold the same as they did, whether they are among `objects` or
        not.
        """
        now = instance_values(self.cls, self.objects.values(), self.name)
        return frozenset(itertools.compress(self.objects, map(operator.is_, self.values, now)))


def snapshot(field: str, cls: type, objects: dict[int, Any]) -> Snapshot | None:
    """A Snapshot of objects of one class by id, which nobody may change; None when there is too
    much to keep.
    """
    if len(objects) > OBJECTS_LIMIT or (
        field == WHOLE and sum(map(len, objects.values())) > ITEMS_LIMIT
    ):
        return None
    return Snapshot(field, cls, objects)


def contents(field: str, cls: type, objects: Collection[Any]) -> list[tuple[Any, ...]]:
    if field != WHOLE:
        return [(value,) for value in instance_values(cls, objects, field[2:])]
    return [(*obj.keys(), *obj.values()) if cls is dict else tuple(obj) for obj in objects]


def same(before: Sequence[Any], now: Sequence[Any]) -> bool:
    """Whether two contents are the same objects in the same order. An attribute that is None may be
    one that is not there.
    """
    if len(before) == 1 and before[0] is None:
        return False
    return len(before) == len(now) and all(map(operator.is_, before, now))
