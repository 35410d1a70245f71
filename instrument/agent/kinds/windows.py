"""Windows on files and databases: every use of one is a use of the whole file or library."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..objects.chains import CHAINED, belongs_to_parser, chain_of
from ..objects.mapped_files import MAPPED_FILES
from .kind import Family, Kind

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.locations import Namespace
    from ..values.digest import Feed


class Windows(Kind):
    """Objects of libraries that keep databases, trees and files in C."""

    def owner(self, obj: Any) -> Any:
        chain = chain_of(type(obj))
        return obj if chain is None else sys.modules[chain]

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return [] if belongs_to_parser(type(obj)) else super().parts(obj, namespace)

    def digest(self, obj: Any, feed: Feed, depth: int) -> None:
        if chain_of(type(obj)) is None:
            super().digest(obj, feed, depth)
        else:
            # the state of the window is no value
            feed.opaque(obj, depth)


class MappedMemory(Windows):
    """Memory maps, which show a file where the system tells of which."""

    def owner(self, obj: Any) -> Any:
        shown = MAPPED_FILES.shown_by(obj)
        return super().owner(obj) if shown is None else shown


_WINDOWS = Windows()
FAMILY = Family(
    named={
        ("pandas", "HDFStore"): _WINDOWS,
        ("pandas.io.pytables", "HDFStore"): _WINDOWS,
        ("builtins", "PixelAccess"): _WINDOWS,
    },
    modules={
        **dict.fromkeys((*CHAINED, "_duckdb", "duckdb.duckdb", "sqlalchemy"), _WINDOWS),
        "mmap": MappedMemory(),
    },
)
