"""pandas: group-by objects, which keep the whole frame, and compute from it at each use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.libraries import LIBRARIES
from ..objects.locations import WHOLE
from .kind import Family, Kind
from .registry import kind_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.libraries import Frame
    from ..objects.locations import Field, Namespace


class FrameGroups(Kind):
    """Group-by objects of frames."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return [obj.obj, *parts_of_groups(obj)]


class Groupings(Kind):
    """Group-by objects of columns, groupers, and their keys."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return parts_of_grouping(obj) or super().parts(obj, namespace)


_FRAME_GROUPS, _GROUPINGS = FrameGroups(), Groupings()
FAMILY = Family(
    named={
        # (the second name is pandas 2's)
        ("pandas.api.typing", "DataFrameGroupBy"): _FRAME_GROUPS,
        ("pandas.core.groupby.generic", "DataFrameGroupBy"): _FRAME_GROUPS,
        ("pandas.api.typing", "SeriesGroupBy"): _GROUPINGS,
        ("pandas.core.groupby.generic", "SeriesGroupBy"): _GROUPINGS,
    },
    modules={"pandas.core.groupby": _GROUPINGS},
)


def is_frame_group(obj: Any) -> bool:
    """Whether `obj` is a frame's group-by object."""
    return type(obj).__name__ == "DataFrameGroupBy" and home(type(obj)).startswith("pandas.")


def group_fields(groups: Any, key: object) -> tuple[Frame, list[Field]]:
    """The frame, and its fields that `groups[key]` shows."""
    frame = groups.obj
    return frame, kind_of(frame).item_fields(frame, key)[0]


def selected_fields(groups: Any) -> tuple[Frame, list[Field]] | None:
    """The frame, and its fields that `df.groupby(…)[[…]]` has selected; None when it has not."""
    selection = (own_dict(groups) or {}).get("_selection")
    if type(selection) is not list:
        return None
    frame, fields = group_fields(groups, selection)
    return None if WHOLE in fields else (frame, fields)


def parts_of_grouping(obj: Any) -> list[Any] | None:
    """The parts of a column's group-by object, of a grouper, or of a `Grouping` (a key): neither the
    frame of the key's values, nor the results that pandas keeps. None for other objects, and for
    those with unexpected attributes.
    """
    kind = type(obj)
    needed = _GROUPING.get(kind.__name__)
    if needed is None or not home(kind).startswith("pandas."):
        return None
    own = own_dict(obj)
    if own is None or not needed <= own.keys():
        return None
    if kind.__name__ == "BaseGrouper":
        return [own["axis"], *own["_groupings"]]
    leave = ("obj", "_cache") if kind.__name__ == "Grouping" else ("_cache",)
    return [value for name, value in own.items() if name not in leave]


_GROUPING = {
    "SeriesGroupBy": {"obj", "_grouper"},
    "BaseGrouper": {"axis", "_groupings"},
    "Grouping": {"grouping_vector", "obj"},
}
"""The classes behind a group-by object, and the attributes without which they are not as
expected.
"""


def is_grouping(cls: type) -> bool:
    """Whether instances of a class belong to a group-by object: pandas makes them, and nobody
    changes them in place.
    """
    return cls.__name__ in _GROUPING and home(cls).startswith("pandas.")


def parts_of_groups(groups: Any) -> list[Any]:
    """The objects that a group-by object holds, without its frame and the results that pandas
    keeps.
    """
    own = own_dict(groups) or {}
    return [value for name, value in own.items() if name not in ("obj", "_cache")]


_DATA = "_obj_with_exclusions"
_MANY = 100


def kept_data(groups: Any) -> tuple[dict[str, Any], Any] | None:
    """(the dictionary with the results of a group-by object, the columns on which it works since
    its first use); None before the first use.
    """
    cache = (own_dict(groups) or {}).get("_cache")
    return (cache, cache[_DATA]) if type(cache) is dict and _DATA in cache else None


def is_outdated(groups: Any, data: Any) -> bool:
    """Whether the frame has been changed since the first use of its group-by object, which goes on
    with the earlier columns.
    """
    frame = groups.obj
    if data is frame:
        return False
    columns = frame.columns
    if (
        len(columns) > _MANY
        or not columns.is_unique
        or set(data.columns)
        != {c for c in columns if c in data.columns or c not in groups.exclusions}
    ):
        return True
    return not all(
        _is_shared(data, i, frame, columns.get_loc(column))
        for i, column in enumerate(data.columns)
        if column in columns
    )


def _is_shared(data: Any, position: int, frame: Frame, place: int) -> bool:
    mine, theirs = (
        getattr(values, "_ndarray", values)
        for values in (data._mgr.iget_values(position), frame._mgr.iget_values(place))
    )
    if type(mine) is LIBRARIES.ndarray and type(theirs) is LIBRARIES.ndarray:
        one, other = (a.__array_interface__["data"][0] for a in (mine, theirs))
        return one == other
    return mine is theirs or getattr(mine, "_pa_array", mine) is getattr(
        theirs, "_pa_array", theirs
    )
