"""Annotations of global names (`x: int`), which Python keeps in a dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..objects.locations import key_field
from ..observer import Observer

if TYPE_CHECKING:
    from ..record.recorder import Recorder
    from ..record.statement import Statement


class Annotated(set[str]):
    """The names annotated before the statement."""


class Annotations(Observer):
    """Records the first annotation of each name."""

    State = Annotated

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def begin(self, statement: Statement) -> None:
        if statement.plan.annotates:
            statement.state(Annotated).update(self._annotations())

    def report(self, statement: Statement, state: Annotated) -> None:
        annotations = self._annotations()
        for name in annotations.keys() - state:
            token = self.recorder.tokens.of(annotations)
            self.recorder.write(token, key_field(name))
            self.recorder.rekey(token, [key_field(name)])

    def _annotations(self) -> dict[str, Any]:
        """The dictionary of annotations; an empty one where Python has made none."""
        held = self.recorder.namespace.get("__annotations__")
        return held if type(held) is dict else {}
