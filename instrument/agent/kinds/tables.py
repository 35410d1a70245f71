"""pandas: frames, series and indices, and the objects that show a part of one."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC, STRUCTURE, WHOLE, attribute_field, key_field
from ..objects.snapshots import checksum, mapping_changes, replaced
from .blocks import blocks, buffers, shared_manager
from .kind import Family, Inexact, Kind, Uncopied
from .registry import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any

    from ..objects.libraries import Frame
    from ..objects.locations import Field, Namespace
    from ..objects.snapshots import Snapshot
    from ..values.digest import Feed
    from ..values.kept_copies import Copier

MAX_COLUMNS = 40
"""Columns of a frame that are recorded one by one."""
_STRUCTURE_ATTRIBUTES = frozenset({"shape", "columns", "size", "empty", "ndim", "index", "axes"})
_OF_PANDAS = frozenset(
    "_mgr _item_cache _attrs _flags _name _names _data _cache _cacher _id _is_copy _index _range _references _engine _freq _tz _codes _levels _sortorder _no_setting_name _hidden_attrs _typ _metadata".split()
)
"""Attributes in which pandas keeps content and caches."""
_INDEXERS = ("loc", "iloc", "at", "iat")
_LABELS = ("name", "attrs", "flags")
_HASHABLE = frozenset(
    {
        "string",
        "boolean",
        "integer",
        "floating",
        "mixed-integer-float",
        "decimal",
        "date",
        "datetime",
        "datetime64",
        "timedelta",
        "empty",
    }
)
"""What pandas calls columns of objects that nobody can change."""


class Tables(Kind):
    """What frames, series and indices have in common."""

    hands_out = True
    has_content = True

    def attribute_fields(self, obj: Any, name: str, store: bool = False) -> list[Field]:
        if name in _INDEXERS and not store:
            # (the subscript of the indexer reads)
            return []
        if name == "names":
            return [attribute_field(name)]
        return [attribute_field(name)] if name in _LABELS else [WHOLE]

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        shared = shared_manager(obj)
        found = [] if shared is None else [shared]
        manager = getattr(obj, "_mgr", None)
        if manager is None:
            # of a RangeIndex the attribute would make all its numbers, and keep them
            values = getattr(obj, "__dict__", {}).get("_data")
            return [values] if values is not None else []
        try:
            found.extend(manager.axes)
            found.extend(blocks(obj))
            if obj.attrs:
                found.append(obj.attrs)
        except AttributeError:
            return gc.get_referents(obj)
        return found

    def holds_content(self, obj: Any, namespace: Namespace) -> bool:
        return True

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        manager = getattr(obj, "_mgr", None)
        if manager is None:
            return ("attributes", {"name": getattr(obj, "_name", None)}, None, None)
        held = []
        for block in manager.blocks:
            values = getattr(block.values, "_ndarray", block.values)
            is_array = issubclass(type(values), LIBRARIES.ndarray)
            total = checksum(values) if is_array and not values.dtype.hasobject else None
            items = values.ravel().tolist() if is_array and total is None else None
            held.append((block.values if items is None and total is None else None, total, items))
        own = {k: v for k, v in obj.__dict__.items() if k not in ("_mgr", "_item_cache", "_flags")}
        return ("pandas", list(manager.axes), held, own)

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        if before[0] != "pandas":
            return super().changes(obj, before, after, keyed)
        same = len(before[1]) == len(after[1]) and not replaced(before[1], after[1])
        same = same and len(before[2]) == len(after[2])
        same = same and all(map(_is_same_block, before[2], after[2]))
        return [] if same and not mapping_changes(before[3], after[3], str) else [WHOLE]

    def copy(self, obj: Any, copier: Copier) -> Any:
        if type(obj) is not LIBRARIES.frame and type(obj) is not LIBRARIES.series:
            raise Uncopied(type(obj).__qualname__)
        pandas = sys.modules["pandas"]
        if obj.attrs or not obj.flags.allows_duplicate_labels:
            raise Uncopied("attributes")
        columns = [obj.iloc[:, i] for i in range(obj.shape[1])] if obj.ndim == 2 else [obj]
        for column in columns:
            if (
                column.dtype == object
                and pandas.api.types.infer_dtype(column, skipna=True) not in _HASHABLE
            ):
                raise Uncopied("objects")
            if home(type(column.dtype)).partition(".")[0] not in ("numpy", "pandas"):
                raise Uncopied("extension")
        size = obj.memory_usage(index=True)
        copier.add(int(size if obj.ndim == 1 else size.sum()), list(buffers(obj)))
        return copier.note(obj, obj.copy(deep=True))

    def attributes_beside(self, obj: Any, own: dict[str, Any]) -> dict[str, Any]:
        accessors = getattr(type(obj), "_accessors", ())
        found = {
            name: item
            for name, item in own.items()
            if name not in _OF_PANDAS and name not in accessors
        }
        # (pandas makes an empty one when somebody asks)
        return {**found, "attrs": own["_attrs"]} if own.get("_attrs") else found

    def _must_be_pandas(self, obj: Any) -> None:
        if home(type(obj)).partition(".")[0] != "pandas":
            # a subclass keeps more
            raise Inexact(type(obj).__qualname__)


class Frames(Tables):
    """Frames: a location for each column."""

    def item_fields(self, obj: Any, key: Any) -> tuple[list[Field], bool]:
        columns = obj.columns
        if type(key) in (str, int) or type(key) is tuple:
            field = key_field(key)
            if field == WHOLE or columns.nlevels > 1:
                return [WHOLE], False
            return [field], key not in columns
        if type(key) is list and key and all(type(k) is str for k in key) and columns.nlevels == 1:
            return [key_field(k) for k in key], any(k not in columns for k in key)
        return [WHOLE], False

    def attribute_fields(self, obj: Any, name: str, store: bool = False) -> list[Field]:
        if not hasattr(type(obj), name) and name in obj.columns:
            return [key_field(name)]
        if name in _STRUCTURE_ATTRIBUTES and not store:
            return [STRUCTURE]
        return super().attribute_fields(obj, name, store)

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        if feed.is_exact:
            for dtype in obj.dtypes:
                _digest_type(dtype, feed, depth)
            _digest_labels(obj, feed, depth)
            self._must_be_pandas(obj)
        feed.feed(obj.columns, depth + 1)
        feed.feed(obj.index, depth + 1)
        for position in range(obj.shape[1]):
            feed.feed(obj.iloc[:, position].to_numpy(), depth + 1)


class Series(Tables):
    """Series."""

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        if feed.is_exact:
            _digest_type(obj.dtype, feed, depth)
            _digest_labels(obj, feed, depth)
            self._must_be_pandas(obj)
        feed.feed(obj.name, depth + 1)
        feed.feed(obj.index, depth + 1)
        feed.feed(obj.to_numpy(), depth + 1)


class Indices(Tables):
    """Indices."""

    def attribute_fields(self, obj: Any, name: str, store: bool = False) -> list[Field]:
        # (two names of the same state)
        return super().attribute_fields(obj, "names" if name == "name" else name, store)

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        is_range = type(obj).__name__ == "RangeIndex"
        if feed.is_exact:
            _digest_type(obj.dtype, feed, depth)
            feed.text("%s %s" % (type(obj).__name__, getattr(obj, "freq", None)))
            self._must_be_pandas(obj)
        feed.text(str(obj.names))
        if is_range:
            # (the values would be computed, and cached in the index)
            feed.text("%d %d %d" % (obj.start, obj.stop, obj.step))
        else:
            feed.feed(obj.to_numpy(), depth + 1)


_FRAMES, _SERIES, _INDICES = Frames(), Series(), Indices()
FAMILY = Family(
    named={
        # (the second name is pandas 2's)
        ("pandas", "DataFrame"): _FRAMES,
        ("pandas.core.frame", "DataFrame"): _FRAMES,
        ("pandas", "Series"): _SERIES,
        ("pandas.core.series", "Series"): _SERIES,
        ("pandas", "Index"): _INDICES,
        ("pandas.core.indexes.base", "Index"): _INDICES,
    }
)


def is_table(obj: object) -> bool:
    """Whether an object is a frame, series or index."""
    return isinstance(kind_of(obj), Tables)


def is_frame(obj: object) -> bool:
    """Whether an object is a frame."""
    return isinstance(kind_of(obj), Frames)


def labels_of(obj: object) -> dict[Any, Any] | None:
    """The `attrs` of a frame or series, which everything that is computed from it takes over; None
    of other objects.
    """
    if not is_table(obj):
        return None
    attrs = (own_dict(obj) or {}).get("_attrs")
    return attrs if type(attrs) is dict else None


def other_fields(frame: Frame, fields: list[Field]) -> list[Field]:
    """The fields of all columns of a frame but these; WHOLE where columns cannot be told apart."""
    if not is_frame(frame) or WHOLE in fields:
        return [WHOLE]
    columns = frame.columns
    known = (
        [key_field(name) for name in columns]
        if columns.nlevels == 1 and len(columns) <= MAX_COLUMNS
        else [WHOLE]
    )
    return [WHOLE] if WHOLE in known else [field for field in known if field not in fields]


def _is_same_block(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether two states of a block are equal: (its array, a checksum, its objects), where one of
    the three tells.
    """
    if before[1] != after[1] or before[0] is not after[0]:
        return False
    old, new = before[2], after[2]
    if old is None:
        return True
    return (
        new is not None
        and len(old) == len(new)
        and not any(
            x is not y and type(x) in ATOMIC and x != y and x == x for x, y in zip(old, new)
        )
    )


def _digest_labels(obj: Any, feed: Feed, depth: int) -> None:
    feed.feed(obj.attrs, depth + 1)
    feed.text(str(obj.flags.allows_duplicate_labels))


def _digest_type(dtype: Any, feed: Feed, depth: int) -> None:
    """The type of a column's values: of categories, also which there are and in which order."""
    if home(type(dtype)).partition(".")[0] not in ("numpy", "pandas"):
        raise Inexact(type(dtype).__qualname__)
    feed.text(str(dtype))
    categories = getattr(dtype, "categories", None)
    if categories is not None:
        feed.text(str(dtype.ordered))
        feed.feed(categories, depth + 1)
