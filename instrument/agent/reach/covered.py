"""What deep reads of one statement have visited: after tracing has stopped, each object once."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

LAYER = 1_000
"""Objects of one class that a walk has found together, which are kept as such."""


class Layer:
    """Objects by id, all of exactly one class, from the place `start` on among others.
    `values_only`: whether they hold nothing but numbers and strings.
    """

    __slots__ = ("start", "cls", "objects", "values_only")

    def __init__(
        self, start: int, cls: type, objects: Mapping[int, Any], values_only: bool = False
    ) -> None:
        self.start = start
        self.cls = cls
        self.objects = objects
        self.values_only = values_only


class Covered(dict[int, Any]):
    """Objects by id, in the order in which they were found. `layers`: where there are many of one
    class and nothing else.
    """

    __slots__ = ("layers",)

    def __init__(self) -> None:
        super().__init__()
        self.layers: list[Layer] = []

    def add_layer(self, cls: type, objects: Mapping[int, Any]) -> Layer | None:
        """Objects of exactly this class, by id, which nobody will change, are about to be added.
        Gives the layer, if they are many.
        """
        if len(objects) < LAYER:
            return None
        self.layers.append(Layer(len(self), cls, objects))
        return self.layers[-1]

    def take(self, others: Mapping[int, Any]) -> None:
        """Add what has been found elsewhere, and is not here."""
        if type(others) is Covered:
            self.layers += [
                Layer(len(self) + layer.start, layer.cls, layer.objects, layer.values_only)
                for layer in others.layers
            ]
        self.update(others)

    def instances(self, cls: type, with_values_only: bool = True) -> dict[int, Any]:
        """The objects of exactly this class, by id; without those of which it is known that they
        hold numbers and strings only, if so wanted.
        """
        found: dict[int, Any] = {}
        for layer in self.layers:
            if layer.cls is cls and (with_values_only or not layer.values_only):
                found.update(layer.objects)
        place = 0
        for layer in self.layers:
            self._add_between(found, cls, place, layer.start)
            place = layer.start + len(layer.objects)
        self._add_between(found, cls, place, None)
        return found

    def _add_between(self, found: dict[int, Any], cls: type, start: int, stop: int | None) -> None:
        found.update(
            {
                key: obj
                for key, obj in itertools.islice(self.items(), start, stop)
                if type(obj) is cls
            }
        )

    def pop(self, key: int, *default: Any) -> Any:
        self.layers = []
        return super().pop(key, *default)

    def clear(self) -> None:
        self.layers = []
        super().clear()


class Walked:
    """The deep reads of one statement. `epochs`: by token, and whether globals were followed, when
    a root was read; `last`: the epoch and findings of a large walk, which is not repeated when
    tracing stops; `covered`: what was visited since then, and `kept`, kept walks that belong to it;
    `overflow`: there was too much to look at.
    """

    __slots__ = ("epochs", "last", "covered", "kept", "overflow", "_by_class")

    def __init__(self) -> None:
        self.epochs: dict[tuple[str, bool], int] = {}
        self.last: tuple[int, dict[int, Any]] | None = None
        self.covered = Covered()
        self.kept: list[dict[int, Any]] = []
        self.overflow = False
        self._by_class: dict[type, tuple[int, dict[int, Any]]] = {}

    def overflows(self) -> None:
        self.overflow = True

    def remember(self, epoch: int, found: dict[int, Any]) -> None:
        """A large walk, and when it was."""
        self.last = (epoch, found)

    def forget(self) -> None:
        """What was visited may be visited again."""
        self.covered.clear()
        self.kept.clear()

    def let_go(self, key: int) -> None:
        """Drop an object."""
        self.last = None
        self.covered.pop(key, None)
        self._by_class = {}

    def begin_anew(self) -> tuple[Covered, list[dict[int, Any]]]:
        """Nothing counts as visited; gives what did."""
        before = self.covered, self.kept
        self.covered, self.kept, self._by_class = Covered(), [], {}
        return before

    def instances(self, cls: type) -> dict[int, Any]:
        """What deep reads since the switch have visited of exactly this class, by id."""
        size = len(self.covered) + sum(map(len, self.kept))
        known = self._by_class.get(cls)
        if known is None or known[0] != size:
            found = self.covered.instances(cls)
            for part in self.kept:
                found.update({key: obj for key, obj in part.items() if type(obj) is cls})
            known = self._by_class[cls] = (size, found)
        return known[1]
