"""Lists, dictionaries, sets, tuples, buffers of bytes: Python's own classes and their subclasses."""

from __future__ import annotations

import collections
import gc
import operator
from typing import TYPE_CHECKING

from ..objects.attributes import own_dict, static
from ..objects.locations import ATOMIC, STRUCTURE, VALUES, WHOLE, attribute_field, key_field
from ..objects.snapshots import MANY_ITEMS, mapping_changes, replaced
from .kind import ComparedAsWhole, Family, Fixed, Kind, Uncopied

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sized
    from typing import Any

    from ..objects.locations import Field, Namespace
    from ..objects.snapshots import Snapshot
    from ..values.digest import Feed
    from ..values.kept_copies import Copier

_BASES = (
    list,
    tuple,
    set,
    frozenset,
    collections.deque,
    collections.OrderedDict,
    dict,
)
_MAX_ITEMS = 40
"""A longer slice is recorded as the whole sequence."""


class Tuples(Kind):
    """Tuples, named ones included."""

    has_content = True

    def item_fields(self, obj: Any, key: Any) -> tuple[list[Field], bool]:
        # (no method of anybody's own is called)
        if (
            type(key) is int
            or static(type(key), "__index__") is int.__index__
            or (type(key) in VALUES and static(type(key), "__index__") is not None)
        ):
            index = operator.index(key)
            return ["i:%d" % (index if index >= 0 else index + len(obj))], False
        return [WHOLE], False

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        feed.items(_items(obj), depth)


class Lists(Tuples):
    """Lists and deques."""

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        return ("sequence", list(obj))

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        old, new = before[1], after[1]
        if len(old) != len(new):
            return [WHOLE]
        changed = replaced(old, new)
        return [key_field(i) for i in changed] if len(changed) <= MANY_ITEMS else [WHOLE]

    def attributes_beside(self, obj: Any, own: dict[str, Any]) -> dict[str, Any]:
        if not issubclass(type(obj), collections.deque):
            return own
        longest: Any = collections.deque.maxlen
        return {**own, "maxlen": longest.__get__(obj)}


class Dictionaries(Kind):
    """Dictionaries: a location for each key, and one for the set of keys."""

    has_content = True

    def item_fields(self, obj: Any, key: Any) -> tuple[list[Field], bool]:
        field = key_field(key)
        try:
            return [field], field == WHOLE or key not in obj
        except TypeError:
            return [WHOLE], False

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        own = own_dict(obj)
        return ("mapping", dict(obj), dict(own) if own else None)

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        fields = mapping_changes(before[1], after[1], keyed)
        if before[2] or after[2]:
            fields += mapping_changes(before[2] or {}, after[2] or {}, attribute_field)
        return fields

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        base: Any = _base(obj)
        feed.entries(list(base.items(obj)), depth)

    def attributes_beside(self, obj: Any, own: dict[str, Any]) -> dict[str, Any]:
        if not issubclass(type(obj), collections.defaultdict):
            return own
        factory: Any = static(collections.defaultdict, "default_factory")
        return {**own, "default_factory": factory.__get__(obj)}


class FrozenSets(Kind):
    """Frozen sets."""

    has_content = True

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        feed.members(_items(obj), depth)


class Sets(ComparedAsWhole, FrozenSets):
    """Sets."""

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        return ("set", set(obj))


class ByteArrays(ComparedAsWhole, Tuples):
    """Buffers of bytes."""

    def attribute_fields(self, obj: Any, name: str, store: bool = False) -> list[Field]:
        return [WHOLE]

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        return ("bytes", bytes(obj))

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        feed.block(memoryview(obj).tobytes())


class _Plain(Kind):
    """Python's own classes, exactly: nothing but their items matters."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return obj

    def holds_content(self, obj: Any, namespace: Namespace) -> bool:
        return True


class _PlainTuples(Fixed, _Plain, Tuples):
    def copy(self, obj: Any, copier: Copier) -> Any:
        return copier.note(obj, tuple([copier.copy(item) for item in obj]))


class _PlainLists(_Plain, Lists):
    def copy(self, obj: Any, copier: Copier) -> Any:
        made = copier.note(obj, [])
        made.extend([copier.copy(item) for item in obj])
        return made


class _PlainDictionaries(_Plain, Dictionaries):
    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return [*obj.keys(), *obj.values()]

    def copy(self, obj: Any, copier: Copier) -> Any:
        made = copier.note(obj, {})
        made.update([(_as_key(key), copier.copy(item)) for key, item in obj.items()])
        return made


class _PlainFrozenSets(Fixed, _Plain, FrozenSets):
    pass


class _PlainSets(_Plain, Sets):
    pass


class _PlainByteArrays(ByteArrays):
    def holds_content(self, obj: Any, namespace: Namespace) -> bool:
        return True


class _Keys(Kind):
    """Views of the keys of a dictionary."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return gc.get_referents(obj)


FAMILY = Family(
    exact={
        list: _PlainLists(),
        dict: _PlainDictionaries(),
        set: _PlainSets(),
        tuple: _PlainTuples(),
        frozenset: _PlainFrozenSets(),
        bytearray: _PlainByteArrays(),
        type({}.keys()): _Keys(),
    },
    bases={
        list: Lists(),
        collections.deque: Lists(),
        dict: Dictionaries(),
        set: Sets(),
        tuple: Tuples(),
        frozenset: FrozenSets(),
        bytearray: ByteArrays(),
    },
)


def _base(obj: object) -> type:
    """The class of Python that has the items: a subclass may replace methods."""
    return next(cls for cls in type(obj).__mro__ if cls in _BASES)


def _items(obj: Any) -> list[Any]:
    base: Any = _base(obj)
    return list(base.__iter__(obj))


def slice_fields(sequence: Sized, key: slice) -> list[Field]:
    """The fields of the items that `sequence[key]` takes, and STRUCTURE where the length of the
    sequence decides about them.
    """
    if key.step == 0 or not all(
        part is None or type(part) is int for part in (key.start, key.stop, key.step)
    ):
        return [WHOLE]
    size = len(sequence)
    taken = range(size)[key]
    if len(taken) > _MAX_ITEMS:
        return [WHOLE]
    fields = ["i:%d" % index for index in taken]
    inside = all(part is not None and 0 <= part <= size for part in (key.start or 0, key.stop))
    if not inside or key.step not in (None, 1):
        fields.append(STRUCTURE)
    return fields


def _as_key(key: Any) -> Any:
    """A key of a dictionary, which needs no copy. Raises Uncopied where it might."""
    if type(key) in ATOMIC or (type(key) is tuple and all(type(part) in ATOMIC for part in key)):
        return key
    raise Uncopied("key")
