"""Which field of an object a subscript or an attribute names: columns of frames, keys, indices,
structure.

Pure look-ups on live objects; nothing is recorded here.
"""

from __future__ import annotations

import collections
import functools
import operator
from typing import TYPE_CHECKING

from .attributes import home, own_dict, static
from .columns import COLUMNS, item_fields
from .kept_in_c import KEPT_IN_C
from .libraries import LIBRARIES
from .locations import STRUCTURE, VALUES, WHOLE, attribute_field, key_field

if TYPE_CHECKING:
    from collections.abc import Sized
    from typing import Any

    from ..record.recorder import Recorder
    from .libraries import Frame
    from .locations import Field

_MAX_ITEMS = 40
"""Items of a slice that are recorded one by one."""

_STRUCTURE_ATTRIBUTES = frozenset({"shape", "columns", "size", "empty", "ndim", "index", "axes"})


def subscript_fields(obj: Any, key: Any) -> tuple[list[Field], bool]:
    """Fields that `obj[key]` touches, and whether the key is new to `obj` (a store would change its
    structure).
    """
    if issubclass(type(obj), dict):
        field = key_field(key)
        try:
            return [field], field == WHOLE or key not in obj
        except TypeError:
            return [WHOLE], False
    if issubclass(type(obj), (list, collections.deque, tuple, bytearray)):
        # (no method of anybody's own is called)
        if (
            type(key) is int
            or static(type(key), "__index__") is int.__index__
            or (type(key) in VALUES and static(type(key), "__index__") is not None)
        ):
            index = operator.index(key)
            return ["i:%d" % (index if index >= 0 else index + len(obj))], False
        return [WHOLE], False
    libraries = LIBRARIES
    if libraries.frame is not None and issubclass(type(obj), libraries.frame):
        return _column_fields(obj, key)
    items = COLUMNS.items(obj)
    return ([WHOLE], False) if items is None else item_fields(items, key)


def slice_fields(sequence: Sized, key: slice) -> list[Field]:
    """The fields of the items that `sequence[key]` takes, and STRUCTURE where the length of the
    sequence decides about them.
    """
    if key.step == 0 or not all(
        part is None or type(part) is int for part in (key.start, key.stop, key.step)
    ):
        return [WHOLE]
    size = len(sequence)
    taken = range(size)[key]
    if len(taken) > _MAX_ITEMS:
        return [WHOLE]
    fields = ["i:%d" % index for index in taken]
    inside = all(part is not None and 0 <= part <= size for part in (key.start or 0, key.stop))
    if not inside or key.step not in (None, 1):
        fields.append(STRUCTURE)
    return fields


def _column_fields(frame: Frame, key: Any) -> tuple[list[Field], bool]:
    columns = frame.columns
    if type(key) in (str, int) or type(key) is tuple:
        field = key_field(key)
        if field == WHOLE or columns.nlevels > 1:
            return [WHOLE], False
        return [field], key not in columns
    if type(key) is list and key and all(type(k) is str for k in key) and columns.nlevels == 1:
        return [key_field(k) for k in key], any(k not in columns for k in key)
    return [WHOLE], False


def other_fields(frame: Frame, fields: list[Field]) -> list[Field]:
    """The fields of all columns of a frame but these; WHOLE where columns cannot be told apart."""
    libraries = LIBRARIES
    if libraries.frame is None or not issubclass(type(frame), libraries.frame) or WHOLE in fields:
        return [WHOLE]
    columns = frame.columns
    known = (
        [key_field(name) for name in columns]
        if columns.nlevels == 1 and len(columns) <= _MAX_ITEMS
        else [WHOLE]
    )
    return [WHOLE] if WHOLE in known else [field for field in known if field not in fields]


def indexer_fields(indexer: Any, key: Any) -> tuple[list[Field], bool]:
    """Fields of the frame behind `.loc`, `.iloc`, `.at`, `.iat` that `indexer[key]` touches."""
    frame = indexer.obj
    libraries = LIBRARIES
    if libraries.frame is None or not issubclass(type(frame), libraries.frame):
        return [WHOLE], False
    if (
        type(indexer).__name__ in ("_LocIndexer", "_AtIndexer")
        and type(key) is tuple
        and len(key) == 2
    ):
        fields, new = (
            _column_fields(frame, key[1])
            if not issubclass(type(key[1]), tuple)
            else ([WHOLE], False)
        )
        # a row label that does not exist yet would enlarge the frame
        if new or not (
            type(key[0]) is slice or hasattr(key[0], "dtype") or _has_label(frame, key[0])
        ):
            return [WHOLE], True
        return fields, False
    if by_position(indexer) and type(key) is tuple and len(key) == 2:
        return _columns_at(frame, key[1]), False
    return [WHOLE], False


def by_position(indexer: object) -> bool:
    return type(indexer).__name__ in ("_iLocIndexer", "_iAtIndexer")


def _columns_at(frame: Frame, positions: int | slice) -> list[Field]:
    """The fields of the columns at a position or a slice of positions."""
    columns = frame.columns
    if type(positions) not in (int, slice) or columns.nlevels > 1 or len(columns) > _MAX_ITEMS:
        return [WHOLE]
    try:
        found = columns[positions]
    except (IndexError, TypeError, ValueError):
        return [WHOLE]
    return [key_field(name) for name in (found if type(positions) is slice else (found,))] or [
        WHOLE
    ]


def _has_label(frame: Frame, label: object) -> bool:
    try:
        return label in frame.index
    except TypeError:
        return False


def attribute_fields(obj: Any, name: str, store: bool = False) -> list[Field]:
    """Fields that `obj.name` touches."""
    libraries = LIBRARIES
    if libraries.pandas and issubclass(type(obj), libraries.pandas):
        if libraries.frame is not None and issubclass(type(obj), libraries.frame):
            if not hasattr(type(obj), name) and name in obj.columns:
                return [key_field(name)]
            if name in _STRUCTURE_ATTRIBUTES and not store:
                return [STRUCTURE]
        if name in ("loc", "iloc", "at", "iat") and not store:
            # what is read is seen when it is subscripted
            return []
        if name == "names" or (
            name == "name"
            and libraries.index is not None
            and issubclass(type(obj), libraries.index)
        ):
            # of an index, two ways to say it
            return [attribute_field("names")]
        if name in ("name", "attrs", "flags"):
            return [attribute_field(name)]
        return [WHOLE]
    if libraries.ndarray is not None and issubclass(type(obj), libraries.ndarray):
        return [STRUCTURE] if name in ("shape", "size", "ndim", "dtype") and not store else [WHOLE]
    if (
        type(obj) is bytearray
        or home(type(type(obj))) == "_ctypes"
        or KEPT_IN_C.group(type(obj)) is not None
        or name == COLUMNS.attribute(type(obj))
    ):
        # memory that several attributes may show, or all columns
        return [WHOLE]
    return [attribute_field(name)]


def fills_cache(obj: object, name: str) -> bool:
    """Whether loading `obj.name` stores it on the object (functools.cached_property, first
    time).
    """
    return type(static(type(obj), name)) is functools.cached_property and name not in (
        own_dict(obj) or {}
    )


def size_field(recorder: Recorder, obj: object) -> Field:
    """The field of the length or key set of a container. The notebook's namespace and attribute
    dictionaries have no such field: for these a read of the size is a read of the whole.
    """
    open_ended = obj is recorder.namespace or recorder.tokens.is_alias(obj)
    return WHOLE if open_ended else STRUCTURE
