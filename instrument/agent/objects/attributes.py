"""Values that classes and instances keep under a name, found without running their code."""

from __future__ import annotations

import gc
import pathlib
import itertools
import operator
import re
import threading
import types
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

TRIES = 16
"""Rows of neighbours that are looked for among many instances, before these are halved."""

MISSING = object()
"""Stands for the value of a slot or closure variable that has none."""

_SPECIAL = re.compile(r"__\w+__|_repr_\w+_|_ipython_\w+_")

FOLLOWED = frozenset(
    "__setattr__ __delattr__ __setitem__ __delitem__ __init__ __enter__ __exit__ __aenter__ __aexit__ __class__ __dict__ __doc__ __wrapped__".split()
)
"""Special names under which a method of C code (`__setattr__ = dict.__setitem__`) is followed, or
not called.
"""


def is_special(name: str) -> bool:
    """Whether Python or IPython looks this name up in a class by itself."""
    return _SPECIAL.fullmatch(name) is not None


def static(cls: type, name: str) -> Any:
    """The attribute of a class under a name; None when there is none. The look-up runs no `__get__`
    and no `__getattr__`.
    """
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]
    return None


def static_attribute(obj: object, name: str) -> Any:
    """The value an instance keeps under a name, in its dictionary or a slot; None when it has
    none.
    """
    slot = static(type(obj), name)
    if type(slot) is types.MemberDescriptorType:
        try:
            return slot.__get__(obj)
        except AttributeError:
            return None
    try:
        return (
            object.__getattribute__(obj, name)
            if not hasattr(type(slot), "__get__")
            else (own_dict(obj) or {}).get(name)
        )
    except AttributeError:
        return None


def instance_values(cls: type, objects: Iterable[object], name: str) -> list[Any]:
    """The values that instances of exactly this class keep under a name."""
    held = static(cls, name)
    try:
        if type(held) is types.MemberDescriptorType:
            return list(map(held.__get__, objects))
        if _looks_up_plainly(cls) and static(cls, "__getattr__") is None:
            if held is None:
                return list(map(operator.attrgetter(name), objects))
            if (
                cls.__dictoffset__
                and type(static(cls, "__dict__")) is types.GetSetDescriptorType
                and not hasattr(type(held), "__get__")
            ):
                # (missing in an instance: then the class has the attribute)
                return [own.get(name) for own in map(operator.attrgetter("__dict__"), objects)]
    except AttributeError:
        pass
    return [static_attribute(obj, name) for obj in objects]


def _looks_up_plainly(kind: type) -> bool:
    return static(kind, "__getattribute__") is object.__dict__["__getattribute__"]


def slots_of(obj: object) -> dict[str, Any] | None:
    """What an object keeps in slots, by name: MISSING in empty ones; None when it has no slots."""
    found = {}
    for cls in type(obj).__mro__:
        # under the names in the class: private ones differ in `__slots__`
        for name, descriptor in cls.__dict__.items() if cls.__dict__.get("__slots__") else ():
            # a class may declare a slot of its base again, and so hide the base's slot
            if type(descriptor) is types.MemberDescriptorType and name not in found:
                found[name] = descriptor.__get__(obj) if _has(descriptor, obj) else MISSING
    return found or None


def _has(descriptor: types.MemberDescriptorType, obj: object) -> bool:
    try:
        descriptor.__get__(obj)
        return True
    except AttributeError:
        return False


def own_dict(obj: Any) -> dict[str, Any] | None:
    """The attribute dictionary of an object, past its class's own `__getattribute__`; None when it
    has none.
    """
    try:
        own = object.__getattribute__(obj, "__dict__")
    except AttributeError:
        if not issubclass(type(obj), threading.local):
            return None
        own = threading.local.__getattribute__(obj, "__dict__")
    return own if type(own) is dict else None


def given_dict(obj: object) -> dict[str, Any] | None:
    """The attribute dictionary of an object, which may be of a subclass of `dict`
    (`self.__dict__ = self`); None when it has none.
    """
    try:
        own = object.__getattribute__(obj, "__dict__")
    except AttributeError:
        return None
    return own if issubclass(type(own), dict) else None


PATHS = pathlib.PurePath.__module__
"""The module of the classes of paths: `pathlib`, and a part of this package on Python 3.13."""


def home(cls: type) -> str:
    """The name of the module a class comes from (types made by Cython may keep something else
    there).
    """
    module = cls.__module__
    return module if type(module) is str else ""


def asked_for_dictionaries(
    kind: type, objects: Sequence[object], held: list[object], tried: int
) -> tuple[int, int]:
    """The first and last place of the first instances of a class, one after another, that have an
    attribute dictionary, or hold one; half of all instances where these are many, or have been
    `tried` in vain often. `held`: the objects to which the instances refer. Python makes such a
    dictionary when it is first asked for, mostly for neighbours.
    """
    middle = len(objects) // 2
    if tried > TRIES:
        return middle, middle
    try:
        first = operator.indexOf(map(type, held), dict)
    except ValueError:
        return middle, middle
    # each ends with its class
    start = stop = sum(map(operator.is_, held[:first], itertools.repeat(kind)))
    while stop < len(objects) and stop - start < middle and _refers_to_dictionary(objects[stop]):
        stop += 1
    # (they may hold their class as well)
    return (start, stop) if start < stop < start + middle else (middle, middle)


def _refers_to_dictionary(obj: object) -> bool:
    return dict in map(type, gc.get_referents(obj))
