"""Opens and closes statements: calls the observers before and after each, in the order of
`observers.py`.

It does not know IPython's hooks or runs; `hooks` calls it around each module-level statement. Where
nothing ran but the notebook's own code and builtins with numbers, strings and containers of them,
observers look at the names and at what has been recorded, and at nothing else.

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
    """Calls `observers`, one of each class of OBSERVERS. `clear_stacks` forgets arguments that an
    exception left on the probes' stacks; `fault` reports a fault of ours. `thread`: that of the
    statements. `waiting`: what a signal has raised while a statement was begun or finished.
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
        # only those that do something: a statement that does not concern them costs nothing
        self._begin = [each.begin for each in overriding(once, Observer.begin)]
        self._look_around = [each.look_around for each in overriding(once, Observer.look_around)]
        self._stop = [each.stop_tracing for each in overriding(once, Observer.stop_tracing)]
        self._reports = [(each.State, each.report) for each in overriding(order, Observer.report)]
        self._let_go = [(each.State, each.let_go) for each in overriding(once, Observer.let_go)]
        self._holding = overriding(once, Observer.held)

    # -- a statement
    # ---------------------------------------------------------------------------------------------

    def begin(self, plan: StatementPlan, foreign: bool = False) -> None:
        """A statement begins. `foreign`: it is none of a cell, so code without probes may run at
        once.
        """
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
        """The record of the statement that ends here, in this error. An exception that a signal has
        raised meanwhile waits for `go_on`.
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
        """Raise what a signal has raised while a statement was begun or finished."""
        if self.waiting is not None:
            waiting, self.waiting = self.waiting, None
            raise waiting

    def _contained(self, step: Callable, of: object) -> None:
        """A fault in a step is ours. What a signal raises waits until nothing is half done."""
        try:
            step(of)
        except BaseException as fault:
            if is_signalled(fault):
                self.waiting = fault
            else:
                self.fault(fault)

    def _report(self, statement: Statement) -> None:
        """Record what the statement has done, as far as the end of it shows."""
        statement.budget.lift()
        # what the statement itself has imported may have made what is looked at now
        LIBRARIES.fresh()
        states = statement.states
        for cls, report in self._reports:
            if cls is None:
                report(statement, None)
            elif cls in states:
                report(statement, states[cls])

    def _drop(self, statement: Statement) -> None:
        """What was held for the statement may die."""
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
        """Let go of containers that the statement has made and dropped again: without us they would
        have died, and their memory be free.
        """
        if threading.get_ident() != self.thread:
            # what this thread takes away, the statement's own may be looking at
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
"""A statement with so many locations leaves out the locations that no other statement can meet."""


def drop_passing(recorder: Recorder, statement: Statement) -> None:
    """Leave out the reads and writes of objects that the ended statement made itself, and that have
    died since: no other statement can meet them.
    """
    if len(statement.reads) + len(statement.writes) < MANY:
        return
    tokens = {token for token, _ in (*statement.reads, *statement.writes)}
    passing = recorder.tokens.passing(tokens)
    statement.leave_out(passing)
    recorder.written.difference_update(passing)
