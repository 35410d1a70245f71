"""When tracing of a statement stops: its budget of new locations is spent, or probe events find
nothing new.
"""

from __future__ import annotations

DEFAULT_BUDGET = 400
EVENTS_PER_BUDGET = 5
"""Probe events per unit of the budget, which counts new locations."""

IDLE_EVENTS = 80
"""Probe events that find nothing new, after which tracing a statement switches off. What is read of
objects that die while it runs teaches nothing: they are its own.
"""

NEW = 5
"""Events without a find that each find makes up for."""

ALIKE = 12
"""Objects of one class whose attribute of one name a statement stores, after which tracing it
switches off: uninstrumented versions will summarise the others (`site.MISSES`). And objects of one
type that get a token in a statement, after which more of them are nothing new.
"""

WALK_EVENTS = 10
"""Events that one counts for at most, by the objects that are walked over for it."""

MAX_FIELDS = 60
"""Fields of one object that a statement writes one by one."""

UNLIMITED = 10**9


class Budget:
    """What one statement has spent. `left`: new locations that it may still record; `most`: probe
    events that it may make; `idle`: those that found nothing new; `size`: locations when that was
    last looked at; `work`: objects that walks have visited, `weighed` of them counted as events;
    `of_alike`: locations of objects of which there are many alike; `alike`: how many there are;
    `fields`: how many fields of an object are written.
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
        """From here on there is no limit."""
        self.left = self.most = UNLIMITED

    def spend(self) -> bool:
        """A new location is recorded. Whether that was one too many."""
        self.left -= 1
        return self.left < 0

    def count_event(self, locations: int) -> bool:
        """A probe has run; also one that found nothing new costs its time. `locations`: that are
        recorded by now, without those of objects that have died. Whether that was one too many.
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
        """So many objects were walked over, or something was done that takes as long."""
        self.work += objects

    def meet_alike(self) -> None:
        """A location of an object is recorded of which there are many alike."""
        self.of_alike += 1

    def count_alike(self, key: object) -> bool:
        """Another object of one kind. Whether there are many."""
        self.alike[key] = count = self.alike.get(key, 0) + 1
        return count > ALIKE

    def count_field(self, token: str) -> bool:
        """Another field of an object is written. Whether there are many."""
        self.fields[token] = count = self.fields.get(token, 0) + 1
        return count > MAX_FIELDS
