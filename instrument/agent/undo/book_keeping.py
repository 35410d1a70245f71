"""Entries of reactive mode about the last run of a cell, which change back with an undone run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..world.entry import ABSENT
from ..world.table import STREAMS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..values.kept_values import KeptValues
    from ..values.names_aside import NamesAside
    from ..values.undo_log import UndoLog


class BookKeeping:
    """The entries of one cell about its last run, in the parts of reactive mode."""

    def __init__(self, log: UndoLog, kept: KeptValues, aside: NamesAside) -> None:
        self.log, self.kept, self.aside = log, kept, aside

    def tables(self) -> list[dict[Any, Any]]:
        log = self.log
        return [
            log.changes,
            log.left,
            log.cell_files.touched,
            log.anew.used,
            log.anew.wrote,
            self.kept.left,
            self.aside.bound,
        ]

    def take(self, cell: str | None, names: Iterable[str]) -> Entries:
        """The entries of the cell, the cells that bound the names last, and the seeded streams."""
        found = [table.get(cell, ABSENT) for table in self.tables()]
        binders = {name: self.aside.binders.get(name, ABSENT) for name in names}
        seeded = {stream: stream in self.log.seeded for stream in STREAMS}
        return Entries(found, binders, seeded, cell in self.log.loads.draw)

    def put(self, cell: str | None, entries: Entries) -> None:
        for table, entry in zip(self.tables(), entries.found):
            if entry is ABSENT:
                table.pop(cell, None)
            else:
                table[cell] = entry
        for name, binder in entries.binders.items():
            now = self.aside.binders.pop(name, ABSENT)
            self.aside.own.get(now, set()).discard(name)
            if binder is not ABSENT:
                self.aside.binders[name] = binder
                self.aside.own.setdefault(binder, set()).add(name)
        for stream, is_seeded in entries.seeded.items():
            (self.log.seeded.add if is_seeded else self.log.seeded.discard)(stream)
        (self.log.loads.draw.add if entries.draws else self.log.loads.draw.discard)(cell)


class Entries:
    """Entries of a cell: `found`, of each table; `binders`, by name; `seeded`, by stream; whether the
    cell `draws` figures.
    """

    def __init__(
        self,
        found: list[Any],
        binders: dict[str, Any],
        seeded: dict[str, bool],
        draws: bool,
    ) -> None:
        self.found, self.binders, self.seeded, self.draws = found, binders, seeded, draws
