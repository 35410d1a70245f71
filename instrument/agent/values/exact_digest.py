"""A digest of all parts of a value within reach of a reader. Opaque objects, generators, and more
than LIMIT items have none.
"""

from __future__ import annotations

import hashlib
import sys
import time
import types
from typing import TYPE_CHECKING

from ..kinds.kind import Inexact
from ..objects.attributes import MISSING, own_dict
from ..objects.attributes import slots_of as all_slots
from ..objects.cpython import has_own_memory
from .digest import Feed, without_addresses
from .shown_texts import text_base

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any, TypeAlias

    from .digest import Seen, Update

    PlainOf: TypeAlias = Callable[[types.CodeType], types.CodeType]
    """Gives the code of a function without probes."""

LIMIT = 500_000
"""The limits of a digest: items of containers; BYTES of arrays; SECONDS of time."""
BYTES = 256_000_000
SECONDS = 0.25


def exact_digest(value: object, plain: PlainOf) -> str | None:
    """A digest of all of the value, or None. `plain` gives the code of a function without
    probes.
    """
    digest = hashlib.blake2b(digest_size=16)
    try:
        ExactFeed(digest.update, plain).feed(value, 0)
    except Inexact:
        return None
    except Exception:
        # a value's own code may fail during the digest
        return None
    return digest.hexdigest()


class ExactFeed(Feed):
    """Digests all parts of a value within reach of a reader, or raises Inexact."""

    is_exact = True

    def __init__(
        self, update: Update, plain: PlainOf, limit: int = LIMIT, seen: Seen | None = None
    ) -> None:
        super().__init__(update, limit, seen)
        self.plain = plain
        self.bytes = 0
        self.deadline = time.perf_counter() + SECONDS

    def feed(self, value: Any, depth: int) -> None:
        if self.count % 1024 == 0 and time.perf_counter() > self.deadline:
            raise Inexact("time")
        super().feed(value, depth)

    def content(self, entries: Collection[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        return without_addresses(entries)

    def attributes(self, value: Any) -> dict[str, Any]:
        # (paths keep texts in slots that somebody has asked for)
        told = {
            name for cls in getattr(text_base(type(value)), "__mro__", ()) for name in vars(cls)
        }
        slots = {
            name: item
            for name, item in (all_slots(value) or {}).items()
            if item is not MISSING and name not in told
        }
        return {**slots, **super().attributes(value)}

    def named(self, kind: type) -> None:
        """Which class this is: two of a notebook's may have the same name."""
        self.text("%d" % id(kind))

    def beyond(self, value: object) -> None:
        raise Inexact("size")

    def instance(self, value: object, own: dict[str, Any], depth: int) -> None:
        kind = type(value)
        # slots, or a part written in C
        if has_own_memory(kind):
            raise Inexact(kind.__qualname__)
        self.named(kind)
        super().instance(value, own, depth)

    def opaque(self, value: object, depth: int) -> None:
        if isinstance(value, types.FunctionType):
            return self.function(value, depth)
        if isinstance(value, types.ModuleType) or isinstance(value, types.BuiltinFunctionType):
            return self.text("%d" % id(value))
        if isinstance(value, type) and value.__module__ != "__main__":
            return self.text("%d" % id(value))
        raise Inexact(type(value).__qualname__)

    def raw(self, value: Any) -> None:
        self.bytes += value.nbytes
        if self.bytes > BYTES:
            raise Inexact("size")
        super().raw(value)

    def function(self, value: Any, depth: int) -> None:
        if vars(value):
            raise Inexact("function attributes")
        module = sys.modules.get(str(value.__globals__.get("__name__")))
        if own_dict(module) is not value.__globals__:
            # unpickled, or made by `exec`: its names have values of their own
            raise Inexact("globals of its own")
        self.code(self.plain(value.__code__))
        # (a reloaded module has other globals)
        self.text("%d" % id(value.__globals__))
        self.feed(value.__defaults__, depth + 1)
        self.feed(value.__kwdefaults__, depth + 1)
        self.feed(list(value.__annotations__.items()), depth + 1)
        for cell in value.__closure__ or ():
            try:
                self.feed(cell.cell_contents, depth + 1)
            except ValueError:
                raise Inexact("empty closure") from None

    def code(self, code: types.CodeType) -> None:
        self.text(
            repr((code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_flags))
        )
        self.update(code.co_code)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self.code(constant)
            else:
                self.text(repr(constant))

    def nested(self, update: Update, limit: int) -> ExactFeed:
        feed = ExactFeed(update, self.plain, limit, self.seen)
        feed.deadline = self.deadline
        return feed
