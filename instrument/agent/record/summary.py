"""Summary locations: one location stands for the same field of many objects that a hot loop has
changed.

A statement that stores into thousands of objects records them one by one only at first. Then every
object of the class that its widened reads have found may have changed (`reach/widening`). These
objects get no token, and no entry in the trace, only a note under their identity. A later read of
one of them reads the summary location.

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
"""The most identities in all groups; beyond the limit, identities of dead objects are removed."""

TOKENS_LIMIT = 200
"""The most objects with tokens that one summary records one by one."""


class Group:
    """Objects without a token, by identity, with some fields under summaries. `names`: the
    summaries by field.
    """

    __slots__ = ("ids", "names")

    def __init__(self, ids: set[int], names: dict[str, str]) -> None:
        self.ids = ids
        self.names = names


class Summaries:
    """The objects of each summary, by field: objects without a token in groups, the others by
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
        """The statement may have changed these fields of each of `objects` (by id), all of one
        class, except the `unchanged` ones (ids).
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
        """An object gets a token: its notes move from the identity to the token."""
        key = id(obj)
        for group in self.groups:
            if key in group.ids:
                group.ids.remove(key)
                self.by_token.setdefault(token, {}).update(group.names)
                self.recorder.written.add(token)

    def of_token(self, token: str, field: str) -> Collection[str]:
        """The summaries of this field of a token."""
        found = self.by_token.get(token)
        if found is None:
            return ()
        return [
            name for own, name in found.items() if own == field or field == WHOLE or own == WHOLE
        ]

    def replaced(self, token: str, field: str) -> None:
        """A field takes a new value, so its summaries no longer count."""
        found = self.by_token.get(token)
        if found is not None:
            found.pop(field, None)

    def among(self, ids: Collection[int]) -> set[str]:
        """The summaries of objects without a token, by identity (a set or keys view)."""
        return {
            name
            for group in self.groups
            if not group.ids.isdisjoint(ids)
            for name in group.names.values()
        }

    def of(self, obj: Any, field: str) -> None:
        """Reads the summaries of a field of an object without a token."""
        for group in self.groups:
            if id(obj) in group.ids:
                for own, name in group.names.items():
                    if own == field or WHOLE in (own, field):
                        self.recorder.read(name, WHOLE)
