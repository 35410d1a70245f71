"""Tables in which a library keeps what it has worked out. A missing entry is worked out again, so
nobody's result depends on one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .kind import Family, Fixed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from ..objects.locations import Field, Namespace
    from ..objects.snapshots import Snapshot


class Memos(Fixed):
    """Such tables, of which nothing matters."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return ()

    def snapshot(self, obj: Any, namespace: Namespace) -> Snapshot | None:
        return ("memo",)

    def changes(
        self, obj: Any, before: Snapshot, after: Snapshot, keyed: Callable[[Any], Field]
    ) -> list[Field]:
        return []


FAMILY = Family(named={("dask.dataframe.dask_expr._util", "LRU"): Memos()})
