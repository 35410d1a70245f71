"""pandas' group-by objects: which columns of the frame behind them a use of them reads.

They keep the whole frame, and compute from it when they are asked to. This file only looks; nothing is recorded here.
"""

from .fields import subscript_fields
from .locations import WHOLE
from .objects import home, own_dict


def is_frame_group(obj):
    """Whether `obj` is a frame's group-by object."""
    return type(obj).__name__ == "DataFrameGroupBy" and home(type(obj)).startswith("pandas.")


def group_fields(groups, key):
    """The frame, and its fields that `groups[key]` shows."""
    frame = groups.obj
    return frame, subscript_fields(frame, key)[0]


def selected_fields(groups):
    """The frame, and its fields that `df.groupby(…)[[…]]` has selected; None when it has not."""
    selection = own_dict(groups).get("_selection")
    if type(selection) is not list:
        return None
    frame, fields = group_fields(groups, selection)
    return None if WHOLE in fields else (frame, fields)


def parts_of_grouping(obj):
    """What a `Grouping` (one key of a group-by object) holds but the frame that its values were taken from; None when `obj`
    is no such thing, or not as expected.
    """
    if type(obj).__name__ != "Grouping" or not home(type(obj)).startswith("pandas."):
        return None
    own = own_dict(obj)
    if own is None or "grouping_vector" not in own or "obj" not in own:
        return None
    return [value for name, value in own.items() if name != "obj"]


def parts_of_groups(groups):
    """What a group-by object holds but its frame."""
    return [value for name, value in own_dict(groups).items() if name != "obj"]
