"""The values of assignments to items and attributes, for the probes of their targets: `a[k] =
value` evaluates `value` first.
"""

import threading


class Assigned(threading.local):
    """Values on the way to their targets, by the number of their assignment. Values left by an
    exception stay until the statement ends.
    """

    def __init__(self):
        self.waiting = []

    def clear(self):
        """Forget the values of this thread."""
        self.waiting = []

    def put(self, number, places, value):
        """Note that an assignment is about to store `value` at this number of targets."""
        self.waiting.append([number, places, value])

    def take(self, number):
        """The value for the next target of this assignment. None for a value without changeable
        parts.
        """
        for index in range(len(self.waiting) - 1, -1, -1):
            entry = self.waiting[index]
            if entry[0] == number:
                entry[1] -= 1
                if entry[1] == 0:
                    del self.waiting[index]
                return entry[2]
        return None
