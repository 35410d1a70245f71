"""The values of assignments to items and attributes, for the probes of their targets: `a[k] =
value` evaluates `value` first.
"""

import threading


class Assigned(threading.local):
    """Values that wait for their targets, by the number of their assignment. What an exception has
    left behind stays until the statement ends.
    """

    def __init__(self):
        self.waiting = []

    def clear(self):
        """Forget what waits in this thread."""
        self.waiting = []

    def put(self, number, places, value):
        """An assignment is about to store `value` into that many places."""
        self.waiting.append([number, places, value])

    def take(self, number):
        """What the assignment of this number stores into its next place; None where it holds
        nothing that changes.
        """
        for index in range(len(self.waiting) - 1, -1, -1):
            entry = self.waiting[index]
            if entry[0] == number:
                entry[1] -= 1
                if entry[1] == 0:
                    del self.waiting[index]
                return entry[2]
        return None
