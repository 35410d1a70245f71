"""Which kind answers for a class: found once for each class."""

from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.libraries import LIBRARIES
from ..world.local_modules import is_local
from .kind import Kind

if TYPE_CHECKING:
    from typing import Any

    from .kind import Family

ORDINARY = Kind()


class Kinds:
    """All kinds. `known`: those of lasting classes, once found; those of others are remembered
    weakly.
    """

    def __init__(self) -> None:
        self.known: dict[type, Kind] = {}
        self._passing: weakref.WeakKeyDictionary[type, Kind] = weakref.WeakKeyDictionary()
        self._exact: dict[type, Kind] = {}
        self._bases: dict[type, Kind] = {}
        self._named: dict[tuple[str, str], Kind] = {}
        self._modules: dict[str, Kind] = {}
        self._metaclasses: dict[str, Kind] = {}

    def declare(self, family: Family) -> None:
        self._exact.update(family.exact)
        self._bases.update(family.bases)
        self._named.update(family.named)
        self._modules.update(family.modules)
        self._metaclasses.update(family.metaclasses)
        self.known.update(family.exact)

    def declare_class(self, cls: type, kind: Kind) -> None:
        """Let a kind answer for instances of a class that a stub describes, and of its
        subclasses.
        """
        self._bases.setdefault(cls, kind)
        self._passing.clear()
        self.known.clear()
        self.known.update(self._exact)

    def of(self, cls: type) -> Kind:
        """The kind of the instances of a class."""
        try:
            return self.known[cls]
        except KeyError:
            return self._passing.get(cls) or self._remember(cls)

    def _remember(self, cls: type) -> Kind:
        kind = self._find(cls)
        if _lasts(cls):
            self.known[cls] = kind
        else:
            self._passing[cls] = kind
        return kind

    def _find(self, cls: type) -> Kind:
        # some answers need the classes of its library
        LIBRARIES.fresh()
        for base in cls.__mro__:
            kind = self._bases.get(base) or self._named.get((home(base), base.__name__))
            if kind is not None:
                return kind
        return self._of_module(home(cls)) or self._metaclasses.get(home(type(cls))) or ORDINARY

    def _of_module(self, name: str) -> Kind | None:
        """The kind of the module, or of the nearest package around it."""
        while name:
            if name in self._modules:
                return self._modules[name]
            name = name.rpartition(".")[0]
        return None


def _lasts(cls: type) -> bool:
    """Whether a class lives as long as the process: a library has it under its name. A notebook,
    an own module that is loaded again, and functions make classes that die.
    """
    # (a look-up of attributes would load a lazy module)
    own = own_dict(sys.modules.get(home(cls))) or {}
    file = own.get("__file__")
    return (
        home(cls) != "__main__"
        and own.get(cls.__name__) is cls
        and not (type(file) is str and is_local(file))
    )


KINDS = Kinds()


def kind_of(obj: Any) -> Kind:
    """The kind of an object."""
    return KINDS.of(type(obj))
