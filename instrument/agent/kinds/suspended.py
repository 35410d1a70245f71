"""Generators, coroutines and asynchronous generators."""

from __future__ import annotations

import gc
import types
from typing import TYPE_CHECKING

from ..objects.cpython import FRAMES_HOLD_STACKS
from ..objects.iterators import SUSPENDABLE
from .kernel import runs_cells
from .kind import Family, Kind

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.locations import Namespace


class Suspended(Kind):
    """Suspended functions."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return [] if runs_cells(obj) else _held_by_frame(obj)


def _held_by_frame(obj: Any) -> list[Any]:
    """The objects that a suspended function holds, its value stack included (in 3.10 only the frame
    has it).
    """
    found = gc.get_referents(obj)
    if FRAMES_HOLD_STACKS:
        frame = next((f for f in found if issubclass(type(f), types.FrameType)), None)
        if frame is not None:
            hidden = (frame.f_globals, frame.f_builtins)
            found = [f for f in gc.get_referents(frame) if not any(f is h for h in hidden)]
    return found


FAMILY = Family(exact=dict.fromkeys(SUSPENDABLE, Suspended()))
