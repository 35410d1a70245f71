"""Walks over the objects within reach of a statement's unknown calls, with a limit for repeated walks
over the same objects.
"""

from ..reach.walks import Overflow

WATCH_LIMIT = 50_000
"""The most objects within reach of one unknown call, and the most that the calls of a statement may
reach again.
"""
ELEMENTS = 100
"""Elements of containers that cost as much time as one object."""
VISIT = 9
"""The cost of a look into one object, in looks into one of many plain objects."""
TOGETHER = 1_000
"""The least size of a walk whose result is stored as a whole."""
_WALKS = 20


class WatchedWalks:
    """Counts walks (`count`), and the objects of earlier walks found once more (`again`; ELEMENTS of
    containers count as one). `reached`: the identities of found objects; `together`: results of
    large walks. `overflow`: whether a walk had too many objects.
    """

    def __init__(self, reach):
        self.reach = reach
        self.count = 0
        self.again = 0
        self.reached = set()
        self.together = []
        self.overflow = False

    def walk(self, roots):
        """All objects within reach of `roots`, by identity."""
        found = {}
        scanned, visited = self.reach.scanned, self.reach.visited
        try:
            self.reach.walk(roots, seen=found, limit=WATCH_LIMIT)
        except Overflow:
            self.overflow = True
        self.count += 1
        again = len(found.keys() & self.reached)
        again += sum([len(found.keys() & known.keys()) for known in self.together])
        self.again += (
            again
            + (self.reach.scanned - scanned) // ELEMENTS
            + VISIT * min(again, self.reach.visited - visited)
        )
        if len(found) > TOGETHER:
            self.together.append(found)
        else:
            self.reached.update(found)
        return found

    def walk_all(self, roots):
        """All objects within reach of `roots`, by identity, without this limit. The objects are read
        deeply as well.
        """
        found = {}
        try:
            self.reach.walk(roots, seen=found)
        except Overflow:
            self.overflow = True
        self.reach.deep_read(*roots)
        return found

    def look_at(self, elements):
        """Count elements of containers as looked at."""
        self.again += elements // ELEMENTS

    def is_tired(self):
        """Whether the walks of this statement have found the same objects so often that there should
        be no further one.
        """
        return self.count > _WALKS and self.again > WATCH_LIMIT
