"""The iterators of loops that begin with all probes and go on without. Such a loop calls `iter`
more than once, and repeats the element at which it switches.
"""

import itertools
import types

from ..objects.attributes import static


class _Never:
    """Equal to nothing, without asking the other object (and in C code, for each turn of a
    loop).
    """

    __eq__ = [].__contains__


def asked_once(iterator):
    """An iterator for a loop that may call `iter` on it again: an `__iter__` of its own may have an
    effect there, such as a bar of progress.
    """
    kind = type(iterator)
    if type(static(kind, "__iter__")) is types.WrapperDescriptorType:
        return iterator
    following = static(kind, "__next__")
    return iter(
        following.__get__(iterator, kind) if hasattr(type(following), "__get__") else following,
        _NEVER,
    )  # pyright: ignore[reportCallIssue]


_NEVER = _Never()


def with_last(value, iterator, iterable):
    """The last element of an iterator, and then the rest. An iterator over a list takes a step
    back, and the rest of a range is a range: neither costs time at each turn.
    """
    if type(iterable) is range:
        return iter(iterable[iterable.index(value) :])
    if type(iterator) is _LIST_ITERATOR:
        state = iterator.__reduce__()
        if len(state) == 3:
            values, index = state[1][0], state[2]
            if 0 < index <= len(values) and values[index - 1] is value:
                iterator.__setstate__(index - 1)
                return iterator
    return itertools.chain((value,), iterator)


_LIST_ITERATOR = type(iter([]))
