"""What has changed since some runs, or since their undo, so that nobody can put the other state back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values.left import MANAGED
from ..world.entry import ABSENT
from ..world.file_contents import UNKNOWN, state_of
from ..world.table import FILE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..parts import Parts
    from ..values.undo_log import UndoLog
    from .doable import Doable


class Obstacles:
    """Compares names and files with the states that runs left, or found."""

    def __init__(self, parts: Parts, log: UndoLog) -> None:
        self.namespace = parts.namespace
        self.log = log

    def to_undo(self, group: Sequence[Doable]) -> list[str]:
        """The reason against an undo of these runs, the newest first; empty: none."""
        return self._found(group, False)

    def to_redo(self, group: Sequence[Doable]) -> list[str]:
        """The reason against a redo of these runs, the oldest first; empty: none."""
        return self._found(group, True)

    def _found(self, group: Sequence[Doable], forward: bool) -> list[str]:
        for run in group:
            for content, _ in run.contents:
                obstacle = content.obstacle()
                if obstacle is not None:
                    return [obstacle]
        values: dict[str, Any] = {}
        paths: dict[str, Any] = {}
        for run in group:
            for name, (old, new) in run.names.items():
                if MANAGED.match(name):
                    continue
                present, other = (old, new) if forward else (new, old)
                if values.get(name, self.namespace.get(name, ABSENT)) is not present:
                    return ["%s was bound outside of any cell since" % name]
                values[name] = other
            for (location, path), (old, new) in run.changes.items():
                if location != FILE or run.above:
                    continue
                present, other = (old, new) if forward else (new, old)
                if UNKNOWN in (old, new) or paths.get(path, state_of(path)) != present:
                    return ["the file %s has changed since" % path]
                paths[path] = other
        kept = self.log.cell_files.kept
        changed = {key for run in group for location, key in run.changes if location == FILE}
        foreign = kept.foreign(changed)
        return ["another program has changed the file %s" % path for path in sorted(foreign)]
