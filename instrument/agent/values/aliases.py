"""Common parts of values. A change of an object behind two names changes both values, so an equal
copy cannot take the object's place.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from ..objects.libraries import LIBRARIES
from ..reach.walks import Overflow

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

    from ..objects.locations import Namespace
    from ..reach.deep_reads import Reach

PARTS = 50_000
"""The most objects searched for common parts in one value."""


class Aliases:
    """Looks at the values of names in `namespace`. `is_plain` tells whether nobody can tell two
    such values apart when they are equal.
    """

    def __init__(self, namespace: Namespace, reach: Reach, is_plain: Callable[[Any], bool]) -> None:
        self.namespace = namespace
        self.reach = reach
        self.is_plain = is_plain

    def is_changeable(self, value: Any) -> bool:
        """Whether a value has changeable parts. Tuples of plain values have none."""
        kind = type(value)
        return not (
            self.is_plain(value)
            or LIBRARIES.is_scalar(kind)
            or (kind in (tuple, frozenset) and all(map(self.is_plain, value)))
        )

    def shared(
        self, bound: set[str], read: set[str]
    ) -> tuple[dict[str, set[str]] | None, set[str]]:
        """Two answers about changeable values that a run bound to names.

        First, the names, among these and those in the run's reads, whose values have a common part.
        (An object twice in one value shows in its digest.) None: too many objects to search.
        Second, the names whose values are a part of the run's inputs.
        """
        made = {
            name: self.namespace[name] for name in bound if self.is_changeable(self.namespace[name])
        }
        given = {
            name: self.namespace[name]
            for name in (read - bound if made else ())
            if self.is_changeable(self.namespace[name])
        }
        values = {**made, **given}
        try:
            found = (
                {name: self.reach.walk([value], limit=PARTS) for name, value in values.items()}
                if len(values) > 1
                else {}
            )
        except Overflow:
            return None, set()
        made = {name: value for name, value in made.items() if name in found}
        common = {
            name: {
                other
                for other in found
                if other != name and not found[name].keys().isdisjoint(found[other].keys())
            }
            for name in made
        }
        return common, {
            name
            for name, value in made.items()
            if any(id(value) in found[other] for other in found.keys() - bound)
        }

    def share_alike(self, others: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
        """Whether the values of these names lead to the same inputs of the run, and have the same
        common parts, as `others` do. If not, a replacement by one of these values would make
        another alias.
        """
        values = {name: self.namespace[name] for name in others}
        if not any(map(self.is_changeable, (*values.values(), *others.values()))):
            return True
        try:
            reached = self.reach.walk([self.namespace[name] for name in given], limit=PARTS).keys()
            found = {
                name: (
                    self.reach.walk([value], limit=PARTS),
                    self.reach.walk([others[name]], limit=PARTS),
                )
                for name, value in values.items()
            }
        except Overflow:
            return False
        pairs = itertools.combinations(found.values(), 2)
        return all(
            reached & new.keys() == reached & old.keys() for new, old in found.values()
        ) and all(
            new.keys().isdisjoint(new2.keys()) == old.keys().isdisjoint(old2.keys())
            for (new, old), (new2, old2) in pairs
        )

    def are_held(
        self, new: Mapping[str, Any], old: Mapping[str, Any], values: Collection[Any]
    ) -> bool:
        """Whether these values, left by a run in settings or modules, lead to an object in the new
        values of names, and not in the old: `db = helpers.get()`, where `helpers` has the object.
        """
        values = [value for value in values if not self.is_plain(value)]
        if not values or not any(map(self.is_changeable, new.values())):
            return False
        try:
            made = (
                self.reach.walk([*new.values()], limit=PARTS).keys()
                - self.reach.walk([*old.values()], limit=PARTS).keys()
            )
            return not made.isdisjoint(self.reach.walk(values, limit=PARTS)) if made else False
        except Overflow:
            return True
