"""Work outside of any cell, bracketed like a statement, and sent: further steps of tasks (`tasks`),
and effects of a frontend's message to a widget. Callbacks of the notebook run then, and values of
the widgets change. Reads do not matter, because this work is never repeated.
"""

from __future__ import annotations

import ast
import functools
import sys
from typing import TYPE_CHECKING, Any

from .objects.locations import attribute_field
from .record.signals import is_signalled
from .record.statement import Statement
from .record.trace import describe, run_trace
from .run import Run

if TYPE_CHECKING:
    from collections.abc import Callable

    from .cell_rewriting import CellRewriting
    from .objects.tokens import Tokens
    from .parts import Parts
    from .rewriting.plans import StatementPlan
    from .undo.undone_runs import UndoneRuns
    from .values.first_changes import FirstChanges

_PASSING = frozenset({"outputs", "msg_id", "comm", "keys", "_view_count"})
"""Traits that change when a widget is displayed or captures output. No cell computes with these."""

_SCALARS = frozenset({int, float, bool, str, bytes})


class Outside:
    """Records work while no cell runs, and writes while the kernel handles messages of widgets.
    `send(trace)` as for the agent. `run`: of the present work.
    """

    def __init__(
        self,
        parts: Parts,
        first_changes: FirstChanges,
        undone: UndoneRuns,
        rewriting: CellRewriting,
        send: Callable[[dict[str, Any]], None],
    ) -> None:
        self.recorder = parts.recorder
        self.bracket = parts.bracket
        self.names = parts.names
        self.first_changes = first_changes
        self.undone = undone
        self.rewriting = rewriting
        self.send = send
        self.handled = None
        self.run = None

    @functools.cached_property
    def plan(self) -> StatementPlan:
        """The plan of a statement without names."""
        return self.rewriting.rewriter(ast.parse("pass")).rewrite()[1][0]

    def send_to(self, send: Callable[[dict[str, Any]], None]) -> None:
        """Traces go there from here on."""
        self.send = send

    def install(self, kernel: Any) -> None:
        handlers = getattr(kernel, "shell_handlers", None)
        if type(handlers) is dict and "comm_msg" in handlers:
            self.handled = handlers["comm_msg"]
            handlers["comm_msg"] = self.comm_msg

    def comm_msg(self, *args: Any) -> Any:
        """Handle a message as before. During an async cell's wait it counts for the cell's
        statement.
        """
        if self.recorder.current is not None:
            return self.handled(*args)
        before = self.begin(0, lambda: known_widgets(self.recorder.tokens))
        try:
            return self.handled(*args)
        finally:
            self.finish(Statement.without_reads, lambda: self._write_widgets(before or []))

    def begin(self, number: int, look: Callable[[], Any] = lambda: None) -> Any:
        """Begin work outside of any cell. `number`: the run that the work continues; 0 for none.
        Returns the result of `look`; an error in `look` is the run's fault.
        """
        self.run = Run(number, "")
        self.recorder.begin_run()
        self.run.plans = [self.plan]
        try:
            self.bracket.begin(self.plan, foreign=True)
            return look()
        except BaseException as fault:
            if is_signalled(fault):
                self.recorder.end()
                raise
            self.run.fault = describe(fault)
            return None

    def finish(
        self,
        sent: Callable[[Statement], Statement | None],
        look: Callable[[], Any] = lambda: None,
        more: dict[str, Any] | None = None,
    ) -> None:
        """End the work. `sent` returns the part of its statement to send if the statement wrote
        anything; None for none. `look`: called at the end. `more`: further entries of the trace.
        """
        run, self.run = self.run, None
        try:
            trace = self._trace(run, sent, look)
        except Exception as fault:
            self.recorder.end()
            run.fault, run.statements = describe(fault), []
            trace = run_trace(run, self.recorder, {})
        if trace is not None:
            nothing = {"same": None, "copied": False, "world": None, "command": None, "ms": 0}
            self.send({**trace, **nothing, **(more or {})})
        self.bracket.go_on()

    def _trace(
        self, run: Run, sent: Callable[[Statement], Statement | None], look: Callable[[], Any]
    ) -> dict[str, Any] | None:
        look()
        if self.recorder.current is not None:
            statement = sent(self.bracket.finish(False))
            if statement is not None:
                run.statements.append(statement)
        if run.fault is None and not any(
            statement.writes or statement.escapes for statement in run.statements
        ):
            return None
        self.undone.outside(run.statements)
        return run_trace(
            run, self.recorder, self.names.values, self.first_changes.finish(run.statements)
        )

    def _write_widgets(self, before: Any) -> None:
        """Record widgets' values changed since `before`."""
        for widget, token, values in before:
            for name, value in state_of(widget).items():
                old = values.get(name, value)
                if old is not value and not is_equal_number_or_text(old, value):
                    self.recorder.mutate(token, attribute_field(name), "compared")


def is_equal_number_or_text(old: Any, value: Any) -> bool:
    """Messages bring numbers and texts anew, also unchanged ones."""
    return type(old) is type(value) and type(value) in _SCALARS and old == value


def known_widgets(tokens: Tokens) -> list[tuple[Any, str, dict[str, Any]]]:
    """The widgets used by the notebook, with their tokens and their values. A list, because some
    widgets (plotly's `FigureWidget`) have no hash.
    """
    module = sys.modules.get("ipywidgets.widgets.widget")
    found = []
    for widget in list((getattr(module, "_instances", None) or {}).values()):
        token = tokens.peek(widget)
        if token is not None:
            found.append((widget, token, state_of(widget)))
    return found


def state_of(widget: Any) -> dict[str, Any]:
    """The values of a widget's traits, and its results (`interactive.result`)."""
    plain = {name: value for name, value in vars(widget).items() if name[:1] != "_"}
    plain.update(getattr(widget, "_trait_values", {}))
    for name in _PASSING & plain.keys():
        del plain[name]
    return plain
