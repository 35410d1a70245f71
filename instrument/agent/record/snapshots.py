"""The content of many objects of one class at the time when a hot loop began to store into them.
Later the changed ones are found by a comparison of identities, so no code of the notebook runs.
This file records nothing.
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
"""The most objects that are compared one by one: a loop that stores into more objects mostly
changes them all.
"""

ITEMS_LIMIT = 100_000


class Snapshot:
    """The content of a field of `objects`, all of class `cls`, by id. The snapshot holds the
    content, so that no other object gets the identity.
    """

    def __init__(self, field: str, cls: type, objects: dict[int, Any]) -> None:
        self.field = field
        self.cls = cls
        self.objects = objects
        self.contents = dict(zip(objects, contents(field, cls, objects.values())))

    def unchanged(self, objects: dict[int, Any]) -> frozenset[int]:
        """The ids of the objects among `objects` with the same content as before."""
        known = {key: objects[key] for key in self.contents if key in objects}
        now = contents(self.field, self.cls, known.values())
        return frozenset([key for key, held in zip(known, now) if same(self.contents[key], held)])


class Column:
    """The values of many objects under one name, by position; later objects are unknown."""

    def __init__(self, name: str, cls: type, objects: dict[int, Any], values: list[Any]) -> None:
        self.name = name
        self.cls = cls
        self.objects = objects
        self.values = values

    def unchanged(self, objects: dict[int, Any]) -> frozenset[int]:
        """The ids of objects with the same value as before, whether or not they are among
        `objects`.
        """
        now = instance_values(self.cls, self.objects.values(), self.name)
        return frozenset(itertools.compress(self.objects, map(operator.is_, self.values, now)))


def snapshot(field: str, cls: type, objects: dict[int, Any]) -> Snapshot | None:
    """A Snapshot of objects of one class by id; nobody may change the result. None: the content is
    too large.
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
    """Whether two contents are the same objects in the same order. An attribute with the value None
    counts as one that may be missing.
    """
    if len(before) == 1 and before[0] is None:
        return False
    return len(before) == len(now) and all(map(operator.is_, before, now))
