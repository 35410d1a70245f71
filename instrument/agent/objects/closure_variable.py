"""A stand-in for a variable that functions share."""


class ClosureVariable:
    """Stands for one variable of one call."""

    __slots__ = ("name", "__weakref__")

    def __init__(self, name):
        self.name = name
