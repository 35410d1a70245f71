"""Group-by objects of pandas: the first use decides on which values all later uses work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kinds.groups import is_outdated, kept_data
from ..objects.locations import WHOLE
from ..observer import Observer

if TYPE_CHECKING:
    from ..record.recorder import Recorder
    from ..record.statement import Statement


class UsedFirst(list[object]):
    """Group-by objects first used by the statement."""


def use_groups(recorder: Recorder, groups: object) -> None:
    """A method of a group-by object is about to be called."""
    kept = kept_data(groups)
    if kept is None:
        if recorder.current is not None:
            recorder.current.state(UsedFirst).append(groups)
    elif recorder.tokens.peek(kept[0]) in recorder.written and is_outdated(groups, kept[1]):
        recorder.read(recorder.tokens.of(kept[0]), WHOLE)


class Groups(Observer):
    """Records which group-by objects have been used for the first time in the statement."""

    State = UsedFirst

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def report(self, statement: Statement, state: UsedFirst) -> None:
        for groups in state:
            kept = kept_data(groups)
            if kept is not None:
                self.recorder.write(self.recorder.tokens.of(kept[0]), WHOLE)
