"""Attributes stored for the first time after the making of their object: like new keys of a
dictionary, these stand in the order of their stores.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

from ..objects.attributes import own_dict
from ..objects.locations import attribute_field

if TYPE_CHECKING:
    from ..objects.locations import Token
    from .recorder import Recorder

_FRAMES = 8
"""Frames to look at: the probe's own, and a few of the notebook's."""


def note_new_attribute(recorder: Recorder, token: Token, obj: object, name: str) -> None:
    """Record the order of an attribute that is about to be stored. One statement makes an object
    with all attributes of `__init__`: their order is the order in the class.

    Unsound: in a hot loop without probes nobody records the order of new attributes.
    """
    statement = recorder.current
    if statement is None or not statement.on or issubclass(type(obj), types.ModuleType):
        return
    held = vars(obj) if issubclass(type(obj), type) else own_dict(obj)
    if held is not None and name not in held and not _is_in_making():
        recorder.rekey(token, [attribute_field(name)])


def _is_in_making() -> bool:
    frame: types.FrameType | None = sys._getframe(2)
    for _ in range(_FRAMES):
        if frame is None:
            return False
        if frame.f_code.co_name == "__init__":
            return True
        frame = frame.f_back
    return False
