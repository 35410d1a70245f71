"""Objects of libraries that keep columns: each item is a location of its own, and the object says
in which of its attributes the items are.

Declarations name the classes and the attribute (`__items__: Fields[self.attr]`). Frames of pandas
need no declaration (`tables`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict, slots_of, static, static_attribute
from ..objects.locations import WHOLE, are_atoms, attribute_field, key_field
from ..objects.snapshots import mapping_changes, replaced, same_entries
from .kind import Kind
from .registry import KINDS, ORDINARY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ..objects.locations import Field, Namespace
    from ..objects.snapshots import Snapshot

_ACCESSES = ("__getitem__", "__setitem__", "__delitem__")
_OF_COLUMNS = (str, int)
CONTAINERS = (dict, list, set)
"""Plain containers, which a library may change in place."""


class Columns:
    """The declared classes. `declared`: by class, the attribute with the items. `kinds`: by class,
    the attribute where the declaration still holds; None for other classes.
    """

    def __init__(self) -> None:
        self.declared: dict[type, str] = {}
        self.kinds: dict[type, str | None] = {}

    def declare(self, cls: type, attribute: str) -> None:
        self.declared[cls] = attribute
        self.kinds.clear()
        if KINDS.of(cls) is ORDINARY:
            KINDS.declare_class(cls, WithColumns())

    def is_declared(self, kind: type) -> bool:
        """Whether a class, or a base of the class, is declared."""
        return bool(self.declared) and not self.declared.keys().isdisjoint(kind.__mro__)

    def attribute(self, kind: type) -> str | None:
        """The attribute with the items of instances; None of classes without columns, and of
        subclasses that look up or store items in their own way.
        """
        if not self.declared:
            return None
        try:
            return self.kinds[kind]
        except KeyError:
            base = next((cls for cls in kind.__mro__ if cls in self.declared), None)
            is_same = base is not None and all(
                static(kind, name) is static(base, name) for name in _ACCESSES
            )
            found = self.declared[base] if base is not None and is_same else None
            if not any(home(cls) == "__main__" for cls in kind.__mro__):
                # (a class of the notebook's is not to be kept)
                self.kinds[kind] = found
            return found

    def items(self, obj: object) -> Mapping[Any, Any] | None:
        """The items of an object by key; None of objects without columns."""
        name = self.attribute(type(obj))
        held = None if name is None else static_attribute(obj, name)
        return held if type(held) is dict else None


COLUMNS = Columns()


class WithColumns(Kind):
    """Objects of the declared classes. Those of subclasses that look up or store items in their own
    way are ordinary.
    """

    def item_fields(self, obj: Any, key: Any) -> tuple[list[Field], bool]:
        items = COLUMNS.items(obj)
        return ([WHOLE], False) if items is None else item_fields(items, key)

    def attribute_fields(self, obj: Any, name: str, store: bool = False) -> list[Field]:
        if name == COLUMNS.attribute(type(obj)):
            # all columns
            return [WHOLE]
        return super().attribute_fields(obj, name, store)

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        items = COLUMNS.items(obj)
        if items is None:
            return super().snapshot(obj, namespace)
        beside = {name: shallow_copy(value) for name, value in attributes_of(obj).items()}
        beside.pop(COLUMNS.attribute(type(obj)) or "", None)
        return ("items", dict(items), beside)

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        if before[0] != "items":
            return super().changes(obj, before, after, keyed)
        others = before[2].keys() | after[2].keys()
        return mapping_changes(before[1], after[1], key_field) + [
            attribute_field(name)
            for name in others
            if not _is_same(before[2].get(name), after[2].get(name))
        ]


def item_fields(items: Mapping[Any, Any], key: Any) -> tuple[list[Field], bool]:
    """The fields of the items under a key or a list of keys, and whether one of them is new."""
    keys = key if type(key) is list else [key]
    if not keys or any(type(each) not in _OF_COLUMNS for each in keys):
        return [WHOLE], False
    return [key_field(each) for each in keys], any(each not in items for each in keys)


def attributes_of(obj: object) -> dict[str, Any]:
    """The values in an object's slots and attribute dictionary, by name."""
    return {**(slots_of(obj) or {}), **(own_dict(obj) or {})}


def shallow_copy(value: Any) -> Any:
    """A copy of a plain container; any other value itself."""
    return value.copy() if type(value) in CONTAINERS else value


def _is_same(a: Any, b: Any) -> bool:
    """Whether two values are the same object, or plain containers with the same content."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if type(a) is dict:
        return same_entries(a, b)
    if type(a) is set:
        return are_atoms(a) and are_atoms(b) and a == b
    return type(a) is list and len(a) == len(b) and not replaced(a, b)
