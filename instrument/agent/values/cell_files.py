"""The files in the undo log: the reads and changes of files by the last run of each cell, and the
states to find under these paths in its next run.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..objects.locations import WHOLE
from ..world.file_contents import digest_of
from ..world.files import path_of
from ..world.table import FILE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any

    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from ..world.file_contents import FileState
    from .world_changes import Part


@dataclass(frozen=True)
class RunFiles:
    """The effects of a run on files. `paths`: written paths, as far as known; `changed`: the states
    before and after, by path; `known`: the states before of all paths with known states; `foreign`:
    paths read by the run, and changed by another program before; `taken_over`: those of the `known`
    that another program had changed before.
    """

    paths: set[str]
    changed: Mapping[str, tuple[FileState, FileState]]
    known: Mapping[str, FileState]
    foreign: Collection[str]
    taken_over: Collection[str]


class CellFiles:
    """`base`, `changes`: of the undo log. `touched`: by cell, the paths read or changed by its last
    run; `rewritten`: the paths written or changed by any run. `as_above`: the paths placed for the
    run, with the states after the cells above.
    """

    def __init__(
        self,
        recorder: Recorder,
        base: dict[Part, Any],
        changes: Mapping[str | None, Mapping[Part, tuple[Any, Any]]],
    ) -> None:
        self.kept = recorder.kept_files
        self.watched = recorder.watched_files
        self.base = base
        self.changes = changes
        self.touched: dict[str | None, set[str]] = {}
        self.rewritten: set[str] = set()
        self.as_above: Collection[str] = []

    def begin(self) -> None:
        """A run begins."""
        self.as_above = []
        self.kept.begin_placing()

    def place_for(self, cell: str | None, above: Sequence[str]) -> Collection[str]:
        """Put the files of a cell as the cells `above` leave them. Gives the paths."""
        self.as_above = self.place(self._of(cell), above, False)
        return self.as_above

    def _of(self, cell: str | None) -> set[str]:
        """The paths read or changed by the last run of a cell; all paths changed by cells, if the
        run may have read any file.
        """
        known = {key[1] for key in self.base if key[0] == FILE}
        fields = self.touched.get(cell, ())
        return known if WHOLE in fields else known.intersection(fields)

    def place(self, paths: Collection[str], above: Sequence[str], final: bool) -> Collection[str]:
        """Put the states after these cells under the paths (`KeptFiles.place`)."""
        known = [path for location, path in self.base if location == FILE]
        # a folder must be empty before its removal
        below = [
            path for path in known if any(path.startswith(folder + os.sep) for folder in paths)
        ]
        base = {path: self.base[FILE, path] for path in (*paths, *below)}
        changed = {
            path: after
            for cell in above
            for (location, path), (_, after) in self.changes.get(cell, {}).items()
            if location == FILE and path in base
        }
        # what another program has written is there before the first cell
        found = self.kept.found_by_others(
            {path: base[path] for path in base.keys() - changed.keys()}
        )
        self.base.update(((FILE, path), state) for path, state in found.items())
        return self.kept.place({**base, **found, **changed}, final)

    def foreign(self, cell: str | None) -> tuple[list[str], list[str]]:
        """The files that a run of this cell should find as its last run did, but which another
        program has changed since; and files perhaps changed by another program instead of the
        cell's last run.
        """
        wanted = {
            path: before
            for (location, path), (before, _) in self.changes.get(cell, {}).items()
            if location == FILE
        }
        foreign = sorted(self.kept.foreign(self._of(cell) & self.rewritten, wanted))
        return foreign, sorted(set(self.kept.doubtful(wanted)).difference(foreign))

    def finish(self, cell: str | None, statements: Sequence[Statement]) -> RunFiles:
        """The run of a cell has ended."""
        read, written = (
            {path_of(field) for token, field in accesses if token == FILE}
            for accesses in (
                [key for s in statements for key in s.reads],
                [key for s in statements for key in s.writes],
            )
        )
        foreign = self.kept.found_foreign(read)
        by_others = self.kept.left_by_others()
        changed, known = self.kept.finish(WHOLE in written)
        # (also files of modules, which are no reads while nobody has changed them)
        self.touched[cell] = {*read, *written, *(path for path, _ in self.watched.found)}
        self.rewritten.update(written, changed)
        return RunFiles(written, changed, known, foreign, by_others & known.keys())

    def are_known(self, run: RunFiles) -> bool:
        """Whether a run has written files, with known states of all."""
        return (
            bool(run.paths)
            and run.paths - {WHOLE} <= run.known.keys()
            and (WHOLE not in run.paths or self.kept.quiet)
        )

    def contents(self, run: RunFiles) -> list[list[str]]:
        """`[path, before, after]` of each plain file among the paths written by a run, with digests
        of the contents; empty for no file. Open files are left out, because their contents go on
        changing.
        """
        found = []
        for path, before in run.known.items():
            digests = [digest_of(before), digest_of(self.kept.left[path][1])]
            if path not in self.kept.going_on and None not in digests:
                found.append([path, *digests])
        return found

    def left(self, paths: Collection[str]) -> dict[str, FileState]:
        """The present states of these paths."""
        return {
            path: state
            for path, (_, state) in self.kept.left.items()
            if path in paths or WHOLE in paths
        }
