"""The state of an object that a call may change, and the fields that differ afterwards."""

from __future__ import annotations

import operator
import threading
import types
from typing import TYPE_CHECKING

from ..objects.attributes import own_dict, static
from ..objects.iterators import is_iterator
from ..objects.kept_in_c import KEPT_IN_C
from ..objects.locations import STRUCTURE, WHOLE, key_field
from ..objects.snapshots import PLAIN, attribute_key, mapping_changes
from .registry import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..objects.locations import Field, Namespace
    from ..objects.snapshots import Snapshot

_FIXED = (
    type, types.ModuleType, types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.MethodWrapperType, types.MethodDescriptorType,
    types.GetSetDescriptorType, types.MappingProxyType, slice, property, classmethod, staticmethod, operator.itemgetter, operator.attrgetter,
    operator.methodcaller, type(threading.RLock()),
)  # fmt: skip
"""Classes of objects of C that do not change, and of locks, whose change only their thread
notices.
"""
"""Classes of objects of C that do not change, and of locks, whose change only their thread
notices.
"""


def snapshot_of(obj: Any, namespace: Namespace) -> Snapshot | None:
    """The state of an object itself, to compare later; None when nothing can read the state."""
    return None if obj is namespace else kind_of(obj).snapshot(obj, namespace)


def changed_fields(
    obj: object, before: Snapshot, namespace: Namespace, keyed: Callable[[Any], Field] = key_field
) -> list[Field]:
    """The fields that differ from the snapshot `before`. `keyed`: the field of a dictionary's
    item.
    """
    if before[0] is PLAIN:
        fields = mapping_changes(before[1], own_dict(obj) or {}, attribute_key)
        return [field for field in fields if field != STRUCTURE]
    after = snapshot_of(obj, namespace)
    if after is None or after[0] != before[0]:
        return [WHOLE]
    return kind_of(obj).changes(obj, before, after, keyed)


def is_opaque(obj: object) -> bool:
    """Whether an object of C keeps a state that Python cannot see. Plain values, whose classes
    define a hash, keep none.
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
