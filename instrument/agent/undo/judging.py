"""What an ended run has changed, by the state before the run, and why nobody can undo the run: each
changed thing needs a copy, and the record must be complete.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

from ..objects.locations import ATOMIC, GLOBALS, WHOLE, is_of_object
from ..record.signals import INTERRUPTED
from ..world.entry import ABSENT
from ..world.table import FILE, NETWORK, STREAMS
from .book_keeping import Entries
from .marks import PASSING, Marks
from .reached import memory_in

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..parts import Parts
    from ..run import Run
    from ..values.undo_log import UndoLog
    from .doable import Begun, Doable

_NOTHING = (types.ModuleType, types.BuiltinFunctionType)
_WORDS = {
    NETWORK: "data went over the network",
    "stdin": "the cell asked for input",
    "clipboard": "the clipboard changed",
    "descriptors": "another program ran",
    "threads": "a thread goes on",
}


class Judging:
    """Compares the states before and after a run."""

    def __init__(self, parts: Parts, log: UndoLog) -> None:
        self.parts = parts
        self.recorder = parts.recorder
        self.namespace = parts.namespace
        self.log = log

    def compare(self, done: Doable, begun: Begun, run: Run, world: Mapping[str, Any]) -> None:
        reached, why = begun.reached, done.why
        if run.fault is not None:
            why.append("the record of the run is not complete (%s)" % run.fault)
        for statement in run.statements:
            for reason, *_ in statement.escapes:
                if reason != INTERRUPTED and reason not in why:
                    why.append(reason)
        if reached.dies is not None:
            why.append("%s holds an object whose end runs code, or an open file" % reached.dies)
        self._compare_names(done, begun)
        for key, content in reached.contents.items():
            if not content.is_present():
                done.contents.append((content, reached.roots[key]))
        self._judge_objects(done, begun, run, world)
        self._judge_world(done, run, world)
        done.entries = self._narrowed(begun.entries, done.marks)
        done.bytes = sum(content.size for content, _ in done.contents)
        done.bytes += sum(memory_in(old) for old, _ in done.names.values() if old is not ABSENT)

    def _narrowed(self, entries: Entries, marks: Marks) -> Entries:
        """The entries without names and streams that the run left alone."""
        bound = [name for token, name in marks.changes if token == GLOBALS]
        binders = {name: entries.binders.get(name, ABSENT) for name in bound}
        seeded = {s: on for s, on in entries.seeded.items() if (s, "") in marks.changes}
        return Entries(entries.found, binders, seeded, entries.draws)

    def _compare_names(self, done: Doable, begun: Begun) -> None:
        self.parts.names.changes()
        now = {name: value for name, value in self.parts.names.values.items()}
        for name in {*begun.names, *now, *begun.unheld}:
            if name not in self.namespace and name not in begun.names and name not in begun.unheld:
                continue
            value = self.namespace.get(name, ABSENT)
            if name in begun.unheld:
                if any((GLOBALS, name) == mark for mark in done.marks.changes):
                    done.why.append("the end of the old %s runs code, or closes a file" % name)
            elif begun.names.get(name, ABSENT) is not value:
                done.names[name] = (begun.names.get(name, ABSENT), value)

    def _judge_objects(
        self, done: Doable, begun: Begun, run: Run, world: Mapping[str, Any]
    ) -> None:
        """Find changed objects without a copy."""
        reached = begun.reached
        fields: dict[str, set[str]] = {}
        for statement in run.statements:
            for token, field in statement.writes:
                fields.setdefault(token, set()).add(field)
        restorable = {*world.get("restorable", ())}
        if any(token.startswith("summary.") for token in fields):
            done.why.append("the cell changed more objects than can be kept")
        tokens = {token for token in fields if is_of_object(token)} - restorable
        entries = {}
        for key, entry in self.recorder.tokens.by_id.copy().items():
            if entry.token in tokens:
                entries[key] = entry
        read = {
            field
            for statement in run.statements
            for token, field in statement.reads
            if token == GLOBALS
        }
        is_complete = reached.is_complete and all(
            id(begun.names[name]) in reached.roots or not _leads_on(begun.names[name])
            for name in read & begun.names.keys()
        )
        for key, entry in entries.items():
            obj = entry.object()
            if obj is None:
                continue
            name = reached.roots.get(key, "")
            content = reached.contents.get(key)
            if content is not None:
                if content.is_opaque and any(f[:2] != "a:" for f in fields[entry.token]):
                    done.why.append("%s keeps state that cannot be copied" % name)
            elif key in reached.covered:
                # (the copy of the frame has its elements)
                continue
            elif key in reached.uncopied:
                done.why.append(_not_copied(obj, name))
            elif int(entry.token[1:]) < begun.first or not is_complete:
                # (objects of the run's own have later tokens)
                if key not in reached.roots:
                    kind = type(obj).__name__
                    done.why.append(
                        "the cell changed a %s that no name in its text leads to" % kind
                    )

    def _judge_world(self, done: Doable, run: Run, world: Mapping[str, Any]) -> None:
        """Find changes of the world that nobody can put back."""
        done.changes = dict(self.log.changes.get(run.cell, {}))
        written = {token for statement in run.statements for token, _ in statement.writes}
        known = {*world.get("restorable", ()), *STREAMS, GLOBALS, FILE, *PASSING}
        for token in sorted(written - known):
            if is_of_object(token) or token.startswith("summary."):
                continue
            if token not in self.log.by_location:
                done.why.append(_WORDS.get(token, "the state of %s cannot be put back" % token))
        paths = {path for token, path in done.marks.changes if token == FILE}
        kept = self.log.cell_files.kept
        if WHOLE in paths:
            done.why.append("another program, or code that may write any file, ran")
        for path in sorted(paths - {WHOLE}):
            if path not in kept.left or (FILE, path) not in self.log.base:
                done.why.append("no copy of the file %s was kept" % path)
            elif path in kept.going_on:
                done.why.append("the file %s is still open" % path)
        for path in world.get("lost", ()):
            done.why.append("no copy of the file %s was kept" % path)


def _leads_on(value: Any) -> bool:
    """Whether objects that can change may lie behind a value."""
    return type(value) not in ATOMIC and type(value) not in _NOTHING


def _not_copied(obj: Any, name: str) -> str:
    kind = type(obj).__name__
    size = memory_in(obj)
    if size > 0:
        return "%s has %d MB, too many for a copy before each run" % (
            name or "a " + kind,
            size // 1_000_000,
        )
    return "the cell changed %s, and nobody can copy a %s" % (name or "an object", kind)
