"""Classes with references to each other, and registered functions."""

from . import state
from .state import SETTINGS, note

REGISTRY = {}


def named(function):
    REGISTRY[function.__name__] = function
    return function


class Shape:
    kinds = []

    def __init_subclass__(cls, **rest):
        super().__init_subclass__(**rest)
        Shape.kinds.append(cls.__name__)

    def __init__(self, size):
        self.size = size

    def area(self):
        note(self.size)
        return self.size * SETTINGS["rate"] % 100


class Square(Shape):
    def area(self):
        return (super().area() + state.last()) % 100


@named
def double(value):
    return value * 2 % 100


def apply(name, value):
    return REGISTRY[name](value)


def areas():
    return sorted(kind(2).area() for kind in Shape.__subclasses__())
