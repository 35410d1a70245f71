"""Attributes that the user's modules got after their load: the attribute of a part loaded later
(`package.part`), and values kept by lazy code (`globals()[name] = …`).

Imprecise: a later value in place of a value other than a number, a text or None counts as the
module's from its load on.
"""

from __future__ import annotations

import functools
import itertools
import sys
import types
import weakref
from typing import TYPE_CHECKING, Any, NamedTuple

from ..objects.locations import ATOMIC
from .entry import ABSENT
from .local_modules import home_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_OTHER = object()
"""In place of all values that cannot be put back."""


_FEW = 20
"""The most members of a container to look at."""


class _Load(NamedTuple):
    module: weakref.ref[types.ModuleType]
    number: int
    attributes: dict[str, object]


class LateAttribute(NamedTuple):
    """An attribute of a module: its value at the end of the load (or ABSENT), and its value now."""

    module: types.ModuleType
    name: str
    old: object
    value: object

    def take_away(self) -> None:
        """The module becomes as at the end of its load."""
        own = vars(self.module)
        if self.old is ABSENT:
            own.pop(self.name, None)
        else:
            own[self.name] = self.old

    def put_back(self) -> None:
        """The module gets the value again, unless somebody has set another."""
        own = vars(self.module)
        if own.get(self.name, ABSENT) is self.old:
            own[self.name] = self.value


class LateAttributes:
    """Knows the attributes of the user's modules at the end of their loads. `loads`: by module."""

    def __init__(self) -> None:
        self.loads: dict[str, _Load] = {}

    def loaded(self, name: str, number: int) -> None:
        """The load of this number has loaded a module."""
        module: Any = sys.modules.get(name)
        if issubclass(type(module), types.ModuleType):
            attributes = {
                key: value if type(value) in ATOMIC else _OTHER
                for key, value in list(vars(module).items())
            }
            self.loads[name] = _Load(weakref.ref(module), number, attributes)

    def are_later(self, names: Iterable[str], name: str) -> set[str]:
        """The modules among these that a later load than the module's own has loaded."""
        load = self._load(name)
        if load is None:
            return set()
        others = {other: self._load(other) for other in names}
        return {
            other
            for other, later in others.items()
            if later is not None and later.number > load.number
        }

    def of(self, name: str) -> list[LateAttribute]:
        """The late attributes of a module."""
        load = self._load(name)
        module: Any = sys.modules.get(name)
        if load is None:
            return []
        found = [
            LateAttribute(module, key, load.attributes.get(key, ABSENT), value)
            for key, value in list(vars(module).items())
        ]
        return [late for late in found if late.old is not _OTHER and late.old is not late.value]

    def from_modules(self, homes: Collection[str], names: Iterable[str]) -> list[LateAttribute]:
        """The late attributes of the modules `names` whose values come from the modules `homes`."""
        return [
            late
            for name in names
            for late in self.of(name)
            if not _homes_of(late.value).isdisjoint(homes)
        ]

    def _load(self, name: str) -> _Load | None:
        load = self.loads.get(name)
        return load if load is not None and load.module() is sys.modules.get(name) else None


def _homes_of(value: Any) -> set[str | None]:
    """The defining modules of a value, and of its parts one level down."""
    kind, parts = type(value), ()
    if kind is functools.partial:
        parts = (value.func, *value.args)
    elif kind is dict:
        parts = itertools.islice(list(value.values()), _FEW)
    elif kind in (list, tuple, set):
        parts = itertools.islice(list(value), _FEW)
    return {home_of(value), *map(home_of, parts)}
