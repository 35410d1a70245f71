"""A comparable snapshot of what an object holds itself, and the fields by which two of them differ.

Containers and attribute dictionaries are compared by the identity of what they hold, frames by the
identity of their blocks (holding a lazy copy forces copy-on-write), buffers by a position-sensitive
checksum.
"""

from __future__ import annotations

import collections
import operator
import threading
import types
import zlib
from typing import TYPE_CHECKING

from .attributes import MISSING, own_dict, slots_of, static
from .columns import COLUMNS, attributes_of, shallow_copy
from .hidden import HIDDEN
from .kept_in_c import KEPT_IN_C
from .kinds import MAKE_A_FUNCTION, is_iterator
from .libraries import LIBRARIES
from .locations import ATOMIC, STRUCTURE, WHOLE, are_atoms, attribute_field, key_field
from .tensors import storage_snapshot, tensor_snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeAlias

    from .libraries import Array
    from .locations import Field, Namespace

    Snapshot: TypeAlias = tuple[Any, ...]
    """The kind of a snapshot ("sequence", "mapping", "attributes" …), and what that kind keeps."""

PLAIN = "plain"
"""The kind of the state of an object that keeps attributes only."""

_FIXED = (
    type, types.ModuleType, types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType, types.MethodDescriptorType,
    types.GetSetDescriptorType, types.MappingProxyType, slice, property, classmethod, staticmethod, operator.itemgetter, operator.attrgetter,
    operator.methodcaller, type(threading.RLock()),
)  # fmt: skip
"""Objects of C that do not change, and locks that only the thread that has them notices."""
MANY_ITEMS = 50
"""Changed items of a list or array, beyond which it counts as changed as a whole."""


def is_opaque(obj: object) -> bool:
    """A C object whose state Python cannot see, and that is no plain value (those define how they
    are hashed).
    """
    if issubclass(type(obj), _FIXED) or type(obj) is object or type(obj).__name__ == "ufunc":
        return False
    if is_iterator(type(obj)):
        return True
    if KEPT_IN_C.is_fixed(type(obj)):
        return False
    return static(type(obj), "__hash__") in (object.__hash__, None) and not issubclass(
        type(obj), types.CellType
    )


def checksum(array: Array) -> int:
    if array.flags.c_contiguous:
        view = array
    elif array.flags.f_contiguous:
        view = array.T
    else:
        view = array.copy(order="C")
    try:
        return zlib.adler32(memoryview(view).cast("B")) if view.size else 0
    except (TypeError, ValueError, BufferError):
        return zlib.adler32(view.tobytes())


def snapshot_of(obj: Any, namespace: Namespace) -> Snapshot | None:
    """A comparable snapshot of the object's own state, not of what it refers to; None when there is
    no way.
    """
    kind = type(obj)
    if obj is namespace:
        return None
    if issubclass(type(obj), (list, collections.deque)):
        return ("sequence", list(obj))
    if issubclass(type(obj), dict):
        own = own_dict(obj)
        return ("mapping", dict(obj), dict(own) if own else None)
    if issubclass(type(obj), set):
        return ("set", set(obj))
    if issubclass(type(obj), bytearray):
        return ("bytes", bytes(obj))
    libraries = LIBRARIES
    if libraries.ndarray is not None and issubclass(type(obj), libraries.ndarray):
        if obj.dtype.hasobject:
            return ("sequence", obj.ravel().tolist())
        # a masked array keeps its mask in attributes
        own = {k: id(v) for k, v in (own_dict(obj) or {}).items()}
        return ("buffer", checksum(obj), obj.shape, obj.dtype, own)
    if libraries.pandas and issubclass(type(obj), libraries.pandas):
        return _pandas_snapshot(obj)
    if libraries.is_tensor(obj):
        return tensor_snapshot(obj)
    if libraries.storage is not None and issubclass(type(obj), libraries.storage):
        return storage_snapshot(obj)
    if kind is types.FunctionType:
        return ("function", dict(obj.__dict__), [getattr(obj, name) for name in MAKE_A_FUNCTION])
    if issubclass(type(obj), (type, types.ModuleType)):
        return None
    if kind is types.CellType:
        return ("cell", content_of(obj))
    items = COLUMNS.items(obj)
    if items is not None:
        return ("items", dict(items), _beside_items(obj))
    own = own_dict(obj)
    if libraries.expression is not None and issubclass(type(obj), libraries.expression):
        return ("attributes", dict(own), None, None) if own else None
    slots = slots_of(obj)
    hidden = HIDDEN.state(obj)
    if own is not None or slots or hidden is not None:
        return ("attributes", dict(own or {}), slots, hidden)
    return None


def _beside_items(obj: object) -> dict[str, Any]:
    """The attributes of an object with columns, but the one with the columns."""
    found = {name: shallow_copy(value) for name, value in attributes_of(obj).items()}
    found.pop(COLUMNS.attribute(type(obj)) or "", None)
    return found


