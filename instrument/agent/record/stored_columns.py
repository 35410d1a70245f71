"""Side effects of a library at the store of a column: new coordinates, or copies of all other
columns. The parts of the object are compared before and after the statement. A part that was
replaced by an equal copy counts as unchanged: parts that both share are the same objects, and
earlier changes of the old part count for the copy.

Imprecise: a column counts as changed when its copy differs in an object that the comparison does
not open, such as a new array with equal numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..kinds.columns import COLUMNS, CONTAINERS, attributes_of, shallow_copy
from ..objects.attributes import MISSING
from ..objects.locations import (
    ATOMIC,
    STRUCTURE,
    WHOLE,
    are_atoms,
    attribute_field,
    key_field,
    presence_field,
)
from ..observer import Observer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .recorder import Recorder
    from .statement import Statement

    Pairs = list[tuple[Any, Any]]
    """Objects, each with its copy."""

_DEEP = 5
"""How far copies are compared."""


class Stored(dict[int, tuple[Any, dict[str, tuple[Any, Any]]]]):
    """By identity: an object with columns, and by attribute the value before, with a copy."""


class StoredColumns(Observer):
    """Compares objects with columns into which a statement stores columns."""

    State = Stored

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def watch(self, obj: Any) -> None:
        """A column of this object is about to be stored or deleted."""
        statement = self.recorder.current
        if statement is not None and id(obj) not in statement.state(Stored):
            parts = {
                name: (value, shallow_copy(value)) for name, value in attributes_of(obj).items()
            }
            statement.state(Stored)[id(obj)] = (obj, parts)

    def report(self, statement: Statement, state: Stored) -> None:
        for obj, before in state.values():
            after = attributes_of(obj)
            columns = COLUMNS.attribute(type(obj))
            for name in before.keys() | after.keys():
                held, old = before.get(name, (MISSING, MISSING))
                new = after.get(name, MISSING)
                if held is not new:
                    self._hand_on(held, new)
                if name == columns and type(new) is dict:
                    self._report_columns(statement, obj, old, new)
                    if held is new:
                        # stored in place: all holders of the mapping notice
                        self._report_columns(statement, held, old, new)
                elif not self._same(old, new):
                    self._mutate(statement, obj, attribute_field(name))
                    if held is new:
                        self._mutate(statement, held, WHOLE)
        state.clear()

    def _report_columns(
        self, statement: Statement, obj: Any, old: Mapping[Any, Any], new: Mapping[Any, Any]
    ) -> None:
        """Records changed columns, besides the columns that the statement stores."""
        token = self.recorder.tokens.of(obj)
        is_changed = False
        for key in (*new, *(key for key in old if key not in new)):
            if self._same(old.get(key, MISSING), new.get(key, MISSING)):
                continue
            is_changed = True
            field = key_field(key)
            if (token, field) in statement.writes:
                continue
            self._mutate(statement, obj, field)
            if field != WHOLE and (key in old) != (key in new):
                self._mutate(statement, obj, presence_field(field))
        if is_changed and old.keys() == new.keys() and list(old) != list(new):
            self._mutate(statement, obj, STRUCTURE)

    def _same(self, old: Any, new: Any) -> bool:
        """Whether a value is the same as before, or an equal copy; changes of the old value then
        count for the copy.
        """
        pairs = _copied(old, new, _DEEP)
        for original, copy in pairs or ():
            self._hand_on(original, copy)
        return pairs is not None

    def _hand_on(self, original: Any, copy: Any) -> None:
        recorder = self.recorder
        names = recorder.summaries.among({id(original)})
        token = recorder.tokens.peek(original)
        if token is not None:
            names.update(recorder.summaries.of_token(token, WHOLE))
            if token in recorder.written:
                names.add(token)
        for name in names:
            recorder.read(name, WHOLE, "compared")
        if names:
            recorder.mutate(recorder.tokens.of(copy), WHOLE, "compared")

    def _mutate(self, statement: Statement, obj: Any, field: str) -> None:
        self.recorder.mutate(self.recorder.tokens.of(obj), field, "compared")


def _copied(old: Any, new: Any, depth: int) -> Pairs | None:
    """The objects that were replaced by equal copies, each with its copy, if `new` is otherwise the
    same as `old`. None: the values differ, or the comparison is not possible.
    """
    if old is new or (old is None and type(new) in CONTAINERS and not new):
        # (many libraries make an empty dictionary when somebody first asks)
        return []
    if type(old) is not type(new) or depth == 0:
        return None
    if type(old) in ATOMIC:
        return [] if old == new else None
    parts = _parts_beside(old, new)
    if parts is None:
        return None
    pairs: Pairs = [(old, new)]
    for was, now in parts:
        inner = _copied(was, now, depth - 1)
        if inner is None:
            return None
        pairs += inner
    return pairs


def _parts_beside(old: Any, new: Any) -> Pairs | None:
    """The parts of two objects of one type, side by side. None: they differ, or are unknown."""
    kind = type(old)
    if kind is set:
        return [] if are_atoms(old) and are_atoms(new) and old == new else None
    if kind is list or kind is tuple:
        return list(zip(old, new)) if len(old) == len(new) else None
    before, after = (old, new) if kind is dict else (attributes_of(old), attributes_of(new))
    if kind is not dict and not before:
        return None
    same = are_atoms(before) and are_atoms(after) and list(before) == list(after)
    return list(zip(before.values(), after.values())) if same else None
