"""Search for all state of an installed library: its modules, its classes, and objects and closures
there.
"""

from __future__ import annotations

import collections
import functools
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home, own_dict
from ..objects.hidden import HIDDEN
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC
from .library_state import modules_of

if TYPE_CHECKING:
    from typing import Any

_DEEP = 4
"""Steps from the variables of a module."""
_LONG = 500
"""The most elements of a container to search."""
CONTAINERS = (list, dict, set, collections.deque, bytearray)
_HELD = ("fget", "fset", "fdel", "__func__", "__wrapped__", "func")


class PackageSearch:
    """The state of a package, up to a limit: `holders` are its modules and classes, `objects` all
    other comparable objects.
    """

    def __init__(self, package: str, limit: int) -> None:
        self.package = package
        self.limit = limit
        self.holders: list[Any] = []
        self.objects: dict[int, object] = {}
        self.seen: set[int] = set()
        for module in modules_of(package):
            if self.is_full():
                return
            self.holders.append(module)
            self._all(vars(module), _DEEP)

    def is_full(self) -> bool:
        return len(self.holders) + len(self.objects) > self.limit

    def _all(self, mapping: Any, depth: int) -> None:
        for name, value in list(mapping.items()):
            if type(value) not in ATOMIC and name != "__builtins__":
                self._look(value, depth)

    def _look(self, value: Any, depth: int) -> None:
        kind = type(value)
        if (
            kind in ATOMIC
            or depth == 0
            or id(value) in self.seen
            or self.is_full()
            or issubclass(kind, types.ModuleType)
        ):
            return
        self.seen.add(id(value))
        if issubclass(kind, type):
            if home(value).partition(".")[0] == self.package:
                self.holders.append(value)
                self._all(vars(value), _DEEP)
        elif kind is types.FunctionType:
            if value.__globals__.get("__name__", "").partition(".")[0] == self.package:
                self._function(value, depth)
        elif (
            kind is property
            or kind is staticmethod
            or kind is classmethod
            or issubclass(kind, (functools.partial, functools.cached_property))
        ):
            for name in _HELD:
                self._look(getattr(value, name, None), depth)
        elif issubclass(kind, CONTAINERS):
            self.objects[id(value)] = value
            if kind is not bytearray and len(value) <= _LONG:
                for part in list(value.values() if issubclass(kind, dict) else value):
                    self._look(part, depth - 1)
        elif kind is tuple:
            for part in value[:_LONG]:
                self._look(part, depth)
        elif LIBRARIES.data.isdisjoint(kind.__mro__):
            own = own_dict(value)
            if (
                own is not None
                or HIDDEN.knows(kind)
                or home(kind).partition(".")[0] == self.package
            ):
                self.objects[id(value)] = value
                self._all(own or {}, depth - 1)

    def _function(self, function: types.FunctionType, depth: int) -> None:
        if function.__dict__:
            self.objects[id(function)] = function
        for value in (
            *(function.__defaults__ or ()),
            *(function.__kwdefaults__ or {}).values(),
            *function.__dict__.values(),
        ):
            self._look(value, depth - 1)
        for cell in function.__closure__ or ():
            self.objects[id(cell)] = cell
            try:
                self._look(cell.cell_contents, depth - 1)
            except ValueError:
                continue
