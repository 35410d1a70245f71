"""The content of any object (`content`, `library_contents`), and which objects have one."""

from __future__ import annotations

import collections
import types
from typing import TYPE_CHECKING

from ..kinds.arrays import Arrays
from ..kinds.registry import KINDS
from ..objects.attributes import own_dict, slots_of
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC
from ..world.object_parts import container_kind
from .content import (
    Attributes,
    Bytes,
    ClassBody,
    Content,
    FunctionParts,
    Items,
    Several,
    Variable,
)
from .library_contents import Memory, Table, stream_content

if TYPE_CHECKING:
    from typing import Any

_HEAD = object.__basicsize__
_POINTER = tuple.__itemsize__
_FIXED = (tuple, frozenset, str, int, float, complex, bytes)
_CONTAINERS = (collections.defaultdict, collections.OrderedDict, collections.deque, list, dict, set)
_PLAIN_MODULES = ("builtins", "types", "re", "datetime", "decimal", "_thread")
_KNOWN_MODULES = ("numpy", "numpy.dtypes", "functools", "pandas", "pyarrow.lib")


def content_of(obj: Any) -> Content | None:
    """The content of an object; None if nobody can put its content back."""
    kind = type(obj)
    if kind in (list, dict, set):
        return Items(obj)
    if kind is bytearray:
        return Bytes(obj)
    if kind is types.CellType:
        return Variable(obj)
    if kind is types.FunctionType:
        return Several(obj, [FunctionParts(obj), Attributes(obj)])
    if issubclass(kind, type):
        return ClassBody(obj)
    if isinstance(KINDS.of(kind), Arrays):
        memory: list[Content] = [Memory(obj)]
        return Several(obj, [*memory, Attributes(obj)]) if own_dict(obj) else memory[0]
    if LIBRARIES.frame is not None and issubclass(kind, (LIBRARIES.frame, LIBRARIES.series)):
        return Table(obj)
    return stream_content(obj) or _content_of_instance(obj)


def _content_of_instance(obj: Any) -> Content | None:
    held = container_kind(obj)
    if not is_made_of_attributes(type(obj)):
        return None
    parts: list[Content] = [] if held is None else [Items(obj)]
    if own_dict(obj) is not None or slots_of(obj):
        parts.append(Attributes(obj))
    if not parts:
        return None
    content = Several(obj, parts)
    own = own_dict(obj) or {}
    content.is_opaque = any(map(_is_opaque, (*own.values(), *(slots_of(obj) or {}).values())))
    return content


def is_made_of_attributes(kind: type) -> bool:
    """Whether instances consist of attributes, slots and a known container's items."""
    bases = (base for base in (*_FIXED, *_CONTAINERS) if issubclass(kind, base))
    base = next(bases, object)
    own = kind.__basicsize__ - max(base.__basicsize__, _HEAD)
    own -= _POINTER * (kind.__dictoffset__ > 0) + _POINTER * (kind.__weakrefoffset__ > 0)
    slots = {
        (cls, name)
        for cls in kind.__mro__
        if cls.__dict__.get("__slots__")
        for name, member in cls.__dict__.items()
        if type(member) is types.MemberDescriptorType
    }
    return own <= _POINTER * len(slots)


def _is_opaque(value: Any) -> bool:
    """Whether a value holds state of C code that nobody can copy."""
    kind = type(value)
    module = kind.__module__ if type(kind.__module__) is str else ""
    if kind in ATOMIC or issubclass(kind, (*_FIXED, type, types.FunctionType, types.ModuleType)):
        return False
    if module.partition(".")[0] in _PLAIN_MODULES:
        return kind is types.GeneratorType
    if isinstance(KINDS.of(kind), Arrays) or LIBRARIES.is_scalar(kind):
        return False
    return not is_made_of_attributes(kind) and module not in _KNOWN_MODULES
