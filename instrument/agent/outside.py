"""What a message of a frontend to a widget leads to, outside of any cell: callbacks of the notebook run, and the widgets' own values change.

It brackets the handling of each such message like a statement, and sends what was written. What was read does not matter: nobody runs it again.
"""

import ast
import sys

from .objects.locations import attribute_field
from .record.signals import is_signalled
from .record.trace import run_trace

_PASSING = frozenset({"outputs", "msg_id", "comm", "keys", "_view_count"})
"""Traits that change when a widget is shown or captures output: nothing that a cell computes with."""


class Outside:
    """Records what is written while the kernel handles messages of widgets. `send(trace)` as for the agent."""

    def __init__(self, recorder, bracket, plan, send):
        self.recorder = recorder
        self.bracket = bracket
        self.plan = plan
        self.send = send
        self.handled = None

    def install(self, kernel):
        handlers = getattr(kernel, "shell_handlers", None)
        if type(handlers) is dict and "comm_msg" in handlers:
            self.handled = handlers["comm_msg"]
            handlers["comm_msg"] = self.comm_msg

    def comm_msg(self, *args):
        """Handle a message as before. In an async cell that waits, it is part of what the cell's statement does."""
        if self.recorder.current is not None:
            return self.handled(*args)
        begun = self.begin()
        try:
            result = self.handled(*args)
        finally:
            if begun is not None:
                self.finish(begun)
        return result

    def begin(self):
        try:
            self.bracket.begin(self.plan)
            return known_widgets(self.recorder.tokens)
        except BaseException as fault:
            self.recorder.end()
            if is_signalled(fault):
                raise
            return None

    def finish(self, before):
        recorder = self.recorder
        for widget, (token, values) in before.items():
            for trait, value in list(getattr(widget, "_trait_values", {}).items()):
                if trait not in _PASSING and values.get(trait, value) is not value:
                    recorder.mutate(token, attribute_field(trait), "compared")
        statement = self.bracket.finish(False)
        if statement.writes or statement.escapes:
            statement.reads = {}
            run = Handled(statement)
            self.send({**run_trace(run, recorder, self.bracket.names.values), "same": None, "command": None, "ms": 0, "outside": True})


class Handled:
    """The handling of a message, as a run of one statement."""

    def __init__(self, statement):
        self.number = 0
        self.fault = None
        self.plans = [statement.plan]
        self.statements = [statement]


def known_widgets(tokens):
    """The widgets that the notebook has used, with their tokens and the values of their traits."""
    module = sys.modules.get("ipywidgets.widgets.widget")
    found = {}
    for widget in list((getattr(module, "_instances", None) or {}).values()):
        token = tokens.peek(widget)
        if token is not None:
            found[widget] = (token, dict(getattr(widget, "_trait_values", {})))
    return found


def plan_of_nothing(rewriter):
    """The plan of a statement that names nothing."""
    return rewriter(ast.parse("pass")).rewrite()[1][0]
