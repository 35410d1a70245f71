"""Iterators that look at elements drawn from notebook code: `map(len, map(row_of, names))` measures
each result of `row_of`.
"""

import functools
import gc
import itertools
import types

from ..objects.attributes import home, static
from ..objects.iterators import referents

_MANY = 64
"""The most elements of a tuple or list searched for iterators; all others are taken to be alike."""

_CALLABLE_ITERATOR = type(iter(int, 1))
_TUPLE_ITERATOR = type(iter(()))
_SUSPENDABLE = (types.GeneratorType, types.AsyncGeneratorType, types.CoroutineType, types.FrameType)
_HANDING_ON = frozenset(
    {zip, enumerate, reversed}
    | {
        getattr(itertools, name, zip)
        for name in (
            "chain",
            "count",
            "cycle",
            "islice",
            "pairwise",
            "repeat",
            "zip_longest",
            "_tee",
            "_tee_dataobject",
        )
    }
)
ITERATORS = frozenset(
    {map, filter, _CALLABLE_ITERATOR, *_HANDING_ON, *_SUSPENDABLE}
    | {kind for kind in vars(itertools).values() if type(kind) is type}
)
"""Followed objects: C iterators that draw from others, and code that may contain a loop over one.
"""


def looks(iterator):
    """Whether drawing from an iterator lets C code, or a library, look at results of notebook
    functions and generators.
    """
    return type(iterator) in ITERATORS and _follow(iterator, set())[1]


def is_of_notebook(function):
    """Whether a call of `function` runs notebook code, and no other code sees its arguments before."""
    kind = type(function)
    if kind is types.MethodType:
        return is_of_notebook(function.__func__)
    if kind is types.FunctionType:
        return function.__globals__.get("__name__") == "__main__"
    if issubclass(kind, functools.partial):
        return is_of_notebook(function.func)
    return home(kind) == "__main__" and type(static(kind, "__call__")) is types.FunctionType


def _follow(iterator, seen):
    """Whether an iterator runs notebook code, and whether other code looks at the results."""
    kind = type(iterator)
    if kind not in ITERATORS:
        return home(kind) == "__main__" and static(kind, "__next__") is not None, False
    if id(iterator) in seen:
        return False, False
    seen.add(id(iterator))
    held = referents(iterator)
    results = [_follow(source, seen) for source in _sources(held)]
    draws = any(drawn for drawn, _ in results)
    looked = any(seen_there for _, seen_there in results)
    if kind in _SUSPENDABLE:
        return True, looked
    if kind in _HANDING_ON:
        # `chain.from_iterable(it)` iterates over each element of `it`; `chain(a, b)` has its
        # sources in a tuple
        return draws, looked or (
            kind is itertools.chain and draws and _TUPLE_ITERATOR not in map(type, held)
        )
    function = kind is _CALLABLE_ITERATOR or any(map(is_of_notebook, held))
    if kind is map:
        return draws or function, looked or (draws and not function)
    # these test or compare the results of their function
    return draws or function, looked or draws or function


def _sources(held):
    """The possible sources of an iterator with these contents."""
    for obj in held:
        if type(obj) in (_TUPLE_ITERATOR, type(iter([]))):
            held = gc.get_referents(obj)
            obj = held[0] if held else ()
        if type(obj) in (tuple, list):
            yield from itertools.islice(obj, _MANY)
        else:
            yield obj
