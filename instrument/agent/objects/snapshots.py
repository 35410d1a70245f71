"""How states of objects are read and compared: by the identity of the parts, buffers by a
position-sensitive checksum.
"""

from __future__ import annotations

import operator
import zlib
from typing import TYPE_CHECKING

from .attributes import MISSING
from .locations import STRUCTURE, WHOLE, attribute_field

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeAlias

    from .libraries import Array
    from .locations import Field

    Snapshot: TypeAlias = tuple[Any, ...]
    """The form of a snapshot ("sequence", "mapping", "attributes" …), and the parts of that form."""

PLAIN = "plain"
"""The kind of the state of an object that keeps attributes only."""
MANY_ITEMS = 50
"""Changed items of a list or array, beyond which it counts as changed as a whole."""


def checksum(array: Array) -> int:
    if array.flags.c_contiguous:
        view = array
    elif array.flags.f_contiguous:
        view = array.T
    else:
        view = array.copy(order="C")
    try:
        return zlib.adler32(memoryview(view).cast("B")) if view.size else 0
    except (TypeError, ValueError, BufferError):
        return zlib.adler32(view.tobytes())


def content_of(cell: types.CellType) -> Any:
    """The value of a closure variable; MISSING when it has none."""
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


def attribute_key(key: object) -> Field:
    """The field of an entry of an attribute dictionary."""
    return attribute_field(str(key))


def replaced(old: Sequence[object], new: Sequence[object]) -> list[int]:
    """The positions at which two sequences of one length have different objects."""
    return [i for i, (x, y) in enumerate(zip(old, new)) if x is not y]


def same_entries(old: Mapping[Any, object], new: Mapping[Any, object]) -> bool:
    """Whether two mappings have the same keys and values, in the same order."""
    return (
        len(old) == len(new)
        and all(map(operator.is_, old.values(), new.values()))
        and all(map(operator.is_, old, new))
    )


def mapping_changes(
    old: Mapping[Any, object], new: Mapping[Any, object], field: Callable[[Any], Field]
) -> list[Field]:
    """The fields (`field(key)`) of the entries in which two mappings differ."""
    if same_entries(old, new):
        return []
    changed = []
    resized = len(old) != len(new)
    for key, value in new.items():
        if old.get(key, MISSING) is not value:
            changed.append(field(key))
            resized = resized or key not in old
    for key in old:
        if key not in new:
            changed.append(field(key))
            resized = True
    # in another order the same entries are iterated over differently
    resized = resized or not all(map(operator.is_, old, new))
    if len(changed) > 50:
        return [WHOLE]
    return changed + ([STRUCTURE] if resized else [])
