"""What a run has read and changed, as marks by which two runs can be compared: a name, an object, a
file, or another part of the world.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..objects.locations import DEFINITIONS, GLOBALS, WHOLE
from ..values.left import MANAGED
from ..world.files import path_of
from ..world.table import FILE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from ..record.statement import Statement

    Mark: TypeAlias = tuple[str, str]

PASSING = frozenset({"Out", "modules", "__future__", DEFINITIONS, "clock", "file.names"})
"""Locations that an undo leaves alone."""


class Marks:
    """The marks of one run."""

    def __init__(self, statements: Iterable[Statement]) -> None:
        self.changes: set[Mark] = set()
        self.uses: set[Mark] = set()
        for statement in statements:
            self.changes.update(_marks(statement.writes))
            self.uses.update(_marks(statement.reads))
        # a later change of the same thing follows from the earlier one
        self.uses.update(mark for mark in self.changes if not is_managed(mark))

    def follows(self, earlier: Marks) -> bool:
        """Whether this run used things that the earlier run had changed."""
        return (
            not self.uses.isdisjoint(earlier.changes)
            or _any_file(self.uses, earlier.changes)
            or _any_file(earlier.changes, self.uses)
        )


def is_managed(mark: Mark) -> bool:
    return mark[0] == GLOBALS and MANAGED.match(mark[1]) is not None


def _marks(accesses: Iterable[tuple[str, str]]) -> Iterable[Mark]:
    for token, field in accesses:
        if token == GLOBALS:
            yield (GLOBALS, field)
        elif token == FILE:
            yield (FILE, path_of(field) if field != WHOLE else WHOLE)
        elif token not in PASSING:
            yield (token, "")


def _any_file(some: set[Mark], others: set[Mark]) -> bool:
    return (FILE, WHOLE) in some and any(token == FILE for token, _ in others)
