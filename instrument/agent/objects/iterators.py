"""Iterators and suspended functions, and the objects in them. Look-ups on live objects, which record
nothing.
"""

from __future__ import annotations

import gc
import itertools
import types
from typing import TYPE_CHECKING

from .attributes import home, static

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

SUSPENDABLE = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)


def frame_of(suspended: object) -> types.FrameType | None:
    """The frame of a generator or coroutine; None when it has ended."""
    return (
        getattr(suspended, "gi_frame", None)
        or getattr(suspended, "cr_frame", None)
        or getattr(suspended, "ag_frame", None)
    )


def referents(obj: object) -> Collection[Any]:
    """The objects to which an object refers, as the collector says, without lists and tuples that
    have holes.

    C code may keep a list or tuple with holes: the stack of an `xml.etree` builder, or the sources
    of a `zip_longest`, where each source that has run out leaves a hole. Code that reads a hole
    crashes (CPython 3.10 to 3.13); only the collector may look into such a list.
    """
    held = gc.get_referents(obj)
    if issubclass(type(obj), itertools.zip_longest):
        # its sources, the tuple of its results, its fill value
        held = [*gc.get_referents(*held[:2]), *held[2:]]
    return without_holes(held)


def without_holes(held: Collection[Any]) -> Collection[Any]:
    """The same objects, with the items of lists and tuples that have holes in place of these."""
    if not any(type(part) is list or type(part) is tuple for part in held):
        return held
    return [
        inner
        for part in held
        for inner in (gc.get_referents(part) if _has_holes(part) else (part,))
    ]


def _has_holes(part: object) -> bool:
    return (type(part) is list or type(part) is tuple) and len(gc.get_referents(part)) < len(part)


def drawn_from(iterator: object) -> list[Any]:
    """The objects that an iterator of C code holds, and the items of tuples among them: `zip` keeps
    its sources in a tuple.
    """
    held = referents(iterator)
    tuples = [part for part in held if type(part) is tuple]
    return [*(part for part in held if type(part) is not tuple), *gc.get_referents(*tuples)]


def is_iterator(cls: type) -> bool:
    """Whether instances move on when something is taken from them: iterators, asynchronous ones,
    and coroutines.
    """
    if static(cls, "__next__") is not None:
        return static(cls, "__iter__") is not None
    return cls is types.CoroutineType or (
        static(cls, "__anext__") is not None and static(cls, "__aiter__") is not None
    )


def shows_nothing(cls: type) -> bool:
    """Whether the text of an instance shows nothing of its content: `repr` of an iterator of
    Python's own takes no element.
    """
    return cls.__repr__ is object.__repr__ and home(cls) == "builtins" and is_iterator(cls)


def is_array_iterator(obj: object) -> bool:
    """Whether an object writes through to arrays, `operands`, that it goes over."""
    return type(obj).__name__ == "nditer" and type(obj).__module__ == "numpy"
