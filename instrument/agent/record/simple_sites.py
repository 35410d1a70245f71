"""Which functions of the user's modules are simple (`rewriting/simple_code`), and what rests in one statement on what is known of them.

A site that calls a simple method needs no record for any object of a class, and the method does not ask when it is entered, as long as nothing but the
notebook's own code, builtins and simple functions run in the statement, and none of these stores an attribute that the method has to find a
number or string in. When that ends, all of them ask again.
"""

import types

from ..objects.locations import ATOMIC
from ..rewriting.probe_names import PREFIX

_ENTRY = PREFIX + "e"


class SimpleSites:
    """`codes`: simple functions, by the number of their entry. Of the statement in flight: `alone`, whether no other code without probes has run;
    `stored_names`: the attributes that the notebook's code has stored; `computed`: the fields, with their class, that sites store into unseen;
    `settled`: functions with the class of their first argument (None where its attributes do not count), and whether others of their calls need a record.
    """

    def __init__(self, sites):
        self.sites = sites
        self.codes = {}
        self.numbers = {}
        self.alone = True
        self.stored_names = set()
        self.computed = set()
        self.settled = {}
        self.relying = []
        self.names = set()
        self.closed = []

    def find(self, code):
        """The number of the entry in the code of a function, and what is known of it; None where it is not simple."""
        known = self.numbers.get(id(code))
        if known is None:
            number = next((int(name[len(_ENTRY) :]) for name in code.co_names if name[: len(_ENTRY)] == _ENTRY and name[len(_ENTRY) :].isdigit()), None)
            # (with the code, whose identity must last)
            known = self.numbers[id(code)] = (code, number, self.codes.get(number))
        return known[1:] if known[2] is not None else None

    def covers(self, callee, args, kwargs):
        """Whether such a call needs no record."""
        if not self.settled:
            return False
        kind = type(callee)
        if kind is types.MethodType:
            known = self.settled.get((callee.__func__, type(callee.__self__)))
        elif kind is types.FunctionType:
            known = self.settled.get((callee, None)) or (args and self.settled.get((callee, type(args[0]))))
            args = args[1:] if known and (callee, None) not in self.settled else args
        else:
            return False
        return bool(known) and ATOMIC.issuperset(map(type, (*args, *kwargs.values()) if kwargs else args))

    def settle(self, function, kind, number, names):
        """Calls of a function need no record, as long as nobody else stores attributes of these names."""
        self.settled[function, kind] = True
        self.names |= names
        self.close(number)

    def rely(self, site):
        """A site leaves out such calls."""
        self.relying.append(site)

    def close(self, number):
        """The function need not ask when it is entered."""
        self.closed.append(number)
        self.sites.enter(number)

    def stores_values_only(self, field, cls):
        """Whether all that was stored in a field of instances of a class is numbers and strings that simple functions have computed."""
        return self.alone and (field, cls) in self.computed and field[2:] not in self.stored_names

    def stored(self, name):
        """The notebook's code stores an attribute, or hands out a dictionary of attributes (None)."""
        self.stored_names.add(name)
        if name in self.names or name is None or name[:2] == "__":
            self._doubt()

    def others_run(self):
        """Other code without probes is about to run: it may call any function, and store anything."""
        if self.alone:
            self.alone = False
            self._doubt()

    def _doubt(self):
        self.settled = {}
        if self.relying:
            self.sites.vetted.disturb()
        for site in self.relying:
            self.sites.empty(site)
        self.sites.ask_again(self.closed)
        self.relying = []
        self.closed = []
        self.names = set()

    def begin(self):
        """A statement begins."""
        self.alone = True
        self.stored_names = set()
        self.computed = set()
        self.settled = {}
        self.relying = []
        self.closed = []
        self.names = set()
