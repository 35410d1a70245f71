"""The state of the package, and functions to change the state."""

import collections
import random

NOTES = []
COUNTS = collections.Counter()
SETTINGS = {"rate": 2, "steps": [1, 2, 3]}
stream = random.Random(3)
numbers = (number * number % 10 for number in range(1000))
_last = 0


def note(value):
    global _last
    _last = value
    NOTES.append(value)
    COUNTS[value % 3] += 1
    return len(NOTES)


def notes():
    return NOTES[-3:]


def last():
    return _last


def drawn():
    return stream.randint(0, 9)


def following():
    return next(numbers)


def rate(value):
    return value * SETTINGS["rate"] % 100


class Tally:
    made = 0
    all = []

    def __init__(self, start):
        Tally.made += 1
        self.total = start
        self.all.append(self)

    def add(self, value):
        self.total = (self.total + rate(value)) % 100
        note(self.total)
        return self
