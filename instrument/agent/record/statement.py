"""What one statement instance reads and writes, while it is recorded: its own part of the record,
and what decides when tracing switches off.
"""

from __future__ import annotations

import itertools
import weakref
from typing import TYPE_CHECKING

from ..objects.locations import GLOBALS, WHOLE

if TYPE_CHECKING:
    from ..calls.compare import Watch

LAYER = 1_000
"""Objects of one class that a walk has found together, which are kept as such."""


class Layer:
    """Objects by id, all of exactly one class, from the place `start` on among others.
    `values_only`: whether they hold nothing but numbers and strings.
    """

    __slots__ = ("start", "cls", "objects", "values_only")

    def __init__(self, start, cls, objects, values_only=False):
        self.start = start
        self.cls = cls
        self.objects = objects
        self.values_only = values_only


class Covered(dict):
    """Objects by id, in the order in which they were found. `layers`: where there are many of one
    class and nothing else.
    """

    __slots__ = ("layers",)

    def __init__(self):
        super().__init__()
        self.layers = []

    def add_layer(self, cls, objects):
        """Objects of exactly this class, by id, which nobody will change, are about to be added.
        Gives the layer, if they are many.
        """
        if len(objects) < LAYER:
            return None
        self.layers.append(Layer(len(self), cls, objects))
        return self.layers[-1]

    def take(self, others):
        """Add what has been found elsewhere, and is not here."""
        if type(others) is Covered:
            self.layers += [
                Layer(len(self) + layer.start, layer.cls, layer.objects, layer.values_only)
                for layer in others.layers
            ]
        self.update(others)

    def instances(self, cls, with_values_only=True):
        """The objects of exactly this class, by id; without those of which it is known that they
        hold numbers and strings only, if so wanted.
        """
        found = {}
        for layer in self.layers:
            if layer.cls is cls and (with_values_only or not layer.values_only):
                found.update(layer.objects)
        place = 0
        for layer in self.layers:
            self._add_between(found, cls, place, layer.start)
            place = layer.start + len(layer.objects)
        self._add_between(found, cls, place, None)
        return found

    def _add_between(self, found, cls, start, stop):
        found.update(
            {
                key: obj
                for key, obj in itertools.islice(self.items(), start, stop)
                if type(obj) is cls
            }
        )

    def pop(self, key, *default):
        self.layers = []
        return super().pop(key, *default)

    def clear(self):
        self.layers = []
        super().clear()


class Store:
    """A store of a light copy into an attribute of an object, or an item (None). Objects that can
    die meanwhile do, and what they hold with them.
    """

    __slots__ = ("kept", "ref", "name", "site")

    def __init__(self, obj, name, site):
        self.name = name
        self.site = site
        try:
            self.kept, self.ref = None, weakref.ref(obj)
        except TypeError:
            self.kept, self.ref = obj, None

    def target(self):
        """The object; None when it has died."""
        return self.kept if self.ref is None else self.ref()


class Statement:
    """The record of one statement instance in flight. `alone`: nothing has run yet but the
    notebook's own code, and builtins with numbers, strings and containers of them. `hands_code`: a
    function of the notebook's has been handed to a library.
    """

    __slots__ = (
        "plan", "reads", "writes", "fields", "budget", "on", "iterated", "escapes", "watched", "library", "epoch",
        "walked", "deleted", "blocks", "imported", "failed", "line", "sizes", "work", "covered", "values", "settled", "events",
        "idle", "size", "summaries", "augmented", "augmented_classes", "overflow", "changed", "walked_last", "kept", "redicted",
        "calls", "compared", "growing", "broke", "weighed", "stored", "stores", "by_class", "alike", "of_alike", "grouped", "caught", "handed_out", "rebound",
        "contents", "rows", "files", "drawn", "undeclared", "attempt", "settings", "replaced", "alone", "hands_code",
    )  # fmt: skip

    def __init__(self, plan, budget):
        self.plan = plan
        self.reads = {}
        self.writes = {}
        self.fields = {}
        self.budget = budget
        self.on = True
        self.alone = True
        self.hands_code = False
        self.iterated = []
        self.escapes = {}
        self.watched: Watch | None = None
        self.library = False
        self.undeclared = False
        self.drawn = set()
        self.epoch = 0
        self.walked = {}
        self.deleted = set()
        self.rebound = set()
        self.blocks = set()
        self.imported = {}
        self.failed = False
        self.broke = False
        self.caught = False
        self.line = 0
        self.sizes = {}
        self.contents = {}
        self.rows = {}
        self.files = set()
        self.attempt = None
        self.settings = {}
        self.replaced = {}
        self.growing = {}
        self.work = 0
        self.covered = Covered()
        self.values = set()
        self.settled = set()
        self.events = 0
        self.idle = 0
        self.size = 0
        self.summaries = {}
        self.augmented = []
        self.augmented_classes = set()
        self.overflow = False
        self.changed: int | None = None
        self.walked_last: tuple[int, dict[int, object]] | None = None
        self.kept = []
        self.redicted = []
        self.calls = 0
        self.compared = None
        self.weighed = 0
        self.stored = []
        self.stores = 0
        self.by_class = {}
        self.alike = {}
        self.of_alike = 0
        self.grouped = []
        self.handed_out = {}

    def change(self, token):
        """The statement has ended, and what it has let go of has changed a location."""
        self.reads.setdefault((token, WHOLE), "observed")
        self.writes.setdefault((token, WHOLE), "observed")

    def doubt_stores(self):
        """An exception has come up: of what was about to be stored, one place is as it was, and
        nobody knows which.
        """
        for key, kind in self.writes.items():
            if key[0] != GLOBALS:
                self.reads.setdefault(key, kind)

    def stored_into(self, before, obj, name, site=None):
        """After the switch: all that has moved the epoch on since `before` is a store into an
        attribute, or an item (None), of `obj`. `site`: a call's, whose arguments were stored.
        """
        if self.changed is not None:
            self.stored.append(Store(obj, name, site))
            self.stored_values(before)

    def stored_values(self, before):
        """The same, of numbers, strings and the like."""
        if self.changed is not None:
            self.stores += self.epoch - max(before, self.changed)

    def instances(self, cls):
        """What deep reads since the switch have visited of exactly this class, by id."""
        size = len(self.covered) + sum(map(len, self.kept))
        known = self.by_class.get(cls)
        if known is None or known[0] != size:
            found = self.covered.instances(cls)
            for part in self.kept:
                found.update({key: obj for key, obj in part.items() if type(obj) is cls})
            known = self.by_class[cls] = (size, found)
        return known[1]
