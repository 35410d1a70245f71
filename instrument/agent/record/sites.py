"""Inline caches of uninstrumented versions: what a store or call may skip, because the statement
has recorded it already.

A site is one store or call in an uninstrumented version. Its code tests the object at hand against
the site's two cells, which are builtins that only rewritten code names: `_sluice_k<n>` holds the
object that was recorded last, `_sluice_t<n>` a class all of whose instances are covered. Calls of
functions that change their first argument (`heappush(h, x)`) have two more: `_sluice_f<n>` and
`_sluice_a<n>`, the callee or its module, and that argument. They hold for one statement and are
emptied at its end. `_sluice_n<n>` holds a callee, its module, its receiver or the class of that,
where arguments that are numbers add nothing. What a guard cannot test, a call's probe asks first of
all (`cache_entries`). So does `_sluice_e<n>`, which a function asks when it is entered: false once
the statement has covered what its uninstrumented version reads. A method in a module of the user's
also asks whether `_sluice_s<n>` is its receiver, the last one that was looked at.
"""

from __future__ import annotations

import builtins
import types
from typing import TYPE_CHECKING, Any

from ..objects.attributes import static
from ..objects.callables import BUILTINS
from ..objects.locations import ATOMIC
from ..rewriting.probe_names import PREFIX
from .cache_entries import FUNCTIONS, CacheEntry
from .callees import function_called, holds_objects
from .simple_sites import SimpleSites
from .site import Site
from .vetted import Vetted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

QUIET_LIMIT = 1_000
"""The most functions and classes that one statement remembers as quiet."""

_NOTHING = type("Nothing", (), {"__slots__": ()})()
_CELLS: dict[str, Any] = builtins.__dict__


