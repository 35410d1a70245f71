"""What objects are, seen from outside: what can be changed in them, and whether reading changes
them. Look-ups on live objects that record nothing.
"""

from __future__ import annotations

import collections
import contextlib
import dis
import functools
import gc
import inspect
import itertools
import re
import types
import weakref
from typing import TYPE_CHECKING

from .attributes import home, own_dict, static
from .cpython import has_instruction, nested_codes, opcodes
from .libraries import LIBRARIES

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from .locations import Namespace

FUNCTION = types.FunctionType
_METHOD = types.MethodType
BUILTINS = frozenset({types.BuiltinFunctionType, type(re.compile("").match)})
"""The types of C functions and bound C methods: CPython has a second one for methods that are told
their class.
"""
BOUND = BUILTINS | {types.MethodWrapperType}
"""And of bound special methods of C code, as `super().__setitem__`."""
CACHED = type(functools.lru_cache(abs))
"""What `functools.lru_cache` makes: a callable that remembers."""
_MANAGED = frozenset(
    made(abs).__code__
    for made in vars(contextlib).values()
    if made in (contextlib.contextmanager, contextlib.asynccontextmanager)
)
_GENERATES = inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
_FACTORY = vars(collections.defaultdict)["default_factory"]
SUSPENDABLE = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)
EVENT_LOOPS = frozenset({"asyncio.unix_events", "asyncio.windows_events"})
"""Modules of the loop that the kernel runs on, to which everything that waits refers: it is no
object of the notebook's.
"""
MAKING = frozenset({"__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__"})
"""Special methods that nothing runs once an object is there."""
MAKE_A_FUNCTION = ("__code__", "__defaults__", "__kwdefaults__")
"""Attributes that say what a function does."""
_HANDLERS = opcodes("PUSH_EXC_INFO", "SETUP_FINALLY", "SETUP_WITH", "SETUP_ASYNC_WITH")
ORDINARY = frozenset({list, dict, tuple, set, frozenset, FUNCTION})


def has_handlers(code: types.CodeType) -> bool:
    """Whether code has a `try` or a `with`, in any version of Python: something to do when its
    generator is closed.
    """
    return has_instruction(code, _HANDLERS)


def generator_behind(function: types.FunctionType) -> types.FunctionType | None:
    """The generator function for which `contextlib.contextmanager` has made this one, which runs
    nothing when it is called; None of others.
    """
    closure = function.__closure__
    if closure is None or function.__code__ not in _MANAGED:
        return None
    behind = closure[0].cell_contents
    return behind if type(behind) is FUNCTION and behind.__code__.co_flags & _GENERATES else None


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
        # its sources, the tuple that it gives, what it fills with
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


def receiver_of(callee: object) -> object:
    """The receiver of a bound method of a type that a library for bindings has made (nanobind,
    Cython); None of all other callables.
    """
    kind = type(callee)
    if (
        home(kind) == "__main__"
        or static(kind, "__self__") is None
        or static(kind, "__call__") is None
    ):
        return None
    owner = getattr(callee, "__self__", None)
    return (
        None
        if issubclass(type(owner), types.ModuleType)
        or type(getattr(callee, "__name__", None)) is not str
        else owner
    )


def is_handle(obj: object) -> bool:
    """Whether `obj` is a library's file object: something open, with a position."""
    kind = type(obj)
    return home(kind) != "__main__" and (static(kind, "read") or static(kind, "write")) is not None


def named_handle(handle: Any) -> Any:
    """The file object that knows which file it is of: the one behind a wrapper that does not say
    (`bz2.open(path, "wt")` before Python 3.13).
    """
    named = handle
    while named is not None and getattr(named, "name", None) is None:
        named = getattr(named, "buffer", None) or getattr(named, "_fp", None)
    return handle if named is None else named


def only_reads(handle: Any) -> bool:
    """Whether a file object was opened for reading and nothing else, as far as its mode tells, or
    that of the file object behind a wrapper.
    """
    while handle is not None:
        mode = getattr(handle, "mode", None) or getattr(handle, "_mode", None)
        if type(mode) is str:
            return not set(mode) & set("wax+")
        if type(mode) is int:
            return mode == _COMPRESSED_READ
        handle = getattr(handle, "buffer", None) or getattr(handle, "_fp", None)
    return False


_COMPRESSED_READ = 1
"""The mode of gzip's, bz2's and lzma's file objects that are read, before Python 3.13."""


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
"""What a class has for its instances' dictionaries and slots."""


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


def code_names(code: types.CodeType) -> set[str]:
    """Global names that a code object and the code nested in it may use."""
    return set(code.co_names).union(*map(code_names, nested_codes(code)))


def names_looked_up(code: types.CodeType) -> set[str]:
    """Return the global names that a code object looks up before it binds them (`n += 1`). Names
    that nested code looks up count too, if the code object does not bind them.
    """
    looked_up: set[str] = set()
    bound: set[str] = set()
    for instruction in dis.get_instructions(code):
        name = instruction.argval
        if instruction.opname in ("LOAD_NAME", "LOAD_GLOBAL") and name not in bound:
            looked_up.add(name)
        elif instruction.opname in ("STORE_NAME", "STORE_GLOBAL"):
            bound.add(name)
    return looked_up.union(*(names_looked_up(each) - bound for each in nested_codes(code)))


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


def factory_of(obj: object) -> Any:
    """The function that a `defaultdict` calls for a missing key; None for other objects."""
    return _FACTORY.__get__(obj) if issubclass(type(obj), collections.defaultdict) else None


def receiver_of_factory(obj: object) -> object:
    """The object that a `defaultdict` may change when a key is missing, since its factory is a C
    method of this object; None for other objects.
    """
    factory = factory_of(obj)
    while issubclass(type(factory), functools.partial):
        factory = factory.func
    receiver = (
        getattr(factory, "__self__", None)
        if type(factory) in (*BUILTINS, types.MethodWrapperType)
        else None
    )
    return None if issubclass(type(receiver), (type, types.ModuleType)) else receiver


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


def holds_content(obj: Any, namespace: Namespace) -> bool:
    """Whether people change objects like `obj` in place, so that it gets a token before its first
    write.
    """
    kind = type(obj)
    if kind in (list, dict, set, bytearray):
        return True
    if kind in LIBRARIES.data:
        return kind is not LIBRARIES.ndarray or obj.base is None
    if kind in BUILTINS or kind in (
        tuple,
        frozenset,
        FUNCTION,
        _METHOD,
        functools.partial,
        types.CellType,
    ):
        return False
    if issubclass(type(obj), (type, types.ModuleType)):
        return False
    libraries = LIBRARIES
    if libraries.ndarray is not None and issubclass(type(obj), libraries.ndarray):
        return obj.base is None
    if libraries.pandas and issubclass(type(obj), libraries.pandas):
        return True
    if libraries.is_tensor(obj):
        # its storage does
        return False
    if is_iterator(kind):
        return True
    return is_notebook_class(kind, namespace) or own_dict(obj) is not None
