"""Comparing before and after unknown calls, as part of a statement: `compare.Watch` is what the
statement watches, `compared.Compared` what it has compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..observer import Observer
from ..reach.threads import CodeHandedOver
from ..record.families import HandedPaths
from .compare import Watch
from .compared import Compared
from .compared_changes import ComparedChanges

if TYPE_CHECKING:
    from ..record.recorder import Recorder
    from ..record.statement import Statement


class Comparing(Observer):
    """Reports what unknown calls have changed. Callbacks of objects that die may call something
    unknown again, so it may have more to report later.
    """

    State = Watch

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def stop_tracing(self, statement: Statement) -> None:
        statement.drop(Compared)

    def report(self, statement: Statement, state: Watch) -> None:
        if state.leads_to_code():
            statement.state(CodeHandedOver)
        statement.state(HandedPaths).update(state.paths.before)
        statement.drop(Watch)
        statement.drop(Compared)
        self.recorder.sites.begin()
        ComparedChanges(state).report()
