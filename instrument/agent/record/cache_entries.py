"""Entries of inline caches: they tell which calls at a site, with the same callee, add nothing to
the record of the statement. A probe asks an entry first of all (`sites`), so the answer has to be
quick. `calls/cache_entries` decides what an entry depends on.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING, Any

from ..objects.callables import BOUND, CACHED
from ..objects.cpython import given_with_others
from ..objects.libraries import holds_numbers
from ..objects.locations import VALUES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

SAME, FIRST, ANY, NUMBERS = "same", "first", "any", "numbers"
"""With what an inline cache may leave a call out: the same receiver, the same first argument, any
receiver, or any with numbers.
"""
NOTHING = None, None, False
"""No entry: see `calls/cache_entries`."""

RECEIVER = -1
"""In place of a position or keyword: the object whose method is called."""

SEEN_LIMIT = 1_000
"""The most objects that an entry records for one position."""


UNCALLED = "uncalled"
"""A value of `CacheEntry.values`: all arguments have to be of `uncalled` types."""

uncalled = set(VALUES)
"""Types of libraries whose objects, as far as recorded calls have shown, are not called and hold no
called objects.
"""


class CacheEntry:
    """One callee: a function or other callable by identity; or a method as its function, or its
    `name`, and the class of its receiver.

    `seen`: for each position or keyword that counts, and for RECEIVER, the recorded strings and
    identities of objects. `values`: whether all arguments have to be numbers, recorded strings
    (`texts`), or arrays of numbers without another holder, because changes of such arguments
    concern no other statement; or UNCALLED. `kept`: objects that stay alive so that no other object
    gets their identity.
    """

    __slots__ = ("callee", "name", "owner", "seen", "texts", "values", "kept")

    def __init__(self, callee: Any, places: Collection[Any], values: Any = False) -> None:
        self.callee, self.name, self.owner = identified(callee)
        self.seen = tuple([(place, set()) for place in places])
        self.values = values
        self.texts = set()
        self.kept = []

    def is_about(self, callee: Any, places: Collection[Any], values: Any) -> bool:
        """Whether the entry of another call would be the same."""
        function, name, owner = identified(callee)
        same = function is self.callee and name == self.name and owner is self.owner
        return same and [place for place, _ in self.seen] == list(places) and self.values == values

    def add(self, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """A call has been recorded."""
        for place, seen in self.seen:
            if len(seen) < SEEN_LIMIT:
                value = at_place(place, callee, args, kwargs)
                seen.add(value if type(value) is str else id(value))
                if self.values is True or type(value) in FUNCTIONS:
                    self.kept.append(value)
        if self.values is True and len(self.texts) < SEEN_LIMIT:
            self.texts.update(value for value in (*args, *kwargs.values()) if type(value) is str)

    def covers(self, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        """Whether such a call adds nothing."""
        kind = type(callee)
        if kind is types.MethodType:
            if callee.__func__ is not self.callee or type(callee.__self__) is not self.owner:
                return False
        elif self.name is not None:
            if (
                kind not in BOUND
                or type(callee.__self__) is not self.owner
                or callee.__name__ != self.name
            ):
                return False
        elif callee is not self.callee or self.owner is not None:
            return False
        try:
            for place, seen in self.seen:
                value = (
                    callee.__self__
                    if place == RECEIVER
                    else args[place]
                    if type(place) is int
                    else kwargs[place]
                )
                if (value if type(value) is str else id(value)) not in seen:
                    return False
        except LookupError:
            # elements of a sequence or mapping existed before
            return False
        if self.values is UNCALLED:
            return uncalled.issuperset(map(type, (*args, *kwargs.values()) if kwargs else args))
        if self.values:
            for value in args:
                if type(value) not in VALUES:
                    if sys.getrefcount(value) != _UNSHARED or not is_whole_array(value):
                        return False
                elif type(value) is str and value not in self.texts:
                    return False
            for value in kwargs.values():
                if type(value) not in VALUES or (type(value) is str and value not in self.texts):
                    return False
        return True


def is_whole_array(value: Any) -> bool:
    """Whether the object is an array of numbers that owns its memory."""
    return holds_numbers(value) and value.base is None


_UNSHARED = given_with_others()
"""The reference count of an argument without other holders."""


class _OfFunction:
    """The knowledge of a site about calls of one function. A call of another function replaces the
    entry.
    """

    __slots__ = ("callee",)

    def __init__(self, callee: Any) -> None:
        self.callee = callee

    def is_about(self, callee: Any, places: Collection[Any], values: Any) -> bool:
        """Whether the entry of another call would be the same."""
        return False


class Asking(_OfFunction):
    """`getattr` or `hasattr` with any object and name for which `covers` says that the look-up
    needs no record; the names go to `looked`.
    """

    __slots__ = ("_covers", "_looked", "_kind")

    def __init__(self, callee: Any, covers: Callable[..., bool], looked: set[str]) -> None:
        super().__init__(callee)
        self._covers = covers
        self._looked = looked
        self._kind = None

    def covers(self, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        """Whether such a call adds nothing."""
        if callee is not self.callee:
            return False
        if (
            len(args) > 1
            and type(args[0]) is self._kind
            and type(args[1]) is str
            and args[1] in self._looked
        ):
            return True
        if not self._covers(callee, args, kwargs):
            return False
        self._kind = type(args[0])
        self._looked.add(args[1])
        return True


class Calling(_OfFunction):
    """A function that only calls some of its arguments. `called`: their positions, each with a mark
    that tells objects there from objects whose calls may need a record.
    """

    __slots__ = ("_called",)

    def __init__(self, callee: Any, called: Any) -> None:
        super().__init__(callee)
        self._called = called

    def covers(self, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        """Whether such a call adds nothing."""
        if callee is not self.callee:
            return False
        for place, known in self._called:
            value = (
                kwargs.get(place)
                if type(place) is str
                else args[place]
                if place < len(args)
                else None
            )
            if kind_called(value) is not known:
                return False
        return True


def kind_called(value: Any) -> Any:
    """The mark of a callable: the code of a function, or the class of an object whose calls depend
    on its class alone.
    """
    kind = type(value)
    return value.__code__ if kind is types.FunctionType else value if kind in _TOLD_APART else kind


def at_place(place: Any, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """The argument of a call at this position or keyword."""
    return (
        callee.__self__
        if place == RECEIVER
        else args[place]
        if type(place) is int
        else kwargs[place]
    )


FUNCTIONS = frozenset({types.FunctionType, types.BuiltinFunctionType, type})
"""The types of functions and ordinary classes, which are told apart by identity."""
_TOLD_APART = {*FUNCTIONS, *BOUND, types.MethodType, CACHED}


def identified(callee: Any) -> tuple[Any, str | None, type | None]:
    """The parts that identify a callee while a statement runs: a callable, the name of a method of
    C code, the class of the receiver.
    """
    kind = type(callee)
    if kind is types.MethodType:
        return callee.__func__, None, type(callee.__self__)
    if (
        kind in BOUND
        and callee.__self__ is not None
        and type(callee.__self__) is not types.ModuleType
    ):
        return None, callee.__name__, type(callee.__self__)
    return callee, None, None
