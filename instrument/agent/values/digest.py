"""A short text, equal for two values that a reader takes for equal: for verified scripts and early
cut-off.

Covers plain values, containers, arrays, frames, dates, decimals, paths and the like, and objects by
their attributes, those of notebook classes also by their slots. Addresses never enter. Imprecise: C
objects that show no content, and slots of libraries' classes, compare by their type only.
"""

from __future__ import annotations

import hashlib
import types
import weakref
from typing import TYPE_CHECKING

from ..kinds.registry import KINDS
from ..objects.attributes import PATHS, home
from ..objects.libraries import LIBRARIES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from typing import Any, TypeAlias

    from ..objects.locations import Namespace

    Update: TypeAlias = Callable[[bytes], object]
    """Adds bytes to a digest."""
    Seen: TypeAlias = dict[int, tuple[int, Any]]
    """By identity, the number of an object already fed, and the object."""

_LIMIT = 200_000
_DEPTH = 12
_BY_TEXT = frozenset({"datetime", "decimal", "fractions", "ipaddress", PATHS, "uuid", "zoneinfo"})
"""Modules whose objects have their whole state in their `repr`, as pandas's times have."""


def digest(value: object) -> str:
    """A hex digest of the value's content."""
    LIBRARIES.fresh()
    digest = hashlib.blake2b(digest_size=12)
    Feed(digest.update).feed(value, 0)
    return digest.hexdigest()


def report(names: Iterable[str], namespace: Namespace) -> dict[str, list[str]]:
    """`[repr, digest]` of global names with a value, for people and for comparisons."""
    found = {}
    for name in names:
        if name in namespace:
            try:
                text = repr(namespace[name])[:500]
            except Exception as fault:
                text = "<no repr: %s>" % type(fault).__name__
            found[name] = [text, digest(namespace[name])]
    return found


def content(mapping: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    """The entries of a value's own, without weak references and addresses (`{id(x): x}`,
    `self._x_id = id(self.x)`).
    """
    items = list(mapping.items())
    addresses = {id(item) for _, item in items}
    return [
        (key, item)
        for key, item in items
        if not issubclass(type(item), weakref.ref)
        and not (type(key) is int and key in addresses)
        and not (type(item) is int and item in addresses)
    ]


def slots_of(value: object) -> dict[str, Any]:
    """The contents of slots in an instance of a notebook class. (Libraries also cache computed
    values in slots.)
    """
    found = {}
    for cls in type(value).__mro__:
        if home(cls) == "__main__" and "__slots__" in vars(cls):
            for name, slot in vars(cls).items():
                if type(slot) is types.MemberDescriptorType:
                    try:
                        found[name] = slot.__get__(value)
                    except AttributeError:
                        pass
    return found


class Feed:
    """Feeds a digest with a value's content. Values without a visible content go to `opaque`."""

    is_exact = False
    """Whether the digest covers all of a value (`exact_digest`)."""

    def __init__(self, update: Update, limit: int = _LIMIT, seen: Seen | None = None) -> None:
        self.update = update
        self.limit = limit
        self.seen = {} if seen is None else seen
        self.count = 0

    def text(self, text: str) -> None:
        self.update(text.encode("utf-8", "surrogatepass"))
        self.update(b"\x00")

    def feed(self, value: Any, depth: int) -> None:
        self.count += 1
        kind = type(value)
        self.text(kind.__qualname__)
        if value is None or kind in (int, float, complex, bool, str, bytes, range, slice):
            self.text(repr(value))
            return
        if depth > _DEPTH or self.count > self.limit:
            self.beyond(value)
            return
        if id(value) in self.seen:
            self.text("@%d" % self.seen[id(value)][0])
            return
        # (the entry holds the value, so that no other object gets its identity)
        self.seen[id(value)] = (len(self.seen), value)
        KINDS.of(kind).digest(value, self, depth)

    def members(self, value: Collection[Any], depth: int) -> None:
        """The members of a set, in no order."""
        limit = (self.limit - self.count) // max(1, len(value))
        self.text(" ".join(sorted([self.member(v, depth + 1, limit) for v in value])))

    def entries(self, value: Mapping[Any, Any], depth: int) -> None:
        """The entries of a dictionary."""
        for key, item in content(value):
            self.feed(key, depth + 1)
            self.feed(item, depth + 1)

    def ordinary(self, value: Any, depth: int) -> None:
        """An object by its text, where this says all, or by its attributes."""
        kind = type(value)
        if self.by_text(value, kind):
            if home(kind) == "pandas._libs.tslibs.offsets":
                # the text of one for custom days does not say which these are
                self.feed(list(value.__reduce_ex__(2)[1:]), depth + 1)
            return
        own = getattr(value, "__dict__", None)
        slots = slots_of(value)
        if slots:
            own = {**slots, **own} if type(own) is dict else slots
        if type(own) is dict:
            if isinstance(own.get("__wrapped__"), types.FunctionType):
                # a compiled or cached function: the state of the wrapper differs between processes
                self.text(own["__wrapped__"].__name__)
                self.opaque(value, depth)
                return
            self.instance(value, own, depth)
            return
        self.opaque(value, depth)

    def by_text(self, value: object, kind: type) -> bool:
        modules = set(map(home, kind.__mro__))
        if modules.isdisjoint(_BY_TEXT) and not any(
            module.startswith("pandas._libs.tslibs") for module in modules
        ):
            return False
        if "__main__" in modules or home(type(getattr(value, "tzinfo", None))) == "__main__":
            # the notebook's code would run
            return False
        self.text(repr(value))
        return True

    def instance(self, value: object, own: dict[str, Any], depth: int) -> None:
        for key, item in sorted(content(own), key=lambda pair: str(pair[0])):
            self.text(str(key))
            self.feed(item, depth + 1)

    def opaque(self, value: object, depth: int) -> None:
        """A value whose content is not looked at."""

    def beyond(self, value: object) -> None:
        """Feed a value too deep, or after too many others."""

    def raw(self, value: Any) -> None:
        """An array of plain numbers."""
        self.update(value.tobytes())

    def shown_flags(self, flags: int) -> int:
        """Of the flags of an array, those that are part of its value."""
        return flags

    def nested(self, update: Update, limit: int) -> Feed:
        """A feed for a part of this one, with its own digest."""
        return Feed(update, limit, self.seen)

    def member(self, value: object, depth: int, limit: int) -> str:
        """The digest of a set's member, independent of earlier members of the set."""
        digest = hashlib.blake2b(digest_size=12)
        feed = self.nested(digest.update, limit)
        before = len(self.seen)
        feed.feed(value, depth)
        self.count += feed.count
        while len(self.seen) > before:
            self.seen.popitem()
        return digest.hexdigest()
