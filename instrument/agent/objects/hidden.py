"""The state that objects of C classes have behind their attributes, in a form for comparisons. So the
agent finds changes by unknown calls in a stream of random numbers, a hash or an image.

Unsound: a change in an object of an unlisted C class (`zlib.compressobj`, compiled models) is
missed when an unknown call reaches the object neither as an argument nor by one of its methods; so
are values of a polars frame or series that are replaced in place.
"""

from __future__ import annotations

import sys
import zlib
from typing import TYPE_CHECKING

from .attributes import own_dict
from .twisters import of_numpy, of_random

if TYPE_CHECKING:
    import contextvars
    import decimal
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from .libraries import Frame

    HiddenState: TypeAlias = object
    """What an object keeps in C, as a value that can be compared with `==`; None when nothing."""


def stream_state(stream: Any) -> HiddenState:
    """The state of one of numpy's streams of random numbers: a RandomState, Generator or
    BitGenerator.
    """
    if type(stream).__name__ == "RandomState":
        twister = of_numpy(stream)
        if twister is not None:
            return twister
        # normal numbers are drawn in pairs: a draw of the second only removes it from the state
        state = stream.get_state(legacy=False)
        more = (state.get("has_gauss"), state.get("gauss"))
    else:
        source = getattr(stream, "bit_generator", stream)
        state = source.state
        spawned = getattr(getattr(source, "seed_seq", None), "n_children_spawned", None)
        more = (
            state.get("has_uint32"),
            state.get("uinteger"),
            repr(state.get("buffer")),
            state.get("buffer_pos"),
            spawned,
        )
    inner = state.get("state")
    if type(inner) is dict and "pos" in inner:
        # the Mersenne Twister, whose `repr` would leave out most of its key
        return (inner["pos"], inner["key"].tobytes(), *more)
    return (repr(inner), *more)


def _bytes(obj: Any) -> HiddenState:
    return (len(obj), zlib.adler32(memoryview(obj).cast("B") if len(obj) else b""))


def _mapped(obj: Any) -> HiddenState:
    return (obj.tell(), zlib.adler32(obj))


def _digest(obj: Any) -> HiddenState:
    try:
        return obj.digest()
    except TypeError:
        # of any length (`shake_128`)
        return obj.digest(32)


def _element(obj: Any) -> HiddenState:
    return (obj.tag, obj.text, obj.tail, dict(obj.attrib), list(map(id, obj)))


def _context(obj: decimal.Context) -> HiddenState:
    return (repr(obj), dict(obj.flags), dict(obj.traps))


def _variable(obj: contextvars.ContextVar) -> HiddenState:
    return id(obj.get(None))


def _image(obj: Any) -> HiddenState:
    own = own_dict(obj) or {}
    # (an image not loaded from its file yet is unchanged)
    return zlib.adler32(obj.tobytes()) if own.get("_im", own.get("im")) is not None else None


def _frame(obj: Frame) -> HiddenState:
    return (obj.shape, repr(obj.schema), obj.estimated_size())


def _column(obj: Any) -> HiddenState:
    return (obj.name, len(obj), repr(obj.dtype), obj.estimated_size())


_READERS = {
    ("_random", "Random"): of_random,
    ("numpy.random.bit_generator", "BitGenerator"): stream_state,
    ("numpy.random", "Generator"): stream_state,
    ("numpy.random", "RandomState"): stream_state,
    ("array", "array"): _bytes,
    ("mmap", "mmap"): _mapped,
    **{("_hashlib", name): _digest for name in ("HASH", "HASHXOF", "HMAC")},
    **{("_blake2", name): _digest for name in ("blake2b", "blake2s")},
    **{(module, name): _digest for module, name in (("_md5", "MD5Type"), ("_sha1", "SHA1Type"))},
    ("xml.etree.ElementTree", "Element"): _element,
    ("decimal", "Context"): _context,
    ("contextvars", "ContextVar"): _variable,
    ("_thread", "LockType"): lambda obj: obj.locked(),
    ("itertools", "count"): repr,
    ("torch", "Generator"): lambda obj: obj.get_state().numpy().tobytes(),
    ("numpy.random", "SeedSequence"): lambda obj: repr(obj.state),
    ("PIL.Image", "Image"): _image,
    ("polars", "DataFrame"): _frame,
    ("polars", "Series"): _column,
}
"""By module and name of a class: what its objects keep."""


class Hidden:
    """Readers of the classes whose modules are loaded."""

    def __init__(self) -> None:
        self.loaded = 0
        self.readers: dict[type, Callable[[Any], HiddenState]] = {}

    def fresh(self) -> None:
        """Add the classes of modules that were loaded since the last call."""
        if len(sys.modules) != self.loaded:
            self.loaded = len(sys.modules)
            for (module, name), reader in _READERS.items():
                cls = getattr(sys.modules.get(module), name, None)
                if isinstance(cls, type):
                    self.readers[cls] = reader

    def knows(self, kind: type) -> bool:
        """Whether a reader can see the state of objects of a class."""
        return not self.readers.keys().isdisjoint(kind.__mro__)

    def state(self, obj: object) -> HiddenState:
        """The state of an object outside of its attributes; None when it has none, or when nothing
        can read the state.
        """
        readers = self.readers
        for cls in type(obj).__mro__:
            if cls in readers:
                try:
                    return readers[cls](obj)
                except Exception:
                    # closed, or of another version
                    return None
        return None


HIDDEN = Hidden()
