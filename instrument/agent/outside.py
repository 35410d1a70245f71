"""What a message of a frontend to a widget leads to, outside of any cell: callbacks of the notebook run, and the widgets' own values change.

It brackets the handling of each such message like a statement, and sends what was written. What was read does not matter: nobody runs it again.
"""

import ast
import sys

from .objects.locations import attribute_field
from .record.signals import is_signalled
from .record.trace import describe, run_trace
from .run import Run

_PASSING = frozenset({"outputs", "msg_id", "comm", "keys", "_view_count"})
"""Traits that change when a widget is shown or captures output: nothing that a cell computes with."""


class Outside:
    """Records what is written while the kernel handles messages of widgets. `send(trace)` as for the agent. `run`: of the message that is
    handled now.
    """

    def __init__(self, recorder, bracket, plan, send):
        self.recorder = recorder
        self.bracket = bracket
        self.plan = plan
        self.send = send
        self.handled = None
        self.run = None

    def install(self, kernel):
        handlers = getattr(kernel, "shell_handlers", None)
        if type(handlers) is dict and "comm_msg" in handlers:
            self.handled = handlers["comm_msg"]
            handlers["comm_msg"] = self.comm_msg

    def comm_msg(self, *args):
        """Handle a message as before. In an async cell that waits, it is part of what the cell's statement does."""
        if self.recorder.current is not None:
            return self.handled(*args)
        self.run = Run(0, "")
        self.recorder.begin_run()
        self.run.plans = [self.plan]
        before = self.begin()
        try:
            return self.handled(*args)
        finally:
            self.finish(before)

    def begin(self):
        """The widgets before the message; when they cannot be looked at, that is the run's fault."""
        try:
            self.bracket.begin(self.plan, alone=False)
            return known_widgets(self.recorder.tokens)
        except BaseException as fault:
            if is_signalled(fault):
                self.recorder.end()
                raise
            self.run.fault = describe(fault)
            return {}

    def finish(self, before):
        run, self.run = self.run, None
        try:
            trace = self.trace(run, before)
        except Exception as fault:
            self.recorder.end()
            run.fault, run.statements = describe(fault), []
            trace = run_trace(run, self.recorder, {})
        if trace is not None:
            nothing = {"same": None, "copied": False, "world": None, "command": None, "ms": 0}
            self.send({**trace, **nothing})
        self.bracket.go_on()

    def trace(self, run, before):
        """What is sent of a message; None when it has changed nothing."""
        recorder = self.recorder
        for widget, (token, values) in before.items():
            for name, value in state_of(widget).items():
                if values.get(name, value) is not value:
                    recorder.mutate(token, attribute_field(name), "compared")
        if recorder.current is not None:
            statement = self.bracket.finish(False)
            statement.reads = {}
            run.statements.append(statement)
        if run.fault is None and not any(statement.writes or statement.escapes for statement in run.statements):
            return None
        return run_trace(run, recorder, self.bracket.names.values)


def known_widgets(tokens):
    """The widgets that the notebook has used, with their tokens and what they hold."""
    module = sys.modules.get("ipywidgets.widgets.widget")
    found = {}
    for widget in list((getattr(module, "_instances", None) or {}).values()):
        token = tokens.peek(widget)
        if token is not None:
            found[widget] = (token, state_of(widget))
    return found


def state_of(widget):
    """The values of a widget's traits, and what else it keeps for whoever asks (`interactive.result`)."""
    plain = {name: value for name, value in vars(widget).items() if name[:1] != "_"}
    plain.update(getattr(widget, "_trait_values", {}))
    for name in _PASSING & plain.keys():
        del plain[name]
    return plain


def plan_of_nothing(rewriter):
    """The plan of a statement that names nothing."""
    return rewriter(ast.parse("pass")).rewrite()[1][0]
