"""What values have in common: an object that another name leads to as well is changed for both, so
that an equal copy cannot take its place.
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
"""Objects in a value that are looked through for what it has in common with others."""


class Aliases:
    """Looks at the values of names in `namespace`. `is_plain` tells whether nobody can tell two
    such values apart when they are equal.
    """

    def __init__(self, namespace: Namespace, reach: Reach, is_plain: Callable[[Any], bool]) -> None:
        self.namespace = namespace
        self.reach = reach
        self.is_plain = is_plain

    def is_changeable(self, value: Any) -> bool:
        """Whether something may be changed in it: tuples and the like of plain values are not."""
        kind = type(value)
        return not (
            self.is_plain(value)
            or LIBRARIES.is_scalar(kind)
            or (kind in (tuple, frozenset) and all(map(self.is_plain, value)))
        )

    def shared(
        self, bound: set[str], read: set[str]
    ) -> tuple[dict[str, set[str]] | None, set[str]]:
        """Of the names that a run bound to what may be changed: which others of them, and of those
        that it read, stand for something that has a part in common with it (what is twice in one
        value shows in its digest); None: that is too much to look through. And those that stand for
        a part of what it read.
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
        """Whether the values of these names lead to the same objects that the run was given, and
        have parts in common with one another, as `others` do: else one of these in its place would
        be another alias.
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
        """Whether these values, which a run has left in settings, modules and the like, lead to
        something that the new values of names have and the old ones lack: `db = helpers.get()`,
        where `helpers` keeps the object.
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
