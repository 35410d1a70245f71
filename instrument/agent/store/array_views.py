"""Arrays in files: a view goes as a window on its memory, so that it has its order, and shares the
memory with others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.libraries import LIBRARIES

if TYPE_CHECKING:
    from typing import Any

_LARGER, _SMALL = 4, 1_000_000
"""So many times larger than what is shown the memory of an array may be; bytes below which that does
not matter.
"""


class Unstored(Exception):
    """The value is not stored, with the reason."""


def window(base: Any, dtype: Any, shape: Any, strides: Any, offset: int, writeable: bool) -> Any:
    """A new array over the memory of the array `base`."""
    LIBRARIES.fresh()
    found = LIBRARIES.ndarray(shape, dtype, base.reshape(-1, order="A"), offset, strides)
    found.flags.writeable = writeable
    return found


def memory_of(obj: Any) -> Any:
    """The array whose memory an array shows; None where this memory is no array's of numbers. Raises
    Unstored where most of the memory is of no use.
    """
    base = obj.base
    while (type(base) is LIBRARIES.ndarray or is_masked(base)) and base.base is not None:
        base = base.base
    if type(base) is not LIBRARIES.ndarray or base.dtype.hasobject:
        return None
    if base.nbytes > _LARGER * max(obj.nbytes, _SMALL):
        raise Unstored("one of its arrays is a small part of a large one")
    return base


def shown_part(obj: Any, base: Any) -> tuple[Any, ...]:
    """All that `window` needs beside the memory."""
    offset = obj.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    return obj.dtype, obj.shape, obj.strides, offset, obj.flags.writeable


def is_masked(obj: Any) -> bool:
    """Whether an object is a masked array, of no subclass."""
    return type(obj).__name__ == "MaskedArray" and home(type(obj)).startswith("numpy.ma")


def with_attributes(data: Any, kind: type, attributes: dict[str, Any]) -> Any:
    """A masked array of this memory."""
    LIBRARIES.fresh()
    found = LIBRARIES.ndarray.view(data, kind)
    vars(found).update(attributes)
    return found
