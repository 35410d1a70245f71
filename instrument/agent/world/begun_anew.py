"""What a library keeps in C that nobody can put back as it was, but that can begin anew: duckdb's
default connection. A cell above which nobody has used it finds it as it is at the start; whoever
needs more of it has the cells run again that made it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import types
    from collections.abc import Iterable, Sequence

    from ..objects.locations import Token
    from ..record.statement import Statement


def _connect(duckdb: types.ModuleType) -> None:
    duckdb.set_default_connection(duckdb.connect(":memory:"))


BEGINNINGS = {"duckdb.default": ("duckdb", _connect)}
"""By world location: the module, and the function that makes the location begin anew."""


class BegunAnew:
    """Which cells have used these locations. `used`, `wrote`: by cell, the locations that its last
    run read or changed, or changed. `changed`: those that somebody has changed since they began.
    """

    def __init__(self) -> None:
        self.used: dict[str | None, set[Token]] = {}
        self.wrote: dict[str | None, set[Token]] = {}
        self.changed: set[Token] = set()

    def begin(self, cell: str | None, above: Sequence[str]) -> list[Token]:
        """A run of a cell begins that should read what the cells `above` leave. Gives the locations
        that begin anew for it.
        """
        return [
            location
            for location in self.used.get(cell, ())
            if self._is_others(location, above) and self._begin(location)
        ]

    def _is_others(self, location: Token, above: Sequence[str]) -> bool:
        """Whether it has been changed, and by none of the cells above as they ran last."""
        return location in self.changed and not any(
            location in self.wrote.get(each, ()) for each in above
        )

    def _begin(self, location: Token) -> bool:
        module, begin = BEGINNINGS[location]
        try:
            begin(sys.modules[module])
        except Exception:
            # another version: the cell says that only a restart helps
            return False
        self.changed.discard(location)
        return True

    def finish(self, cell: str | None, statements: Iterable[Statement]) -> None:
        """The run of a cell has ended."""
        wrote = {
            token
            for statement in statements
            for token, _ in statement.writes
            if token in BEGINNINGS
        }
        self.used[cell] = wrote.union(
            token for statement in statements for token, _ in statement.reads if token in BEGINNINGS
        )
        self.wrote[cell] = wrote
        self.changed |= wrote
