"""Facts about CPython on which the agent relies: where objects have things in memory, what
reference counts and the collector say, what instructions of code are called.

Each fact has its name in FACTS, the versions for which it is known, and a test that runs at import.
Where a fact does not hold, its users fall back: slower, with more memory and larger slices, never
with fewer dependences. `SLUICE_CPYTHON=off` in the environment of a kernel turns all facts off.
All facts stand in this file, however long: a new version of Python is checked against it.
"""

from __future__ import annotations

import functools
import gc
import opcode
import os
import sys
from types import CodeType, FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from ctypes import c_int, c_uint64, string_at
    from typing import Any
else:
    try:
        from ctypes import c_int, c_uint64, string_at
    except ImportError:
        c_int = c_uint64 = string_at = None

_IS_ON = sys.implementation.name == "cpython" and os.environ.get("SLUICE_CPYTHON") != "off"

FACTS: dict[str, bool | None] = {}
"""Whether each fact holds here, by its name; None where it is not of this version, or turned off."""


def fact(
    name: str,
    test: Callable[[], Any],
    since: tuple[int, int] = (3, 10),
    until: tuple[int, int] = (3, 99),
) -> bool:
    """Whether a fact of the versions `since` to `until` holds here, which its test confirms."""
    if not _IS_ON or not since <= sys.version_info[:2] <= until:
        FACTS[name] = None
        return False
    try:
        holds = bool(test())
    except Exception:
        holds = False
    FACTS[name] = holds
    return holds


class _Sample:
    """A class for the tests."""

    def __init__(self) -> None:
        self.first = object()
        self.second = object()


_SAMPLE = _Sample()

# Memory: where objects have things.

POINTER = 8
"""Bytes of an address."""

HEAD = getattr(object, "__basicsize__", 0)
"""Bytes that every object begins with."""


def int_at(address: int) -> int:
    """A C int."""
    return c_int.from_address(address).value


def number_at(address: int) -> int:
    """An unsigned number of 64 bits."""
    return c_uint64.from_address(address).value


def bytes_at(address: int, size: int) -> bytes:
    """So many bytes."""
    return string_at(address, size)


MEMORY = fact(
    "an object begins at its id, with a reference count and its class",
    lambda: HEAD == 2 * POINTER and number_at(id(_SAMPLE) + POINTER) == id(_Sample),
)
"""Builds without a global lock have larger heads, machines of 32 bits smaller ones."""

_VERSION = HEAD + POINTER
"""The place of the version in a dictionary, behind the number of its items."""


def version_of(dictionary: dict[Any, Any]) -> int | None:
    """The version of the content of a dictionary: two equal ones have no change between them. None
    where Python keeps no versions.
    """
    return number_at(id(dictionary) + _VERSION) if VERSIONS and type(dictionary) is dict else None


def _versions_differ() -> bool:
    sample: dict[str, int] = {}
    seen = []
    for change in (
        lambda: None,
        lambda: sample.update(a=1),
        lambda: sample.update(b=2),
        lambda: sample.update(a=3),
        lambda: sample.pop("b"),
        sample.clear,
    ):
        change()
        seen.append(number_at(id(sample) + _VERSION))
    return len(set(seen)) == len(seen)


VERSIONS = MEMORY and fact(
    "a dictionary has a version, which each change moves on", _versions_differ, until=(3, 13)
)


def _has_own_memory(cls: type) -> bool:
    return cls.__basicsize__ - HEAD > 2 * POINTER


SIZES = fact(
    "a class of Python adds room for attributes and weak references only",
    lambda: not _has_own_memory(_Sample) and _has_own_memory(bytearray),
)


def has_own_memory(cls: type) -> bool:
    """Whether instances have slots, or memory that C code uses; True where nobody knows."""
    return not SIZES or _has_own_memory(cls)


