"""Parts of the kernel, of its event loop, and of clients of clusters: no object of the notebook's.

By way of a stream that a logger holds, or of what a task waits for, the whole notebook could be
reached.
"""

from __future__ import annotations

import contextvars
from typing import TYPE_CHECKING

from ..objects.attributes import home
from ..objects.iterators import frame_of
from .kind import Family, Kind, referred

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..objects.locations import Namespace

EVENT_LOOPS = ("asyncio.unix_events", "asyncio.windows_events")
"""Modules of the loop that the kernel runs on, to which everything that waits refers."""
_PLUMBING = ("ipykernel", "zmq", "tornado", "jupyter_client", "distributed", "py4j")
"""Packages of which a kernel is made; and of handles to other processes, which lead to the
scheduler and all workers where these are in this process.
"""
_SHELL = ("IPython.core.interactiveshell", "IPython.core.formatters", "selectors")
"""Modules of the shell, and of what shows results and waits."""
_RUN_LATER = ("_asyncio", "asyncio.events")
"""Modules of tasks, futures and handles."""
_RUN_CELLS = frozenset({"IPython", *_PLUMBING})


class KernelParts(Kind):
    """Parts of the kernel."""

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        return []


class RunLater(Kind):
    """Tasks, futures and handles. Each has a copy of the context in which it was made, with all
    that libraries keep in it.
    """

    def parts(self, obj: Any, namespace: Namespace) -> Collection[Any]:
        if is_of_kernel(obj):
            return []
        return [part for part in referred(obj) if type(part) is not contextvars.Context]


def runs_cells(suspended: Any) -> bool:
    """Whether a suspended function is the shell's or kernel's code that runs a cell: what the cell
    waits for refers to it, to wake it.
    """
    frame = frame_of(suspended)
    module = (frame.f_globals.get("__name__") or "") if frame is not None else ""
    return module.partition(".")[0] in _RUN_CELLS


def is_of_kernel(obj: Any) -> bool:
    """Whether an object is a task of the kernel's."""
    return home(type(obj)) == "_asyncio" and hasattr(obj, "get_coro") and runs_cells(obj.get_coro())


FAMILY = Family(
    modules={
        **dict.fromkeys((*_PLUMBING, *_SHELL, *EVENT_LOOPS), KernelParts()),
        **dict.fromkeys(_RUN_LATER, RunLater()),
    }
)
