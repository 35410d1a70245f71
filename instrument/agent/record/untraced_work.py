"""Stores by uninstrumented versions since tracing stopped: most stores pass their inline cache
without a record, and are summarised at the end of the statement.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .site import Site
    from .statement import Statement


class Store:
    """A store of an uninstrumented version into an attribute of an object, or into an item (None).
    Objects may die meanwhile, with the objects inside.
    """

    __slots__ = ("kept", "ref", "name", "site")

    def __init__(self, obj: Any, name: str | None, site: Site | None) -> None:
        self.name = name
        self.site = site
        self.kept: Any = None
        self.ref: weakref.ref[Any] | None = None
        try:
            self.ref = weakref.ref(obj)
        except TypeError:
            self.kept = obj

    def target(self) -> Any:
        """The object; None when it has died."""
        return self.kept if self.ref is None else self.ref()


class UntracedWork:
    """The stores of one statement.

    `since`: the epoch at which tracing stopped; None before. `stored`: stores that began an epoch;
    `stores`: their number, with the stores of numbers and strings. `summaries`: by field and class,
    stores into all objects of the class, with a snapshot of the field before. `augmented`: objects
    and names of `o.name += v`, and the same by class. `handed_out`: dictionaries that
    uninstrumented versions took out of objects.
    """

    __slots__ = (
        "since", "stored", "stores", "summaries", "augmented", "augmented_classes", "handed_out",
    )  # fmt: skip

    def __init__(self) -> None:
        self.since: int | None = None
        self.stored: list[Store] = []
        self.stores = 0
        self.summaries: dict[tuple[str, type], Any] = {}
        self.augmented: list[tuple[object, str | None]] = []
        self.augmented_classes: set[tuple[str, type]] = set()
        self.handed_out: dict[int, dict] = {}

    def begin(self, epoch: int) -> None:
        """Tracing has stopped at this epoch."""
        self.since = epoch
        self.stores = 0

    def stored_into(
        self, statement: Statement, before: int, obj: object, name: str | None, site: Any = None
    ) -> None:
        """Since the epoch `before`, all stores went into an attribute, or an item (None), of `obj`.
        `site`: the site of the call that got the stored values as arguments.
        """
        if self.since is not None:
            self.stored.append(Store(obj, name, site))
            self.stored_values(statement, before)

    def stored_values(self, statement: Statement, before: int) -> None:
        """The same for numbers, strings and other plain values."""
        if self.since is not None:
            self.stores += statement.epoch - max(before, self.since)

    def drop(self, dead: set[int], held_values: bool) -> None:
        """Forgets stores into objects with these identities. `held_values`: the objects held
        numbers and strings only; other content may be elsewhere now.
        """
        self.stored = [store for store in self.stored if id(store.kept) not in dead]
        if not held_values:
            self.stores = -1


def summaries_of(statement: Statement) -> dict[tuple[str, type], Any]:
    """The summaries of stores into all objects of a class, by field and class."""
    work = statement.states.get(UntracedWork)
    return _NONE if work is None else work.summaries


_NONE: dict[tuple[str, type], Any] = {}
