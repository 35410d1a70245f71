"""Whose storage an object shows, and the key under which a statement knows it."""

from __future__ import annotations

import collections
import sys
import weakref
from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC
from .kind import Kind
from .registry import KINDS

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from ..objects.locations import Token
    from ..objects.tokens import Tokens

    StorageKey: TypeAlias = int | Token
    """The identity of the object whose storage is shown, or its token."""

_SELF_CONTAINED = frozenset({list, dict, set, bytearray, collections.deque})
"""Types whose objects are their own storage."""
_SHOWING = frozenset({"_csv", "_ctypes", "ctypes", "mmap", "weakref", "_weakref"})


def alias_root(obj: Any) -> Any:
    """The object whose storage `obj` shows: an array's base, a tensor's storage, an indexer's
    frame, an artist's figure, a wrapper's target.
    """
    return KINDS.of(type(obj)).owner(obj)


def is_of_its_own(cls: type) -> bool:
    """Whether instances of a class are their own storage, as far as that is known: none shows what
    another object, or a file, keeps.
    """
    if type(KINDS.of(cls)).owner is not Kind.owner:
        return False
    homes = {home(base).partition(".")[0] for base in cls.__mro__}
    return homes.isdisjoint(_SHOWING) and all(
        name == "__main__" or name in sys.stdlib_module_names for name in homes
    )


def is_bare(cls: type) -> bool:
    """Whether instances of a class of Python's own are their own storage, and lead to the objects
    that they refer to.
    """
    known = _BARE.get(cls)
    if known is None:
        is_plain = type(KINDS.of(cls)).parts is Kind.parts
        is_notebook = any(home(base) == "__main__" for base in cls.__mro__)
        known = _BARE[cls] = is_plain and not is_notebook and is_of_its_own(cls)
    return known


_BARE: weakref.WeakKeyDictionary[type, bool] = weakref.WeakKeyDictionary()


def storage_key(obj: Any, tokens: Tokens) -> StorageKey | None:
    """The key under which a statement knows the storage that `obj` shows; None while the storage has
    no token. The key holds until the statement ends.

    The identity of a view is no key: a view of another array may get the same identity later. (An
    object that is its own storage may leave its identity to an object made in the same statement,
    whose changes do not matter.)
    """
    kind = type(obj)
    if kind in _SELF_CONTAINED:
        return id(obj)
    if kind in ATOMIC:
        return None
    array = LIBRARIES.ndarray
    if kind is array and array is not None:
        base = obj.base
        if base is None:
            return id(obj)
        if type(base) is array and base.base is None:
            return id(base)
    return tokens.peek(alias_root(obj))
