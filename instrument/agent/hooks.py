"""The agent in an IPython shell: rewrites cells, brackets statements, and reports one trace for
each run.

Hooks: `transform_ast` (called for each cell), `run_code` (once for each module-level statement),
and the pre/post cell events. A fault of ours is contained: the statement or cell is reported as
uninstrumented and runs plain.
"""

import ast
import builtins
import gc
import sys
import threading
import time

from .bracket import Bracket
from .calls.compare import Watch
from .calls.comparing import Comparing
from .calls.group_by import Groups
from .calls.refused import Refused
from .effects.applying import ApplyEffects
from .effects.matching import Effects, UNBOUND, is_quiet
from .objects.kinds import is_users_class
from .objects.locations import ATOMIC
from .outside import Outside, plan_of_nothing
from .probes.light_stores import LightStores
from .probes.modules import load_with_probes
from .probes.resolving import Probes
from .reach.deep_reads import Reach
from .reach.growth import Growth
from .reach.threads import Threads
from .reach.widening import Widening
from .rebinding import Rebinding
from .record.budget import DEFAULT_BUDGET
from .record.dying import Dying
from .record.iterated import Iterated, LeftGenerators
from .record.put_back import PutBack
from .record.recorder import Recorder
from .record.signals import INTERRUPTED, UNTRACED, is_interrupt, is_signalled
from .record.trace import describe, run_trace
from .rewriting.cells import Rewriter
from .rewriting.outline import Outlines
from .rewriting.timed import add_first_turn, timed_code, timed_function
from .run import Run, automagic, declares_properly
from .tasks import Tasks
from .values.first_changes import FirstChanges
from .values.kept_copies import KeptCopies
from .values.kept_values import KeptValues
from .values.kept_world import KeptWorld
from .values.names_aside import NamesAside
from .values.pickling import PlainPickles
from .values.plain_code import PlainCode
from .world.annotations import Annotations
from .world.deaths import close_file
from .world.imported_objects import ImportedObjects
from .world.imports import local_file
from .world.loading import Loading
from .world.names import Names
from .world.options import SHOWN, Options
from .world.process import Process
from .world.shell import trait
from .world.shown_figures import DRAWN, ShownFigures
from .world.shown_warnings import ShownWarnings
from .world.signalled import Signalled
from .world.unseen import World, strip_frames
from .world.weak_references import WeakReferences

_MISSING = object()


