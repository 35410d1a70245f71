"""A short text, equal for two values that a reader takes for equal: for verified scripts and early
cut-off.

Covers plain values, containers, arrays, frames, dates, decimals, paths and the like, and attributes;
of notebook classes also slots. A subclass counts with all that it adds to its base. Addresses never
enter. Imprecise: C objects that show no content, and slots of libraries' classes, compare by their
type only.
"""

from __future__ import annotations

import hashlib
import types
import weakref
from typing import TYPE_CHECKING

from ..kinds.registry import KINDS
from ..objects.attributes import given_dict, home
from ..objects.libraries import LIBRARIES
from .shown_texts import has_notebook_zone, runs_notebook_code, shown_text, text_base

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any, TypeAlias

    from ..objects.locations import Namespace

    Update: TypeAlias = Callable[[bytes], object]
    """Adds bytes to a digest."""
    Seen: TypeAlias = dict[int, tuple[int, Any]]
    """By identity, the number of an object already fed, and the object."""

_LIMIT = 200_000
_PLAIN = frozenset({list, dict, set, tuple, frozenset, bytearray, memoryview})
"""Classes whose instances are nothing but their content."""


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


class _Place(int):
    """Stands for the address of an item of the same mapping: the number of the item."""


def without_addresses(items: Collection[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """The entries with places for addresses (`{id(x): x}`, `self._x_id = id(self.x)`)."""
    places = {id(item): _Place(at) for at, (_, item) in enumerate(items)}
    return [
        (
            places.get(key, key) if type(key) is int else key,
            places.get(item, item) if type(item) is int else item,
        )
        for key, item in items
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


def state_of_exception(value: BaseException) -> dict[str, Any]:
    """The arguments of an exception, and what its class keeps in C (`OSError.filename`)."""
    found: dict[str, Any] = {"args": BaseException.args.__get__(value)}  # pyright: ignore
    for cls in type(value).__mro__:
        if home(cls) == "builtins":
            for name, slot in vars(cls).items():
                if type(slot) is types.MemberDescriptorType:
                    found[name] = slot.__get__(value)
    return found


class Feed:
    """Feeds a digest with a value's content. Values without a visible content go to `opaque`."""

    levels = 12
    """Levels of values in values that are looked at."""
    is_exact = False
    """Whether the digest covers all of a value (`exact_digest`)."""

    def __init__(self, update: Update, limit: int = _LIMIT, seen: Seen | None = None) -> None:
        self.update = update
        self.limit = limit
        self.seen = {} if seen is None else seen
        self.count = 0

    def text(self, text: str) -> None:
        self.block(text.encode("utf-8", "surrogatepass"))

    def block(self, content: bytes) -> None:
        """Bytes with their number, so that no two sequences of blocks are the same."""
        self.update(b"%d:" % len(content))
        self.update(content)

    def feed(self, value: Any, depth: int) -> None:
        self.count += 1
        kind = type(value)
        self.text(kind.__qualname__)
        if kind is int:
            # (the decimal text of a long one is refused)
            self.text("%x" % value)
            return
        if kind is slice:
            self.items((value.start, value.stop, value.step), depth)
            return
        if value is None or kind in (float, complex, bool, str, bytes, range):
            self.text(repr(value))
            return
        if depth > self.levels or self.count > self.limit:
            self.beyond(value)
            return
        if id(value) in self.seen:
            self.text("@%d" % self.seen[id(value)][0])
            return
        # (the entry holds the value, so that no other object gets its identity)
        self.seen[id(value)] = (len(self.seen), value)
        answers = KINDS.of(kind)
        answers.digest(value, self, depth)
        if answers.has_content and kind not in _PLAIN:
            self.added(value, answers.attributes_beside(value, self.attributes(value)), depth)

    def items(self, items: Collection[Any], depth: int) -> None:
        """The items of a sequence."""
        self.text("%d" % len(items))
        for item in items:
            self.feed(item, depth + 1)

    def members(self, members: Collection[Any], depth: int) -> None:
        """The members of a set, in no order."""
        limit = (self.limit - self.count) // max(1, len(members))
        self.text(" ".join(sorted([self.member(v, depth + 1, limit) for v in members])))

    def entries(self, entries: Collection[tuple[Any, Any]], depth: int) -> None:
        """The entries of a dictionary."""
        entries = self.content(entries)
        self.text("%d" % len(entries))
        for key, item in entries:
            self.feed(key, depth + 1)
            self.feed(item, depth + 1)

    def content(self, entries: Collection[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """The entries that count: without weak references and addresses."""
        return [
            (key, item)
            for key, item in without_addresses(entries)
            if not issubclass(type(item), weakref.ref)
        ]

    def attributes(self, value: Any) -> dict[str, Any]:
        """The attributes and slots of an object."""
        own = given_dict(value)
        return {**slots_of(value), **({} if own is None or own is value else own)}

    def added(self, value: Any, attributes: dict[str, Any], depth: int) -> None:
        """The class of a value with a content, and the attributes beside the content."""
        self.named(type(value))
        self.fields(attributes, depth)

    def named(self, kind: type) -> None:
        """The class, beside its name."""

    def fields(self, attributes: dict[str, Any], depth: int) -> None:
        """Attributes in the order of their names."""
        entries = sorted(self.content(attributes.items()), key=lambda pair: str(pair[0]))
        self.text("%d" % len(entries))
        for key, item in entries:
            self.text(str(key))
            self.feed(item, depth + 1)

    def ordinary(self, value: Any, depth: int) -> None:
        """An object by its text, where this says all, or by its attributes."""
        kind = type(value)
        if self.by_text(value, depth):
            self.added(value, self.attributes(value), depth)
            return
        if issubclass(kind, BaseException):
            self.feed(state_of_exception(value), depth + 1)
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

    def by_text(self, value: Any, depth: int) -> bool:
        """Feeds a value by the text that its base gives, if there is one without code of the
        notebook.
        """
        kind = type(value)
        base: Any = text_base(kind)
        if base is None or runs_notebook_code(kind, base):
            return False
        has_zone = has_notebook_zone(value, base)
        if not has_zone:
            self.text(shown_text(value, base))
        if has_zone or home(base) == "pandas._libs.tslibs.offsets":
            # the text of an offset for custom days does not say which these are
            self.feed(list(base.__reduce_ex__(value, 4)[1:]), depth + 1)
        return True

    def instance(self, value: object, own: dict[str, Any], depth: int) -> None:
        self.fields(own, depth)

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
