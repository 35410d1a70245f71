"""Summary locations: one location that stands for the same field of many objects, which a hot loop
has changed.

A statement that stores into thousands of objects records them one by one only at first. What it may
have changed is then every object of that class that its widened reads have found
(`reach/widening`); those get no token, and no entry in the trace, only a note under their identity.
Whoever reads one of them later reads the summary location.

The published term is a weak update of an abstract object (Chase, Wegman, Zadeck, PLDI 1990).

Imprecise: a change by a hot loop to one of many objects of a class may belong to any of them; the
note may outlive its object, and then count for another object at the same address.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

from ..objects.cpython import is_collected
from ..objects.locations import WHOLE

if TYPE_CHECKING:
    from collections.abc import Collection

    from .recorder import Recorder

IDENTITIES_LIMIT = 400_000
"""Identities in all groups; beyond it those of objects that have died are removed."""

TOKENS_LIMIT = 200
"""Objects with tokens that one summary records one by one."""


class Group:
    """Objects without a token, by identity, of which some fields stand under summaries: `names`, by
    field.
    """

    __slots__ = ("ids", "names")

    def __init__(self, ids: set[int], names: dict[str, str]) -> None:
        self.ids = ids
        self.names = names


class Summaries:
    """Which objects belong to which summary, by field: those without a token in groups, others by
    token.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.count = 0
        self.groups = []
        self.by_token = {}

    def add(
        self,
        fields: Collection[str],
        objects: dict[int, Any],
        unchanged: frozenset[int] = frozenset(),
    ) -> None:
        """The statement may have changed these fields of each of `objects` (by id), which are of
        one class, but the `unchanged` (ids).
        """
        recorder = self.recorder
        if not objects:
            return
        cls = type(next(iter(objects.values())))
        if not is_collected(cls) or (cls is dict and not all(map(gc.is_tracked, objects.values()))):
            # arrays and dictionaries of plain values: the collector cannot say later whether they
            # live
            for obj in [obj for key, obj in objects.items() if key not in unchanged]:
                for field in fields:
                    recorder.mutate(recorder.tokens.of(obj), field, "widened")
            return
        ids = set(objects)
        ids -= unchanged
        if not ids:
            return
        self.count += 1
        name = "summary.%d" % self.count
        by_id = recorder.tokens.by_id
        tokened = by_id.keys() & ids
        self._add_tokens(name, fields, [by_id[key].token for key in tokened])
        ids -= tokened
        if ids:
            self._add_group(name, fields, ids)
        recorder.write(name, WHOLE, "widened")
        if sum(len(group.ids) for group in self.groups) > IDENTITIES_LIMIT:
            self._forget_dead()

    def _add_tokens(self, name: str, fields: Collection[str], tokens: Collection[str]) -> None:
        recorder = self.recorder
        if len(tokens) <= TOKENS_LIMIT:
            for token in tokens:
                for field in fields:
                    recorder.mutate(token, field, "widened")
            return
        for token in tokens:
            recorder.written.add(token)
            summaries = self.by_token.setdefault(token, {})
            for field in fields:
                earlier = summaries.get(field)
                if earlier is not None:
                    recorder.read(earlier, WHOLE, "widened")
                # whoever wrote the object last
                recorder.read(token, field, "widened")
                summaries[field] = name

    def _add_group(self, name: str, fields: Collection[str], ids: set[int]) -> None:
        groups = []
        for group in self.groups:
            replaced = group.names.keys() & fields
            if replaced and not group.ids.isdisjoint(ids):
                earlier = {field: group.names.pop(field) for field in replaced}
                for other in earlier.values():
                    self.recorder.read(other, WHOLE, "widened")
                left = group.ids != ids and group.ids - ids
                if left:
                    groups.append(Group(left, earlier))
            if group.names:
                groups.append(group)
        groups.append(Group(ids, dict.fromkeys(fields, name)))
        self.groups = groups

    def _forget_dead(self) -> None:
        alive = set(map(id, gc.get_objects()))
        for group in self.groups:
            group.ids &= alive
        self.groups = [group for group in self.groups if group.ids]

    def named(self, obj: Any, token: str) -> None:
        """An object gets a token: what was noted under its identity is now under the token."""
        key = id(obj)
        for group in self.groups:
            if key in group.ids:
                group.ids.remove(key)
                self.by_token.setdefault(token, {}).update(group.names)
                self.recorder.written.add(token)

    def of_token(self, token: str, field: str) -> Collection[str]:
        """Summaries that cover this field of a token."""
        found = self.by_token.get(token)
        if found is None:
            return ()
        return [
            name for own, name in found.items() if own == field or field == WHOLE or own == WHOLE
        ]

    def replaced(self, token: str, field: str) -> None:
        """A field takes a new value: what the summary did to it does not matter any more."""
        found = self.by_token.get(token)
        if found is not None:
            found.pop(field, None)

    def among(self, ids: Collection[int]) -> set[str]:
        """Summaries of the untokened objects with these identities (a set or keys view)."""
        return {
            name
            for group in self.groups
            if not group.ids.isdisjoint(ids)
            for name in group.names.values()
        }

    def of(self, obj: Any, field: str) -> None:
        """Read the summaries that cover a field of an untokened object."""
        for group in self.groups:
            if id(obj) in group.ids:
                for own, name in group.names.items():
                    if own == field or WHOLE in (own, field):
                        self.recorder.read(name, WHOLE)
