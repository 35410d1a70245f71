"""polars, pyarrow and PIL: objects that may show memory of arrays which their library was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .kind import Family, Kind

if TYPE_CHECKING:
    from typing import Any


class ArrowTables(Kind):
    """Tables and columns of polars and pyarrow."""

    def shows_lent_memory(self, obj: Any) -> bool:
        return True


class Images(Kind):
    """Images. A write gives an image pixels of its own."""

    def shows_lent_memory(self, obj: Any) -> bool:
        return bool(getattr(obj, "readonly", False))


_TABLES = ArrowTables()
FAMILY = Family(
    modules={"polars": _TABLES, "pyarrow": _TABLES},
    named={("PIL.Image", "Image"): Images()},
)
