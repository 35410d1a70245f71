"""Locations: the parts of objects and of the world that statements read and write.

A location is (object, field). `object` is "g" (the notebook's globals), "o<n>" (an object by token)
or the name of a world object ("file", "environ", "random", ...). `field` is "a:<name>", "i:<key>",
"s" (length / key set), "s:<key>" (whether this key is in the key set; part of "s") or "*" (whole).
This file decides no reads or writes.
"""

from __future__ import annotations

import datetime
import itertools
import re
import types
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    Token: TypeAlias = str
    """The name that an object has in the record: "o<n>", "g", or the name of a world object."""
    Field: TypeAlias = str
    """The part of an object that is read or written."""
    Location: TypeAlias = tuple[Token, Field]
    """The unit of reads and writes."""
    Kind: TypeAlias = str
    """How a read or write is known: "observed", "compared", "widened" or "assumed"."""
    Namespace: TypeAlias = dict[str, Any]
    """The global variables of the notebook or of a module, by name."""

GLOBALS = "g"
WHOLE = "*"
STRUCTURE = "s"
DEFINITIONS = "definitions"
"""The functions and classes that the notebook's names stand for, once somebody has looked for all
of them; a field is one of these names.
"""
OUTPUT = "output"
"""Streams of the process itself: no code reads output to people back, so nobody records the output.
"""

ATOMIC = frozenset(
    {
        int, float, complex, bool, str, bytes, type(None), type(...), type(NotImplemented), range,
        types.CodeType,
    }
)  # fmt: skip
"""Exact types whose instances hold no location."""


def are_atoms(values: Iterable[object]) -> bool:
    """Whether none of these values holds a location."""
    return ATOMIC.issuperset(map(type, values))


NUMBERS = frozenset({int, float, complex, bool, type(None)})
"""The exact types of ATOMIC whose values cannot be names, as strings can."""

VALUES = {
    *ATOMIC,
    datetime.date,
    datetime.datetime,
    datetime.time,
    datetime.timedelta,
    datetime.timezone,
}
"""ATOMIC, times, and the types of numbers and strings of loaded libraries, which may look different as
text by an option.
"""


SHORT = 25
"""Elements of the longest tuple that may count as a value."""

LARGE = 1_000
"""Elements of a container that is too long to look at each element."""

PLAIN = frozenset({list, dict, tuple, set, frozenset})
"""Python's own containers."""

_MADE = re.compile(r"o\d+$")
"""The tokens of objects."""
_KEY_TYPES = (str, int, float, bool, bytes, type(None))
_MAX_KEY = 80


def is_value(obj: Any) -> bool:
    """Whether an object is a number, string or the like, or a short tuple of such: it holds no
    location, and nobody can change it.
    """
    kind = type(obj)
    if kind in VALUES:
        return True
    if kind is slice:
        # its bounds may be arrays of one number
        return type(obj.start) in VALUES and type(obj.stop) in VALUES and type(obj.step) in VALUES
    if kind is not tuple or len(obj) > SHORT:
        return False
    kinds = set(map(type, obj))
    if slice in kinds:
        return all(map(is_value, obj))
    return kinds <= VALUES or (kinds - VALUES == {tuple} and all(map(_is_value_within, obj)))


def are_values(objects: Iterable[object]) -> bool:
    """Whether all of these objects are values. The test is quick, for there may be many objects: it
    takes a long tuple, or one with tuples in it, for no value.
    """
    kinds = set(map(type, objects)) - VALUES
    if kinds != {tuple}:
        return not kinds
    tuples = [obj for obj in objects if type(obj) is tuple]
    return max(map(len, tuples)) <= SHORT and VALUES.issuperset(
        map(type, itertools.chain.from_iterable(tuples))
    )


def holds_atoms(obj: Any) -> bool:
    """Whether an object is a container of Python's own, not a large one, that holds nothing but
    numbers and strings.
    """
    kind = type(obj)
    if kind not in PLAIN or len(obj) > LARGE:
        return False
    return ATOMIC.issuperset(map(type, obj)) and (
        kind is not dict or ATOMIC.issuperset(map(type, obj.values()))
    )


def _is_value_within(obj: Any) -> bool:
    return type(obj) in VALUES or (len(obj) <= SHORT and VALUES.issuperset(map(type, obj)))


def attribute_field(name: str) -> Field:
    return "a:" + name


def is_of_object(token: Token) -> bool:
    """Whether a token is one that was made for an object, and no name of a location of the
    world.
    """
    return _MADE.match(token) is not None


def is_of_world(location: Location) -> bool:
    """Whether a location is the world's: neither a global name nor an object of the notebook's."""
    return location[0] != GLOBALS and not is_of_object(location[0])


def presence_field(field: Field) -> Field:
    """The field for whether the key of an item's or attribute's field is there."""
    return STRUCTURE + field[1:]


def key_field(key: Any) -> Field:
    """The field of a subscript by `key`, or "*" when the key is not a plain value."""
    if type(key) is str:
        return "i:" + repr(key) if len(key) <= _MAX_KEY else WHOLE
    if type(key) is int:
        return "i:%d" % key
    if isinstance(key, (bool, float)) and not isinstance(key, str):
        return "i:" + repr(_as_int(key))
    if key is None:
        return "i:None"
    if type(key) is tuple and all(type(k) in _KEY_TYPES for k in key):
        text = repr(tuple(_as_int(k) if isinstance(k, (bool, float)) else k for k in key))
        return "i:" + text if len(text) <= _MAX_KEY else WHOLE
    return WHOLE


def _as_int(key: float) -> float:
    """1 == 1.0 == True are one dictionary key."""
    return int(key) if key == key and abs(key) < 2**53 and key == int(key) else key
