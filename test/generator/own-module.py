"""The user's own module for generated programs (`statements/own.txt`)."""

import collections
import contextlib
import functools
import random
import weakref

LIMIT = 5
TABLE = {"a": 1, "b": [2]}
SEEN = []
HOOKS = []
ALIVE = weakref.WeakValueDictionary()
_stream = random.Random(7)
draw = _stream.random


class Meta(type):
    def __len__(cls):
        return len(cls.made)


class Cell:
    """A descriptor."""

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        obj.reads += 1
        return getattr(obj, self.name, 0)

    def __set__(self, obj, value):
        SEEN.append(self.name)
        setattr(obj, self.name, value % 100)


class Box(metaclass=Meta):
    made = []
    level = 1
    size = Cell()

    def __init__(self, items=()):
        self.reads = 0
        self.items = items if type(items) is list else list(items)
        self.other = None
        type(self).made.append(len(self.items))
        ALIVE[len(SEEN)] = self

    def put(self, value):
        self.items.append(value % 100)
        if self.other is not None:
            self.other.append(len(self.items))
        return self

    def link(self, other):
        self.other = other
        return self

    @property
    def total(self):
        self.reads += 1
        return (sum(self.items) + LIMIT) % 1000

    @total.setter
    def total(self, value):
        self.items[:1] = [value]

    @functools.cached_property
    def first(self):
        return self.items[0] if self.items else TABLE["a"]

    @classmethod
    def raised(cls, by):
        cls.level += by % 3
        return cls([cls.level])

    @staticmethod
    def doubled(items):
        items += items[:2]
        return len(items)

    def do_clear(self):
        del self.items[2:]

    def do_grow(self):
        self.items.append(len(SEEN))

    def run(self, name):
        getattr(self, "do_" + name)()
        return len(self.items)

    def __add__(self, other):
        SEEN.append("add")
        return Box([*self.items[:3], other])

    def __iadd__(self, other):
        self.items.append(other)
        return self

    def __len__(self):
        self.reads += 1
        return len(self.items)

    def __bool__(self):
        SEEN.append("bool")
        return len(SEEN) % 2 == 0

    def __iter__(self):
        for item in self.items[:4]:
            self.reads += 1
            yield item + LIMIT

    def __contains__(self, value):
        SEEN.append(value)
        return value in self.items

    def __getitem__(self, key):
        self.reads += 1
        return self.items[key % len(self.items)] if self.items else 0

    def __setitem__(self, key, value):
        if self.items:
            self.items[key % len(self.items)] = value

    def __lt__(self, other):
        SEEN.append("lt")
        return len(self.items) < len(other.items)

    def __call__(self, value):
        self.items.append(value)
        return self.level * value

    def __str__(self):
        SEEN.append("str")
        return "Box %d" % len(SEEN)

    def __getattr__(self, name):
        if name[:1] == "_":
            raise AttributeError(name)
        return TABLE.setdefault(name, len(TABLE))


class Counted(collections.UserDict):
    def __setitem__(self, key, value):
        SEEN.append(key)
        super().__setitem__(key, value)


class Guard:
    def __init__(self, log):
        self.log = log

    def __del__(self):
        self.log.append(len(self.log))


def push(value):
    SEEN.append(value)
    return len(SEEN)


def peek():
    return len(SEEN) + LIMIT


def raise_limit(by):
    global LIMIT
    LIMIT = (LIMIT + by) % 50


def store(key, value):
    TABLE[key] = value


def lookup(key):
    return TABLE.get(key, 0)


def collect(value, into=[]):
    into.append(value)
    return len(into)


def scale(value):
    return value * LIMIT % 100


def clean(items):
    """Changes its argument."""
    items[:] = [item for item in items if item != LIMIT]
    return items


def counter(start):
    n = start

    def step(by=1):
        nonlocal n
        n += by
        return n

    return step


def count(items):
    while True:
        push(len(items))
        yield len(items) + LIMIT
        items.append(1)


def lazily(items):
    return (item + LIMIT for item in items)


@contextlib.contextmanager
def raised(by):
    global LIMIT
    before = LIMIT
    LIMIT += by
    try:
        yield SEEN
    finally:
        LIMIT = before


def traced(function):
    @functools.wraps(function)
    def wrapper(*args):
        push(function.__name__)
        return function(*args)

    return wrapper


@functools.lru_cache
def cached(n):
    push(n)
    return n + LIMIT


@functools.singledispatch
def show(value):
    return push("any")


@show.register
def _(value: int):
    return LIMIT + value


def hook(function):
    HOOKS.append(function)
    return function


def fire(value):
    return [function(value) for function in HOOKS[:4]]


def alive():
    return sorted(len(box.items) for box in ALIVE.values())


def rolled():
    return round(draw(), 3)
