"""The undo log: each cell's changes of the world in its last run, with the values before and after.
By the log a cell finds the world in the state after the cells above, whatever has run since, and an
edit undoes the changes of the old text.

The world is read before and after each run (`world/table`). Objects cannot be restored from values;
their locations tell which cells depend on them. The file is long because the beginning and the end of
a run work on the same log.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ..objects.figures import PYPLOT
from ..objects.locations import DEFINITIONS, WHOLE
from ..world.begun_anew import BegunAnew
from ..world.captured import is_captured
from ..world.entry import ABSENT, same
from ..world.object_parts import changed_as
from ..world.subclasses import is_of_subclasses
from ..world.table import CALLBACKS, ENTRIES, FILE, STREAMS, WORLD
from .cell_files import CellFiles
from .loaded_world import LoadedWorld
from .module_objects import ModuleObjects
from .world_changes import attempt, differences, is_equal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from ..objects.locations import Token
    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .world_changes import Part, World


class UndoLog:
    """The changes by cell.

    `base`: the values before the first change by any cell. `before`: the world at the beginning of
    the run. `left`: by cell, the values in the locations written by its last run; `latest`: by
    location alone. `above`: the cells above the one of the run; `begun`: the locations that begin
    anew for the run. `digest(value)`: of the whole value, or None.
    """

    def __init__(
        self,
        recorder: Recorder,
        reach: Reach,
        shell: Any,
        placed: Callable[..., object],
        digest: Callable[[Any], str | None],
    ) -> None:
        self.recorder = recorder
        self.digest = digest
        self.held = recorder.kept_objects
        self.files = recorder.kept_files
        self.loads = LoadedWorld(recorder, shell, self)
        self.module_objects = ModuleObjects(recorder, reach)
        entries = [entry for entry in ENTRIES if entry.has_values]
        self.entries = [*entries, recorder.lookups.abstract.entry]
        self.by_location = {entry.location: entry for entry in self.entries}
        self.placed = placed
        self.base = {}
        self.changes = {}
        self.cell_files = CellFiles(recorder, self.base, self.changes)
        self.left = {}
        self.latest = {}
        self.before = None
        self.seeded = set()
        self.above = None
        self.anew = BegunAnew()
        self.begun = []

    def taken(self) -> World:
        """The present world: values by key, by location."""
        return {entry.location: entry.read() for entry in self.entries}

    # -- runs
    # --------------------------------------------------------------------------------------------

    def begin(self, cell: str | None, above: Sequence[str] | None) -> None:
        """Begin a run of a cell that is to find the world after the cells `above`; None: the
        present world.
        """
        self.begun = []
        self.above = above
        self.cell_files.begin()
        replaced, now = {}, None
        if above is not None:
            replaced, now = self.loads.place(cell, above)
            placed = self.cell_files.place_for(cell, above)
            if self.recorder.imports.aside.place() or placed:
                now = None
            self.begun = self.anew.begin(cell, above)
        self.held.begin()
        self.files.begin()
        self.before = now or self.taken()
        for (location, key), value in replaced.items():
            # the change is this cell's
            self.before[location] = {**self.before[location], key: value}

    def put(self, key: Part, value: object) -> None:
        attempt(self.by_location[key[0]].put, key[1], value)

    def place_all(self, cells: Sequence[str]) -> None:
        """Put the world in the state after all cells, also files placed otherwise."""
        self.place(cells)
        self.cell_files.place(self.files.moved, cells, True)

    def place(
        self, above: Sequence[str], brought: Mapping[Part, Any] = MappingProxyType({})
    ) -> tuple[dict[Part, Any], World | None]:
        """Put the settings in the state after these cells, in their order, with the changes by
        loads of the next cell (`brought`). Returns the values replaced by loads, and the resulting
        world, if it is known.
        """
        wanted = self.left_by(above)
        replaced = {
            key: old for key, (old, _) in brought.items() if same(wanted.get(key, ABSENT), old)
        }
        wanted.update((key, brought[key][1]) for key in replaced)
        now = self.taken()
        different = {
            key: value
            for key, value in wanted.items()
            if key[0] in now and not same(now[key[0]].get(key[1], ABSENT), value)
        }
        for entry in self.entries:
            if entry.location in STREAMS and entry.location not in self.seeded:
                continue
            for (location, key), value in different.items():
                if location == entry.location:
                    attempt(entry.put, key, value)
        has_put = self.held.place(wanted)
        if different:
            self.placed()
        return replaced, None if different or has_put else now

    def place_callbacks(self, above: Sequence[str]) -> None:
        """Put the callbacks of IPython's events alone: they are called before a run begins."""
        calls = self.left_by(above).get(CALLBACKS)
        if calls is not None:
            self.put(CALLBACKS, calls)

    def left_by(self, above: Sequence[str]) -> dict[Part, Any]:
        wanted = dict(self.base)
        for cell in above:
            for key, (before, after) in self.changes.get(cell, {}).items():
                is_content = key in wanted and self.held.is_of(*key)
                wanted[key] = changed_as(wanted[key], before, after) if is_content else after
        return wanted

    def finish(self, cell: str | None, statements: Sequence[Statement]) -> dict[str, Any]:
        """End the run of a cell. The answer has the locations written by the run that can be
        restored, the locations in the same state as after the run before, and the locations changed
        only by the run before. `values`: all values in the first.
        """
        self.loads.drawing.finish()
        self.recorder.imports.aside.put_back(self.files.noted.keys())
        before, self.before = self.before, None
        if before is None:
            return _of_no_run()
        self.module_objects.forget_loading(statements)
        now = self.taken()
        changes = {**differences(before, now), **self.held.finish()}
        files = self.cell_files.finish(cell, statements)
        changes.update(((FILE, path), states) for path, states in files.changed.items())
        for key, (old, _) in changes.items():
            self.base.setdefault(key, old)
        for path, old in files.known.items():
            if path in files.paths or WHOLE in files.paths:
                # (the run may have written the same content)
                self.base.setdefault((FILE, path), old)
        # what another program has written is there before the first cell
        self.base.update(((FILE, path), files.known[path]) for path in files.taken_over)
        self.loads.write_again(cell, statements)
        self._complete(changes, statements)
        self.loads.note_acting(cell, statements)
        self.anew.finish(cell, statements)
        last, self.changes[cell] = self.changes.get(cell, {}), changes
        left = self.left.get(cell, {})
        written: dict[Token, set[str]] = {}
        for statement in statements:
            for token, field in statement.writes:
                written.setdefault(token, set()).add(field)
        self.loads.draw.add(cell) if PYPLOT in written else self.loads.draw.discard(cell)
        restorable = {
            location for location, fields in written.items() if self._can_restore(location, fields)
        }
        values = {location: self._values(location, now) for location in restorable}
        self.left[cell] = {
            location: self._as_left(cell, location, values[location], statements)
            for location in restorable
        }
        if self.cell_files.are_known(files):
            self.left[cell][FILE] = self.cell_files.left(files.paths)
        return {
            "restorable": sorted(restorable),
            "begun": sorted(self.begun),
            "anew": sorted(self.anew.wrote.get(cell, ())),
            "files": [*files.known],
            "changed": [*files.changed],
            "contents": self.cell_files.contents(files),
            "placed": self.cell_files.as_above,
            "unplaced": sorted(self.files.unplaced),
            "foreign": files.foreign,
            "quiet": self.files.quiet,
            "lost": sorted(self.files.lost),
            "imports": bool(self.recorder.imports.used.by_cell.get(cell)),
            "made": self.module_objects.finish(cell, statements, restorable)
            if self.above is not None
            else [],
            "same": frozenset(
                location
                for location, values in self.left[cell].items()
                if location in left
                and not is_captured(location)
                and is_equal(left[location], values)
            ),
            "given_up": {location for location, _ in last.keys()}
            - {location for location, _ in changes.keys()}
            - written.keys(),
            "values": [value for each in values.values() for value in each.values()],
        }

    def _values(self, location: Token, now: World) -> dict[Part, Any]:
        """The values of a location, also after changes by other cells, by location and key."""
        parts = [each for each in _like(location) or (location,) if each in now]
        values = {(each, key): value for each in parts for key, value in now[each].items()}
        if location in self.held.objects:
            values.update(
                (key, self.held.now(*key))
                for key in self.base
                if key[0] == location and self.held.is_of(*key)
            )
        return values

    def _as_left(
        self,
        cell: str | None,
        location: Token,
        values: dict[Part, Any],
        statements: Sequence[Statement],
    ) -> dict[Part, Any]:
        """The values of a location in the form for comparisons between runs. Cells that leave the
        same values share one object.
        """
        if is_of_subclasses(location):
            # (a class without a digest is never the same)
            return {
                (location, place): self.digest(cls) or object()
                for place, cls in enumerate(self.recorder.subclasses.classes_of(cell, location))
            }
        if location == DEFINITIONS:
            return {
                (location, field): True
                for s in statements
                for token, field in s.writes
                if token == location
            }
        if not is_equal(self.latest.get(location, {}), values):
            self.latest[location] = values
        return self.latest.get(location, values)

    def _can_restore(self, location: Token, fields: set[str]) -> bool:
        if location in STREAMS:
            return location in self.seeded
        if (
            location in self.by_location
            or _like(location)
            or is_captured(location)
            or is_of_subclasses(location)
            or location == DEFINITIONS
        ):
            return True
        return self.held.covers(location, fields)

    def _complete(
        self, changes: dict[Part, tuple[Any, Any]], statements: Sequence[Statement]
    ) -> None:
        """Count changes without a known statement as changes by the last one. Streams with a seed
        in a statement are followed from now on.
        """
        for stream in STREAMS:
            if any(
                (stream, WHOLE) in s.writes and (stream, WHOLE) not in s.reads for s in statements
            ):
                self.seeded.add(stream)
        written = {token for statement in statements for token, _ in statement.writes}
        for location in {location for location, _ in changes} - written if statements else ():
            if location in self.by_location:
                self.mutate(statements[-1], location)

    def mutate(self, statement: Statement, location: Token) -> None:
        self.recorder.written.add(location)
        statement.add((location, WHOLE), "compared")


def _like(location: Token) -> tuple[Token, ...]:
    """The locations with which a location is put back."""
    return WORLD[location].like if location in WORLD else ()


def _of_no_run() -> dict[str, Any]:
    lists = "restorable begun anew files changed contents placed unplaced foreign lost made values"
    return {
        **{name: [] for name in lists.split()},
        **{"quiet": False, "imports": False, "same": frozenset(), "given_up": set()},
    }
