"""Classes, modules, and objects at which a walk ends: code, frames, weak references."""

from __future__ import annotations

import types
import weakref
from typing import TYPE_CHECKING

from ..objects.classes import is_notebook_class
from .kind import Family, Fixed, Kind

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.locations import Namespace
    from ..objects.snapshots import Snapshot
    from ..values.digest import Feed


class Ends(Kind):
    """Objects that lead to nothing which matters for a value."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return []


class Holders(Fixed):
    """Classes and modules, whose attributes are compared apart (`calls/held_attributes`)."""

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        return None


class Classes(Holders):
    """Classes."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return (
            [*obj.__dict__.values(), *obj.__bases__, type(obj)]
            if is_notebook_class(obj, namespace)
            else []
        )

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        feed.text(obj.__qualname__)
        feed.opaque(obj, depth)


class Modules(Holders, Ends):
    """Modules."""

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        feed.text(obj.__name__)
        feed.opaque(obj, depth)


FAMILY = Family(
    bases={
        type: Classes(),
        types.ModuleType: Modules(),
        types.CodeType: Ends(),
        types.FrameType: Ends(),
        types.TracebackType: Ends(),
        weakref.ref: Ends(),
    }
)
