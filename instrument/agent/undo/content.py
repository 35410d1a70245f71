"""The contents of Python's own objects, taken before a run, and put back into the same objects later.
So all other holders of an object see its old content again. No code of the notebook runs here.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

from ..objects.attributes import MISSING, own_dict, slots_of
from ..world.entry import ABSENT
from ..world.object_parts import container_kind, copied_content, is_alike, put_attribute, slot_of

if TYPE_CHECKING:
    from typing import Any

_POINTER = tuple.__itemsize__
_OF_CLASS = (types.GetSetDescriptorType, types.MemberDescriptorType)
_PASSING = frozenset({"_abc_impl", "__static_attributes__", "__abstractmethods__", "__doc__"})
_FUNCTION_PARTS = ("__defaults__", "__kwdefaults__", "__code__")


class Content:
    """The content of an object. `size`: bytes of copied memory; `is_opaque`: the object also leads to
    state of C code that nobody can copy.
    """

    size: int = 0
    is_opaque = False

    def __init__(self, obj: Any) -> None:
        self.obj = obj

    def is_present(self) -> bool:
        """Whether the object has this content now."""
        raise NotImplementedError

    def put(self) -> None:
        """Put the content into the object."""
        raise NotImplementedError

    def obstacle(self) -> str | None:
        """Why the content cannot be put now; None if it can."""
        return None

    def replaced(self) -> Content:
        """The present content, which `put` replaces."""
        return type(self)(self.obj)


class Several(Content):
    """The content of an object that has several parts: items and attributes."""

    def __init__(self, obj: Any, parts: list[Content]) -> None:
        super().__init__(obj)
        self.parts = parts
        self.size = sum(part.size for part in parts)

    def is_present(self) -> bool:
        return all(part.is_present() for part in self.parts)

    def put(self) -> None:
        for part in self.parts:
            part.put()

    def obstacle(self) -> str | None:
        return next(filter(None, (part.obstacle() for part in self.parts)), None)

    def replaced(self) -> Content:
        return Several(self.obj, [part.replaced() for part in self.parts])


class Items(Content):
    """The items of a container of Python's own, or of a subclass."""

    def __init__(self, obj: Any) -> None:
        super().__init__(obj)
        self.kind: Any = container_kind(obj)
        self.items: Any = copied_content(obj)
        self.size = _POINTER * len(self.items)

    def is_present(self) -> bool:
        return is_alike(self.items, copied_content(self.obj))

    def put(self) -> None:
        self.kind.clear(self.obj)
        (self.kind.extend if type(self.items) is list else self.kind.update)(self.obj, self.items)


class Bytes(Content):
    """The content of a bytearray."""

    def __init__(self, obj: Any) -> None:
        super().__init__(obj)
        self.items = bytes(obj)
        self.size = len(self.items)

    def is_present(self) -> bool:
        return self.obj == self.items

    def put(self) -> None:
        self.obj[:] = self.items


class Variable(Content):
    """The variable of a closure."""

    def __init__(self, obj: Any) -> None:
        super().__init__(obj)
        self.value = _variable(obj)

    def is_present(self) -> bool:
        return _variable(self.obj) is self.value

    def put(self) -> None:
        if self.value is MISSING:
            del self.obj.cell_contents
        else:
            self.obj.cell_contents = self.value


class Attributes(Content):
    """The attribute dictionary and the slots of an instance, or a dictionary of a function."""

    def __init__(self, obj: Any) -> None:
        super().__init__(obj)
        self.own = dict(own_dict(obj) or {})
        self.slots = slots_of(obj) or {}

    def is_present(self) -> bool:
        slots = slots_of(self.obj) or {}
        return is_alike(self.own, dict(own_dict(self.obj) or {})) and all(
            slots[name] is value for name, value in self.slots.items()
        )

    def put(self) -> None:
        own = own_dict(self.obj)
        if own is not None:
            own.clear()
            own.update(self.own)
        for name, value in self.slots.items():
            slot = slot_of(self.obj, name)
            if value is not MISSING:
                slot.__set__(self.obj, value)
            elif (slots_of(self.obj) or {})[name] is not MISSING:
                slot.__delete__(self.obj)


class FunctionParts(Content):
    """The code and the defaults of a function."""

    def __init__(self, obj: Any) -> None:
        super().__init__(obj)
        self.parts = {name: getattr(obj, name) for name in _FUNCTION_PARTS}

    def is_present(self) -> bool:
        return all(getattr(self.obj, name) is value for name, value in self.parts.items())

    def put(self) -> None:
        for name, value in self.parts.items():
            setattr(self.obj, name, value)


class ClassBody(Content):
    """The attributes of a class."""

    def __init__(self, obj: Any) -> None:
        super().__init__(obj)
        self.own = _body(obj)

    def is_present(self) -> bool:
        return is_alike(self.own, _body(self.obj))

    def put(self) -> None:
        now = _body(self.obj)
        for name in now.keys() | self.own.keys():
            value = self.own.get(name, ABSENT)
            if value is not now.get(name, ABSENT):
                put_attribute(self.obj, name, value)


def _variable(cell: types.CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


def _body(cls: type) -> dict[str, Any]:
    return {
        name: value
        for name, value in cls.__dict__.items()
        if type(value) not in _OF_CLASS and name not in _PASSING
    }
