"""Functions, bound methods, cached functions, partial applications, properties, closure variables."""

from __future__ import annotations

import functools
import types
from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.callables import BUILTINS, CACHED, FUNCTION, MAKE_A_FUNCTION
from ..objects.cpython import answers_of
from ..objects.iterators import referents
from ..objects.locations import STRUCTURE, WHOLE, attribute_field
from ..objects.snapshots import attribute_key, content_of, mapping_changes
from ..world.local_modules import is_local
from .kernel import is_of_kernel
from .kind import Family, Fixed, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from ..objects.locations import Field, Namespace
    from ..objects.snapshots import Snapshot
    from ..values.digest import Feed


class Functions(Fixed):
    """Functions of Python code."""

    hands_out = True

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        found = [obj.__defaults__, obj.__kwdefaults__, obj.__dict__]
        if obj.__closure__:
            if obj.__globals__ is not namespace:
                # which code without probes may bind anew
                found += obj.__closure__
            for cell in obj.__closure__:
                try:
                    found.append(cell.cell_contents)
                except ValueError:
                    pass
        return found

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        return ("function", dict(obj.__dict__), [getattr(obj, name) for name in MAKE_A_FUNCTION])

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        fields = mapping_changes(before[1], after[1], attribute_key)
        fields += [
            attribute_field(name)
            for name, x, y in zip(MAKE_A_FUNCTION, before[2], after[2])
            if x is not y
        ]
        return [field for field in fields if field != STRUCTURE]

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        feed.text(obj.__name__)
        feed.opaque(obj, depth)


class Methods(Fixed):
    """Bound methods of Python code."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return [obj.__self__, obj.__func__]

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        feed.feed(obj.__func__, depth + 1)
        feed.feed(obj.__self__, depth + 1)


class Builtins(Fixed):
    """C functions, and bound methods of C code."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        owner = obj.__self__
        if owner is None or issubclass(type(owner), types.ModuleType):
            return []
        # functions made by pybind11 refer to their descriptions; the future behind an awaiting cell
        # wakes the kernel's task
        is_apart = (
            home(type(owner)) == "pybind11_builtins"
            or type(owner).__name__ == "PyCapsule"
            or is_of_kernel(owner)
        )
        return [] if is_apart else [owner]

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        feed.text(obj.__qualname__)
        feed.text("%s" % obj.__module__)
        owners = self.parts(obj, {})
        if not owners or isinstance(obj.__self__, type):
            feed.opaque(obj, depth)
        else:
            feed.items(owners, depth)


class Cached(Kind):
    """Functions that `functools.lru_cache` has made."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        code = getattr(obj.__wrapped__, "__code__", None)
        if is_local(getattr(code, "co_filename", "")):
            return super().parts(obj, namespace)
        # no result of a library's function depends on its cached answers, but code may have changed
        # a cached answer
        answers = answers_of(obj)
        return [
            *(part for part in referents(obj) if part is not answers),
            *(answers or {}).values(),
        ]


class Properties(Kind):
    """Properties of classes."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return [obj.fget, obj.fset]


class ClosureVariables(Fixed):
    """Cells: what functions within functions share."""

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        return ("cell", content_of(obj))

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        return [WHOLE] if before[1] is not after[1] else []


FAMILY = Family(
    exact={
        FUNCTION: Functions(),
        types.MethodType: Methods(),
        **dict.fromkeys(BUILTINS, Builtins()),
        CACHED: Cached(),
        property: Properties(),
        functools.partial: Fixed(),
        types.CellType: ClosureVariables(),
    }
)
