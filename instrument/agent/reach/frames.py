"""What arrays, and frames, series and indices of such, reach: found directly, for they are read at
every other call.

It gives what a walk (see `walks`) would find, and leaves everything unusual to it. Nothing is
recorded here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kinds.blocks import shared_manager
from ..kinds.kind import WALK_LIMIT
from ..objects.attributes import home, own_dict
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..objects.libraries import Array
    from ..objects.tokens import Entry

_BACKED = frozenset({"StringArray", "DatetimeArray", "TimedeltaArray"})
"""pandas' own arrays that hold a numpy array and nothing else that matters."""


def data_parts(obj: object, by_id: Mapping[int, Entry]) -> list[Any] | None:
    """The located objects that a value of a class in `LIBRARIES.data` reaches, itself among them;
    None where it takes a walk. `by_id`: the tokens.
    """
    found = []
    return found if _take(obj, by_id, found) else None


def _take(obj: Any, by_id: Mapping[int, Entry], found: list[Any]) -> bool:
    if type(obj) is LIBRARIES.ndarray:
        return _take_array(obj, found)
    if type(obj) not in LIBRARIES.data:
        return False
    found.append(obj)
    own = own_dict(obj)
    if own is None:
        return False
    shared = shared_manager(obj)
    if shared is not None:
        found.append(shared)
    manager = own.get("_mgr")
    if manager is None:
        values = own.get("_data")
        return values is None or _take_values(values, found)
    attrs = own.get("_attrs")
    if attrs or id(attrs) in by_id:
        return False
    try:
        return all(_take(axis, by_id, found) for axis in manager.axes) and all(
            _take_array(getattr(block.values, "_ndarray", block.values), found)
            for block in manager.blocks
        )
    except AttributeError:
        return False


def _take_values(values: Any, found: list[Any]) -> bool:
    """What an index keeps its labels in."""
    kind = type(values)
    if kind.__name__ in _BACKED and home(kind).startswith("pandas."):
        found.append(values)
        return _take_array(getattr(values, "_ndarray", None), found)
    return _take_array(values, found)


def _take_array(array: Array, found: list[Any]) -> bool:
    if type(array) is not LIBRARIES.ndarray:
        return False
    found.append(array)
    if array.dtype.hasobject and (
        array.size > WALK_LIMIT or not set(map(type, array.ravel().tolist())) <= ATOMIC
    ):
        return False
    # other objects than arrays may stand for a file, or lend shared memory
    return array.base is None or _take_array(array.base, found)
