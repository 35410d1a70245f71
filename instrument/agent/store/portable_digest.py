"""A digest of all of a value that is the same in another process: classes and functions of libraries
count by their names. A value has none if a part of it cannot be told in full.
"""

from __future__ import annotations

import copyreg
import hashlib
import pickle
import sys
import time
import types
from typing import TYPE_CHECKING

from ..kinds.kind import Inexact
from ..objects.cpython import has_own_memory
from ..objects.libraries import LIBRARIES
from ..values.exact_digest import ExactFeed
from .tensor_memory import memory_of_storage

if TYPE_CHECKING:
    from typing import Any

    from ..values.digest import Seen, Update

ITEMS = 5_000_000
BYTES = 4_000_000_000
_LEVELS = 100
_HEAP = 1 << 9
"""The flag of classes that are made while a process runs; the others are parts of a library of C."""
_HASH = "_hash"
"""An attribute that each process works out again, because hashes of texts differ."""
_OWNS_DATA = 0x4
"""The flag of arrays with memory of their own: one that was read from a file has it, its view had not."""


def portable_digest(value: object, seconds: float) -> str:
    """Raises Inexact where no digest covers all of the value, or taking it takes longer."""
    LIBRARIES.fresh()
    digest = hashlib.blake2b(digest_size=16)
    PortableFeed(digest.update, time.perf_counter() + seconds).feed(value, 0)
    return digest.hexdigest()


def name_of(value: Any) -> str | None:
    """The name under which another process finds a class, a function or a module; None for those of
    the notebook, and for others that no module has.
    """
    if isinstance(value, types.ModuleType):
        return value.__name__ if sys.modules.get(value.__name__) is value else None
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if type(module) is not str or type(name) is not str or module == "__main__":
        return None
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return "%s:%s" % (module, name) if found is value else None


class PortableFeed(ExactFeed):
    """Digests all of a value, or raises Inexact. `deadline`: by the clock of `time.perf_counter`."""

    levels = _LEVELS

    def __init__(
        self, update: Update, deadline: float, limit: int = ITEMS, seen: Seen | None = None
    ) -> None:
        super().__init__(update, _no_code, limit, seen)
        self.deadline = deadline

    def named(self, kind: type) -> None:
        name = name_of(kind)
        if name is None and (kind.__flags__ & _HEAP or kind.__module__ == "__main__"):
            raise Inexact("%s, a class of the notebook" % kind.__qualname__)
        # (no module has the iterators of C, whose names are never taken by others)
        self.text("%s:%s" % (kind.__module__, kind.__qualname__) if name is None else name)

    def beyond(self, value: object) -> None:
        raise Inexact("so many parts, or parts in so many others")

    def shown_flags(self, flags: int) -> int:
        return flags & ~_OWNS_DATA

    def instance(self, value: Any, own: dict[str, Any], depth: int) -> None:
        self.named(type(value))
        memory = memory_of_storage(value)
        if memory is not None:
            return self.raw(memory)
        self.fields({name: each for name, each in own.items() if name != _HASH}, depth)
        if has_own_memory(type(value)):
            self.state(value, depth)

    def opaque(self, value: Any, depth: int) -> None:
        if isinstance(value, (type, types.ModuleType, types.FunctionType)) or (
            isinstance(value, types.BuiltinFunctionType)
            and isinstance(value.__self__, (types.ModuleType, type(None)))
        ):
            name = name_of(value)
            if name is None:
                raise Inexact("%s, code of the notebook" % getattr(value, "__name__", "a function"))
            return self.text(name)
        self.named(type(value))
        self.state(value, depth)

    def state(self, value: Any, depth: int) -> None:
        """The state that an object of C gives for a pickle."""
        reduce = copyreg.dispatch_table.get(type(value))
        try:
            found: Any = value.__reduce_ex__(4) if reduce is None else reduce(value)
        except Exception:
            raise Inexact("%s, which cannot be pickled" % type(value).__qualname__) from None
        if type(found) is str:
            # (as pickle finds it)
            return self.text("%s:%s" % (pickle.whichmodule(value, found), found))  # pyright: ignore
        # (the last parts go over the items of a list and of a dictionary)
        self.items(
            [list(part) if at > 2 and part else part for at, part in enumerate(found)], depth
        )

    def raw(self, value: Any) -> None:
        self.bytes += value.nbytes
        if self.bytes > BYTES or time.perf_counter() > self.deadline:
            raise Inexact("its size")
        try:
            self.update(value.data if value.flags.c_contiguous and value.ndim else value.tobytes())
        except ValueError:
            # (Python has no letter for times of numpy)
            self.update(value.tobytes())

    def nested(self, update: Update, limit: int) -> PortableFeed:
        return PortableFeed(update, self.deadline, limit, self.seen)


def was_raised(fault: BaseException) -> bool:
    """Whether an exception has what a pickle loses: a traceback, a cause or a context."""
    return any(
        part is not None for part in (fault.__traceback__, fault.__cause__, fault.__context__)
    )


def _no_code(code: types.CodeType) -> types.CodeType:
    raise Inexact("code of the notebook")
