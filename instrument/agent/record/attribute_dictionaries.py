"""Attribute dictionaries that the notebook has put into objects (`o.__dict__ = d`). The items of
such a dictionary are the attributes of the object, and several objects may share the dictionary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..objects.attributes import given_dict
from ..observer import Observer

if TYPE_CHECKING:
    from .recorder import Recorder
    from .statement import Statement


class Replaced(list[object]):
    """Objects into which the statement puts another dictionary."""


class AttributeDictionaries(Observer):
    """Records replaced dictionaries. `shared`: the tokens of dictionaries that several objects may
    have.
    """

    State = Replaced

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.shared: set[str] = set()

    def will_replace(self, obj: object) -> None:
        """An object is about to get another dictionary."""
        statement = self.recorder.current
        if statement is not None:
            statement.state(Replaced).append(obj)

    def replace(self, obj: object, dictionary: dict[str, Any]) -> None:
        """An object has this dictionary now."""
        token = self.recorder.tokens.share_attributes(obj, dictionary)
        self.shared.add(token)
        self.recorder.mutate(token)

    def report(self, statement: Statement, state: Replaced) -> None:
        for obj in state:
            own = given_dict(obj)
            if own is not None:
                self.replace(obj, own)
