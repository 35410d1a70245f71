"""The written objects inside a value that an assignment only refers to (`y = seen`)."""

from __future__ import annotations

import itertools
import operator
import sys
import types
from typing import TYPE_CHECKING

from ..objects.callables import FUNCTION
from ..objects.cpython import COUNTS
from ..objects.locations import GLOBALS, PLAIN, WHOLE, is_value
from ..objects.mapped_files import MAPPED_FILES
from .many_objects import located
from .walks import Overflow

if TYPE_CHECKING:
    from typing import Any

    from ..objects.locations import Token
    from .deep_reads import Reach
    from .many_objects import ObjectsById

VALUE_LIMIT = 20_000
"""The most parts of an assigned value that are looked at for earlier changes."""

_KEPT_BY_SHELL = frozenset({GLOBALS, "Out"})
"""Locations of the shell, which other objects do not reach, unless they were given them."""

_token = operator.attrgetter("token")


class WrittenParts:
    """Finds them. `held_by_shell`: how often the shell refers to its results."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.held_by_shell = 0

    def within(self, obj: object) -> set[Token]:
        """Tokens of written objects inside `obj`."""
        if is_value(obj) or issubclass(type(obj), (types.ModuleType, type, FUNCTION)):
            return set()
        recorder = self.reach.recorder
        tokens = recorder.tokens
        kept = None
        if type(obj) in PLAIN:
            kept = self.reach.kept.get(obj)
        elif not self._is_anything_written():
            # (of an object, all its class has would be gone through)
            return set()
        try:
            parts = self._few_parts(obj) if kept is None else {**kept, id(obj): obj}
        except Overflow:
            living = {entry.token for entry in list(tokens.by_id.values())} & recorder.written
            if not living:
                return living
            try:
                parts = self.reach.walk([obj])
            except Overflow:
                return living
        found = recorder.summaries.among(parts.keys())
        parts.pop(id(recorder.namespace), None)
        for key in (parts.keys() & tokens.by_id.keys()) | (parts.keys() & tokens.world.keys()):
            token = tokens.peek(parts[key])
            if token in recorder.written:
                # (which file a map shows by then is another question)
                found.add("file" if token in MAPPED_FILES.by_token else token)
                found.update(recorder.summaries.of_token(token, WHOLE))
        return found

    def _is_anything_written(self) -> bool:
        """Whether any object has been written, except the globals and results that only the shell
        holds.
        """
        recorder = self.reach.recorder
        tokens, written = recorder.tokens, recorder.written
        if recorder.summaries.groups or not written.isdisjoint(map(_token, tokens.by_id.values())):
            return True
        names = {name for _, name in tokens.world.values() if name in written}
        return not names <= _KEPT_BY_SHELL or (
            "Out" in names and not (COUNTS and self._held_results() <= self.held_by_shell)
        )

    def begin(self) -> None:
        """At first only the shell holds its results."""
        self.held_by_shell = self._held_results()

    def _held_results(self) -> int:
        """The number of references to the dictionary of results."""
        return sum(
            [
                sys.getrefcount(obj)
                for obj, name in self.reach.recorder.tokens.world.values()
                if name == "Out"
            ]
        )

    def _few_parts(self, obj: Any) -> ObjectsById:
        """The findings of a walk from `obj`. Raises Overflow past VALUE_LIMIT."""
        if type(obj) in PLAIN and len(obj) > VALUE_LIMIT:
            some = located(
                list(itertools.islice(obj.values() if type(obj) is dict else obj, VALUE_LIMIT + 1))
            )
            if len(set(map(id, some))) > VALUE_LIMIT:
                raise Overflow
        return self.reach.walk([obj], limit=VALUE_LIMIT)
