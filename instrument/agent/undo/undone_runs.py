"""Undo of runs: names, objects, files, options and random streams as they were before a run of a cell,
and the same forwards again.

A run is undone together with all later runs that read or changed the same things, the newest first.
Each of them must be exact: the record is complete, and every changed thing has a copy.
The world comes from the undo log of reactive mode, which then counts the cell's earlier run as its
last again.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..objects.locations import is_of_object
from ..values.left import MANAGED
from ..values.world_changes import attempt
from ..world.entry import ABSENT
from ..world.table import FILE, STREAMS
from .book_keeping import BookKeeping
from .doable import Begun, Doable
from .judging import Judging
from .obstacles import Obstacles
from .reached import reached_by
from .set_aside import SetAside

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..parts import Parts
    from ..record.statement import Statement
    from ..run import Run
    from ..values.kept_copies import KeptCopies
    from ..values.kept_values import KeptValues
    from ..values.names_aside import NamesAside
    from ..values.undo_log import UndoLog

RUNS = 50
"""The most runs that can be undone."""
BYTES = 256_000_000
"""Bytes of old values and copies that all these runs hold together."""
LAST_BYTES = 1_000_000_000
"""Bytes of a last run, which it holds until the next run begins."""


class UndoneRuns:
    """`runs`: the runs to undo, the oldest first; `undone`: groups of undone runs to redo until the
    next run; `set_aside`: those to redo later too. `begun`: the state before the run in progress.
    """

    def __init__(
        self,
        parts: Parts,
        log: UndoLog,
        kept: KeptValues,
        aside: NamesAside,
        copies: KeptCopies,
    ) -> None:
        self.parts = parts
        self.recorder = parts.recorder
        self.namespace = parts.namespace
        self.log = log
        self.books = BookKeeping(log, kept, aside)
        self.judging = Judging(parts, log)
        self.obstacles = Obstacles(parts, log)
        self.copies = copies
        self.runs: list[Doable] = []
        self.undone: list[list[Doable]] = []
        self.set_aside = SetAside()
        self.begun: Begun | None = None

    # -- runs
    # --------------------------------------------------------------------------------------------

    def begin(self, run: Run) -> None:
        """A run begins: take the state before it."""
        self.begun, self.undone = None, []
        for done in self.runs:
            if done.bytes > BYTES:
                done.let_go()
        try:
            self._take(run)
        except Exception:
            # an object of a library hides its state: this run cannot be undone
            self.begun = None

    def _take(self, run: Run) -> None:
        is_noticed = self.parts.rebinding.deaths.is_noticed
        names, unheld = {}, set()
        for name, value in self.parts.names.values.items():
            if name not in self.namespace or self.namespace[name] is not value:
                value = self.namespace.get(name, ABSENT)
            if is_noticed(value):
                unheld.add(name)
            elif value is not ABSENT:
                names[name] = value
        reached = reached_by(run.source, self.namespace, list(names), is_noticed)
        if reached.dies is not None:
            # (held by nothing here)
            unheld.update(names)
            names = {}
            reached.contents.clear()
            reached.uncopied.clear()
        entries = self.books.take(run.cell, [*self.books.aside.binders])
        self.begun = Begun(names, unheld, reached, entries, self.recorder.tokens.next)

    def finish(self, run: Run, world: Mapping[str, Any] | None, above: bool) -> None:
        """The run has ended."""
        begun, self.begun = self.begun, None
        done = Doable(run.number, run.cell, run.statements, above)
        if begun is None:
            done.why.append("nothing was kept before the run")
        else:
            try:
                self.judging.compare(done, begun, run, world or {})
            except Exception as fault:
                done.why.append("its objects cannot be compared (%s)" % type(fault).__name__)
        self._add(done)

    def outside(self, statements: Sequence[Statement]) -> None:
        """Work outside of any cell, which nobody can undo."""
        if not statements:
            return
        done = Doable(0, None, statements, False)
        done.why.append("a widget or a task has changed something since")
        self._add(done)

    def _add(self, done: Doable) -> None:
        if done.bytes > LAST_BYTES:
            done.let_go()
        self.runs.append(done)
        while len(self.runs) > RUNS or self._bytes() > BYTES:
            if self.set_aside.groups and len(self.runs) <= RUNS:
                self.set_aside.drop()
            else:
                self.set_aside.forgot(self.runs.pop(0))

    def _bytes(self) -> int:
        # (above: the last run, or one redone)
        held = sum(each.bytes for each in self.runs if each.bytes <= BYTES)
        return held + self.set_aside.bytes

    # -- undo and redo
    # --------------------------------------------------------------------------------------------

    def group(self, number: int) -> list[Doable]:
        """The run of this number with all later ones that follow from it, the newest first; empty
        if nothing is known of the run.
        """
        place = next((i for i, run in enumerate(self.runs) if run.exec == number), None)
        if place is None:
            return []
        found = [self.runs[place]]
        for run in self.runs[place + 1 :]:
            if any(run.cell == each.cell or run.marks.follows(each.marks) for each in found):
                found.append(run)
        return found[::-1]

    def undo(
        self, number: int, order: Sequence[str] | None, dry: bool, aside: bool = False
    ) -> dict[str, Any]:
        """Undo a run, unless `dry`; the answer tells the changes, or why the undo is impossible.
        `order`: the cells whose world is there when nothing runs; None: the world is left alone.
        `aside`: a redo is possible also after other runs.
        """
        group = self.group(number)
        answer = self._told(group)
        if not group:
            answer["why"] = ["nothing is kept of this run any more"]
        answer["why"] = answer["why"] or self.obstacles.to_undo(group)
        if dry or answer["why"]:
            return answer
        self._move(group, order, forward=False)
        for run in group:
            self.runs.remove(run)
        if aside:
            self.undone = []
            self.set_aside.add(group[::-1], self.runs)
        else:
            self.undone.append(group[::-1])
        return answer

    def redo(self, number: int, order: Sequence[str] | None, dry: bool) -> dict[str, Any]:
        """Redo the undone group with this run, if the state is the one after the undo (`undo`)."""
        aside = self.set_aside.find(number)
        group = self.undone[-1] if self.undone else []
        if aside is not None:
            group = aside.group
        elif number not in [run.exec for run in group]:
            return {**self._told([]), "why": ["a cell has run since, or nothing was undone"]}
        answer = self._told(group)
        if aside is not None:
            obstacle = aside.obstacle(self.runs)
            answer["why"] = [obstacle] if obstacle else self.obstacles.to_redo(group)
        if dry or answer["why"]:
            return answer
        self._move(group, order, forward=True)
        if aside is not None:
            self.undone = []
            self.set_aside.groups.remove(aside)
        else:
            self.undone.pop()
        self.runs.extend(group)
        self.runs.sort(key=lambda run: run.exec)
        return answer

    def _told(self, group: Sequence[Doable]) -> dict[str, Any]:
        why = list(dict.fromkeys(reason for run in group for reason in run.why))
        names = {
            name: pair
            for run in group
            for name, pair in run.names.items()
            if not MANAGED.match(name)
        }
        changed = {root for run in group for _, root in run.contents} - names.keys()
        world = [key for run in group for key in run.changes]
        return {
            "why": why,
            "execs": sorted(run.exec for run in group if run.exec),
            "names": sorted(name for name, (old, _) in names.items() if old is not ABSENT),
            "removed": sorted(name for name, (old, _) in names.items() if old is ABSENT),
            "objects": sorted(changed),
            "files": sorted({_shown(key) for location, key in world if location == FILE}),
            "settings": sorted(
                {
                    location
                    for location, _ in world
                    if location != FILE and not is_of_object(location)
                }
            ),
        }

    def _move(self, group: Sequence[Doable], order: Sequence[str] | None, forward: bool) -> None:
        for run in group:
            self._swap_contents(run)
            self._swap_names(run, forward)
            present = self.books.take(run.cell, run.entries.binders)
            present.seeded = {stream: present.seeded[stream] for stream in run.entries.seeded}
            self.books.put(run.cell, run.entries)
            run.entries = present
            self._put_world(run, order, forward)
            # (they are of the run that no longer counts)
            self.copies.forget(run.cell)
        if order is not None and any(run.above for run in group):
            files = {key for run in group for location, key in run.changes if location == FILE}
            self.log.place_all(order)
            self.log.cell_files.place(files, order, True)
        self.parts.reach.kept.forget()
        self.parts.world_placed()

    def _swap_contents(self, run: Doable) -> None:
        """Put the other contents into the objects, and keep the present ones."""
        replaced = [(content.replaced(), root) for content, root in run.contents]
        for content, _ in run.contents:
            content.put()
        run.contents = replaced

    def _swap_names(self, run: Doable, forward: bool) -> None:
        known, outputs = self.parts.names.values, self.namespace.get("Out")
        for name, (old, new) in run.names.items():
            value, other = (new, old) if forward else (old, new)
            if MANAGED.match(name) and self.namespace.get(name, ABSENT) is not other:
                # a later cell has shown a result
                continue
            if value is ABSENT:
                self.namespace.pop(name, None)
                known.pop(name, None)
            else:
                self.namespace[name] = known[name] = value
            if name[:1] == "_" and name[1:].isdigit() and type(outputs) is dict:
                if value is ABSENT:
                    outputs.pop(int(name[1:]), None)
                else:
                    outputs[int(name[1:])] = value

    def _put_world(self, run: Doable, order: Sequence[str] | None, forward: bool) -> None:
        """Put the settings and files that the log does not put by itself."""
        is_placed = run.above and order is not None
        held, files = {}, {}
        for key, (old, new) in run.changes.items():
            location = key[0]
            value = new if forward else old
            if is_placed and (location not in STREAMS or location in self.log.seeded):
                continue
            if location == FILE:
                files[key[1]] = value
            elif location in self.log.by_location:
                attempt(self.log.by_location[location].put, key[1], value)
            else:
                held[key] = value
        self.log.held.place(held)
        if files:
            self.log.cell_files.kept.place(files, True)


def _shown(path: str) -> str:
    """A path for people: below the present folder, without the folder."""
    folder = os.getcwd() + os.sep
    return path[len(folder) :] if path.startswith(folder) else path
