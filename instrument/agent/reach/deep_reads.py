"""Deep reads: the whole of every located object that a value reaches. `walks` has the walk; this
file records the findings.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

from ..kinds.groups import is_grouping
from ..kinds.registry import kind_of
from ..kinds.tables import labels_of
from ..objects.callables import FUNCTION, code_names, receiver_of_factory
from ..objects.classes import changes_when_read
from ..objects.frames import local_values
from ..objects.iterators import SUSPENDABLE, is_iterator
from ..objects.libraries import LIBRARIES
from ..objects.locations import ATOMIC, GLOBALS, PLAIN, WHOLE, attribute_field, is_value
from .covered import Covered, Walked
from .errors import Errors
from .growth import watch_growth
from .kept_walks import KeptWalks
from .many_objects import ITERATORS, without_lonely
from .walks import Overflow, Walks
from .written_parts import WrittenParts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Set
    from typing import Any, TypeAlias

    from ..objects.locations import Kind
    from ..record.recorder import Recorder
    from ..record.statement import Statement
    from .many_objects import ObjectsById

    Part: TypeAlias = tuple[ObjectsById, Set[type]]
    """Objects that a walk has found, and their types."""

WORK_LIMIT = 200_000
"""The most objects that all walks of one statement visit before its tracing switches off."""

ATOMS = 2
"""Elements of containers, mostly numbers and strings, that a walk looks at in the time of one
object.
"""

LARGE = 1_000
"""The size from which a walk is stored, so that a switch right after the walk does not repeat it.
"""

NEW_TOKENS = 60
"""The most objects per walk that get a token without an earlier write, so that a later change finds
its readers.
"""

_LOOKED_INTO = frozenset({FUNCTION, types.MethodType, *SUSPENDABLE})
"""Types of objects that a widening follows further than an ordinary deep read."""


class Reach(Walks):
    """Walks from roots, and the records of their findings."""

    def __init__(self, recorder: Recorder, on_advance: Callable[[object], object]) -> None:
        super().__init__(recorder)
        self.kept = KeptWalks(recorder)
        self.errors = Errors(recorder, self)
        self.on_advance = on_advance
        self.written = WrittenParts(self)

    def reached(self, roots: Collection[Any], follow_globals: bool = False) -> list[Any]:
        """All objects that `roots` reach, as a list. If there are too many: the ones found, and the
        slice says so.
        """
        found = {}
        try:
            self.walk(roots, follow_globals, found)
        except Overflow:
            for token in list(self.recorder.written):
                self.recorder.read(token, WHOLE, "widened")
            self.recorder.escape("it reaches more objects than can be looked at", lasting=True)
        return list(found.values())

    def deep_read(
        self, *roots: object, kind: Kind = "observed", follow_globals: bool = False
    ) -> None:
        """Records the whole of every located object that the roots reach. Iterators among them
        count as drawn from.
        """
        recorder = self.recorder
        statement = recorder.current
        if statement is None:
            return
        tokens = recorder.tokens
        located = [root for root in roots if not is_value(root)]
        if not located:
            return
        walked = statement.state(Walked)
        epochs = walked.epochs
        pending = []
        for root in located:
            if type(root) is types.ModuleType and vars(root) is recorder.namespace:
                # `inspect.getmembers(__main__)`
                recorder.read(GLOBALS, WHOLE, kind)
            token = tokens.peek(root)
            if token is not None and epochs.get((token, follow_globals)) == statement.epoch:
                continue
            pending.append((root, token))
        if not pending:
            return
        LIBRARIES.fresh()
        # after the switch each object is walked once: later contents were reachable before (see
        # `Widening.stop_tracing`)
        seen = {} if statement.on else walked.covered
        parts: list[Part] = []
        scanned = self.scanned
        try:
            self._find_parts(statement, [root for root, _ in pending], follow_globals, seen, parts)
        except Overflow:
            walked.overflows()
            for token in list(recorder.written):
                recorder.read(token, WHOLE, "widened")
        for found, kinds in parts:
            for name in recorder.summaries.among(found.keys()):
                recorder.read(name, WHOLE, kind)
            self._record(statement, found, kinds, seen, kind, 0 if statement.on else NEW_TOKENS)
        statement.budget.visit((self.scanned - scanned) // ATOMS)
        epoch = statement.epoch
        for root, token in pending:
            token = tokens.peek(root)
            if token is not None:
                epochs[token, follow_globals] = epoch
        if statement.budget.work > WORK_LIMIT and statement.on:
            # this frame must not hold the objects of the next walk (see `without_lonely`)
            found = seen = None
            parts.clear()
            recorder.switch_off()

    def _find_parts(
        self,
        statement: Statement,
        roots: Collection[Any],
        follow_globals: bool,
        seen: ObjectsById,
        parts: list[Part],
    ) -> None:
        """Appends the reachable objects outside of `seen` to `parts`: in dictionaries that nobody
        changes, each with the types of its objects. `seen` takes in new walks, but not cached ones.
        """
        walked = statement.state(Walked)
        plain = [root for root in roots if type(root) in PLAIN]
        others = [root for root in roots if type(root) not in PLAIN]
        for root in plain:
            if id(root) in seen:
                continue
            kept = self.kept.get(root)
            if kept is not None:
                seen[id(root)] = root
                parts += (({id(root): root}, PLAIN), (kept, PLAIN))
                if not statement.on and not any(part is kept for part in walked.kept):
                    walked.kept.append(kept)
                continue
            if any(id(root) in part for part in walked.kept):
                continue
            part = self.walk([root], follow_globals, Covered())
            self.kept.keep(root, part, self.found_types)
            for key in part.keys() & seen.keys():
                part.pop(key)
            if type(seen) is Covered:
                seen.take(part)
            elif others or root is not plain[-1]:
                seen.update(part)
            parts.append((part, self.found_types))
        if others:
            part = self.walk(others, follow_globals, seen, besides=walked.kept)
            parts.append((part, self.found_types))

    def _record(
        self,
        statement: Statement,
        found: ObjectsById,
        kinds: Set[type],
        seen: ObjectsById,
        kind: Kind,
        made: int,
    ) -> None:
        """Records the whole of each object with a token. Up to NEW_TOKENS other objects, of which
        `made` are spent, get a token. `kinds`: the types of the findings; PLAIN for cached walks.
        """
        recorder = self.recorder
        tokens = recorder.tokens
        if kinds is not PLAIN:
            if len(found) > LARGE and not kinds.isdisjoint(ITERATORS):
                found = without_lonely(found, recorder.tokens.by_id)
            statement.budget.visit(len(found))
            if (
                statement.on
                and len(found) > LARGE
                and not kinds & _LOOKED_INTO
                and not any(map(changes_when_read, kinds))
            ):
                statement.state(Walked).remember(statement.epoch, found)
        if (
            "decimal" in recorder.written
            and kinds is not PLAIN
            and any(map(_is_decimal, found.values()))
        ):
            recorder.read("decimal", WHOLE)
        whole = id(recorder.namespace)
        if whole in found:
            recorder.read(GLOBALS, WHOLE, kind)
        changing = {cls for cls in kinds if changes_when_read(cls)}
        for cls in changing:
            if kind != "widened" and not is_iterator(cls):
                for obj in found.values():
                    if type(obj) is cls:
                        watch_growth(recorder, obj)
        known = (found.keys() & tokens.by_id.keys()) | (found.keys() & tokens.world.keys())
        if changing and kind == "widened":
            known.update(key for key, obj in found.items() if type(obj) in changing)
        known.discard(whole)
        if made < NEW_TOKENS:
            for key, obj in found.items():
                if (
                    key not in known
                    and key != whole
                    and kind_of(obj).holds_content(obj, recorder.namespace)
                    and not is_grouping(type(obj))
                ):
                    known.add(key)
                    made += 1
                    if made == NEW_TOKENS:
                        break
        advancing = []
        for key in known:
            obj = found[key]
            if type(obj) in changing and (kind == "widened" or is_iterator(type(obj))):
                recorder.mutate(tokens.of(obj), WHOLE, kind)
                if kind == "widened" and is_iterator(type(obj)):
                    advancing.append(obj)
                receiver = receiver_of_factory(obj)
                if receiver is not None:
                    recorder.mutate(tokens.of(receiver), WHOLE, kind)
            else:
                recorder.read(tokens.of(obj), WHOLE, kind)
        for iterator in advancing:
            self.on_advance(iterator)

    def read_labels(self, obj: object) -> None:
        """A part of a frame or series is taken: the part has its `attrs` too."""
        attrs = labels_of(obj)
        if attrs is None:
            return
        recorder = self.recorder
        if attrs or recorder.tokens.peek(attrs) is not None:
            self.deep_read(attrs)
        if recorder.tokens.peek(obj) in recorder.lookups.relabelled:
            recorder.read(recorder.tokens.of(obj), attribute_field("attrs"))

    def cover_frame(self, frame: types.FrameType) -> None:
        """An uninstrumented version goes on in this frame. Reads the names in its code, and all
        objects behind them and behind its variables.
        """
        values = [*self.values_read(code_names(frame.f_code)), *local_values(frame).values()]
        self.deep_read(*values, kind="widened", follow_globals=True)

    def shallow_read(self, obj: Any) -> None:
        """Records the elements and structure of `obj`, but not the content of the elements."""
        if type(obj) in ATOMIC or self.recorder.current is None:
            return
        if type(obj) in (list, dict, set):
            self.recorder.read(self.recorder.tokens.of(obj), WHOLE)
        elif type(obj) not in (tuple, frozenset):
            self.deep_read(obj)


def _is_decimal(obj: Any) -> bool:
    """Whether the arithmetic of an object, or of its results, depends on the decimal context."""
    if issubclass(type(obj), types.ModuleType):
        return obj.__name__ == "decimal"
    if any(cls.__module__ == "decimal" for cls in type(obj).__mro__):
        return True
    return issubclass(type(obj), (type, types.BuiltinFunctionType)) and obj.__module__ == "decimal"
