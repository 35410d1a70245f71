"""The callees and arguments that a statement has compared, and the objects to compare ahead."""

import itertools

from ..reach.covered import Walked
from .compare import Watch

KEPT_LIMIT = 400_000
"""The most callees and arguments in the memory of a statement."""

AHEAD = 64
"""The first number of objects to compare ahead. The number doubles each time."""


class Compared:
    """Callees and arguments that one statement has compared, each with its epoch.

    `alike`: objects to compare ahead, by class. `classes`: classes with all instances compared, and
    their epochs. `plain`: callees whose own reach is their module. `seen`: the number of arguments
    of plain callees compared one by one at other epochs. `there`: the identities of all objects at
    the time when many had been compared; None before then, and where objects are frozen. `looked`:
    whether frozen objects have been looked for. `instances`: all instances by class of the user's
    modules, or None. `wanted`: classes to compare next. `calls`: epochs that began with a call and
    without a store.
    """

    __slots__ = (
        "epochs",
        "kept",
        "count",
        "tokens",
        "alike",
        "classes",
        "instances",
        "wanted",
        "plain",
        "seen",
        "there",
        "looked",
        "calls",
    )

    def __init__(self):
        self.plain = set()
        self.seen = 0
        self.there = None
        self.looked = False
        self.epochs = {}
        self.kept = []
        self.count = 0
        self.tokens = frozenset()
        self.alike = {}
        self.classes = {}
        self.instances = {}
        self.wanted = []
        self.calls = 0

    def count_call(self):
        """Count a new epoch that began with a call, without a store."""
        self.calls += 1

    def is_plain(self, callee):
        """Whether a callee reaches by itself only its module."""
        return id(getattr(callee, "__func__", callee)) in self.plain

    def written(self, statement):
        """The tokens that the statement has written."""
        if self.count != len(statement.writes):
            self.count = len(statement.writes)
            self.tokens = {token for token, _ in statement.writes}
        return self.tokens

    def add(self, key, obj, epoch):
        # a key is an identity: it lasts while the object does
        if len(self.kept) > KEPT_LIMIT:
            self.epochs.clear()
            self.plain.clear()
            self.kept.clear()
        self.epochs[key] = epoch
        self.kept.append(obj)


class Alike:
    """Objects of one class from an uninstrumented loop, one after another, at one epoch (None: at
    any, for plain callees).

    `count`: objects so far. `others`: further objects for the statement, once there were many.
    `ahead`: how many of these come next.
    """

    __slots__ = ("epoch", "count", "others", "ahead")

    def __init__(self, epoch):
        self.epoch = epoch
        self.count = 0
        self.others = None
        self.ahead = AHEAD

    def take(self, statement, value):
        """Take the next objects that the statement has not compared."""
        if self.others is None:
            found = statement.state(Walked).instances(type(value))
            if id(value) not in found:
                # a new object of the statement, as its successors will be
                self.others = iter(())
                return []
            # the successors in the same list follow first
            start = list(found).index(id(value))
            self.others = itertools.chain(
                itertools.islice(found.values(), start, None),
                itertools.islice(found.values(), start),
            )
        taken = list(itertools.islice(self.others, self.ahead))
        self.ahead += len(taken)
        if self.epoch is None:
            return list(itertools.filterfalse(statement.states[Watch].knows, taken))
        epochs = statement.states[Compared].epochs
        return [obj for obj in taken if epochs.get(id(obj)) != self.epoch]