def adds_memory(cls: type, slots: int) -> bool:
    """Whether a class adds memory to its base's for more than so many slots; True where nobody
    knows.
    """
    base = cls.__base__
    return base is not None and (
        not SIZES or cls.__basicsize__ - base.__basicsize__ > POINTER * slots
    )


# Reference counts. `getrefcount` counts holders, and perhaps the variable or argument with the
# object, depending on the version. So each way to ask is measured once. Without the fact the
# numbers are 0, and every object seems to have more holders.


def _taken(holders: int) -> int:
    lists = [[object()]]
    lists += [lists[0].copy() for _ in range(holders - 1)]
    return sys.getrefcount(lists[0][0])


COUNTS = fact(
    "a reference count is the number of holders",
    lambda: _taken(3) == _taken(2) + 1 == _taken(1) + 2,
)


def taken(holders: int) -> int:
    """The count of an object that so many containers and attributes hold, where it is taken out of
    one of them: `getrefcount(objects[i])`.
    """
    return _taken(holders) if COUNTS else 0


def named() -> int:
    """The count of an object that a variable has, and one container or attribute:
    `getrefcount(variable)`.
    """
    objects = [object()]
    variable = objects[0]
    return sys.getrefcount(variable) if COUNTS else 0


def given() -> int:
    """The count of an object that nothing has but a call to which it is an argument, by
    `getrefcount(parameter)` in what is called.
    """
    return _count_parameter(object()) if COUNTS else 0


def _count_parameter(parameter: object) -> int:
    return sys.getrefcount(parameter)


def given_with_others() -> int:
    """The same of a loop over arguments: `for each in args: getrefcount(each)`."""
    return _count_each(object()) if COUNTS else 0


def _count_each(*args: object) -> int:
    for each in args:
        return sys.getrefcount(each)
    return 0


VARIABLES_COUNT = COUNTS and fact(
    "a variable that lends its object counts as one more holder",
    lambda: named() == taken(1) + 1,
    until=(3, 13),
)
"""Since 3.14 an object that a variable has as well looks as if only the call had it."""


def is_shared(objects: Sequence[object], i: int) -> bool:
    """Whether the object at `objects[i]` is held by more than one other holder."""
    return sys.getrefcount(objects[i]) > _HELD_TWICE


_HELD_TWICE = taken(2)

# The garbage collector: the order of an object's referents in its lists.

_HAVE_GC = 1 << 14

FLAGS = fact(
    "a flag (`Py_TPFLAGS_HAVE_GC`) tells of which classes the collector knows the instances",
    lambda: _Sample.__flags__ & _HAVE_GC and not int.__flags__ & _HAVE_GC,
)


def is_collected(cls: type) -> bool:
    """Whether the collector knows the instances of a class; False where nobody knows."""
    return FLAGS and cls.__flags__ & _HAVE_GC != 0


ATTRIBUTES_THEN_CLASS = fact(
    "an instance refers to the values of its attributes, or to their dictionary, and then its class",
    lambda: (
        gc.get_referents(_Sample())[-1] is _Sample
        and gc.get_referents(_SAMPLE)
        in ([_SAMPLE.first, _SAMPLE.second, _Sample], [_SAMPLE.__dict__, _Sample])
    ),
)

FROM_THE_END = fact(
    "a list refers to its items from the last to the first",
    lambda: gc.get_referents([1, 2], [3]) == [2, 1, 3],
)


def answers_of(cache: Any) -> dict[Any, Any] | None:
    """The dictionary of answers of a `functools.lru_cache`: the last one to which it refers, after
    the answers. None where it has none, or nobody knows.
    """
    own = cache.__dict__
    held = reversed(gc.get_referents(cache)) if ANSWERS_LAST else ()
    return next((each for each in held if type(each) is dict and each is not own), None)


def _has_answers_last() -> bool:
    cache = functools.lru_cache(lambda key: {})
    cache(1)
    held = [each for each in gc.get_referents(cache) if type(each) is dict]
    return {1} in ({*each} for each in [each for each in held if each is not cache.__dict__][-1:])


