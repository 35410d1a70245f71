"""When tracing of a statement stops: its budget of new locations is spent, or probe events find
nothing new.
"""

from __future__ import annotations

DEFAULT_BUDGET = 400
EVENTS_PER_BUDGET = 5
"""Probe events per unit of the budget, which counts new locations."""

IDLE_EVENTS = 80
"""Probe events without a new location, after which tracing of a statement switches off. Reads of
objects that die in the statement count as nothing new.
"""

NEW = 5
"""The number of idle events for which a new location makes up."""

ALIKE = 12
"""Stores of one attribute into different objects of a class, after which tracing of the statement
switches off: uninstrumented versions summarise the other objects (`site.MISSES`).

Also new tokens for objects of one type in a statement; further ones count as nothing new.
"""

WALK_EVENTS = 10
"""The most events for which one probe counts, by the objects that it walks over."""

MAX_FIELDS = 60
"""Fields of one object that a statement writes one by one."""

UNLIMITED = 10**9


class Budget:
    """What one statement has spent.

    `left`: new locations that the statement may still record; `most`: probe events that it may
    make; `idle`: probe events without a new location; `size`: the number of locations at the last
    event; `work`: objects that walks have visited, of which `weighed` have been counted as events;
    `of_alike`: locations of objects with many alike; `alike`: the number of objects by kind;
    `fields`: the number of written fields by object.
    """

    __slots__ = (
        "left", "most", "events", "idle", "size", "work", "weighed", "of_alike", "alike", "fields",
    )  # fmt: skip

    def __init__(self, limit: int, died: int) -> None:
        self.left = limit
        self.most = EVENTS_PER_BUDGET * limit
        self.events = 0
        self.idle = 0
        self.size = -died
        self.work = 0
        self.weighed = 0
        self.of_alike = 0
        self.alike: dict[object, int] = {}
        self.fields: dict[str, int] = {}

    def lift(self) -> None:
        """Removes the limit."""
        self.left = self.most = UNLIMITED

    def spend(self) -> bool:
        """Counts a new location. Returns whether the budget is spent."""
        self.left -= 1
        return self.left < 0

    def count_event(self, locations: int) -> bool:
        """Counts a probe event, because each probe costs time. `locations`: the number of recorded
        locations, without those of dead objects. Returns whether the budget is spent.
        """
        self.events += 1
        size = locations - self.of_alike
        if size > self.size:
            self.idle = max(0, self.idle - NEW * (size - self.size))
            self.size = size
        self.idle += 1 + min(self.work - self.weighed, WALK_EVENTS)
        self.weighed = self.work
        return self.idle > IDLE_EVENTS or self.events > self.most

    def visit(self, objects: int) -> None:
        """Counts objects that a walk has visited, or work that takes as long."""
        self.work += objects

    def meet_alike(self) -> None:
        """Counts a location of an object with many alike."""
        self.of_alike += 1

    def count_alike(self, key: object) -> bool:
        """Counts an object of this kind. Returns whether there are many."""
        self.alike[key] = count = self.alike.get(key, 0) + 1
        return count > ALIKE

    def count_field(self, token: str) -> bool:
        """Counts a written field of an object. Returns whether there are many."""
        self.fields[token] = count = self.fields.get(token, 0) + 1
        return count > MAX_FIELDS
