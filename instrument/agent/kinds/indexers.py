"""pandas: objects that show a frame: `.loc` and its like, flags; and groups of options."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..objects.locations import WHOLE, key_field
from .kind import Family, Kind
from .registry import kind_of
from .tables import MAX_COLUMNS, Frames

if TYPE_CHECKING:
    from typing import Any

    from ..objects.libraries import Frame
    from ..objects.locations import Field


class Indexers(Kind):
    """`.loc`, `.iloc`, `.at`, `.iat`, which show their frame."""

    def owner(self, obj: Any) -> Any:
        return getattr(obj, "obj", obj)


class Flags(Kind):
    """The flags of a frame or series."""

    def owner(self, obj: Any) -> Any:
        shown = obj._obj()
        return obj if shown is None else shown


class Options(Kind):
    """Groups of options, which show all options."""

    def owner(self, obj: Any) -> Any:
        return sys.modules["pandas"].options


def indexer_fields(indexer: Any, key: Any) -> tuple[list[Field], bool]:
    """Fields of the frame behind `.loc`, `.iloc`, `.at`, `.iat` that `indexer[key]` touches, and
    whether a store would enlarge the frame.
    """
    frame = indexer.obj
    kind = kind_of(frame)
    if not isinstance(kind, Frames):
        return [WHOLE], False
    if (
        type(indexer).__name__ in ("_LocIndexer", "_AtIndexer")
        and type(key) is tuple
        and len(key) == 2
    ):
        fields, new = (
            kind.item_fields(frame, key[1])
            if not issubclass(type(key[1]), tuple)
            else ([WHOLE], False)
        )
        # a new row label would enlarge the frame
        if new or not (
            type(key[0]) is slice or hasattr(key[0], "dtype") or _has_label(frame, key[0])
        ):
            return [WHOLE], True
        return fields, False
    if by_position(indexer) and type(key) is tuple and len(key) == 2:
        return _columns_at(frame, key[1]), False
    return [WHOLE], False


def by_position(indexer: object) -> bool:
    """Whether an indexer takes positions."""
    return type(indexer).__name__ in ("_iLocIndexer", "_iAtIndexer")


def _columns_at(frame: Frame, positions: int | slice) -> list[Field]:
    """The fields of the columns at a position or a slice of positions."""
    columns = frame.columns
    if type(positions) not in (int, slice) or columns.nlevels > 1 or len(columns) > MAX_COLUMNS:
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


FAMILY = Family(
    named={
        # (the second name is pandas 2's)
        ("pandas", "Flags"): Flags(),
        ("pandas.core.flags", "Flags"): Flags(),
        ("pandas._config.config", "DictWrapper"): Options(),
    },
    modules={"pandas.core.indexing": Indexers()},
)
