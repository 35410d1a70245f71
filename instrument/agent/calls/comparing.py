"""The comparison around unknown calls as an observer: `compare.Watch` holds the watched objects,
`compared.Compared` the finished comparisons.
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
    """Reports the changes by unknown calls. A finalizer may make another unknown call, and so give
    the observer more to report.
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
