"""The global names that keep an object alive, found from the object upwards. `walks` has the other
direction, from the names.
"""

from __future__ import annotations

import gc
import itertools
import types
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..objects.locations import Namespace

LEVELS = 6
"""Containers and objects within one another."""
MANY = 1000
"""The most holders of one level that are looked at: an object with more holders stays alive anyway.
"""

_NEVER = (types.FrameType, types.ModuleType, type)


def names_that_hold(obj: object, namespace: Namespace, ours: Collection[int]) -> set[str]:
    """Global names whose values are `obj`, or lead to it. `ours`: the ids of dictionaries of the
    recorder.
    """
    found = set()
    level = [obj]
    seen = {id(obj), id(level), *ours}
    for _ in range(LEVELS):
        held = set(map(id, level))
        found.update(
            name
            for name, value in namespace.copy().items()
            if id(value) in held and type(name) is str
        )
        holders = gc.get_referrers(*level)
        seen.update((id(holders), id(namespace)))
        above = [
            h
            for h in itertools.islice(holders, MANY)
            if id(h) not in seen and not issubclass(type(h), _NEVER)
        ]
        seen.update(map(id, above))
        seen.add(id(above))
        if not above:
            break
        level = above
    return found
