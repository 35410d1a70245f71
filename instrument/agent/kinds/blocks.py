"""pandas: the memory of frames and series, in blocks of arrays that a manager keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.attributes import own_dict
from ..objects.cpython import is_shared
from ..objects.libraries import LIBRARIES
from .classes import Ends
from .kind import Family, Kind
from .owners import alias_root

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..objects.libraries import Array


class ExtensionArrays(Kind):
    """pandas' own arrays, which keep their values in an array of numpy."""

    def owner(self, obj: Any) -> Any:
        inner = memory_of(obj)
        return obj if inner is obj else alias_root(inner)


def blocks(obj: object) -> list[Array]:
    """The arrays of a frame or series."""
    manager = getattr(obj, "_mgr", None)
    return [memory_of(block.values) for block in manager.blocks] if manager is not None else []


def buffers(value: Any) -> Iterator[Array]:
    """The arrays of numpy that a frame, series or array keeps its values in."""
    if type(value) is LIBRARIES.ndarray:
        yield value
        return
    for part in blocks(value):
        if isinstance(part, LIBRARIES.ndarray):
            yield part
        else:
            yield from (own for own in vars(part).values() if isinstance(own, LIBRARIES.ndarray))


def memory_of(array: Any) -> Any:
    """The numpy array that an extension array of pandas keeps its values in (of a masked one,
    without its mask); any other is its own.
    """
    if issubclass(type(array), LIBRARIES.ndarray):
        return array
    inner = getattr(array, "_ndarray", None)
    if inner is None:
        inner = getattr(array, "_data", None)
    return inner if issubclass(type(inner), LIBRARIES.ndarray) else array


def shared_manager(obj: object) -> object:
    """The manager of the columns and labels of a frame or series, when another frame works on the
    same manager (`resample`); None otherwise. The caller must not hold the manager, for its
    references are counted.
    """
    own = own_dict(obj)
    if own is None or "_mgr" not in own:
        return None
    managers = [own["_mgr"]]
    return managers[0] if is_shared(managers, 0) else None


def shared_blocks(obj: object) -> list[Array]:
    """The arrays into which pandas would write, and which another object holds as well. (A frame
    that knows of another's array copies it first, unless both work on the same block, as after
    `resample`.)
    """
    all_shared = shared_manager(obj) is not None
    # (labels have no blocks)
    kept: list[Any] = list(getattr(getattr(obj, "_mgr", None), "blocks", ()))
    found = []
    while kept:
        seen = all_shared or is_shared(kept, -1)
        block = kept.pop()
        if block.refs.has_reference():
            continue
        # (`is_shared` counts a list beside the holder)
        values = [block.values]
        seen = seen or is_shared(values, 0)
        owner = [alias_root(values[0])]
        if seen or (owner[0] is not values[0] and is_shared(owner, 0)):
            found.append(owner[0])
    return found


_ARRAYS = ExtensionArrays()
FAMILY = Family(
    named={("pandas", "Categorical"): _ARRAYS},
    modules={
        "pandas.core.arrays": _ARRAYS,
        "pandas.arrays": _ARRAYS,
        # the parts of a manager belong to its frame, and come with the frame
        "pandas.core.internals.managers": Ends(),
    },
)
