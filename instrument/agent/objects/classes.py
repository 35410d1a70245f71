"""Facts that classes tell of their instances: the owner, the possible changes, whether reading changes
an instance. The look-ups record nothing.
"""

from __future__ import annotations

import functools
import types
import weakref
from typing import TYPE_CHECKING

from .attributes import home, own_dict, static
from .callables import FUNCTION
from .iterators import is_iterator
from .libraries import LIBRARIES

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from .locations import Namespace

MAKING = frozenset({"__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__"})
"""Special methods that nothing runs once an object is there."""

ORDINARY = frozenset({list, dict, tuple, set, frozenset, FUNCTION})


def is_notebook_class(cls: type, namespace: Namespace) -> bool:
    return home(cls) in ("__main__", namespace.get("__name__"))


def is_definition(value: Any, namespace: Namespace) -> bool:
    """Whether a value is a class or a function of the notebook's."""
    if issubclass(type(value), type):
        return is_notebook_class(value, namespace)
    return type(value) is FUNCTION and value.__globals__ is namespace


def is_made_here(cls: type) -> bool:
    """Whether instances of a class run no code but what was written in the notebook, and Python's
    for any object.
    """
    if type(cls) is not type:
        return False
    return all(
        base is object
        or (home(base) == "__main__" and all(map(_is_written_here, base.__dict__.values())))
        for base in cls.__mro__
    )


def _is_written_here(value: Any) -> bool:
    kind = type(value)
    if kind is FUNCTION:
        return value.__globals__.get("__name__") == "__main__"
    if kind is property:
        return all(
            function is None or _is_written_here(function)
            for function in (value.fget, value.fset, value.fdel)
        )
    if kind is staticmethod or kind is classmethod:
        return _is_written_here(value.__func__)
    return kind in _OF_INSTANCES or static(kind, "__get__") is None


_OF_INSTANCES = (types.GetSetDescriptorType, types.MemberDescriptorType)
"""Members of a class for the dictionaries and slots of its instances."""


def is_users_class(cls: type, namespace: Namespace, local: Collection[str]) -> bool:
    """Whether a class is made in the notebook, or in one of these modules of the user's own."""
    return is_notebook_class(cls, namespace) or home(cls) in local


def keeps_attributes_only(cls: type, local: Collection[str]) -> bool:
    """Whether instances keep nothing but attributes in a dictionary: all of their class is made in
    modules of the user's own, or in the notebook.
    """
    return all(
        base is object
        or ((home(base) in local or home(base) == "__main__") and "__slots__" not in base.__dict__)
        for base in cls.__mro__
    )


def is_mortal(cls: type) -> bool:
    """Whether code of a class in Python runs when one of its instances dies: who keeps one alive
    shows.
    """
    return type(static(cls, "__del__")) is FUNCTION


IN_PLACE = (
    "add",
    "sub",
    "mul",
    "matmul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "lshift",
    "rshift",
    "and",
    "xor",
    "or",
)


def changes_in_place(cls: type) -> bool:
    """Whether `x += y` or one of its like may change an instance of the class instead of making
    another.
    """
    return any(static(cls, "__i%s__" % name) is not None for name in IN_PLACE)


_CHANGING: weakref.WeakKeyDictionary[type, bool] = weakref.WeakKeyDictionary()


def changes_when_read(cls: type) -> bool:
    """Whether reading can change an instance without a probe in sight: taking elements, filling in
    defaults or caches.
    """
    if cls in ORDINARY or cls in LIBRARIES.data:
        return False
    known = _CHANGING.get(cls)
    if known is None:
        known = is_iterator(cls) or static(cls, "__missing__") is not None
        known = known or any(
            type(v) is functools.cached_property
            for c in cls.__mro__[:-1]
            for v in c.__dict__.values()
        )
        if cls.__module__ != "__main__":
            # a notebook may still change its classes
            _CHANGING[cls] = known
    return known


def fills_cache(obj: object, name: str) -> bool:
    """Whether loading `obj.name` stores it on the object (functools.cached_property, first
    time).
    """
    return type(static(type(obj), name)) is functools.cached_property and name not in (
        own_dict(obj) or {}
    )
