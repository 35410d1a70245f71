"""Containers taken out of modules by import statements (`from html.entities import html5`): a
change of such a container is a change of the module's state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..observer import Observer
from .shared_objects import share_imported

if TYPE_CHECKING:
    from ..record.recorder import Recorder
    from ..record.statement import Statement


class ImportedObjects(Observer):
    """Notes them."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def report(self, statement: Statement, state: None) -> None:
        if statement.plan.imports:
            share_imported(self.recorder, statement.plan.imports)
