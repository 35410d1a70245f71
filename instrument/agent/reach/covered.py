"""The objects that deep reads of one statement have visited after tracing stopped: each object
once.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

LAYER = 1_000
"""The number of objects of one class, found together, from which a walk stores them as a layer."""


class Layer:
    """Objects by id, all of exactly one class, among others, from the position `start` on.
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
    """Objects by id, in the order in which walks found them. `layers`: ranges of many objects of
    one class.
    """

    __slots__ = ("layers",)

    def __init__(self) -> None:
        super().__init__()
        self.layers: list[Layer] = []

    def add_layer(self, cls: type, objects: Mapping[int, Any]) -> Layer | None:
        """Objects of exactly this class, by id, are about to be added; nobody will change the
        dictionary. Returns the layer, if there are many.
        """
        if len(objects) < LAYER:
            return None
        self.layers.append(Layer(len(self), cls, objects))
        return self.layers[-1]

    def take(self, others: Mapping[int, Any]) -> None:
        """Adds findings of another walk that are not here yet."""
        if type(others) is Covered:
            self.layers += [
                Layer(len(self) + layer.start, layer.cls, layer.objects, layer.values_only)
                for layer in others.layers
            ]
        self.update(others)

    def instances(self, cls: type, with_values_only: bool = True) -> dict[int, Any]:
        """The objects of exactly this class, by id; on request without objects that are known to
        hold only numbers and strings.
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
    """The deep reads of one statement.

    `epochs`: by token, and whether globals were followed, the epoch of the last read of a root;
    `last`: the epoch and findings of a large walk, which is not repeated when tracing stops;
    `covered`: the objects visited since then; `kept`: cached walks that belong to them; `overflow`:
    whether there were too many objects.
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
        """Stores a large walk with its epoch."""
        self.last = (epoch, found)

    def forget(self) -> None:
        """Visited objects may be visited again."""
        self.covered.clear()
        self.kept.clear()

    def let_go(self, key: int) -> None:
        """Drop an object."""
        self.last = None
        self.covered.pop(key, None)
        self._by_class = {}

    def begin_anew(self) -> tuple[Covered, list[dict[int, Any]]]:
        """Forgets all visited objects, and returns them."""
        before = self.covered, self.kept
        self.covered, self.kept, self._by_class = Covered(), [], {}
        return before

    def instances(self, cls: type) -> dict[int, Any]:
        """The objects of exactly this class that deep reads have visited since the switch."""
        size = len(self.covered) + sum(map(len, self.kept))
        known = self._by_class.get(cls)
        if known is None or known[0] != size:
            found = self.covered.instances(cls)
            for part in self.kept:
                found.update({key: obj for key, obj in part.items() if type(obj) is cls})
            known = self._by_class[cls] = (size, found)
        return known[1]
