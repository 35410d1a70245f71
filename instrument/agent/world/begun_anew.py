"""What a library keeps in C that nobody can put back as it was, but that can begin anew: duckdb's
default connection. A cell above which nobody has used it finds it as it is at the start; whoever
needs more of it has the cells run again that made it.
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
        entry = _BEGINNINGS[location]
        try:
            entry.begin(entry.home())
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
