"""State of libraries in C without a way back, but with a way to begin anew: duckdb's default
connection. A cell without a user of the state above it starts with the initial state. A cell that
needs more has the cells above run again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .table import ENTRIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ..objects.locations import Token
    from ..record.statement import Statement


_BEGINNINGS: dict[Token, Any] = {
    entry.location: entry for entry in ENTRIES if entry.begin is not None
}


class BegunAnew:
    """The cells that have used these locations. `used`: by cell, the locations read or changed in
    its last run. `wrote`: those changed. `changed`: locations changed since their beginning.
    """

    def __init__(self) -> None:
        self.used: dict[str | None, set[Token]] = {}
        self.wrote: dict[str | None, set[Token]] = {}
        self.changed: set[Token] = set()

    def begin(self, cell: str | None, above: Sequence[str]) -> list[Token]:
        """Begin a run of a cell in the world that the cells `above` leave. Returns the locations
        that begin anew for the run.
        """
        return [
            location
            for location in self.used.get(cell, ())
            if self._is_others(location, above) and self._begin(location)
        ]

    def _is_others(self, location: Token, above: Sequence[str]) -> bool:
        """Whether a location has been changed, but not in the last run of any cell above."""
        return location in self.changed and not any(
            location in self.wrote.get(each, ()) for each in above
        )

    def _begin(self, location: Token) -> bool:
        entry = _BEGINNINGS[location]
        try:
            entry.begin(entry.home())
        except Exception:
            # another version of the library: the cell will ask for a restart
            return False
        self.changed.discard(location)
        return True

    def finish(self, cell: str | None, statements: Iterable[Statement]) -> None:
        """The run of a cell has ended."""
        wrote = {
            token
            for statement in statements
            for token, _ in statement.writes
            if token in _BEGINNINGS
        }
        self.used[cell] = wrote.union(
            token
            for statement in statements
            for token, _ in statement.reads
            if token in _BEGINNINGS
        )
        self.wrote[cell] = wrote
        self.changed |= wrote
