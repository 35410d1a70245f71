"""sympy: expressions, which nobody changes but which note facts about themselves in their slots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.attributes import own_dict
from .kind import Family, Kind

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.locations import Namespace
    from ..objects.snapshots import Snapshot


class Expressions(Kind):
    """Expressions and symbols."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return [*obj._args, *(own_dict(obj) or {}).values()]

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        own = own_dict(obj)
        return ("attributes", dict(own), None, None) if own else None


FAMILY = Family(named={("sympy.core.basic", "Basic"): Expressions()})
