"""Parts of objects in the undo log: attributes, slots, contents of containers and closures."""

from __future__ import annotations

import collections
import types
from typing import TYPE_CHECKING

from ..objects.attributes import own_dict, static
from ..objects.locations import ATOMIC
from .entry import ABSENT, same

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

NESTED = 100
"""The most nested containers copied together."""
LONG = 2_000
"""The most entries of a copied container."""
_CONTAINERS = {
    list: list,
    set: set,
    collections.deque: list,
    collections.OrderedDict: dict,
    dict: dict,
}
"""By the class of a container, with its methods for reading and setting the content: the class of a
copy.
"""
_PLAIN = frozenset({list, set, dict})


def nested(containers: Sequence[Any]) -> list[Any]:
    """Containers and the containers inside them: of many, some; of long ones, none."""
    pending, seen = [*reversed(containers)], {}
    while pending and len(seen) < NESTED:
        held = pending.pop()
        if id(held) in seen or (type(held) in _PLAIN and len(held) > LONG):
            continue
        seen[id(held)] = held
        if type(held) in _PLAIN:
            pending += [
                part
                for part in list(held.values() if type(held) is dict else held)
                if type(part) in _PLAIN
            ]
    return list(seen.values())


def changed_as(content: Any, before: Any, after: Any) -> Any:
    """Apply the change from `before` to `after` to a content: by keys of a dictionary, and
    positions of a list that did not become shorter.
    """
    if is_alike(content, before) or not type(content) is type(before) is type(after):
        return after
    if type(after) is set:
        return (content - (before - after)) | (after - before)
    if type(after) is dict:
        kept = {key: value for key, value in content.items() if key not in before or key in after}
        kept.update(
            (key, value)
            for key, value in after.items()
            if key not in before or not _is(before[key], value)
        )
        return kept
    if type(after) is not list or len(after) < len(before):
        return after
    stays = [_is(old, new) for old, new in zip(before, after)]
    kept = [
        value if at >= len(stays) or stays[at] else after[at] for at, value in enumerate(content)
    ]
    return kept + after[len(before) :]


def put_attribute(obj: Any, name: str, value: object) -> None:
    slot = slot_of(obj, name)
    if issubclass(type(obj), type):
        type.__delattr__(obj, name) if value is ABSENT else type.__setattr__(obj, name, value)
    elif slot is not None:
        slot.__delete__(obj) if value is ABSENT else slot.__set__(obj, value)
    elif (own := own_dict(obj)) is not None:
        own.pop(name, None) if value is ABSENT else own.__setitem__(name, value)


def attributes_of(obj: object) -> Mapping[str, Any] | None:
    return vars(obj) if issubclass(type(obj), type) else own_dict(obj)


def slot_of(obj: object, name: str) -> Any:
    slot = static(type(obj), name)
    return slot if type(slot) is types.MemberDescriptorType else None


def attribute_of(obj: object, name: str) -> Any:
    slot = slot_of(obj, name)
    if slot is None:
        return (attributes_of(obj) or {}).get(name, ABSENT)
    try:
        return slot.__get__(obj)
    except AttributeError:
        return ABSENT


def container_kind(obj: object) -> Any:
    """The class of Python's containers for an object; None for other objects."""
    return next((kind for kind in _CONTAINERS if issubclass(type(obj), kind)), None)


def copied_content(obj: Any) -> Any:
    if type(obj) is types.CellType:
        try:
            return obj.cell_contents
        except ValueError:
            return ABSENT
    kind = container_kind(obj)
    copy = _CONTAINERS[kind]
    return copy(kind.items(obj)) if copy is dict else copy(kind.__iter__(obj))


def is_alike(a: Any, b: Any) -> bool:
    """Whether a value, or the content of a container, is unchanged. No code of the value runs."""
    if a is b:
        return True
    if type(a) is not type(b) or type(a) not in (list, dict, set, *ATOMIC):
        return False
    if type(a) in ATOMIC or type(a) is set:
        return same(a, b)
    if len(a) != len(b):
        return False
    pairs = zip(a, b) if type(a) is list else zip((*a, *a.values()), (*b, *b.values()))
    return all(_is(x, y) for x, y in pairs)


def _is(x: object, y: object) -> bool:
    return x is y or (type(x) in ATOMIC and same(x, y))