ANSWERS_LAST = fact("a cache refers to the dictionary of its answers last", _has_answers_last)

FRAMES_HOLD_STACKS = sys.version_info < (3, 11)
"""Whether the frame of a generator refers to its variables, not the generator."""

FRAMES_KEEP_VARIABLES = fact(
    "a frame keeps the dictionary of its variables that it has made",
    lambda: sys._getframe().f_locals is sys._getframe().f_locals,
    until=(3, 12),
)

# Code: objects and their instructions.

QUALIFIED_CODE = hasattr(CodeType, "co_qualname")
"""Whether code has its qualified name (since 3.11); before, a constant of the code around it."""

PLACES_METHODS = sys.version_info >= (3, 11)
"""Whether tracebacks place calls with keywords at the name of their method."""


def opcodes(*beginnings: str) -> frozenset[int]:
    """The numbers of the instructions whose names begin so, in this version."""
    return frozenset(number for name, number in opcode.opmap.items() if name.startswith(beginnings))


_CACHE = opcode.opmap.get("CACHE")
_MARKS = opcodes("PUSH_EXC_INFO", "SETUP_FINALLY")
_IMPORTS, _RAISES = opcodes("IMPORT_NAME"), opcodes("RAISE_VARARGS")
_STORES = opcodes("STORE_ATTR", "DELETE_ATTR")


def _has(code: CodeType, wanted: frozenset[int]) -> bool:
    return not wanted.isdisjoint(code.co_code[::2])


def _compiled(text: str) -> CodeType:
    return compile(text, "<fact>", "exec")


def has_instruction(code: CodeType, wanted: frozenset[int]) -> bool:
    """Whether one of these instructions is in code; True where nobody knows."""
    return not INSTRUCTIONS or _has(code, wanted)


def nested_codes(code: CodeType) -> list[CodeType]:
    """The code objects of the functions, classes and comprehensions in one."""
    return [constant for constant in code.co_consts if issubclass(type(constant), CodeType)]


def _has_anywhere(code: CodeType, wanted: frozenset[int]) -> bool:
    return has_instruction(code, wanted) or any(
        _has_anywhere(nested, wanted) for nested in nested_codes(code)
    )


def imports(code: CodeType) -> bool:
    """Whether an import statement is in code, not in code nested in it."""
    return has_instruction(code, _IMPORTS)


def imports_anything(code: CodeType) -> bool:
    """Whether an import statement is in code, or in code nested in it."""
    return _has_anywhere(code, _IMPORTS)


def stores_attributes(code: CodeType) -> bool:
    """Whether code, or code nested in it, stores or deletes attributes."""
    return _has_anywhere(code, _STORES)


def raises_at(code: CodeType, place: int) -> bool:
    """Whether the instruction at a place is a `raise`; False where nobody knows."""
    return INSTRUCTIONS and code.co_code[place] in _RAISES


def place_in(frame: FrameType) -> int:
    """The place of the instruction that a frame is at, negative before the first; for calls of
    Python functions, some versions give the last cache entry of it.
    """
    code, at = frame.f_code.co_code, frame.f_lasti
    while at > 0 and code[at] == _CACHE:
        at -= 2
    return at


def instruction_at(frame: FrameType) -> int | None:
    """The instruction that a frame is at; None before the first one."""
    at = place_in(frame)
    return frame.f_code.co_code[at] if at >= 0 else None


INSTRUCTIONS = fact(
    "instructions are two bytes, the first of them their number",
    lambda: (
        all(
            _has(_compiled(text), wanted) and not _has(_compiled("a = b(c)"), wanted)
            for text, wanted in (
                ("import a", _IMPORTS),
                ("a.b = 1", _STORES),
                ("raise a", _RAISES),
                ("try: a()\nexcept b: c()", _MARKS),
                ("a, b = c", opcodes("UNPACK_")),
            )
        )
        and opcodes("CALL") >= {instruction_at(sys._getframe())}
    ),
)
