"""The facts that decide Python's look-ups: classes of objects, special methods, variables that
functions share. Code that changes such a fact changes the results of later look-ups.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..objects.locations import attribute_field
from ..world.abstract_classes import AbstractClasses

if TYPE_CHECKING:
    from .recorder import Recorder


class Lookups:
    """`reclassed`: tokens of objects and classes whose class or bases were assigned; `moved`: names
    of attributes that were set on a class, or deleted; `relabelled`: tokens of frames with other
    labels; `cells_written`: whether variables that functions share were assigned; `abstract`:
    abstract classes with which the notebook has registered others.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.reclassed: set[str] = set()
        self.moved: set[str] = set()
        self.relabelled: set[str] = set()
        self.cells_written = False
        self.abstract = AbstractClasses(recorder.tokens)

    def write_cells(self) -> None:
        """A variable that functions share is assigned."""
        self.cells_written = True

    def read_hook(self, cls: type, *names: str) -> None:
        """Python itself looks up special methods in a class and its bases. Records reads of the
        ones that were written.
        """
        recorder = self.recorder
        for base in cls.__mro__[:-1]:
            token = recorder.tokens.peek(base)
            if token is not None and token in recorder.written:
                for name in names:
                    recorder.read(token, attribute_field(name))

    def read_class(self, *objects: Any) -> None:
        """Reads the class of an object, and its bases, if they were assigned."""
        recorder = self.recorder
        for obj in objects:
            kinds = obj.__mro__ if issubclass(type(obj), type) else ()
            for part in (obj, *kinds, *type(obj).__mro__):
                token = recorder.tokens.peek(part)
                if token in self.reclassed:
                    recorder.read(token, "a:__class__")
                    recorder.read(token, "a:__bases__")