class Sites:
    """All sites of a session, and their fillings in the current statement.

    `mixed`: the numbers of sites that have called another object than a method of a number or
    string. `looked`: names of attributes that were looked up by `getattr` or `hasattr`. `quiet`:
    functions and classes whose calls need no record, for sites that call another one each time.
    `cached`: by number, the entry of a site, or None. `relying`: sites whose entry holds only while
    the statement writes nothing new.
    """

    def __init__(self) -> None:
        self.all = []
        self.cached = []
        self.relying = []
        self.filled = []
        self.entries = 0
        self.entered = []
        self.receivers = {}
        self.mixed = set()
        self.quiet = set()
        self.looked = set()
        self.attributes = set()
        self.global_names = set()
        self.vetted = Vetted(self)
        self.simple = SimpleSites(self)

    def new(self, line: int, *described: Any, **named: Any) -> int:
        """The number of a new site with empty cells. `described`, `named`: further facts about the
        site (`Site`).
        """
        number = len(self.all)
        self.all.append(Site(number, line, *described, **named))
        self.cached.append(None)
        self.empty(self.all[-1])
        return number

    def new_entry(self, receiver: bool = False, simple: Any = None) -> int:
        """The number of a new entry of a function, or of a method in a module, which asks for each
        `receiver`.
        """
        self.entries += 1
        if simple is not None:
            self.simple.codes[self.entries] = simple
        _CELLS["%se%d" % (PREFIX, self.entries)] = True
        if receiver:
            self.receivers[self.entries] = 0
            _CELLS["%ss%d" % (PREFIX, self.entries)] = _NOTHING
        return self.entries

    def enter(self, number: int) -> None:
        """A function was entered, and need not ask again in this statement."""
        self.entered.append(number)
        _CELLS["%se%d" % (PREFIX, number)] = False

    def meet(self, number: int, obj: Any) -> int:
        """A method was entered with this receiver, and need not ask again for the receiver. Returns
        the number of receivers so far.
        """
        self.receivers[number] += 1
        if self.receivers[number] == 1:
            self.entered.append(number)
        _CELLS["%ss%d" % (PREFIX, number)] = obj
        return self.receivers[number]

    def expect(self, number: int, obj: Any) -> int:
        """A recorded call is about to enter a method with this receiver, and the method need not
        ask. Returns the number of receivers so far.
        """
        return (
            self.receivers[number]
            if _CELLS["%ss%d" % (PREFIX, number)] is obj
            else self.meet(number, obj)
        )

    def ask_again(self, numbers: Iterable[int]) -> None:
        """Functions with these entries ask again."""
        for number in numbers:
            _CELLS["%se%d" % (PREFIX, number)] = True

    def begin(self) -> None:
        """A statement begins."""
        self.simple.begin()
        for number in self.entered:
            _CELLS["%se%d" % (PREFIX, number)] = True
            if number in self.receivers:
                self.receivers[number] = 0
                _CELLS["%ss%d" % (PREFIX, number)] = _NOTHING
        self.entered = []

    def empty(self, site: Site) -> None:
        """The site has to ask again."""
        self.cached[site.number] = None
        for cell in site.cells:
            _CELLS[cell] = _NOTHING

    def _fills(self, site: Site) -> None:
        if not site.filled:
            site.filled = True
            self.filled.append(site)

    def hold_first(self, site: Site, base: Any, value: Any) -> None:
        """The site has recorded a call of a function that changes `value`, its first argument.
        `base`: the callee or its module.
        """
        if site.first and site.name not in self.attributes:
            self._fills(site)
            _CELLS["%sf%d" % (PREFIX, site.number)] = base
            _CELLS["%sa%d" % (PREFIX, site.number)] = value

    def hold_with_numbers(self, site: Site, base: Any) -> None:
        """The site has recorded a call with numbers. A further call with numbers, of `base` or on
        an instance of `base`, adds nothing.
        """
        if self.asks_for_numbers(site) and site.name not in self.attributes:
            self._fills(site)
            _CELLS["%sn%d" % (PREFIX, site.number)] = base

    def asks_for_numbers(self, site: Site) -> bool:
        """Whether the site asks if its arguments are numbers."""
        return "%sn%d" % (PREFIX, site.number) in site.cells

    def hold(self, site: Site, obj: Any) -> None:
        """The site has recorded `obj`: the same object again adds nothing."""
        self._fills(site)
        _CELLS["%sk%d" % (PREFIX, site.number)] = obj

    def look(self, site: Site, function: Any, obj: Any, name: str) -> None:
        """The site has looked up an attribute of this name by this function. Further look-ups on
        objects of the same class need no record.
        """
        self._fills(site)
        self.looked.add(name)
        _CELLS["%sk%d" % (PREFIX, site.number)] = function
        _CELLS["%st%d" % (PREFIX, site.number)] = type(obj)

    def learn(
        self,
        site: Site,
        callee: Any,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        places: Collection[Any] = (),
        values: bool | str = False,
    ) -> None:
        """The site has recorded a call. A call with the same objects at these positions adds
        nothing; with `values`, all other arguments have to be numbers or strings.
        """
        entry = self.cached[site.number]
        if entry is None or not entry.is_about(callee, places, values):
            self._fills(site)
            entry = self.cached[site.number] = CacheEntry(callee, places, values)
        entry.add(callee, args, kwargs)

    def put(self, site: Site, entry: Any) -> None:
        """Sets an entry of another kind: of stores (`probes/row_stores`) or look-ups (`Asking`)."""
        self._fills(site)
        self.cached[site.number] = entry

    def rely(self, site: Site) -> None:
        """The entry of the site holds until the statement writes a new location."""
        self.relying.append(site)

    def written(self, token: str) -> None:
        """The statement has written a new location: entries of sites may rest on its old value."""
        if token == "cwd":
            self.clear()
        elif self.relying:
            self.doubt()

    def doubt(self) -> None:
        """Empties the sites whose entries rest on old values."""
        for site in self.relying:
            self.empty(site)
        self.relying = []

    def add_quiet(self, callee: Any) -> None:
        """A call of this callee needed no record. A callee that holds other objects is not
        remembered, because its objects would then live until the end of the statement.
        """
        function = function_called(callee)
        if (
            type(function) in FUNCTIONS
            and len(self.quiet) < QUIET_LIMIT
            and not holds_objects(function)
        ):
            self.quiet.add(function)

    def cover(self, site: Site, cls: type) -> None:
        """Every instance of `cls` is covered at this site."""
        self._fills(site)
        _CELLS["%st%d" % (PREFIX, site.number)] = cls
        self.vetted.covered(site)

    def covers(self, number: int, cls: type) -> bool:
        """Whether every instance of `cls` is covered at the site of this number."""
        return _CELLS["%st%d" % (PREFIX, number)] is cls

    def calls(self, number: int, callee: Any) -> None:
        """A site is about to call this callee, past its cache."""
        if (
            type(callee) not in BUILTINS
            or type(callee.__self__) not in ATOMIC
            or callee.__self__ is None
        ):
            self.mixed.add(number)

    def made_here(self, site: Site) -> bool:
        """Whether the arguments of a call were new numbers, strings and lists of them, at each call
        of this site in the statement.
        """
        return site.given is not None and all(map(self.mixed.isdisjoint, site.given))

    def clear(self) -> None:
        """A statement ends, or a fact changes on which the caches rely (a method is replaced)."""
        self.relying = []
        for site in self.filled:
            site.misses = 0
            site.vain = 0
            site.filled = False
            self.empty(site)
        self.filled = []
        self.vetted.revoke()

    def end(self) -> None:
        """A statement ends."""
        self.clear()
        self.begin()
        self.mixed.clear()
        self.quiet.clear()
        self.looked.clear()
        self.vetted.end()

    def stores(self, obj: Any, name: str) -> None:
        """An attribute of this name is stored somewhere: instances may replace the method of the
        same name.
        """
        self.simple.stored(name, issubclass(type(obj), _DECIDE))
        self.may_hide(name)

    def may_hide(self, name: str) -> None:
        """Instances may have an attribute of this name."""
        if name not in self.attributes:
            self.attributes.add(name)
            self.clear()

    def same_for_class(self, base: Any, name: str) -> bool:
        """Whether `base.name` is the method of the class for each instance."""
        kind = type(base)
        if kind.__getattribute__ is not object.__getattribute__ and kind.__dictoffset__:
            return False
        if name in self.attributes and (kind.__dictoffset__ or kind.__module__ == "__main__"):
            return False
        return isinstance(static(kind, name), _METHODS)


_DECIDE = (type, types.ModuleType, types.FunctionType)
_METHODS = (types.FunctionType, types.MethodDescriptorType)
