"""The environment and the working directory of the process, compared before and after code without
probes: commands, and code of libraries.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..objects.locations import WHOLE, key_field
from ..observer import Observer
from .paths import getcwd

if TYPE_CHECKING:
    from ..effects.applying import ApplyEffects
    from ..record.recorder import Recorder
    from ..record.statement import Statement


class Before:
    """The environment and the working directory when they are first asked for."""

    __slots__ = ("environ", "cwd")

    def __init__(self) -> None:
        self.environ = dict(_environment())
        self.cwd = getcwd()


class Process(Observer):
    """Records variables of the environment, and the directory, where they have changed."""

    State = Before

    def __init__(self, recorder: Recorder, applied: ApplyEffects) -> None:
        self.recorder = recorder
        self.applied = applied

    def watch(self) -> None:
        """Begin the comparison before such code runs."""
        statement = self.recorder.current
        if statement is not None:
            statement.state(Before)

    def report(self, statement: Statement, state: Before) -> None:
        now = _environment()
        before = state.environ
        for key in before.keys() | now.keys() if now != before else ():
            if before.get(key) != now.get(key):
                self.recorder.mutate("environ", key_field(os.fsdecode(key)), "compared")
        cwd = getcwd()
        if cwd != state.cwd:
            self.applied.file(cwd, "r")
            self.recorder.mutate("cwd", WHOLE, "compared")


def _environment() -> Any:
    """The environment in bytes, as the process has it: decoding would cost more."""
    return getattr(os.environ, "_data", os.environ)
