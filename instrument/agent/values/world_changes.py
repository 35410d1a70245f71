"""The values of the world at two times, and the changes between these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..world.entry import ABSENT, same

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from ..objects.locations import Token
    from ..world.entry import Values

    World: TypeAlias = dict[Token, Values]
    """The values of each world location, by key."""
    Part: TypeAlias = tuple[Token, Any]
    """A world location and a key, or an object and a part of it."""


def differences(before: World, now: World) -> dict[Part, tuple[Any, Any]]:
    """The differences between two worlds: values before and after, by location and key."""
    found = {}
    for location, values in now.items():
        was = before[location]
        for key, value in values.items():
            old = was.get(key, ABSENT)
            if old is not value and not same(old, value):
                found[location, key] = (old, value)
        for key in was.keys() - values.keys():
            found[location, key] = (was[key], ABSENT)
    return found


def is_equal(a: Any, b: Any) -> bool:
    return a is b or (a.keys() == b.keys() and all(same(a[key], value) for key, value in b.items()))


def moved(value: Any, old: Any, new: Any) -> Any:
    """Apply the change from `old` to `new` to a value: entries added at either end of a sequence
    are added to the value's.
    """
    if same(value, old):
        return new
    if type(value) is tuple and has_grown(old, new):
        more = len(new) - len(old)
        return new[:more] + value if new[more:] == old else value + new[len(old) :]
    return value


def has_grown(old: Any, new: Any) -> bool:
    """Whether a sequence has become longer at one of its ends."""
    return (
        type(old) is type(new) is tuple
        and len(new) > len(old)
        and (new[len(new) - len(old) :] == old or new[: len(old)] == old)
    )


def attempt(put: Callable[..., object], *args: object) -> None:
    try:
        put(*args)
    except Exception:
        # the library refuses the value: the next comparison of the cell's world will show the
        # difference
        pass
