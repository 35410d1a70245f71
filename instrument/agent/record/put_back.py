"""Items and attributes that a statement reads, replaces, and puts back (`with using(5):`,
`mock.patch`). Such a statement has changed none of them, and has read all of them: with other
values it might leave them otherwise. Hot loops are not checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..objects.attributes import MISSING, own_dict
from ..objects.locations import WHOLE, attribute_field
from ..observer import Observer

if TYPE_CHECKING:
    from .statement import Statement

_OF_ATTRIBUTES = attribute_field("")


class Replaced(dict[tuple[str, str], tuple]):
    """By location: the object with the item or attribute, the key, and the value before."""


def note_replaced(
    statement: Statement | None,
    token: str,
    field: str,
    obj: Any,
    key: object,
    always: bool = False,
) -> None:
    """An item of a list or dictionary, or an attribute of an object, is about to be replaced.
    `always`: also one without a read in the statement.
    """
    at = (token, field)
    if statement is None or not statement.on or at in statement.writes:
        return
    if at in statement.states.get(Replaced, ()):
        return
    if always or at in statement.reads or (token, WHOLE) in statement.reads:
        if field[:2] == _OF_ATTRIBUTES:
            holder = vars(obj) if issubclass(type(obj), type) else own_dict(obj)
        else:
            holder = obj if type(obj) in (dict, list) else None
        old = MISSING if holder is None else _now(holder, key)
        if old is not MISSING:
            statement.state(Replaced)[at] = (holder, key, old)


class PutBack(Observer):
    """Withdraws the writes of locations that have their old value at the end of the statement."""

    State = Replaced

    def report(self, statement: Statement, state: Replaced) -> None:
        for at, (holder, key, old) in state.items():
            if at in statement.writes and _now(holder, key) is old:
                statement.put_back(at)
        state.clear()


def _now(holder: Any, key: object) -> object:
    try:
        return holder[key]
    except (LookupError, TypeError):
        return MISSING