class Agent:
    """Ties the probes to a shell. `send(trace)` is called once per run, before the shell reports it
    finished.
    """

    def __init__(self, shell, library, send, budget=DEFAULT_BUDGET):
        self.shell = shell
        self.send = send
        self.namespace = shell.user_ns
        self.recorder = Recorder(
            self.namespace,
            budget,
            on_others=lambda statement: self.bracket.look_around(statement),
            on_stop=lambda statement: self.bracket.stop_tracing(statement),
        )
        self.reach = Reach(self.recorder, lambda iterator: self.applied.advance(iterator))
        self.effects = Effects(
            library, lambda cls: is_users_class(cls, self.namespace, self.recorder.imports.local)
        )
        self.probed: set[str] = set()
        self.applied = ApplyEffects(
            self.recorder,
            self.reach,
            self.effects,
            self.probed,
            lambda: self.probes.calls.unknown,
        )
        self.world = World(self.recorder, self.applied)
        self.process = Process(self.recorder, self.applied)
        self.names = Names(self.namespace)
        self.outlines = Outlines(self.namespace)
        self.plain = PlainCode()
        self.pickles = PlainPickles(self.plain)
        self.probes = Probes(
            self.recorder,
            self.reach,
            self.effects,
            self.applied,
            self.outlines,
            self.names,
            self.plain,
            self.process,
            shell,
            lambda: self.bracket.release(),
            self.fault,
        )
        self.rebinding = Rebinding(
            self.recorder,
            self.reach,
            self.applied,
            self.names,
            self.probes.calls.quiet.bound_anew,
        )
        self.widening = Widening(self.recorder, self.reach, self.fault)
        self.options = Options(self.recorder)
        self.threads = Threads(self.recorder)
        self.bracket = Bracket(
            self.recorder, self.observers(), self.probes.clear_stacks, self.fault
        )
        self.kept = KeptValues(
            self.recorder, self.reach, self.plain.plain, self.rebinding.deaths.is_noticed
        )
        self.first_changes = FirstChanges(self.recorder, self.reach)
        self.copies = KeptCopies(shell.user_ns, self.recorder.tokens, self.names)
        self.aside = NamesAside(
            self.names, self.rebinding.deaths.is_noticed, self.close_file, self.threads.goes_on
        )
        self.kept_world = KeptWorld(
            self.recorder, self.reach, shell, self.world_placed, self.kept.digest
        )
        self.loading = Loading(self.before_loading, self.after_loading)
        self.shown_warnings = ShownWarnings()
        self.run = None
        self.outside = None
        self.tasks = None
        self.next_block = 0
        self.pending_request = None
        self.original_transform_ast = None
        self.original_run_code = None
        self.original_showtraceback = None
        self.original_trigger = None
        self.transformers = None

    def observers(self):
        """One of each class in OBSERVERS."""
        recorder, calls = self.recorder, self.probes.calls
        return (
            self.world,
            self.process,
            self.rebinding,
            self.widening,
            self.options,
            self.threads,
            self.reach.kept,
            calls.unknown,
            calls.special,
            recorder.contents,
            recorder.sizes,
            recorder.attribute_dictionaries,
            recorder.settings,
            recorder.streams,
            recorder.global_names,
            recorder.families,
            recorder.subclasses,
            LightStores(recorder, self.applied, self.widening),
            Annotations(recorder),
            Comparing(recorder),
            Dying(recorder),
            Groups(recorder),
            Growth(recorder),
            ImportedObjects(recorder),
            Iterated(),
            LeftGenerators(recorder),
            PutBack(),
            Refused(self.probed),
            ShownFigures(recorder),
            Signalled(recorder),
            WeakReferences(recorder),
        )

    # -- installation
    # ---------------------------------------------------------------------------------------

    def install(self):
        shell = self.shell
        self.transformers = self.other_transformers()
        self.probes.install()
        self.world.install()
        self.pickles.install()
        self.effects.equate(self.namespace.get("open"), builtins.open)
        self.original_transform_ast = shell.transform_ast
        shell.transform_ast = self.transform_ast
        self.original_run_code = shell.run_code
        shell.run_code = self.run_code
        self.original_showtraceback = shell.showtraceback
        shell.showtraceback = self.showtraceback
        self.original_trigger = shell.events.trigger
        shell.events.trigger = self.trigger
        # IPython chooses a tip whenever somebody asks what kernel this is, and draws it from the
        # notebook's random numbers
        shell.enable_tip = False
        shell.events.register("pre_run_cell", self.pre_run_cell)
        shell.events.register("post_run_cell", self.post_run_cell)
        # before that of matplotlib, which draws what the cell has left
        shell.events.callbacks["post_execute"].insert(0, self.post_execute)
        self.recorder.streams.install(shell)
        self.names.take()
        self.options.compare()
        self.recorder.tokens.name_world(self.namespace.get("Out"), "Out")
        self.reach.begin()
        load_with_probes(self.recorder.sites, self.plain, self.pickles.look_around)
        self.loading.install()
        self.shown_warnings.install()
        self.outside = Outside(
            self.recorder,
            self.bracket,
            self.names,
            self.first_changes,
            plan_of_nothing(self.rewriter),
            self.send,
        )
        self.tasks = Tasks(self.recorder, self.outside, self.fault)
        kernel = getattr(shell, "kernel", None)
        if kernel is not None:
            self.outside.install(kernel)
            self.tasks.install()

    def showtraceback(self, *args, **kwargs):
        strip_frames(sys.exc_info()[1], self.outlines.codes)
        if self.recorder.current is not None:
            # IPython shows it, and the statement goes on: code in a magic has failed
            self.recorder.current.break_off()
            try:
                error = self.reach.errors.read_handled()
                if is_interrupt(error):
                    self.recorder.escape(INTERRUPTED)
                self.applied.shown((error,))
            except Exception as fault:
                self.fault(fault)
        return self.original_showtraceback(*args, **kwargs)

    # -- a run
    # ----------------------------------------------------------------------------------------------

    def request(self):
        """What the request says of the run: its number; where values are compared also the `cell`,
        and whether it `keeps` the old ones. From the request's metadata (a kernel) or
        `pending_request` (a plain shell).
        """
        if self.pending_request is not None:
            return self.pending_request
        kernel = getattr(self.shell, "kernel", None)
        if kernel is None:
            return {}
        return kernel.get_parent().get("metadata", {}).get("sluice", {})

    def trigger(self, event, *args, **kwargs):
        """In place of that of IPython's events, which has a copy of the callbacks in hand when it
        calls the first of them.
        """
        if event == "pre_execute" and self.recorder.current is None:
            request = self.request()
            if request.get("cell") is not None and request.get("above") is not None:
                self.kept_world.place_callbacks(request["above"])
        return self.original_trigger(event, *args, **kwargs)

    def pre_run_cell(self, info=None):
        try:
            self.begin_run(info)
        except Exception as fault:
            # a cell runs whatever we do, and its trace says that it may lack something
            self.fault(fault)

    def begin_run(self, info):
        if self.run is not None and self.run.draws:
            # nobody has said that the run before has ended
            self.recorder.end()
        request = self.request()
        if self.recorder.current is not None:
            number = request.get("exec")
            if self.run is None or number is None or number <= self.run.number:
                # a cell within a cell
                return
            # an interrupt has come between, and the run before will not end any more
            self.recorder.end()
        self.run = None
        if request.get("exec") is None:
            return
        self.run = Run(request["exec"], getattr(info, "raw_cell", ""))
        self.tasks.replace(request.get("due", ()))
        self.tasks.begin_run(request["exec"], request.get("cell"))
        self.recorder.begin_run(request.get("cell") or request["exec"])
        self.recorder.subclasses.begin_run(
            request.get("cell") or request["exec"], request["exec"], request.get("above")
        )
        self.run.cell, self.run.keeps = request.get("cell"), request.get("keeps", False)
        self.run.copies = request.get("copies", False)
        self.shown_warnings.begin(None if request.get("above") is None else self.run.cell)
        self.rebinding.begin_run(self.run.cell, self.run.source, request.get("aside", ()))
        if self.run.cell is not None:
            self.kept.before(self.run.cell)
            self.first_changes.begin(self.run.cell, request.get("above"))
            self.aside.begin(self.run.cell, self.run.source, request.get("aside", ()))
            # (that one of these is bound again shows)
            self.rebinding.unseen.count(self.aside.values)
            self.copies.forget(self.run.cell)
            self.kept_world.begin(self.run.cell, request.get("above"))
        self.probes.ensure()
        self.run.transformed = self.other_transformers() != self.transformers

    def close_file(self, value):
        self.kept_world.files.close(close_file, value)

    def other_transformers(self):
        """What rewrites the text and the tree of cells before us."""
        manager = trait(self.shell, "input_transformer_manager")
        lists = (
            manager.cleanup_transforms,
            manager.line_transforms,
            manager.token_transformers,
            self.shell.input_transformers_post,
        )
        return [*map(list, lists), list(trait(self.shell, "ast_transformers"))]

    def transform_ast(self, given):
        """In place of IPython's, which has the notebook's own transformers rewrite what the user
        has written, and none of them our probes. Called for the cell, and again by magics such as
        `%time` while a statement runs.
        """
        tree = self.original_transform_ast(given)
        run = self.run
        if run is None:
            return tree
        started = time.perf_counter()
        try:
            if self.recorder.current is not None:
                return self.rewrite_nested(tree, given, sys._getframe(1))
            if run.plans is not None:
                return tree
            rewriter = self.rewriter(tree, self.outlines)
            if not declares_properly(tree, rewriter.contents):
                return tree
            # thousands of nodes, none of them garbage: collections would only look at them again
            # and again
            collects = gc.isenabled()
            gc.disable()
            try:
                new, plans = rewriter.rewrite()
            finally:
                if collects:
                    gc.enable()
            run.plans = plans
            run.tree = tree
            run.command = automagic(tree, run.source)
            return new
        except Exception as fault:
            if run.plans is None:
                run.fault = describe(fault)
            else:
                self.fault(fault)
            return tree
        finally:
            run.spent += time.perf_counter() - started

    def rewriter(self, tree, outlines=None):
        self.effects.sync()
        return Rewriter(
            tree,
            self.new_key,
            self.register,
            self.safe,
            self.effects,
            self.recorder.sites,
            outlines,
            self.recorder.global_names.unprobed,
        )

    def rewrite_nested(self, tree, given, asker):
        """`asker`: the frame of IPython's function that asked for it. What `timeit` makes of it is
        a function, whose names are local.
        """
        local = asker.f_locals
        if asker.f_code.co_name != "timeit" or "ast_setup" not in local:
            self.plain.remember_nested(tree, asker)
            return self.rewrite_inside(tree, self.outlines)
        if local.get("ast_stmt") is not given:
            # what is done before each timing
            return tree
        setup = local["ast_setup"]
        self.probes.timed.prepare(timed_code(setup, tree), local["timer"])
        add_first_turn(setup, self.rewrite_inside(timed_function(setup, tree), None), tree)
        return tree

    def rewrite_inside(self, tree, outlines):
        """Rewrites code that runs inside a statement, which it becomes part of."""
        new, plans = self.rewriter(tree, outlines).rewrite(display_last=False)
        for plan in plans:
            self.recorder.global_names.read_plan(plan)
            self.recorder.current.add_plan(plan)
        if not self.recorder.current.on:
            # tracing has switched off before these names were known
            self.widening.widen_names(self.recorder.current)
        return new

    def new_key(self):
        self.next_block += 1
        return self.next_block

    def register(self, block):
        block.reads = sorted(block.reads)
        self.recorder.global_names.blocks[block.key] = block

    def safe(self, name, keywords, defined):
        """Whether calling this global name in a light copy needs no probe: a function of the
        notebook's, or a builtin. `defined`: the cell defines it as a function. Where a loop or
        function may bind it to something else, it needs one.
        """
        value = self.namespace.get(name, _MISSING)
        if not defined and not self.probes.calls.quiet.is_own(value):
            if value is not _MISSING:
                return False
            value = getattr(builtins, name, _MISSING)
            found = None if value is _MISSING or type(value) in ATOMIC else self.effects.find(value)
            if found is None or found.receiver is not UNBOUND or not is_quiet(found.spec, keywords):
                return False
        self.recorder.global_names.unprobed.add(name)
        return True

    # -- statements
    # -----------------------------------------------------------------------------------------

    async def run_code(self, code, result=None, *, async_=False):
        run = self.run
        if run is None or self.recorder.current is not None:
            if self.plain.nested is not None:
                self.plain.remember(code, self.plain.nested)
            return await self.original_run_code(code, result, async_=async_)
        if run.plans is not None and run.index == len(run.plans) > 0 and not run.shows_target:
            name = self.shown_target(run.tree.body[-1])
            if name is not None:
                run.shows_target = True
                return await self.show_target(run, name, code, result)
        if run.plans is None or run.index >= len(run.plans):
            if run.fault is None:
                run.fault = "the cell was not rewritten"
            self.reach.kept.forget()
            return await self.original_run_code(code, result, async_=async_)
        plan = run.plans[run.index]
        run.index += 1
        started = time.perf_counter()
        self.probed.add(code.co_filename)
        self.plain.remember(code, run.tree)
        self.pickles.look_around()
        failed = True
        try:
            if plan.imports and run.cell is not None:
                self.kept_world.load_again(plan.imports, not run.keeps)
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

    def shown_target(self, node):
        """The name that IPython shows after the cell's last statement, an assignment
        (`last_expr_or_assign`).
        """
        if self.shell.ast_node_interactivity != "last_expr_or_assign":
            return None
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else None

    async def show_target(self, run, name, code, result):
        """IPython's own code after an assignment: what it reads is part of that statement."""
        try:
            self.bracket.begin(run.statements[-1].plan, alone=False)
            value = self.namespace.get(name)
            try:
                self.reach.deep_read(value)
                self.applied.shown((value,))
            except Exception as fault:
                if is_signalled(fault):
                    raise
                self.fault(fault)
            return await self.original_run_code(code, result)
        finally:
            self.finish_last(run)
            self.bracket.go_on()

    def finish_last(self, run):
        """What has come after the run's last statement is part of it."""
        if self.recorder.current is not None:
            run.statements[-1].join(self.bracket.finish(False))

    def post_execute(self):
        """Figures are drawn at the end of the cell, which may call functions of the notebook
        (formatters): what they read is part of the last statement.
        """
        run = self.run
        if (
            run is not None
            and self.recorder.current is None
            and any(DRAWN in statement.writes for statement in run.statements)
        ):
            run.draws = True
            self.bracket.begin(run.statements[-1].plan, alone=False)

    def fault(self, fault):
        if threading.get_ident() != self.bracket.thread:
            # statements end while another thread is in a probe
            self.recorder.escape("a thread goes on beside the cells", lasting=True)
            return
        self.reach.kept.forget()
        run = self.run or (self.outside and self.outside.run)
        if run is not None:
            run.fault = describe(fault)
        self.recorder.escape("tracing failed (%s)" % describe(fault), lasting=True)

    def restore(self, cell, due=()):
        """What a cell made is there again, as new objects (`KeptCopies.restore`). `due`: cells that
        run again then. Outside any cell.
        """
        self.tasks.replace(due)
        restored = self.copies.restore(cell)
        if restored is not None:
            self.recorder.written.update(restored[0].values())
        return restored

    # -- the world
    # ------------------------------------------------------------------------------------------

    def place(self, above):
        """The world is as these cells leave it (`KeptWorld.place_all`). Outside any cell."""
        self.kept_world.place_all(above)

    def world_placed(self):
        """The world was put as it is wanted: what is compared is compared with that."""
        self.options.compare()
        self.recorder.streams.moved()

    def before_loading(self):
        """The world, where somebody compares it with what is after the run; and what libraries
        keep, where that is compared.
        """
        statement = self.recorder.current
        watched = (
            statement.states.get(Watch)
            if statement is not None and not statement.plan.imports
            else None
        )
        kept = None if watched is None else (watched, watched.kept_by_packages())
        world = (
            self.kept_world.taken() if self.run is not None and self.run.cell is not None else None
        )
        return None if world is None and kept is None else (world, kept)

    def after_loading(self, name, before, around):
        if self.run is None:
            return
        self.pickles.look_around(anew=True)
        self.recorder.imports.was_loaded(name)
        world, kept = before or (None, None)
        if (
            kept is not None
            and self.recorder.current is not None
            and kept[0] is self.recorder.current.states.get(Watch)
            and local_file(sys.modules.get(name)) is None
        ):
            kept[0].was_loaded(kept[1])
        if world is not None:
            self.kept_world.was_loaded(
                name,
                world,
                [each[0] for each in around if each is not None and each[0] is not None],
                self.run.cell,
            )
        if around:
            self.probes.calls.unknown.loaded_on_the_way()

    # -- questions outside any cell
    # -------------------------------------------------------------------------

    def locate(self, expression):
        """Every location that evaluating an expression reads and its value reaches; None when it
        cannot be evaluated.
        """
        try:
            tree, plans = self.rewriter(ast.parse(expression)).rewrite()
            code = compile(ast.Expression(tree.body[0].value), "<symbol>", "eval")
        except (SyntaxError, AttributeError, IndexError):
            return None
        statement = self.recorder.begin(plans[0])
        try:
            self.recorder.global_names.read_plan(plans[0])
            self.reach.deep_read(eval(code, self.namespace))
        except Exception:
            return None
        finally:
            self.recorder.end()
        # a name is looked up, and its value is not turned into text
        left_out = SHOWN if expression.isidentifier() else ()
        return [list(location) for location in statement.reads if location[0] not in left_out]

    # -- the trace
    # ------------------------------------------------------------------------------------------

    def post_run_cell(self, result=None):
        run = self.run
        if run is not None and run.draws:
            run.draws = False
            self.finish_last(run)
        if run is None or self.recorder.current is not None:
            return
        self.run = None
        self.tasks.end_run()
        self.outlines.forget()
        self.probes.forget_classes()
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
        if run.cell is not None:
            gone, undone = (
                (trace["world"] or {}).get("gone", ()),
                (trace["same"] or {}).get("undone", False),
            )
            self.aside.finish(run.cell, run.source, run.statements, gone, undone)
        run.spent += time.perf_counter() - started
        trace["ms"] = round(run.spent * 1000, 3)
        try:
            self.send(trace)
        except Exception as fault:
            sys.modules["sys"].stderr.write("sluice: the trace could not be sent (%s)\n" % fault)

    def trace(self, run, seconds):
        """`seconds`: what the run took without us."""
        names = self.names.values
        same, copied, world, first_changes = None, False, None, ()
        if run.cell is not None:
            world = self.kept_world.finish(run.cell, run.statements)
        if run.cell is not None and run.fault is None:
            same = self.kept.after(run.cell, run.statements, run.keeps, names, world)
            self.recorder.subclasses.kept([self.namespace[name] for name in same["names"]])
            first_changes = self.first_changes.finish(run.statements)
            # (where the run was undone, its names stand for what others have made)
            copied = (
                run.copies
                and not same["undone"]
                and self.copies.take(run.cell, run.statements, seconds)
            )
        sent = (
            None
            if world is None
            else {key: value for key, value in world.items() if key not in ("same", "given_up")}
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
