"""An object that stands for a variable shared by functions."""

from __future__ import annotations


class ClosureVariable:
    """Stands for one variable of one call."""

    __slots__ = ("name", "__weakref__")

    def __init__(self, name: str) -> None:
        self.name = name
