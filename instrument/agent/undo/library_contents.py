"""The contents of arrays, frames, series and streams of random numbers (`content`).

Unsound: a numpy array that shows the memory of a frame (`a = df["x"].to_numpy()`) no longer follows
the frame, after the undone run had replaced a block of the frame.
"""

from __future__ import annotations

import copy
import sys
from typing import TYPE_CHECKING

from ..objects.hidden import stream_state
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC
from ..world.object_parts import is_alike
from .content import Content

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_OF_TABLE = ("_mgr", "_item_cache")


class Memory(Content):
    """The elements of an array that owns its memory, and the array's shape."""

    def __init__(self, obj: Any) -> None:
        super().__init__(obj)
        self.copy = obj.copy(order="K")
        self.shape, self.strides = obj.shape, obj.strides
        self.size = obj.nbytes
        self.is_writeable = obj.flags.writeable

    def is_present(self) -> bool:
        obj = self.obj
        return (
            obj.shape == self.shape
            and obj.strides == self.strides
            and obj.dtype == self.copy.dtype
            and obj.flags.writeable == self.is_writeable
            and same_elements(obj, self.copy)
        )

    def obstacle(self) -> str | None:
        obj, copied = self.obj, self.copy
        fits = obj.dtype == copied.dtype and obj.size == copied.size
        return None if fits else "an array has another size or type"

    def put(self) -> None:
        obj = self.obj
        if obj.shape != self.shape:
            obj.shape = self.shape
        obj.flags.writeable = True
        obj[...] = self.copy
        obj.flags.writeable = self.is_writeable


class Table(Content):
    """The columns and labels of a frame or series of pandas."""

    def __init__(self, obj: Any, manager: Any = None) -> None:
        """`manager`: that of the kept blocks; None: copies of the frame's blocks are kept."""
        super().__init__(obj)
        # (`copy` of a manager joins blocks, and then they are others than the frame's)
        self.manager = obj._mgr.apply("copy", deep=True) if manager is None else manager
        self.memory = [block.values for block in obj._mgr.blocks]
        self.axes = list(obj._mgr.axes)
        self.names = [tuple(axis.names) for axis in self.axes]
        self.own = {k: v for k, v in vars(obj).items() if k not in _OF_TABLE}
        self.attributes = dict(obj.attrs)

    @property
    def size(self) -> int:
        return sum(getattr(values, "nbytes", 0) for values in self.memory)

    def is_present(self) -> bool:
        obj, manager = self.obj, self.obj._mgr
        own = {k: v for k, v in vars(obj).items() if k not in _OF_TABLE}
        return (
            self._has_same_blocks()
            and all(a is b for a, b in zip(self.axes, manager.axes))
            and [tuple(axis.names) for axis in manager.axes] == self.names
            and is_alike(self.own, own)
            and obj.attrs == self.attributes
            and all(
                _same_block(block.values, kept.values)
                for block, kept in zip(manager.blocks, self.manager.blocks)
            )
        )

    def _has_same_blocks(self) -> bool:
        blocks = self.obj._mgr.blocks
        return len(blocks) == len(self.memory) and all(
            block.values is values for block, values in zip(blocks, self.memory)
        )

    def _fits(self) -> bool:
        """Whether the old elements fit into the present blocks."""
        return (
            self._has_same_blocks()
            and all(
                type(values) is LIBRARIES.ndarray or _same_block(values, kept.values)
                for values, kept in zip(self.memory, self.manager.blocks)
            )
            and all(axis is now for axis, now in zip(self.axes, self.obj._mgr.axes))
        )

    def obstacle(self) -> str | None:
        if copies_on_write() or self._fits():
            return None
        return "a frame has other columns, and views of the old ones may exist"

    def replaced(self) -> Content:
        # (`put` replaces the present blocks, if they do not fit)
        return Table(self.obj, None if self._fits() else self.obj._mgr)

    def put(self) -> None:
        obj, array = self.obj, LIBRARIES.ndarray
        if self._fits():
            for values, kept in zip(self.memory, self.manager.blocks):
                if type(values) is not array:
                    continue
                was = values.flags.writeable
                values.flags.writeable = True
                values[...] = kept.values
                values.flags.writeable = was
        else:
            manager = self.manager
            for place, axis in enumerate(self.axes):
                manager.set_axis(place, axis)
            object.__setattr__(obj, "_mgr", manager)
        for axis, names in zip(self.axes, self.names):
            if tuple(axis.names) != names:
                axis.names = list(names)
        own = vars(obj)
        for name in own.keys() - self.own.keys() - {*_OF_TABLE}:
            del own[name]
        own.update(self.own)
        obj.attrs.clear()
        obj.attrs.update(self.attributes)
        if "_item_cache" in own:
            own["_item_cache"] = {}


