"""Changes of libraries by the notebook: replaced and added attributes of their modules and classes,
and objects that any of their code may use.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from ..objects.attributes import static
from ..objects.locations import WHOLE, attribute_field, is_of_object

if TYPE_CHECKING:
    from .recorder import Recorder


class LibraryChanges:
    """`patched`: tokens of the changed objects; `replaced`: attributes, each with the object that
    holds the attribute; `extended`: names of attributes that libraries have added to modules and
    classes, with the tokens of these; `count`: the number of changes; `known`: tokens of library
    objects that a run has changed, and the trace has told.

    Of the current run: `are_used`, whether code of libraries has run; `first_replaced`, the
    attributes that no run had replaced before, each with whether code of libraries may have used
    the attribute.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.patched: set[str] = set()
        self.replaced: dict[tuple[str, str], weakref.ref[Any]] = {}
        self.extended: dict[str, set[str]] = {}
        self.count = 0
        self.known: set[str] = set()
        self.are_used = False
        self.first_replaced: list[tuple[str, str, bool]] = []

    def begin_run(self) -> None:
        self.are_used = False
        self.first_replaced.clear()

    def use(self) -> None:
        """Code of libraries runs, and reads nothing that the notebook has changed."""
        self.are_used = True

    def use_all(self) -> None:
        """Code of libraries runs, and may use any attribute that the notebook has replaced."""
        self.are_used = True
        for token in self.patched:
            self.recorder.read(token, WHOLE)

    def change(self, times: int = 1) -> None:
        """An object in a library has changed."""
        self.count += times

    def replace(self, token: str, name: str, obj: Any) -> None:
        """An attribute of a module or class of a library is another object, or gone. Earlier
        readers have recorded no read, because no run had replaced the attribute before.
        """
        if (token, name) not in self.replaced:
            # (nobody knows a new attribute, unless libraries test for its existence)
            holds = (
                static(obj, name) is not None if issubclass(type(obj), type) else name in vars(obj)
            )
            self.first_replaced.append((token, name, holds or name.startswith("_")))
        self.patched.add(token)
        self.replaced[token, name] = weakref.ref(obj)

    def extend(self, token: str, name: str) -> None:
        """A module or class of a library has a new attribute."""
        tokens = self.extended.setdefault(name, set())
        if token not in tokens:
            self.first_replaced.append((token, name, False))
            tokens.add(token)

    def first_changed(self) -> list[tuple[str, str, bool, tuple]]:
        """The first changes by this run: attributes, and objects that any code of libraries may
        have looked at.
        """
        objects = {token for token in self.patched & self.recorder.written if is_of_object(token)}
        new = objects - self.known - {token for token, _ in self.replaced}
        self.known |= objects
        return [
            *(
                (token, attribute_field(name), used, ())
                for token, name, used in self.first_replaced
            ),
            *((token, WHOLE, True, ()) for token in sorted(new)),
        ]
