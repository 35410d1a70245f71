"""A run for a later undo, and the state before the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .book_keeping import Entries
from .marks import Marks

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..record.statement import Statement
    from .content import Content
    from .reached import Reached


class Doable:
    """A run that can be undone, or why not. `names`: the values before and after of changed names;
    `contents`: those before, of changed objects, with the names that lead to them; `changes`: the
    changed world; `above`: whether the cell found the world after the cells above.
    """

    def __init__(
        self, number: int, cell: str | None, statements: Sequence[Statement], above: bool
    ) -> None:
        self.exec = number
        self.cell = cell
        self.above = above
        self.why: list[str] = []
        self.names: dict[str, tuple[Any, Any]] = {}
        self.contents: list[tuple[Content, str]] = []
        self.changes: dict[Any, tuple[Any, Any]] = {}
        self.marks = Marks(statements)
        self.entries = Entries([], {}, {}, False)
        self.bytes = 0

    def let_go(self) -> None:
        """Hold no old values any more: the run can no longer be undone."""
        self.why.append("its old values take %d MB" % (self.bytes // 1_000_000))
        self.names, self.contents, self.bytes = {}, [], 0


class Begun:
    """The state before the run in progress."""

    def __init__(
        self,
        names: dict[str, Any],
        unheld: set[str],
        reached: Reached,
        entries: Entries,
        first: int,
    ) -> None:
        self.names, self.unheld, self.reached = names, unheld, reached
        self.entries, self.first = entries, first