def _same_shallow(a: Any, b: Any) -> bool:
    """Whether two values are the same object, or plain containers with the same content."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if type(a) is dict:
        return same_entries(a, b)
    if type(a) is set:
        return are_atoms(a) and are_atoms(b) and a == b
    return type(a) is list and not _differ(a, b)


def content_of(cell: types.CellType) -> Any:
    """The value of a closure variable; MISSING when it has none."""
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


def _pandas_snapshot(obj: Any) -> Snapshot:
    manager = getattr(obj, "_mgr", None)
    if manager is None:
        return ("attributes", {"name": getattr(obj, "_name", None)}, None, None)
    blocks = []
    for block in manager.blocks:
        values = getattr(block.values, "_ndarray", block.values)
        sum_ = (
            checksum(values)
            if issubclass(type(values), LIBRARIES.ndarray) and not values.dtype.hasobject
            else None
        )
        items = (
            values.ravel().tolist()
            if sum_ is None and issubclass(type(values), LIBRARIES.ndarray)
            else None
        )
        blocks.append((block.values if items is None and sum_ is None else None, sum_, items))
    own = {k: v for k, v in obj.__dict__.items() if k not in ("_mgr", "_item_cache", "_flags")}
    return ("pandas", list(manager.axes), blocks, own)


def _differ(a: Sequence[object], b: Sequence[object]) -> bool:
    return len(a) != len(b) or any(x is not y for x, y in zip(a, b))


def changed_fields(
    obj: object, before: Snapshot, namespace: Namespace, keyed: Callable[[Any], Field] = key_field
) -> list[Field]:
    """The fields whose value is no longer what `before` holds. `keyed`: the field of a dictionary's
    item.
    """
    kind = before[0]
    if kind is PLAIN:
        return [
            field
            for field in mapping_changes(before[1], own_dict(obj) or {}, attribute_key)
            if field != STRUCTURE
        ]
    after = snapshot_of(obj, namespace)
    if after is None or after[0] != kind:
        return [WHOLE]
    if kind == "sequence":
        old, new = before[1], after[1]
        if len(old) != len(new):
            return [WHOLE]
        if any(type(x) not in ATOMIC for x in old) or issubclass(
            type(obj), (list, collections.deque)
        ):
            changed = [i for i, (x, y) in enumerate(zip(old, new)) if x is not y]
        else:
            changed = [
                i for i, (x, y) in enumerate(zip(old, new)) if x != y and not (x != x and y != y)
            ]
        if LIBRARIES.ndarray is not None and issubclass(type(obj), LIBRARIES.ndarray):
            return [WHOLE] if changed else []
        return [key_field(i) for i in changed] if len(changed) <= MANY_ITEMS else [WHOLE]
    if kind == "mapping":
        fields = mapping_changes(before[1], after[1], keyed)
        if before[2] or after[2]:
            fields += mapping_changes(before[2] or {}, after[2] or {}, attribute_field)
        return fields
    if kind == "items":
        others = before[2].keys() | after[2].keys()
        return mapping_changes(before[1], after[1], key_field) + [
            attribute_field(name)
            for name in others
            if not _same_shallow(before[2].get(name), after[2].get(name))
        ]
    if kind == "attributes":
        fields = mapping_changes(before[1], after[1], attribute_key)
        if before[2]:
            fields += mapping_changes(before[2], after[2] or {}, attribute_field)
        if before[3] != after[3]:
            fields.append(WHOLE)
        return [f for f in fields if f != STRUCTURE]
    if kind == "function":
        fields = mapping_changes(before[1], after[1], attribute_key)
        fields += [
            attribute_field(name)
            for name, x, y in zip(MAKE_A_FUNCTION, before[2], after[2])
            if x is not y
        ]
        return [field for field in fields if field != STRUCTURE]
    if kind == "cell":
        return [WHOLE] if before[1] is not after[1] else []
    if kind == "pandas":
        return [WHOLE] if _pandas_changed(before, after) else []
    return [WHOLE] if before[1:] != after[1:] else []


def attribute_key(key: object) -> Field:
    """The field of an entry of an attribute dictionary."""
    return attribute_field(str(key))


def same_entries(old: Mapping[Any, object], new: Mapping[Any, object]) -> bool:
    """Whether two mappings have the same keys and values, in the same order."""
    return (
        len(old) == len(new)
        and all(map(operator.is_, old.values(), new.values()))
        and all(map(operator.is_, old, new))
    )


def mapping_changes(
    old: Mapping[Any, object], new: Mapping[Any, object], field: Callable[[Any], Field]
) -> list[Field]:
    """The fields (`field(key)`) of the entries in which two mappings differ."""
    if same_entries(old, new):
        return []
    changed = []
    resized = len(old) != len(new)
    for key, value in new.items():
        if old.get(key, MISSING) is not value:
            changed.append(field(key))
            resized = resized or key not in old
    for key in old:
        if key not in new:
            changed.append(field(key))
            resized = True
    # in another order the same entries are iterated over differently
    resized = resized or not all(map(operator.is_, old, new))
    if len(changed) > 50:
        return [WHOLE]
    return changed + ([STRUCTURE] if resized else [])


def _pandas_changed(before: Snapshot, after: Snapshot) -> bool:
    if _differ(before[1], after[1]) or len(before[2]) != len(after[2]):
        return True
    for (values, total, items), (values2, total2, items2) in zip(before[2], after[2]):
        if total != total2 or values is not values2:
            return True
        if items is not None and (items2 is None or _differ_values(items, items2)):
            return True
    return mapping_changes(before[3], after[3], str) != []


def _differ_values(a: Sequence[Any], b: Sequence[Any]) -> bool:
    return len(a) != len(b) or any(
        x is not y and type(x) in ATOMIC and x != y and x == x for x, y in zip(a, b)
    )
