"""Steps of tasks and callbacks of an event loop after the end of the run that started them.

Each such step runs in a copy of the run's context, so a context variable tells its run. Between
cells the steps are bracketed like the handling of a message, and sent as later effects of the run.
While another cell runs (and awaits a result) they are part of its statement, which draws from the
task as from a generator.

Unsound: the work of a task in another thread's event loop belongs to no run.
"""

from __future__ import annotations

import asyncio
import contextvars
import functools
import gc
import threading
from typing import TYPE_CHECKING, Any

from .objects.iterators import frame_of
from .objects.locations import WHOLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .outside import Outside
    from .record.recorder import Recorder
    from .record.statement import Statement

RUN = contextvars.ContextVar("sluice_run", default=None)
"""The run of the current code, or of the code that has started it on an event loop."""

_OF_KERNEL = frozenset(
    "ipykernel IPython zmq tornado traitlets jupyter_client ipywidgets comm".split()
)
"""Packages with steps of their own: they serve the kernel, or pages."""

PAUSE = 0.05
"""Seconds until the work is sent, if nothing else comes between."""


class Started:
    """A run, for its tasks. `outlived`: some steps came after its end. `replaced`: its cell runs
    again, and no further steps are made.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.outlived = False
        self.replaced = False


class Tasks:
    """Follows the steps of the kernel's event loop. `outside`: records work while no cell runs.
    `fault`: reports our faults.
    """

    def __init__(
        self, recorder: Recorder, outside: Outside, fault: Callable[[BaseException], None]
    ) -> None:
        self.recorder = recorder
        self.outside = outside
        self.fault = fault
        self.thread = threading.get_ident()
        self.by_cell: dict[str, Started] = {}
        self.current: Started | None = None
        self.last = 0
        self.going: Started | None = None
        self.told: set[Any] = set()
        self.held: list[Any] = []
        """The tasks and steps of replaced runs. The garbage collection of a pending task would
        print a message on the error stream, and run the `finally` blocks of its coroutine: no run
        from the top does this.
        """

    def install(self) -> None:
        original = asyncio.Handle._run

        def run(handle):
            return (
                self.step(handle, original)
                if threading.get_ident() == self.thread
                else original(handle)
            )

        asyncio.Handle._run = run

    def begin_run(self, number: int, cell: str | None) -> None:
        """A run begins, of a cell or of none."""
        self.pause()
        self.last = number
        self.told.clear()
        self.current = Started(number)
        RUN.set(self.current)
        if cell is not None:
            self.by_cell[cell] = self.current

    def replace(self, cells: Iterable[str]) -> None:
        """These cells are about to run again: in a run from the top, their runs before have left
        nothing to be done. Their tasks are held, and do not go on.
        """
        loop = asyncio._get_running_loop()
        for started in map(self.by_cell.get, cells):
            if started is None or started.replaced:
                continue
            started.replaced = True
            for task in asyncio.all_tasks(loop) if loop is not None else ():
                if any(
                    type(part) is contextvars.Context and part.get(RUN) is started
                    for part in gc.get_referents(task)
                ):
                    self.held.append(task)

    def end_run(self) -> None:
        self.current = None
        RUN.set(None)

    def waits(self) -> None:
        """Record that a statement awaits a result. Tasks of earlier runs may go on meanwhile, so the
        statement depends on these runs.
        """
        for started in self.by_cell.values():
            if started.outlived and not started.replaced:
                self.recorder.read(self.recorder.tokens.of(started), WHOLE)

    def step(self, handle: Any, original: Callable[..., Any]) -> Any:
        """Make a step of the event loop. A fault of ours leaves the step as it is."""
        try:
            if not self._goes_on(handle):
                return None
        except Exception as fault:
            self.fault(fault)
        return original(handle)

    def _goes_on(self, handle: Any) -> bool:
        """Prepare a step; false if it must not be made."""
        started = handle._context.get(RUN)
        if started is None:
            self.pause()
            return True
        task = getattr(handle._callback, "__self__", None)
        task = task if isinstance(task, asyncio.Task) else None
        package = _package(handle._callback if task is None else task.get_coro())
        if package in _OF_KERNEL:
            self.pause()
        elif started.replaced:
            self.held.append(handle)
            return False
        elif task is not None or package != "asyncio":
            self._before(started, task)
        return True

    def _before(self, started: Started, task: Any) -> None:
        """A step of the notebook's is about to be made."""
        if self.recorder.current is None:
            if self.going is not started:
                self.pause()
                self.going = started
                self.outside.begin(self.last)
                asyncio.get_running_loop().call_later(PAUSE, self.pause)
        elif started is self.current:
            return
        started.outlived = True
        if self.recorder.current is not None:
            for obj in (started,) if task is None else (started, task, task.get_coro()):
                self.recorder.mutate(self.recorder.tokens.of(obj))

    def pause(self) -> None:
        """Send the recorded work if there is more than at the last time in this run."""
        if self.going is not None:
            started, self.going = self.going, None
            self.outside.finish(self._new, more={"startedBy": started.number})

    def _new(self, statement: Statement) -> Statement | None:
        found = {*statement.reads, *statement.writes, *statement.escapes}
        if found <= self.told:
            return None
        self.told |= found
        return statement


def _package(work: Any) -> str:
    """The package whose code a step runs."""
    frame = frame_of(work)
    if frame is not None:
        return frame.f_globals.get("__name__", "").partition(".")[0]
    while isinstance(work, functools.partial):
        work = work.func
    return (getattr(work, "__module__", None) or "").partition(".")[0]