class SharedTable(Table):
    """The columns and labels of a frame that copies memory before it writes (pandas 3): the frame's
    blocks themselves, which no write through the frame changes while they are held here.
    """

    def __init__(self, obj: Any) -> None:
        super().__init__(obj, obj._mgr.apply("copy", deep=False))

    @property
    def size(self) -> int:
        """Bytes of memory that the frame itself no longer holds."""
        present = {id(_memory_of(block.values)) for block in self.obj._mgr.blocks}
        return sum(
            getattr(values, "nbytes", 0)
            for values in self.memory
            if id(_memory_of(values)) not in present
        )

    def _fits(self) -> bool:
        return False


class Stream(Content):
    """The state of a stream of random numbers."""

    def __init__(
        self,
        obj: Any,
        state: object,
        put: Callable[[Any], object],
        seen: Callable[[], object],
    ) -> None:
        super().__init__(obj)
        self.state, self.set, self.seen = state, put, seen
        self.was = seen()

    def is_present(self) -> bool:
        return self.seen() == self.was

    def put(self) -> None:
        self.set(self.state)

    def replaced(self) -> Content:
        return stream_content(self.obj) or self


def stream_content(obj: Any) -> Content | None:
    """The content of a stream of random numbers; None of other objects."""
    kind = type(obj)
    name = (kind.__module__, kind.__name__)
    if name == ("random", "Random"):
        return Stream(obj, obj.getstate(), obj.setstate, obj.getstate)
    if name == ("numpy.random.mtrand", "RandomState"):
        state = obj.get_state(legacy=False)
        return Stream(obj, state, obj.set_state, lambda: stream_state(obj))
    numpy: Any = sys.modules.get("numpy.random")
    if numpy is not None and issubclass(kind, numpy.BitGenerator):
        # (some kinds of generators hand out arrays of their own)
        state = copy.deepcopy(obj.state)
        return Stream(obj, state, lambda old: setattr(obj, "state", old), lambda: stream_state(obj))
    return None


def copies_on_write() -> bool:
    """Whether frames of pandas share no memory that a write changes."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and int(pandas.__version__.partition(".")[0]) >= 3


def same_elements(some: Any, others: Any) -> bool:
    """Whether two arrays of one layout have the same elements."""
    if some.dtype.hasobject:
        return all(map(_is, some.ravel().tolist(), others.ravel().tolist()))
    flat, other = some.ravel(order="K"), others.ravel(order="K")
    word = "u8" if flat.nbytes % 8 == 0 and flat.dtype.itemsize % 8 == 0 else "u1"
    if not flat.size or not flat.dtype.itemsize:
        return True
    return bool((flat.view(word) == other.view(word)).all())


def _is(x: object, y: object) -> bool:
    return x is y or (type(x) in ATOMIC and type(x) is type(y) and (x == y or (x != x and y != y)))


def _memory_of(values: Any) -> Any:
    """The array that owns the memory of an array."""
    while type(getattr(values, "base", None)) is LIBRARIES.ndarray:
        values = values.base
    return values


def _same_block(values: Any, kept: Any) -> bool:
    if values is kept:
        return True
    array = LIBRARIES.ndarray
    if type(values) is array and type(kept) is array:
        return values.dtype == kept.dtype and same_elements(values, kept)
    return bool(values.equals(kept))
