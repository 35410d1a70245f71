"""Names that statements bind in ways that syntax does not show."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..rewriting.plans import StatementPlan


class UnseenBindings:
    """Bindings by a star import, `sympy.var`, `setattr(__main__, …)`. When the same text of a cell
    binds one again to the same object, nothing in the namespace is different: what it did before,
    it is taken to have done again.

    Unsound: a statement that binds a name again to the same object counts as doing so in each run
    with the same text, even if other inputs end the binding.
    """

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.bound: dict[str, tuple[str, dict[int, dict[str, int]]]] = {}
        self.cell: str | None = None

    def begin(self, cell: str | None, source: str) -> None:
        """A run of a cell begins; None: of nobody's."""
        self.cell = cell
        if cell is not None and self.bound.get(cell, (None,))[0] != source:
            self.bound[cell] = (source, {})

    def count(self, names: Iterable[str]) -> None:
        """Names are bound to other objects."""
        for name in names:
            self.counts[name] = self.counts.get(name, 0) + 1

    def again(self, plan: StatementPlan, names: Iterable[str]) -> Iterable[str]:
        """`names`: those that the statement has bound so, as far as one can see. Gives those that
        it bound before and nobody has since.
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
