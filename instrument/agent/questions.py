"""Requests of the runtime while no cell runs: the locations of symbols, restored values of cells,
the placed world.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from .world.table import SHOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .cell_rewriting import CellRewriting
    from .parts import Parts
    from .reactive import Reactive
    from .tasks import Tasks


class Questions:
    """Answers them."""

    def __init__(
        self, parts: Parts, rewriting: CellRewriting, reactive: Reactive, tasks: Tasks
    ) -> None:
        self.parts = parts
        self.rewriting = rewriting
        self.reactive = reactive
        self.tasks = tasks

    def restore(self, cell: str, due: Iterable[str] = ()) -> Any:
        """Bind the names of a cell to new copies of its values (`KeptCopies.restore`). `due`: cells
        that then run again.
        """
        self.tasks.replace(due)
        restored = self.reactive.copies.restore(cell)
        if restored is not None:
            self.parts.recorder.written.update(restored[0].values())
        return restored

    def place(self, above: list[str]) -> None:
        """Put the world in the state after these cells (`UndoLog.place_all`)."""
        self.reactive.world.place_all(above)

    def foreign(self, cell: str) -> Any:
        """The files of a cell changed by another program, or perhaps by one (`CellFiles.foreign`)."""
        return self.reactive.world.cell_files.foreign(cell)

    def undo(self, number: int, order: Sequence[str] | None, dry: bool, aside: bool = False) -> Any:
        """Undo a run (`UndoneRuns.undo`)."""
        return self.reactive.undone.undo(number, order, dry, aside)

    def redo(self, number: int, order: Sequence[str] | None, dry: bool) -> Any:
        """Redo an undone run (`UndoneRuns.redo`)."""
        return self.reactive.undone.redo(number, order, dry)

    def let_go(self, numbers: Sequence[int]) -> None:
        """Give up the redo of these undone runs."""
        self.reactive.undone.set_aside.let_go(numbers)

    def locate(self, expression: str) -> list[list[str]] | None:
        """All locations that the evaluation of an expression reads and that its value reaches; None
        for a failed evaluation.
        """
        parts = self.parts
        try:
            tree, plans = self.rewriting.rewriter(ast.parse(expression)).rewrite()
            code = compile(ast.Expression(tree.body[0].value), "<symbol>", "eval")
        except (SyntaxError, AttributeError, IndexError):
            return None
        statement = parts.recorder.begin(plans[0])
        try:
            parts.recorder.global_names.read_plan(plans[0])
            parts.reach.deep_read(eval(code, parts.namespace))
        except Exception:
            return None
        finally:
            parts.recorder.end()
        # a name is looked up, and its value is not turned into text
        left_out = SHOWN if expression.isidentifier() else ()
        return [list(location) for location in statement.reads if location[0] not in left_out]
