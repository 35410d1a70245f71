"""Opens and closes statements: calls the observers before and after each, in the order of
`observers.py`.

IPython's hooks and runs are unknown here; `hooks` calls the bracket around each module-level
statement. In a statement without foreign code, only the notebook's own code and builtins with
numbers, strings and containers of these have run. Then observers only look at the names and at
recorded locations.

Unsound: a library changes state besides objects because one of its objects dies, such as a
suspended generator. If no other code of libraries runs in the statement, the change counts for the
next statement with such code.
"""

from __future__ import annotations

import collections
import threading
from typing import TYPE_CHECKING

from .objects.libraries import LIBRARIES
from .observer import Observer, overriding
from .observers import OBSERVERS
from .record.signals import UNTRACED, is_signalled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .record.recorder import Recorder
    from .record.statement import Statement
    from .rewriting.plans import StatementPlan


class Bracket:
    """Calls `observers`, one of each class of OBSERVERS. `clear_stacks` forgets arguments left on
    the probes' stacks by an exception; `fault` reports a fault of ours. `thread`: of the
    statements. `waiting`: an exception raised by a signal at the beginning or end of a statement.
    """

    def __init__(
        self,
        recorder: Recorder,
        observers: Iterable[Observer],
        clear_stacks: Callable[[], None],
        fault: Callable[[BaseException], None],
    ) -> None:
        self.recorder = recorder
        self.clear_stacks = clear_stacks
        self.fault = fault
        self.thread: int | None = None
        self.waiting: BaseException | None = None
        by_class = {type(observer): observer for observer in observers}
        order = [by_class[cls] for cls, _ in OBSERVERS]
        once = list(dict.fromkeys(order))
        # only overriding observers: all others cost no time
        self._begin = [each.begin for each in overriding(once, Observer.begin)]
        self._look_around = [each.look_around for each in overriding(once, Observer.look_around)]
        self._stop = [each.stop_tracing for each in overriding(once, Observer.stop_tracing)]
        self._reports = [(each.State, each.report) for each in overriding(order, Observer.report)]
        self._let_go = [(each.State, each.let_go) for each in overriding(once, Observer.let_go)]
        self._holding = overriding(once, Observer.held)

    # -- a statement
    # ---------------------------------------------------------------------------------------------

    def begin(self, plan: StatementPlan, foreign: bool = False) -> None:
        """Begin a statement. `foreign`: outside of a cell, so code without probes may run at once."""
        # after the end of a cell there was nothing left to stop
        self.waiting = None
        self._contained(self._open, plan)
        if foreign:
            self._contained(lambda _: self.recorder.run_foreign_code(), plan)
        self.go_on()

    def _open(self, plan: StatementPlan) -> None:
        self.thread = threading.get_ident()
        self.clear_stacks()
        statement = self.recorder.begin(plan)
        for begin in self._begin:
            begin(statement)

    def look_around(self, statement: Statement) -> None:
        """Code without probes is about to run, for the first time in the statement."""
        for look_around in self._look_around:
            look_around(statement)

    def stop_tracing(self, statement: Statement) -> None:
        """Uninstrumented versions run from here on."""
        for stop_tracing in self._stop:
            stop_tracing(statement)

    def finish(self, failed: bool, error: BaseException | None = None) -> Statement:
        """End the statement, perhaps with an error, and return its record. An exception raised
        meanwhile by a signal waits for `go_on`.
        """
        statement = self.recorder.current
        assert statement is not None
        statement.end(failed, error)
        self._contained(self._report, statement)
        self.recorder.end()
        self.clear_stacks()
        self._contained(self._drop, statement)
        statement.drop_states()
        if self.waiting is not None:
            statement.escape(UNTRACED, lasting=True)
        return statement

    def go_on(self) -> None:
        """Raise an exception by a signal from the beginning or end of a statement."""
        if self.waiting is not None:
            waiting, self.waiting = self.waiting, None
            raise waiting

    def _contained(self, step: Callable, of: object) -> None:
        """Run a step. A fault in the step is ours. An exception by a signal waits until the step is
        complete.
        """
        try:
            step(of)
        except BaseException as fault:
            if is_signalled(fault):
                self.waiting = fault
            else:
                self.fault(fault)

    def _report(self, statement: Statement) -> None:
        """Record the effects of the statement that its end shows."""
        statement.budget.lift()
        # the statement may have imported the library of an object in question
        LIBRARIES.fresh()
        states = statement.states
        for cls, report in self._reports:
            if cls is None:
                report(statement, None)
            elif cls in states:
                report(statement, states[cls])

    def _drop(self, statement: Statement) -> None:
        """Drop all objects held for the statement."""
        states = statement.states
        for cls, let_go in self._let_go:
            if cls is None:
                let_go(statement, None)
            elif cls in states:
                let_go(statement, states[cls])
        if statement.failed or statement.broke or statement.caught:
            statement.doubt_stores()
        drop_passing(self.recorder, statement)

    # -- in between
    # ---------------------------------------------------------------------------------------------

    def release(self) -> None:
        """Drop containers that the statement has made and dropped: without the agent their memory
        would be free.
        """
        if threading.get_ident() != self.thread:
            # the statement's own thread may be looking at these containers
            return
        tokens = self.recorder.tokens
        statement = self.recorder.current
        if statement is not None:
            states = statement.states
            concerned = [each for each in self._holding if each.State in states]
            held = collections.Counter()
            for each in concerned:
                held.update(each.held(states[each.State]))
            dead = tokens.dropped(held)
            for each in concerned:
                each.drop(statement, states[each.State], dead)
        tokens.release()


MANY = 1_000
"""From this number of locations on, a statement leaves out locations of no use for others."""


def drop_passing(recorder: Recorder, statement: Statement) -> None:
    """Leave out the reads and writes of dead objects made by the ended statement itself: no other
    statement can meet these.
    """
    if len(statement.reads) + len(statement.writes) < MANY:
        return
    tokens = {token for token, _ in (*statement.reads, *statement.writes)}
    passing = recorder.tokens.passing(tokens)
    statement.leave_out(passing)
    recorder.written.difference_update(passing)
