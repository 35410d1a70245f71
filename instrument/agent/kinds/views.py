"""Objects that show the memory of another: memory views, weak proxies, structures of ctypes."""

from __future__ import annotations

import gc
import io
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict, static
from ..objects.locations import WHOLE, attribute_field
from ..objects.proxies import PROXIES, behind
from ..objects.snapshots import attribute_key, mapping_changes
from .arrays import attached_arrays
from .kind import Family, Inexact, Kind
from .owners import alias_root

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..objects.locations import Field, Namespace
    from ..objects.snapshots import Snapshot
    from ..values.digest import Feed

_POINTERS = frozenset("OPXZz")
"""How ctypes writes the types of numbers that are addresses."""


class MemoryViews(Kind):
    """Memory views."""

    def owner(self, obj: Any) -> Any:
        shown = _shown_by(obj)
        return obj if shown is None else alias_root(shown)

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        if feed.is_exact:
            feed.text("%s %s %s" % (obj.format, obj.shape, obj.readonly))
        feed.block(obj.tobytes())


class Proxies(Kind):
    """Weak proxies: each use is a use of the object behind."""

    def owner(self, obj: Any) -> Any:
        shown = behind(obj)
        return obj if shown is None else alias_root(shown)

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        if feed.is_exact:
            raise Inexact(type(obj).__qualname__)
        feed.feed(behind(obj), depth + 1)


class Structures(Kind):
    """Structures, arrays and pointers of ctypes."""

    def owner(self, obj: Any) -> Any:
        shown = _part_of(obj)
        return obj if shown is None else alias_root(shown)

    def attribute_fields(self, obj: Any, name: str, store: bool = False) -> list[Field]:
        return [attribute_field(name)] if _is_apart(obj, name) else [WHOLE]

    def item_fields(self, obj: Any, key: Any) -> tuple[list[Field], bool]:
        if type(key) is int and _is_made_by("PyCArrayType", type(obj)) and _part_of(obj) is None:
            return ["i:%d" % (key if key >= 0 else key + len(obj))], False
        return [WHOLE], False

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        return ("memory", bytes(obj), dict(own_dict(obj) or {}))

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        fields = mapping_changes(before[2], after[2], attribute_key)
        return fields if before[1] == after[1] else [*fields, WHOLE]

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        if is_plain_memory(type(obj)):
            feed.block(bytes(memoryview(obj)))
        super().digest(obj, feed, depth)


def is_plain_memory(cls: Any) -> bool:
    """Whether instances of a class of ctypes are numbers, or structures and arrays of numbers: no
    pointer in them leads elsewhere, and making one calls no native code.
    """
    if _is_made_by("PyCSimpleType", cls):
        return cls._type_ not in _POINTERS
    if _is_made_by("PyCArrayType", cls):
        return is_plain_memory(cls._type_)
    if _is_made_by("PyCStructType", cls) or _is_made_by("UnionType", cls):
        return all(is_plain_memory(field[1]) for field in _fields_of(cls))
    return False


def _is_made_by(metaclass: str, cls: type) -> bool:
    """Whether the metaclass of this name in ctypes, or one derived from it, made a class."""
    return any(base.__name__ == metaclass and home(base) == "_ctypes" for base in type(cls).__mro__)


def _is_apart(obj: Any, name: str) -> bool:
    """Whether an attribute is a field that shares its memory with no other attribute, nor with a
    structure in the structure, whose fields may have the same names.
    """
    cls = type(obj)
    return (
        _is_made_by("PyCStructType", cls)
        and type(static(cls, name)).__name__ == "CField"
        and all(_is_made_by("PyCSimpleType", field[1]) for field in _fields_of(cls))
        and _part_of(obj) is None
    )


def _fields_of(cls: type) -> list[tuple[Any, ...]]:
    return [field for base in cls.__mro__ for field in vars(base).get("_fields_", ())]


def _shown_by(view: memoryview) -> Any:
    """The object whose memory a memoryview shows; None when it has been released."""
    try:
        shown = view.obj
    except ValueError:
        return None
    if type(shown).__name__ != "_BytesIOBuffer":
        return shown
    # the stream of bytes behind the buffer
    return next(held for held in gc.get_referents(shown) if issubclass(type(held), io.BytesIO))


def _part_of(structure: Any) -> Any:
    """The object whose memory an object of ctypes shows: the structure around it, the object that
    lent it a buffer, or the array that numpy has attached; None when it has memory of its own.
    """
    if structure._b_base_ is not None:
        return structure._b_base_
    held = structure._objects
    lent = held.get("ffffffff") if type(held) is dict else held
    if type(lent) is memoryview:
        return lent
    return next(iter(attached_arrays(structure)), None)


FAMILY = Family(
    exact={memoryview: MemoryViews(), **dict.fromkeys(PROXIES, Proxies())},
    metaclasses={"_ctypes": Structures()},
)
