"""Objects in the memory of another object, invisible to Python: arrays lent to a library, pixels of
images.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kinds.arrays import is_array
from ..kinds.blocks import blocks
from ..kinds.owners import alias_root
from ..kinds.tables import is_table
from ..objects.chains import PIXELS
from ..objects.lent_memory import remember_owner
from ..objects.locations import WHOLE
from .arguments import elements

if TYPE_CHECKING:
    from typing import Any

    from ..objects.locations import Token
    from ..reach.deep_reads import Reach
    from ..record.recorder import Recorder

_BUFFERS = (bytearray, memoryview)


def share_memory(recorder: Recorder, reach: Reach, value: Any) -> None:
    """The result of a call shows memory of `value` from now on."""
    if any(cls.__module__ == "PIL.Image" for cls in type(value).__mro__):
        _join(recorder, value, PIXELS)
        return
    for part in elements(value) if type(value) in (list, tuple, dict) else (value,):
        if type(part) in _BUFFERS or is_array(part):
            reach.lend((recorder.tokens.of(alias_root(part)),))
        elif is_table(part):
            reach.lend(recorder.tokens.of(alias_root(array)) for array in blocks(part))
        remember_owner(alias_root(part))


def _join(recorder: Recorder, obj: Any, token: Token) -> None:
    """From now on and for good, `token` stands for `obj` too."""
    old = recorder.tokens.of(obj)
    if old != token:
        recorder.read(old, WHOLE)
        recorder.mutate(token)
        recorder.tokens.stand_in(obj, token)
