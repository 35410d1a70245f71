"""Which version of its content a dictionary has, as CPython keeps it until 3.13: two looks that
find the same one have nothing between them. It is read from memory, where it is as expected;
elsewhere there are no versions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .memory import HEAD, IS_READABLE, number_at

if TYPE_CHECKING:
    from typing import Any

_PLACE = HEAD + 8
"""The place of the version in a dictionary, behind the number of its items."""


def version_of(dictionary: dict[Any, Any]) -> int | None:
    """The version of the content of a dictionary; None where Python keeps no versions."""
    return number_at(id(dictionary) + _PLACE) if _ARE_THERE and type(dictionary) is dict else None


def _are_there() -> bool:
    sample: dict[str, int] = {}
    seen = []
    for change in (
        lambda: None,
        lambda: sample.update(a=1),
        lambda: sample.update(b=2),
        lambda: sample.update(a=3),
        lambda: sample.pop("b"),
        sample.clear,
    ):
        change()
        seen.append(number_at(id(sample) + _PLACE))
    return len(set(seen)) == len(seen)


_ARE_THERE = IS_READABLE and {}.__sizeof__() >= _PLACE + 8 and _are_there()
