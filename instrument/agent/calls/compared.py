"""The callees and arguments that a statement has compared, and the objects that it compares ahead."""

import itertools

from ..reach.covered import Walked
from .compare import Watch

KEPT_LIMIT = 400_000
"""The most callees and arguments that a statement records."""

AHEAD = 64
"""Objects that are compared ahead at first; each time twice as many."""


class Compared:
    """Callees and arguments that one statement has compared, each with the epoch at which it did.
    `alike`: what there is to compare ahead, by class. `classes`: those of which all instances are
    compared, with the epoch at which they were. `plain`: callees that reach nothing by themselves
    but what their modules have. `seen`: how many arguments of such have been compared one by one at
    other epochs; `there`: the identities of all objects that there were after many, None before,
    and where some are frozen; `looked`: whether they have been looked for. `instances`: of classes
    of the user's modules, all that there are, or None; `wanted`: those that are to be compared
    next; `calls`: how often a call alone has moved the epoch on, which stores nothing.
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
        """A call has moved the epoch on, and stores nothing."""
        self.calls += 1

    def is_plain(self, callee):
        """Whether a callee reaches nothing by itself but what its module has."""
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
    """Objects of one class that an uninstrumented loop hands over, one after another, at one epoch
    (None: to plain callees, at any): how many there were, others that the statement will read, once
    there were many, and how many of those are taken next.
    """

    __slots__ = ("epoch", "count", "others", "ahead")

    def __init__(self, epoch):
        self.epoch = epoch
        self.count = 0
        self.others = None
        self.ahead = AHEAD

    def take(self, statement, value):
        """Takes the next objects that the statement has not compared."""
        if self.others is None:
            found = statement.state(Walked).instances(type(value))
            if id(value) not in found:
                # made by the statement itself, as more of them will be
                self.others = iter(())
                return []
            # others follow it, in a list of them
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
