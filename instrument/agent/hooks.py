"""The agent in an IPython shell: rewrites cells, brackets statements, and reports one trace for
each run.

Hooks: `transform_ast` (called for each cell), `run_code` (once for each module-level statement),
and the pre/post cell events. A fault of ours is contained: the statement or cell is reported as
uninstrumented and runs plain. The file stays whole: all hooks share the state of one run.
"""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING, Any

from .cell_rewriting import CellRewriting, other_transformers
from .outside import Outside
from .parts import Parts
from .probes.modules import load_with_probes
from .questions import Questions
from .reactive import Reactive
from .record.budget import DEFAULT_BUDGET
from .record.signals import INTERRUPTED, is_interrupt, is_signalled
from .record.trace import describe
from .run import Run, request_of
from .tasks import Tasks
from .world.shown_figures import DRAWN
from .world.unseen import strip_frames

if TYPE_CHECKING:
    from collections.abc import Callable


class Agent:
    """Ties the probes to a shell. `send(trace)` is called once per run, before the shell reports
    the end; `send_outside` after work outside of any cell. `pending_request`: in a plain shell, the
    request for the next run, as a kernel would have it.
    """

    def __init__(
        self,
        shell: Any,
        library: Any,
        send: Callable[[dict[str, Any]], None],
        send_outside: Callable[[dict[str, Any]], None],
        budget: int = DEFAULT_BUDGET,
    ) -> None:
        self.shell = shell
        self.parts = parts = Parts(shell, library, budget, self.fault)
        self.recorder = parts.recorder
        self.probes = parts.probes
        self.bracket = parts.bracket
        self.plain = parts.plain
        self.rewriting = CellRewriting(parts)
        self.reactive = Reactive(parts, shell)
        self.outside = Outside(
            parts,
            self.reactive.first_changes,
            self.reactive.undone,
            self.rewriting,
            send_outside,
        )
        self.tasks = Tasks(self.recorder, self.outside, self.fault)
        self.questions = Questions(parts, self.rewriting, self.reactive, self.tasks)
        self.send = send
        self.run: Run | None = None
        self.pending_request: dict[str, Any] | None = None
        self.original_transform_ast: Any = None
        self.original_run_code: Any = None
        self.original_showtraceback: Any = None
        self.original_trigger: Any = None
        self.transformers: list[list] | None = None

    # -- installation
    # ---------------------------------------------------------------------------------------

    def install(self) -> None:
        shell = self.shell
        self.transformers = other_transformers(self.shell)
        self.original_transform_ast = shell.transform_ast
        shell.transform_ast = self.transform_ast
        self.original_run_code = shell.run_code
        shell.run_code = self.run_code
        self.original_showtraceback = shell.showtraceback
        shell.showtraceback = self.showtraceback
        self.original_trigger = shell.events.trigger
        shell.events.trigger = self.trigger
        # IPython chooses a tip for each request of kernel information, with a draw from the
        # notebook's random numbers
        shell.enable_tip = False
        shell.events.register("pre_run_cell", self.pre_run_cell)
        shell.events.register("post_run_cell", self.post_run_cell)
        # before matplotlib's callback, which draws the figures of the cell
        shell.events.callbacks["post_execute"].insert(0, self.post_execute)
        self.parts.install(shell)
        load_with_probes(self.recorder.sites, self.plain, self.parts.pickles.before_module)
        self.reactive.install()
        kernel = getattr(shell, "kernel", None)
        if kernel is not None:
            self.outside.install(kernel)
            self.tasks.install()

    def showtraceback(self, *args: Any, **kwargs: Any) -> Any:
        strip_frames(sys.exc_info()[1], self.parts.outlines.codes)
        if self.recorder.current is not None:
            # code in a magic has failed: IPython shows the error, and the statement goes on
            self.recorder.current.break_off()
            try:
                error = self.parts.reach.errors.read_handled()
                if is_interrupt(error):
                    self.recorder.escape(INTERRUPTED)
                self.parts.applied.shown((error,))
            except Exception as fault:
                self.fault(fault)
        return self.original_showtraceback(*args, **kwargs)

    # -- a run
    # ----------------------------------------------------------------------------------------------

    def trigger(self, event: str, *args: Any, **kwargs: Any) -> Any:
        """Replaces the method of IPython's events, which copies the list of callbacks before its
        first call.
        """
        if event == "pre_execute" and self.recorder.current is None:
            request = self.pending_request or request_of(self.shell)
            if request.get("cell") is not None and request.get("above") is not None:
                self.reactive.world.place_callbacks(request["above"])
        return self.original_trigger(event, *args, **kwargs)

    def pre_run_cell(self, info: Any = None) -> None:
        try:
            self.begin_run(info)
        except Exception as fault:
            # the cell runs in any case; its trace tells of the possible gap
            self.fault(fault)

    def begin_run(self, info: Any) -> None:
        if self.run is not None and self.run.draws:
            # the run before has no end
            self.recorder.end()
        request = self.pending_request or request_of(self.shell)
        if self.recorder.current is not None:
            number = request.get("exec")
            if self.run is None or number is None or number <= self.run.number:
                # a cell within a cell
                return
            # an interrupt has come between, and the run before will not end any more
            self.recorder.end()
        self.run = None
        self.reactive.end_run()
        if request.get("exec") is None:
            return
        self.run = Run(request["exec"], getattr(info, "raw_cell", ""), request)
        self.tasks.replace(request.get("due", ()))
        self.tasks.begin_run(request["exec"], request.get("cell"))
        self.recorder.begin_run(request.get("cell") or request["exec"])
        self.recorder.subclasses.begin_run(
            request.get("cell") or request["exec"], request["exec"], request.get("above")
        )
        self.parts.reach.begin_run(request.get("cell") or request["exec"], request.get("above"))
        self.reactive.begin_run(self.run, request)
        self.probes.ensure()
        self.run.transformed = other_transformers(self.shell) != self.transformers

    def transform_ast(self, given: Any) -> Any:
        """Replaces IPython's method: the notebook's own transformers rewrite the user's text, and
        not our probes. IPython calls it for the cell, and magics such as `%time` call it again
        while a statement runs.
        """
        tree = self.original_transform_ast(given)
        run = self.run
        if run is None:
            return tree
        started = time.perf_counter()
        try:
            if self.recorder.current is not None:
                return self.rewriting.rewrite_nested(tree, given, sys._getframe(1))
            if run.plans is not None:
                return tree
            return self.rewriting.rewrite_cell(run, tree)
        except Exception as fault:
            if run.plans is None:
                run.fault = describe(fault)
            else:
                self.fault(fault)
            return tree
        finally:
            run.spent += time.perf_counter() - started

    # -- statements
    # -----------------------------------------------------------------------------------------

    async def run_code(self, code: Any, result: Any = None, *, async_: bool = False) -> bool:
        run = self.run
        if run is None or self.recorder.current is not None:
            if self.plain.nested is not None:
                self.plain.remember(code, self.plain.nested)
            return await self.original_run_code(code, result, async_=async_)
        if run.plans is not None and run.index == len(run.plans) > 0 and not run.shows_target:
            name = run.target_shown_last(self.shell)
            if name is not None:
                run.shows_target = True
                return await self.show_target(run, name, code, result)
        if run.plans is None or run.index >= len(run.plans):
            if run.fault is None:
                run.fault = "the cell was not rewritten"
            self.parts.reach.kept.forget()
            return await self.original_run_code(code, result, async_=async_)
        plan = run.plans[run.index]
        run.index += 1
        started = time.perf_counter()
        self.parts.probed.add(code.co_filename)
        self.plain.remember(code, run.tree)
        self.parts.pickles.look_around()
        failed = True
        try:
            if plan.imports:
                self.recorder.imports.aside.load_again(plan.imports)
            self.bracket.begin(plan)
            if async_:
                self.tasks.waits()
            if run.transformed:
                self.recorder.escape("a transformer of the notebook rewrites its cells")
            run.spent += time.perf_counter() - started
            failed = await self.original_run_code(code, result, async_=async_)
            return failed
        finally:
            started = time.perf_counter()
            self.probes.timed.restore()
            self.plain.let_go()
            if self.recorder.current is not None:
                run.statements.append(
                    self.bracket.finish(bool(failed), getattr(result, "error_in_exec", None))
                )
            run.spent += time.perf_counter() - started
            self.bracket.go_on()

    async def show_target(self, run: Run, name: str, code: Any, result: Any) -> bool:
        """Run IPython's own code after an assignment, and record its reads for the assignment."""
        try:
            self.bracket.begin(run.statements[-1].plan, foreign=True)
            value = self.parts.namespace.get(name)
            try:
                self.parts.reach.deep_read(value)
                self.parts.applied.shown((value,))
            except Exception as fault:
                if is_signalled(fault):
                    raise
                self.fault(fault)
            return await self.original_run_code(code, result)
        finally:
            self.finish_last(run)
            self.bracket.go_on()

    def finish_last(self, run: Run) -> None:
        """Join the record after the run's last statement with this statement."""
        if self.recorder.current is not None:
            run.statements[-1].join(self.bracket.finish(False))

    def post_execute(self) -> None:
        """Begin the drawing of figures at the end of the cell, which may call notebook functions
        (formatters). Their reads count for the last statement.
        """
        run = self.run
        if (
            run is not None
            and self.recorder.current is None
            and any(DRAWN in statement.writes for statement in run.statements)
        ):
            run.draws = True
            self.bracket.begin(run.statements[-1].plan, foreign=True)

    def fault(self, fault: BaseException) -> None:
        if threading.get_ident() != self.bracket.thread:
            # statements end while another thread is in a probe
            self.recorder.escape("a thread goes on beside the cells", lasting=True)
            return
        self.parts.reach.kept.forget()
        run = self.run or self.outside.run
        if run is not None:
            run.fault = describe(fault)
        self.recorder.escape("tracing failed (%s)" % describe(fault), lasting=True)

    # -- the trace
    # ------------------------------------------------------------------------------------------

    def post_run_cell(self, result: Any = None) -> None:
        run = self.run
        if run is not None and run.draws:
            run.draws = False
            self.finish_last(run)
        if run is None or self.recorder.current is not None:
            return
        self.run = None
        self.reactive.end_run()
        self.tasks.end_run()
        self.parts.outlines.forget()
        self.probes.forget_classes()
        trace = self.reactive.complete_trace(run, result)
        try:
            self.send(trace)
        except Exception as fault:
            sys.modules["sys"].stderr.write("sluice: the trace could not be sent (%s)\n" % fault)
