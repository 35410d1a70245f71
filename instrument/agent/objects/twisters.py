"""Where a Mersenne Twister is: its place in the block and the block, as bytes. They are read from
memory, in a fiftieth of the time that methods take which make an object of each word: every
statement that calls a library asks.

Other streams, and twisters that are somewhere else in memory than expected, are asked by their
methods.
"""

from __future__ import annotations

import _random
import array
from typing import TYPE_CHECKING

from .cpython import HEAD, MEMORY, bytes_at, fact, int_at

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Twister: TypeAlias = tuple[int, bytes]
    """The place in the block, and the block."""

WORDS = 624
"""Numbers of 32 bits in a block."""

BLOCK = 4 * WORDS
"""Bytes in a block."""


def of_random(stream: _random.Random) -> Twister:
    """(place, block) of a `random.Random`."""
    return _read_random(stream) if _IN_PLACE else _ask_random(stream)


def _ask_random(stream: _random.Random) -> Twister:
    *words, place = _random.Random.getstate(stream)
    return place, array.array("I", words).tobytes()


def _read_random(stream: _random.Random) -> Twister:
    at = id(stream) + HEAD
    return int_at(at), bytes_at(at + 4, BLOCK)


def _is_in_place() -> bool:
    stream = _random.Random(1)
    stream.random()
    return _random.Random.__basicsize__ >= HEAD + 4 + BLOCK and _read_random(stream) == _ask_random(
        stream
    )


_IN_PLACE = MEMORY and fact("a stream of `random` has its place and block first", _is_in_place)


def of_numpy(stream: Any) -> tuple[int, bytes, bytes] | None:
    """(place, block, others) of a `RandomState`: the rest of it holds the other half of a pair of
    normal numbers. None where it has no twister, or another one than expected.
    """
    source = stream._bit_generator
    kind = type(source)
    if kind not in _KNOWN:
        _KNOWN[kind] = MEMORY and _is_expected(source)
    if not _KNOWN[kind]:
        return None
    at = id(stream) + HEAD
    return (*_read_numpy(source), bytes_at(at, type(stream).__basicsize__ - HEAD))


def _read_numpy(source: Any) -> Twister:
    at = source.ctypes.state_address
    return int_at(at + BLOCK), bytes_at(at, BLOCK)


def _is_expected(source: Any) -> bool:
    if type(source).__name__ != "MT19937":
        return False
    state = source.state["state"]
    return _read_numpy(source) == (state["pos"], state["key"].tobytes())


_KNOWN: dict[type, bool] = {}
"""Whether the agent can read a twister from memory, by the class of numpy's bit generator."""
