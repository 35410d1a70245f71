"""numpy: arrays and their views, records and single numbers, iterators, streams of random numbers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.cpython import is_shared
from ..objects.iterators import is_array_iterator
from ..objects.lent_memory import owner_at
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC, STRUCTURE, WHOLE
from ..objects.snapshots import checksum, replaced
from .kind import WALK_LIMIT, Family, Kind, Uncopied
from .owners import alias_root
from .registry import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from ..objects.libraries import Array
    from ..objects.locations import Field, Namespace
    from ..objects.snapshots import Snapshot
    from ..values.digest import Feed
    from ..values.kept_copies import Copier

_STRUCTURE_ATTRIBUTES = frozenset({"shape", "size", "ndim", "dtype"})
_MEMORY = (bytes, bytearray, memoryview)


class Arrays(Kind):
    """Arrays: one location for all elements. The owner of a view is its base."""

    hands_out = True
    has_content = True

    def owner(self, obj: Any) -> Any:
        array = LIBRARIES.ndarray
        while issubclass(type(obj), array) and obj.base is not None:
            base = obj.base
            if not issubclass(type(base), array):
                owner = _lender(obj, base)
                if owner is not None:
                    return alias_root(owner)
                if home(type(base)) == "mmap" and getattr(obj, "mode", None) == "c":
                    # no file gets writes of this array
                    return obj
            obj = base.obj if issubclass(type(base), memoryview) else base
        return obj if issubclass(type(obj), array) else alias_root(obj)

    def attribute_fields(self, obj: Any, name: str, store: bool = False) -> list[Field]:
        return [STRUCTURE] if name in _STRUCTURE_ATTRIBUTES and not store else [WHOLE]

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        found = [obj.base] if obj.base is not None else []
        if obj.dtype.hasobject and obj.size <= WALK_LIMIT:
            found.extend(obj.ravel().tolist())
        own = own_dict(obj)
        if own:
            # a masked array's mask
            found.append(own)
        return found

    def holds_content(self, obj: Any, namespace: Namespace) -> bool:
        return obj.base is None

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        if obj.dtype.hasobject:
            return ("sequence", obj.ravel().tolist())
        # a masked array keeps its mask in attributes
        own = {k: id(v) for k, v in (own_dict(obj) or {}).items()}
        return ("buffer", checksum(obj), obj.shape, obj.dtype, own)

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        if before[0] == "buffer":
            return [WHOLE] if before[1:] != after[1:] else []
        old, new = before[1], after[1]
        if len(old) != len(new):
            return [WHOLE]
        if any(type(x) not in ATOMIC for x in old):
            return [WHOLE] if replaced(old, new) else []
        return [WHOLE] if any(x != y and not (x != x and y != y) for x, y in zip(old, new)) else []

    def copy(self, obj: Any, copier: Copier) -> Any:
        if (
            type(obj) is not LIBRARIES.ndarray
            or obj.dtype.hasobject
            or not obj.flags.writeable
            # (a view of an array without another holder, as `arange(6).reshape(2, 3)`, is copied)
            or (
                obj.base is not None
                and (
                    type(obj.base) is not type(obj)
                    or obj.base.base is not None
                    or is_shared([obj.base], 0)
                )
            )
        ):
            raise Uncopied("array")
        copier.add(obj.nbytes, [obj])
        return copier.note(obj, obj.copy(order="K"))

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        if feed.is_exact:
            # order, ownership and rights of the memory
            feed.text("%d" % feed.shown_flags(obj.flags.num))
        # (a masked array hides elements, and methods of a subclass may be the notebook's)
        plain = LIBRARIES.ndarray.view(obj, LIBRARIES.ndarray)
        feed.text("%s %s" % (plain.shape, plain.dtype))
        if plain.dtype.hasobject:
            feed.items(plain.ravel().tolist(), depth)
        else:
            feed.raw(plain)

    def attributes_beside(self, obj: Any, own: dict[str, Any]) -> dict[str, Any]:
        if "_fill_value" not in own or "_mask" not in own:
            return own
        found = {name: item for name, item in own.items() if name != "_sharedmask"}
        if own["_fill_value"] is None:
            # a masked array makes the usual one when somebody asks
            found["_fill_value"] = _usual_filling(obj)
        return found


class Scalars(Kind):
    """Single numbers and strings."""

    has_content = True

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        # (times of two units may have equal items)
        feed.text("%s" % obj.dtype)
        item = obj.item()
        if type(item) is tuple:
            feed.items(item, depth)
        else:
            feed.text(repr(item))


class Records(Scalars):
    """Records, which show the structured array that they were taken from."""

    def owner(self, obj: Any) -> Any:
        return obj if obj.base is None else alias_root(obj.base)


class FlatIterators(Kind):
    """Iterators `a.flat`."""

    def owner(self, obj: Any) -> Any:
        return alias_root(obj.base)


class RandomStreams(Kind):
    """Generators of random numbers, which draw from a bit generator that others may share."""

    def owner(self, obj: Any) -> Any:
        return obj.bit_generator


class OlderRandomStreams(Kind):
    """The same of `RandomState`."""

    def owner(self, obj: Any) -> Any:
        return obj._bit_generator


def is_array(obj: object) -> bool:
    """Whether an object is an array."""
    return isinstance(kind_of(obj), Arrays)


def attached_arrays(obj: object) -> list[Array]:
    """The arrays among an object's attributes."""
    array = LIBRARIES.ndarray
    return (
        [value for value in (own_dict(obj) or {}).values() if issubclass(type(value), array)]
        if array is not None
        else []
    )


def _usual_filling(obj: Any) -> Any:
    """The value for masked elements that numpy chooses for the type of an array."""
    made = sys.modules["numpy.ma"].empty(0, dtype=obj.dtype)
    # (the look-up makes the value)
    getattr(made, "fill_value")  # noqa: B009
    return vars(made)["_fill_value"]


def _lender(array: Array, base: object) -> Array | None:
    """The array whose memory `array` shows through a `base` of another class: an object with the
    array interface, or a capsule. None when the memory is the base's own, or unknown.
    """
    if type(base) in _MEMORY:
        return None
    if is_array_iterator(base):
        return _gone_over(array, base)
    address = array.__array_interface__["data"][0]
    for held in attached_arrays(base):
        if held.__array_interface__["data"][0] == address:
            return held
    return owner_at(address)


def _gone_over(part: Array, iterator: Any) -> Array | None:
    """The array of an iterator over several of which `part` is a part; None when the part is in a
    buffer of its own, or the iterator is closed.
    """
    shares = sys.modules["numpy"].may_share_memory
    try:
        return next((array for array in iterator.operands if shares(array, part)), None)
    except ValueError:
        return None


FAMILY = Family(
    named={
        ("numpy", "ndarray"): Arrays(),
        ("numpy", "generic"): Scalars(),
        ("numpy", "void"): Records(),
        ("numpy", "flatiter"): FlatIterators(),
        ("numpy.random._generator", "Generator"): RandomStreams(),
        ("numpy.random.mtrand", "RandomState"): OlderRandomStreams(),
    }
)
