"""Bindings of names that no syntax shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..rewriting.plans import StatementPlan


class UnseenBindings:
    """Bindings by a star import, `sympy.var`, `setattr(__main__, …)`. A further run of the same
    cell text may bind a name again to the same object. Then the namespace shows no difference, and
    the statement counts as binding the name again.

    Unsound: a statement that binds a name again to the same object counts as doing so in each run
    with the same text, even if other inputs end the binding.
    """

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.bound: dict[str, tuple[str, dict[int, dict[str, int]]]] = {}
        self.cell: str | None = None

    def begin(self, cell: str | None, source: str) -> None:
        """A run of a cell begins; None: of no cell."""
        self.cell = cell
        if cell is not None and self.bound.get(cell, (None,))[0] != source:
            self.bound[cell] = (source, {})

    def count(self, names: Iterable[str]) -> None:
        """Names are bound to other objects."""
        for name in names:
            self.counts[name] = self.counts.get(name, 0) + 1

    def again(self, plan: StatementPlan, names: Iterable[str]) -> Iterable[str]:
        """`names`: the visible bindings of the statement. Returns the names that its earlier run
        bound and no other statement has bound since.
        """
        if self.cell is None:
            return ()
        _, of_statements = self.bound[self.cell]
        counts = self.counts
        silent = [
            name
            for name, count in of_statements.get(plan.ordinal, {}).items()
            if name not in names and counts.get(name) == count
        ]
        found = {name: counts.get(name, 0) for name in (*names, *silent)}
        if found:
            of_statements[plan.ordinal] = found
        return silent
