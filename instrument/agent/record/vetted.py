"""Loops over lists of objects that need no test at each turn, because all elements have been looked
at when the loop began.

    for p in xs:        for p in (_sluice_y := _sluice_V(7, xs) if _sluice_q7 else ()): stores and
    calls on p without guards
        p.x = v         else:
                            for p in _sluice_Vr(_sluice_y) if _sluice_y else xs: the loop with
                            guards

A guard of a store or call on `p` asks whether the class of `p` is covered at its site (`sites`).
Where every element of a list is of that one class, and the list stays the same, so does the answer.
It stays the same until something may have stored into a list: each such store is recorded once
before a cache lets it pass, and that ends all vetted loops of the statement, also those that are
running, which go on with guards after the turn they are in.

Unsound: in a hot loop over a list of objects, an operator of a library's class stores an object of
another class into the list, and changes of this object are missed.
"""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection

    from .site import Site
    from .sites import Sites

LEAST = 50
"""The shortest list that is worth the check."""

MOST = 100
"""The most vetted loops that one statement has begun and not ended."""

_CELLS: dict[str, Any] = builtins.__dict__


class VettedLoop:
    """A loop: the sites whose guards it leaves out, the methods among them, and its target if the
    target is a global name. `known`: the list whose elements were checked in this statement.
    """

    __slots__ = ("cell", "sites", "methods", "target", "known", "size")

    def __init__(
        self, cell: str, sites: Collection[int], methods: Collection[str], target: str | None
    ) -> None:
        self.cell = cell
        self.sites = sites
        self.methods = methods
        self.target = target
        self.known: list[Any] | None = None
        self.size = 0


class Vetted:
    """All loops of a session that can be vetted. `surprises`: code somewhere may change classes,
    methods or global names without a record. `stored`: names of attributes that code somewhere
    stores.
    """

    def __init__(self, sites: Sites) -> None:
        self.sites = sites
        self.loops = []
        self.by_site = {}
        self.wanted = []
        self.running = {}
        self.rests = {}
        self.disturbed = False
        self.surprises = False
        self.stored = set()

    def new(self, sites: Collection[int], methods: Collection[str], target: str | None) -> int:
        """The number of a new loop."""
        number = len(self.loops)
        loop = VettedLoop("_sluice_q%d" % number, sites, methods, target)
        self.loops.append(loop)
        self.by_site.update(dict.fromkeys(sites, loop))
        _CELLS[loop.cell] = False
        return number

    def covered(self, site: Site) -> None:
        """A site covers a class from now on: its loop may be worth vetting at its next entry."""
        loop = self.by_site.get(site.number)
        if loop is not None and not self.disturbed:
            _CELLS[loop.cell] = True
            self.wanted.append(loop)

    def begin(self, number: int, values: Any) -> Any:
        """An iterator over `values`, after a check of every element; empty when there is a reason
        for guards.
        """
        loop = self.loops[number]
        if not (loop.known is values and loop.size == len(values)) and not self._vet(loop, values):
            _CELLS[loop.cell] = False
            loop.known = None
            return ()
        iterator = iter(values)
        self.running[id(iterator)] = iterator
        return iterator

    def _vet(self, loop: VettedLoop, values: Any) -> bool:
        if type(values) is not list or len(values) < LEAST or len(self.running) > MOST:
            return False
        if (
            self.disturbed
            or self.surprises
            or loop.target in self.sites.global_names
            or not self.stored.isdisjoint(loop.methods)
        ):
            return False
        kinds = set(map(type, values))
        kind = kinds.pop()
        if (
            kinds
            or kind.__module__ != "__main__"
            or not all(self.sites.covers(number, kind) for number in loop.sites)
        ):
            return False
        loop.known = values
        loop.size = len(values)
        return True

    def rest(self, iterator: Any) -> Any:
        """A vetted loop has ended: returns the remaining elements for the loop with guards."""
        self.running.pop(id(iterator), None)
        return self.rests.pop(id(iterator), ())

    def disturb(self) -> None:
        """Another location than an attribute of an object may change: lists may have changed."""
        if not self.disturbed:
            self.disturbed = True
            self.revoke()

    def revoke(self) -> None:
        """Ends vetting: running loops go on with guards after their turn."""
        for loop in self.wanted:
            _CELLS[loop.cell] = False
            loop.known = None
        self.wanted = []
        for key, iterator in self.running.items():
            state = iterator.__reduce__()
            if len(state) == 3:
                values, index = state[1][0], state[2]
                rest = self.rests[key] = iter(values)
                rest.__setstate__(index)
                # at its end for good, even if the list grows
                iterator.__setstate__(len(values))
                next(iterator, None)

    def end(self) -> None:
        """A statement ends."""
        self.running = {}
        self.rests = {}
        self.disturbed = False
