"""The classes of arrays, frames, tensors and artists of loaded libraries. Nothing is imported to find
them.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .locations import VALUES

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    # Objects of libraries, whose types nobody can import while these are not installed.
    Array: TypeAlias = Any
    """A `numpy.ndarray`."""
    Frame: TypeAlias = Any
    """A `pandas.DataFrame`."""
    Tensor: TypeAlias = Any
    """A `torch.Tensor`."""
    Artist: TypeAlias = Any
    """A `matplotlib.artist.Artist`."""
    Figure: TypeAlias = Any
    """A `matplotlib.figure.Figure`."""


def _class_of(module: str, name: str) -> Any:
    loaded = sys.modules.get(module)
    return getattr(loaded, name, None) if loaded is not None else None


class Libraries:
    """The array and frame classes of loaded libraries, looked up without importing anything."""

    def __init__(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        self.ndarray = _class_of("numpy", "ndarray")
        self.void = _class_of("numpy", "void")
        self.generic = _class_of("numpy", "generic")
        self.object = _class_of("numpy", "object_")
        pandas = [_class_of("pandas", n) for n in ("DataFrame", "Series", "Index")]
        self.frame, self.series, self.index = pandas
        self.pandas = tuple(c for c in pandas if c is not None)
        self.data = frozenset(
            c for c in (*pandas, self.ndarray, _class_of("pandas", "RangeIndex")) if c is not None
        )
        self.loaded = len(sys.modules)
        kinds = vars(sys.modules["numpy"]).values() if self.generic is not None else ()
        VALUES.update(kind for kind in kinds if isinstance(kind, type) and self.is_scalar(kind))

    def is_scalar(self, cls: type) -> bool:
        """Whether a class is one of numpy's for single numbers and strings."""
        return (
            self.generic is not None
            and issubclass(cls, self.generic)
            and cls.__module__ == "numpy"
            and cls not in (self.void, self.object)
        )

    def fresh(self) -> Libraries:
        if len(sys.modules) != self.loaded:
            self.refresh()
        return self


LIBRARIES = Libraries()


def holds_numbers(obj: Any) -> bool:
    """Whether this is an array of numbers, from which nothing else can be reached."""
    return type(obj) is LIBRARIES.ndarray and not obj.dtype.hasobject
