"""Simple functions of own modules (`rewriting/simple_code`), and the facts in one statement on
which their skipped calls rest.

Calls of a simple function need no record after similar calls, and its entry probe is skipped, while
two conditions hold: only the notebook's own code, builtins and simple functions run in the
statement; and none of these gives classes, modules or functions other attributes with names that
the function uses. When a condition ends, all entry probes ask again. Where the notebook stores
attributes that have to be numbers and strings, each call checks them.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any

from ..objects.locations import ATOMIC
from ..rewriting.probe_names import PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .site import Site
    from .sites import Sites

_ENTRY = PREFIX + "e"


class SimpleSites:
    """`codes`: simple functions, by the number of their entry; `numbers`: these numbers, by the
    code of functions.

    Of the current statement: `foreign`, whether other code without probes has run; `stored_names`:
    the attributes that the notebook's code has stored, and `moved_names` the ones of classes,
    modules and functions; `computed`: the fields, each with its class, that calls store without a
    record; `settled`: functions with the class of their first argument (None where the class does
    not count), each with the facts by which other calls need no record, else None; `objects`: the
    same with one object, by its identity.
    """

    def __init__(self, sites: Sites) -> None:
        self.sites = sites
        self.codes = {}
        self.numbers = {}
        self.begin()

    def begin(self) -> None:
        """A statement begins."""
        self.foreign = False
        self.stored_names = set()
        self.moved_names = set()
        self.computed = set()
        self._clear()

    def _clear(self) -> None:
        self.settled = {}
        self.objects = {}
        self.relying = []
        self.closed = []

    def find(self, code: Any) -> tuple[int | None, Any] | None:
        """The number of the entry of a function, and its facts; None: it is not simple."""
        known = self.numbers.get(id(code))
        if known is None:
            number = next(
                (
                    int(name[len(_ENTRY) :])
                    for name in code.co_names
                    if name[: len(_ENTRY)] == _ENTRY and name[len(_ENTRY) :].isdigit()
                ),
                None,
            )
            # (with the code, whose identity must last)
            known = self.numbers[id(code)] = (code, number, self.codes.get(number))
        return known[1:] if known[2] is not None else None

    def keeps(self, names: Iterable[str]) -> bool:
        """Whether names still stand for the same objects as at the begin of the statement."""
        return self.moved_names.isdisjoint(names) and None not in self.moved_names

    def covers(self, callee: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        """Whether such a call needs no record."""
        if not self.settled and not self.objects:
            return False
        kind = type(callee)
        if kind is types.MethodType:
            function, owner = callee.__func__, callee.__self__
        elif kind is types.FunctionType:
            function, owner = callee, None
            if (function, None) not in self.settled:
                if not args:
                    return False
                owner, *args = args
        else:
            return False
        code = self.settled.get((function, type(owner))) or self.settled.get((function, None))
        if code is None:
            _, code = self.objects.get((function, id(owner)), (None, None))
        if code is None or not ATOMIC.issuperset(
            map(type, (*args, *kwargs.values()) if kwargs else args)
        ):
            return False
        return self.finds_values(code) or all(
            type(getattr(owner, name, self)) in ATOMIC for name in code.attributes
        )

    def finds_values(self, code: Any) -> bool:
        """Whether a function still finds the numbers and strings that it has to find."""
        return code.attributes.isdisjoint(self.stored_names)

    def settle(self, function: Any, kind: type | None, number: int, code: Any) -> None:
        """Calls of a function with objects of this class need no record."""
        self.settled[function, kind] = code
        self.close(number)

    def settle_object(self, function: Any, owner: Any, code: Any) -> None:
        """Calls with this object need no record."""
        self.objects[function, id(owner)] = (owner, code)

    def rely(self, site: Site, code: Any) -> None:
        """A site leaves out such calls."""
        self.relying.append((site, code))

    def close(self, number: int) -> None:
        """The entry probe of the function is skipped."""
        self.closed.append(number)
        self.sites.enter(number)

    def stores_values_only(self, field: str, cls: type) -> bool:
        """Whether a field of the instances of a class has got only numbers and strings that simple
        functions have computed.
        """
        return (
            not self.foreign
            and (field, cls) in self.computed
            and field[2:] not in self.stored_names
        )

    def stored(self, name: str, moves: bool) -> None:
        """The notebook's code stores an attribute. `moves`: it decides which code runs."""
        if moves or name[:2] == "__":
            self.moved(name)
        elif name not in self.stored_names:
            self.stored_names.add(name)
            self._empty([site for site, code in self.relying if name in code.attributes])

    def moved(self, name: str | None) -> None:
        """A name stands for another object; None: any name may."""
        if name not in self.moved_names:
            self.moved_names.add(name)
            self._doubt()

    def open_attributes(self) -> None:
        """A dictionary of attributes is handed out: any name may stand for another object."""
        self.moved(None)

    def run_foreign_code(self) -> None:
        """Other code without probes is about to run: the code may call any function, and store
        anything.
        """
        if not self.foreign:
            self.foreign = True
            self._doubt()

    def _doubt(self) -> None:
        self._empty([site for site, _ in self.relying])
        self.sites.ask_again(self.closed)
        self._clear()

    def _empty(self, sites: list[Site]) -> None:
        for site in sites:
            self.sites.empty(site)
        if sites:
            self.sites.vetted.disturb()
