"""One run of a cell: its request, tree and records while it is traced."""

from __future__ import annotations

import ast
import time
from typing import TYPE_CHECKING, Any

from .objects.figures import open_figures
from .record.signals import INTERRUPTED, UNTRACED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .record.statement import Statement
    from .rewriting.plans import StatementPlan


_NOTHING: Mapping[str, Any] = {}


class Run:
    """One run of a cell while it is traced. `request`: its `cell`, whether the run `keeps` equal
    old values, whether it takes `copies`, and whether it can be undone later.
    """

    def __init__(self, number: int, source: str, request: Mapping[str, Any] = _NOTHING) -> None:
        self.number = number
        self.source = source
        self.command: str | None = None
        self.plans: list[StatementPlan] | None = None
        self.tree: Any = None
        self.index = 0
        self.statements: list[Statement] = []
        self.fault: str | None = None
        self.shows_target = False
        self.draws = False
        self.transformed = False
        self.spent = 0.0
        self.cell: str | None = request.get("cell")
        self.keeps: bool = request.get("keeps", False)
        self.copies: bool = request.get("copies", False)
        self.undoable: bool = request.get("undoable", False)
        self.figures = open_figures()
        self.started = time.perf_counter()

    def target_shown_last(self, shell: Any) -> str | None:
        """The name that IPython displays after the cell's last statement, an assignment
        (`last_expr_or_assign`).
        """
        if shell.ast_node_interactivity != "last_expr_or_assign":
            return None
        node = self.tree.body[-1]
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else None

    def was_interrupted(self) -> bool:
        """Whether the run was stopped before its end."""
        return any(
            reason in (INTERRUPTED, UNTRACED)
            for statement in self.statements
            for reason, *_ in statement.escapes
        )


def request_of(shell: Any) -> dict[str, Any]:
    """A kernel's request for the run: its number; if values are compared, also the `cell`, and
    whether the run `keeps` the old ones.
    """
    kernel = getattr(shell, "kernel", None)
    return {} if kernel is None else kernel.get_parent().get("metadata", {}).get("sluice", {})


def automagic(tree: Any, source: str) -> str | None:
    """The command, with its `%`, behind a cell of one line (`pwd`, `time f()`); None for all
    others. The names that exist when the cell runs decide whether IPython takes the line for a
    command.
    """
    match tree.body:
        case [
            ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(
                        value=ast.Call(func=ast.Name(id="get_ipython")), attr="run_line_magic"
                    ),
                    args=[ast.Constant(value=str(name)), ast.Constant(value=str(rest))],
                )
            )
        ] if source.lstrip().startswith(name):
            return "%%%s %s" % (name, rest)
    return None


def declares_properly(tree: Any, contents: Any) -> bool:
    """Whether CPython accepts the cell's `global` and `nonlocal` statements: rewriting moves them,
    which would hide a SyntaxError.
    """
    if not contents.holds(ast.Global, ast.Nonlocal):
        return True
    try:
        compile(tree, "<check>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        return True
    except SyntaxError:
        return False
