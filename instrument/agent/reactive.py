"""Work of reactive mode around the run of a cell: compares, stores and restores values, the world,
copies, names set aside, and the state for an undo.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from .calls.compare import Watch
from .calls.package_loads import PackageLoad
from .record.signals import UNTRACED, is_signalled
from .record.trace import describe, run_trace
from .undo.undone_runs import UndoneRuns
from .values.first_changes import FirstChanges
from .values.kept_copies import KeptCopies
from .values.kept_values import KeptValues
from .values.names_aside import NamesAside
from .values.undo_log import UndoLog
from .world.deaths import close_file
from .world.loading import Loading
from .world.local_modules import is_loaded_library
from .world.shown_warnings import ShownWarnings

if TYPE_CHECKING:
    from .parts import Parts
    from .run import Run


class Reactive:
    """Works around one run after another. `run`: the one in progress, or None."""

    def __init__(self, parts: Parts, shell: Any) -> None:
        self.parts = parts
        self.recorder = recorder = parts.recorder
        self.run: Run | None = None
        deaths = parts.rebinding.deaths
        self.kept = KeptValues(recorder, parts.reach, parts.plain.plain, deaths.is_noticed)
        self.first_changes = FirstChanges(recorder, parts.reach)
        self.copies = KeptCopies(parts.namespace, recorder.tokens, parts.names)
        self.aside = NamesAside(
            parts.names,
            deaths.runs_code,
            self.close_file,
            parts.threads.goes_on,
            recorder.tokens.forget_death,
        )
        self.world = UndoLog(recorder, parts.reach, shell, parts.world_placed, self.kept.digest)
        self.undone = UndoneRuns(parts, self.world, self.kept, self.aside, self.copies)
        self.loading = Loading(recorder.imports.aside.meet, self.before_loading, self.after_loading)
        self.shown_warnings = ShownWarnings()

    def install(self) -> None:
        self.loading.install()
        self.shown_warnings.install()

    def begin_run(self, run: Run, request: dict[str, Any]) -> None:
        """A run begins, as the request says."""
        self.run = run
        above, aside = request.get("above"), request.get("aside", ())
        if run.cell is not None and run.undoable:
            self.undone.begin(run)
        rebinding = self.parts.rebinding
        self.shown_warnings.begin(None if above is None else run.cell)
        rebinding.begin_run(run.cell, run.source, aside)
        self.recorder.imports.aside.begin(None if run.cell is None else above, not run.keeps)
        if run.cell is not None:
            self.kept.before(run.cell)
            self.first_changes.begin(run.cell, above)
            self.aside.begin(run.cell, run.source, aside)
            # (a new binding of one of these names shows)
            rebinding.unseen.count(self.aside.values)
            self.copies.forget(run.cell)
            self.world.begin(run.cell, above)

    def end_run(self) -> None:
        """The run is over, or another one begins."""
        self.run = None

    def close_file(self, value: Any) -> None:
        self.world.files.close(close_file, value)

    # -- loads of modules during the run
    # ---------------------------------------------------------------------------------------------

    def before_loading(self) -> Any:
        """The world before a load, if the run compares it with the world afterwards; and the state
        of libraries, if compared.
        """
        statement = self.recorder.current
        watched = None if statement is None else statement.states.get(Watch)
        kept = None if watched is None else PackageLoad(watched)
        world = self.world.taken() if self.run is not None and self.run.cell is not None else None
        return None if world is None and kept is None else (world, kept)

    def after_loading(self, name: str, before: Any, around: list[Any]) -> None:
        if self.run is None:
            return
        self.parts.pickles.look_around(anew=True)
        self.recorder.imports.was_loaded(name)
        world, kept = before or (None, None)
        if (
            kept is not None
            and self.recorder.current is not None
            and kept.watch is self.recorder.current.states.get(Watch)
            and is_loaded_library(name)
        ):
            kept.take_over()
        if world is not None:
            self.world.loads.was_loaded(
                name,
                world,
                [each[0] for each in around if each is not None and each[0] is not None],
                self.run.cell,
            )
        if around:
            self.parts.probes.calls.loads.loaded_on_the_way()

    # -- the trace
    # ---------------------------------------------------------------------------------------------

    def complete_trace(self, run: Run, result: Any) -> dict[str, Any]:
        """The trace of an ended run with this result of IPython's."""
        started = time.perf_counter()
        if (
            run.plans
            and run.index == 0
            and run.fault is None
            and getattr(result, "error_before_exec", None) is None
        ):
            run.fault = "another tool has replaced the shell's run_code"
        try:
            trace = self.trace(run, started - run.started - run.spent)
        except BaseException as fault:
            run.fault = UNTRACED if is_signalled(fault) else describe(fault)
            trace = self.trace(run, 0)
        self.finish(run, trace)
        run.spent += time.perf_counter() - started
        trace["ms"] = round(run.spent * 1000, 3)
        return trace

    def trace(self, run: Run, seconds: float) -> dict[str, Any]:
        """The trace of a run. `seconds`: its time without the agent's own."""
        names = self.parts.names.values
        same, copied, world, first_changes = None, False, None, ()
        if run.cell is not None:
            world = self.world.finish(run.cell, run.statements)
        if run.cell is not None and run.fault is None:
            same = self.kept.after(run.cell, run.statements, run.keeps, names, world)
            self.recorder.subclasses.kept([self.parts.namespace[name] for name in same["names"]])
            first_changes = self.first_changes.finish(run.statements)
            # (after an undone run, the names have values of other cells)
            copied = (
                run.copies
                and not same["undone"]
                and self.copies.take(run.cell, run.statements, seconds)
            )
        sent = (
            None
            if world is None
            else {
                key: value
                for key, value in world.items()
                if key not in ("same", "given_up", "values")
            }
        )
        if sent is not None:
            sent["aside"] = sorted(self.aside.values)
            is_complete = run.fault is None and not run.was_interrupted()
            sent["gone"] = (
                sorted(self.aside.given_up(run.cell, run.statements)) if is_complete else []
            )
        return {
            **run_trace(run, self.recorder, names, first_changes),
            "same": same,
            "copied": copied,
            "world": sent,
            "command": run.command,
        }

    def finish(self, run: Run, trace: dict[str, Any]) -> None:
        """The trace is complete."""
        if run.cell is not None:
            gone = (trace["world"] or {}).get("gone", ())
            undone = (trace["same"] or {}).get("undone", False)
            self.aside.finish(run.cell, run.source, run.statements, gone, undone)
            self.recorder.tokens.tell_deaths()
            if run.undoable:
                self.undone.finish(run, trace["world"], self.world.above is not None)
